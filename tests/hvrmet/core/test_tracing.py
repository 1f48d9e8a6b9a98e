"""Traces: off by default and then free, one trace for a job."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from hvrmet.core.observability import tracing
from hvrmet.jobs.models import QueueRow
from hvrmet.jobs.queue import dispatch, leases
from hvrmet.testing import diagnosis_document, queue_job
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from diagnostics.contracts.events import StepFailed
from tasks import diagnosis
from tasks.adapters import DatabaseEventSink
from tests.tasks.test_real_loop import IdleHeartbeat

ROOT = Path(__file__).resolve().parents[3]
CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    tracing.start("hvrmet-web", SimpleSpanProcessor(exporter))
    tracing.watch_connection(connection=connection)
    yield exporter
    tracing.stop()
    if tracing.trace_statement in connection.execute_wrappers:
        connection.execute_wrappers.remove(tracing.trace_statement)


def traced(exporter: InMemorySpanExporter) -> dict[str, set[str]]:
    """Return the names of the spans of each trace."""
    found: dict[str, set[str]] = {}
    for span in exporter.get_finished_spans():
        found.setdefault(f"{span.context.trace_id:032x}", set()).add(span.name)
    return found


def test_nothing_is_sent_or_kept_while_it_is_off() -> None:
    code = (
        "import sys, django; django.setup(); import hvrmet.urls, tasks.diagnosis\n"
        "from hvrmet.core.observability import tracing\n"
        "tracing.start('x')\n"
        "with tracing.span('x') as found: assert found is None\n"
        "tracing.passed('x', 1.0)\n"
        "assert tracing.traceparent() == '' and not tracing.enabled()\n"
        "assert not [name for name in sys.modules if name.startswith('opentelemetry.exporter')]\n"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "DJANGO_SETTINGS_MODULE": "hvrmet.settings.development",
    }
    environment.pop("HVRMET_OTLP_ENDPOINT", None)
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.django_db
class TestRequests:
    def test_are_part_of_the_callers_trace(self, client, alpha, spans, sent) -> None:
        headers = {**alpha.headers, "traceparent": CALLER}
        client.post("/api/v1/diagnoses/", diagnosis_document(), headers=headers, content_type=JSON)
        names = traced(spans)[CALLER.split("-")[1]]
        assert {"POST api/v1/diagnoses/", "INSERT", "SELECT"} <= names
        server = next(s for s in spans.get_finished_spans() if s.name.startswith("POST"))
        assert server.attributes["http.response.status_code"] == 202
        assert server.kind.name == "SERVER"

    @pytest.mark.parametrize("given", ["", "nonsense", "00-0-0-01"])
    def test_begin_one_without_a_caller(self, client, alpha, spans, given) -> None:
        headers = {**alpha.headers, "traceparent": given}
        assert client.get("/api/v1/usage/", headers=headers).status_code == 200
        assert len(traced(spans)) == 1

    def test_hold_no_parameters_of_statements(self, client, alpha, spans) -> None:
        client.get("/api/v1/usage/", headers=alpha.headers)
        texts = str([dict(span.attributes) for span in spans.get_finished_spans()])
        assert "accounts_identify(%s, %s)" in texts
        assert alpha.key not in texts


JSON = "application/json"


@pytest.mark.django_db
def test_a_job_is_one_trace_over_its_slices(
    client, alpha, spans, sent, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)

    def one_slice(lease: Any, _heartbeat: Any) -> Any:
        step = StepFailed(turn=1, entry_id=None, code="x", message="x")
        DatabaseEventSink(lease).append(step, lease.attempt)
        return type("Outcome", (), {"status": "yielded"})

    monkeypatch.setattr(diagnosis, "run_loop", one_slice)
    with django_capture_on_commit_callbacks(execute=True):
        reply = client.post(
            "/api/v1/diagnoses/",
            diagnosis_document(),
            headers={**alpha.headers, "traceparent": CALLER},
            content_type=JSON,
        )
    job_id = reply.json()["id"]
    assert QueueRow.objects.get().traceparent.split("-")[1] == CALLER.split("-")[1]
    for _ in range(2):
        diagnosis.run(job_id, str(alpha.id))
        assert dispatch.relay() == 1
    mine = [
        span
        for span in spans.get_finished_spans()
        if f"{span.context.trace_id:032x}" == CALLER.split("-")[1]
    ]
    names = [span.name for span in mine]
    assert names.count("tasks.diagnosis.run") == names.count("step_failed") == 2
    assert names.count("send tasks.diagnosis.run") >= 2
    runs = [span for span in mine if span.name == "tasks.diagnosis.run"]
    assert [span.attributes["hvrmet.attempt"] for span in runs] == [1, 2]
    steps = [span for span in mine if span.name == "step_failed"]
    assert {step.parent.span_id for step in steps} == {run.context.span_id for run in runs}


@pytest.mark.django_db
def test_without_traces_nothing_is_kept(alpha, sent) -> None:
    queue_job(alpha)
    row = QueueRow.objects.get()
    assert row.traceparent == ""
    lease = leases.claim(job_id=row.job_id, tenant_id=alpha.id, worker="w")
    assert lease is not None
    assert lease.traceparent == ""
