"""Traces: off by default and then free, one trace for a job, over real processes too."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from hvrmet.core.db.scope import scope
from hvrmet.core.observability import tracing
from hvrmet.jobs.models import OutboxRow, QueueRow
from hvrmet.jobs.queue import dispatch, leases
from hvrmet.jobs.selectors import job_get
from hvrmet.testing import SOURCES, diagnosis_document, queue_job
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from diagnostics.contracts.events import StepFailed
from tasks import diagnosis
from tasks.adapters import DatabaseEventSink
from tests.tasks.test_real_loop import IdleHeartbeat
from tests.tasks.workers import start_worker, wait_for

__all__ = ["start_worker"]
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


@pytest.mark.slow
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


class Collector(ThreadingHTTPServer):
    """Takes what exporters send: (service, trace, span)."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.spans: list[tuple[str, str, str]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def names(self, service: str, trace: str) -> set[str]:
        return {name for who, which, name in list(self.spans) if (who, which) == (service, trace)}


class _Handler(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            import gzip

            body = gzip.decompress(body)
        for group in ExportTraceServiceRequest.FromString(body).resource_spans:
            named = {item.key: item.value.string_value for item in group.resource.attributes}
            self.server.spans += [
                (named["service.name"], span.trace_id.hex(), span.name)
                for part in group.scope_spans
                for span in part.spans
            ]
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """A collector that the processes of a test know of; ask for it before they start."""
    server = Collector()
    monkeypatch.setenv("HVRMET_OTLP_ENDPOINT", server.url)
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.processes
@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_one_trace_over_web_broker_and_worker(client, alpha, collector, start_worker) -> None:
    """The request is made here; outbox, broker and worker are a real worker's processes."""
    exporter = OTLPSpanExporter(endpoint=f"{collector.url}/v1/traces")
    tracing.start("hvrmet-web", SimpleSpanProcessor(exporter))
    try:
        reply = client.post(
            "/api/v1/diagnoses/",
            diagnosis_document(),
            headers={**alpha.headers, "traceparent": CALLER},
            content_type=JSON,
        )
    finally:
        tracing.stop()
    assert reply.status_code == 202
    assert OutboxRow.objects.count() == 1
    start_worker(3, SOURCES)
    trace = CALLER.split("-")[1]
    wanted = {"send tasks.diagnosis.run", "tasks.diagnosis.run", "step_failed", "report_drafted"}
    wait_for(lambda: wanted <= collector.names("hvrmet-worker", trace), "the worker's spans")
    assert "POST api/v1/diagnoses/" in collector.names("hvrmet-web", trace)
    with scope(alpha.id):
        assert job_get(reply.json()["id"]).status == "finished"
