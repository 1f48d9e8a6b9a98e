"""Metrics: a page with a key of its own, numbers of all processes, and names that exist."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import yaml
from django.db import DatabaseError, connection, transaction
from hvrmet.core.db.scope import UnscopedQueryError, current_tenant, scope
from hvrmet.core.observability import metrics
from hvrmet.jobs.events.log import append, lock_job
from hvrmet.jobs.models import QueueRow
from hvrmet.jobs.queue import leases
from hvrmet.operations import collector
from hvrmet.testing import Centre, queue_job
from hvrmet.webhooks.models import DueDelivery
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import REGISTRY

from diagnostics.contracts.events import DataRetrieved, RunFailed
from diagnostics.contracts.inventory import Inventory
from tasks.adapters import DatabaseEventSink

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "a-token-of-the-metrics-server"


@pytest.fixture
def page(client: Any, platform_settings: Any) -> Any:
    """Return a function that reads the page: {(name, labels): value}."""
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_metrics_token": TOKEN}
    )

    def read() -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
        reply = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert reply.status_code == 200
        return parsed(reply.content.decode())

    return read


def parsed(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(found: dict[Any, float], name: str, **labels: str) -> float:
    return found.get((name, tuple(sorted(labels.items()))), 0.0)


@pytest.mark.django_db
class TestPage:
    @pytest.mark.parametrize("given", ["", "Bearer ", "Bearer wrong", TOKEN])
    def test_is_not_there_without_its_token(self, client, page, given) -> None:
        reply = client.get("/metrics", headers={"Authorization": given})
        assert (reply.status_code, reply.json()["code"]) == (404, "not_found")

    def test_is_not_there_by_default(self, client) -> None:
        for given in ("", "Bearer ", "Bearer None"):
            assert client.get("/metrics", headers={"Authorization": given}).status_code == 404

    def test_a_tenants_key_does_not_open_it(self, client, page, alpha: Centre) -> None:
        assert client.get("/metrics", headers=alpha.headers).status_code == 404

    def test_answers_without_a_database(self, page, monkeypatch) -> None:
        def gone(*_: Any, **__: Any) -> Any:
            raise DatabaseError("gone")

        monkeypatch.setattr(collector.transaction, "atomic", gone)
        found = page()
        assert value(found, "hvrmet_database_up") == 0
        assert not [name for name, _ in found if name.startswith("hvrmet_queue")]


@pytest.mark.django_db
class TestNumbers:
    def test_of_queue_leases_and_outbox(self, page, alpha: Centre, beta: Centre, sent) -> None:
        jobs = [queue_job(centre) for centre in (alpha, alpha, beta, beta)]
        leases.claim(job_id=jobs[0], tenant_id=alpha.id, worker="w")
        leases.claim(job_id=jobs[2], tenant_id=beta.id, worker="w")
        QueueRow.objects.filter(job_id=jobs[0]).update(lease_expires_at="2026-01-01T00:00:00Z")
        QueueRow.objects.filter(job_id=jobs[1]).update(dispatched_at="2026-01-01T00:00:00Z")
        found = page()
        states = {
            state: value(found, "hvrmet_queue_jobs", queue="diagnose", state=state)
            for state in ("waiting", "leased", "expired")
        }
        assert states == {"waiting": 2, "leased": 1, "expired": 1}
        assert value(found, "hvrmet_queue_oldest_seconds", queue="diagnose") > 3600
        assert value(found, "hvrmet_lease_oldest_seconds", queue="diagnose") > 3600
        assert value(found, "hvrmet_outbox_messages", queue="diagnose") == 4
        assert value(found, "hvrmet_database_up") == 1

    def test_of_webhooks_that_are_due(self, page) -> None:
        for due in ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2100-01-01T00:00:00Z"):
            DueDelivery.objects.create(
                delivery_id=uuid4(), tenant_id=uuid4(), subscription_id=uuid4(), due_at=due
            )
        found = page()
        assert value(found, "hvrmet_webhooks_due") == 2
        assert value(found, "hvrmet_webhooks_late_seconds") > 3600

    def test_of_requests_by_route(self, client, page, alpha: Centre, sent) -> None:
        job = queue_job(alpha)
        route = "api/v1/diagnoses/<uuid:job_id>/"
        labels = {"method": "GET", "route": route, "status": "200"}
        before = value(page(), "hvrmet_http_request_seconds_count", **labels)
        client.get(f"/api/v1/diagnoses/{job}/", headers=alpha.headers)
        client.get("/static/nowhere")
        found = page()
        assert value(found, "hvrmet_http_request_seconds_count", **labels) == before + 1
        unmatched = {"method": "GET", "route": "unmatched", "status": "404"}
        assert value(found, "hvrmet_http_request_seconds_count", **unmatched) >= 1
        assert not [labels for _, labels in found if str(job) in str(labels)]

    def test_of_jobs_and_stages(
        self, page, alpha: Centre, sent, django_capture_on_commit_callbacks
    ) -> None:
        ended = {"kind": "diagnosis", "status": "failed", "code": "no_data"}
        stage = {"stage": "data_retrieved"}
        before = page()
        lease = leases.claim(job_id=queue_job(alpha), tenant_id=alpha.id, worker="w")
        assert lease is not None
        inventory = Inventory(title="A", times=["2026-07-01T00:00:00Z", "2026-07-02T00:00:00Z"])
        sink = DatabaseEventSink(lease)
        sink.append(DataRetrieved(inventory=inventory, data_digest="d"), lease.attempt)
        with django_capture_on_commit_callbacks(execute=True), scope(alpha.id):
            failure = RunFailed(code="no_data", message="nothing there")
            append(lock_job(lease.job_id), failure, attempt=lease.attempt)
        found = page()
        for name, labels in (
            ("hvrmet_jobs_ended_total", ended),
            ("hvrmet_stage_seconds_count", stage),
            ("hvrmet_job_wait_seconds_count", {"queue": "diagnose"}),
        ):
            assert value(found, name, **labels) == value(before, name, **labels) + 1, name
        newest = value(found, "hvrmet_source_newest_timestamp_seconds", source="sample")
        assert newest == inventory.times[-1].timestamp()

    def test_of_the_age_of_sources(self, page, platform_settings, tmp_path: Path) -> None:
        file = tmp_path / "folder" / "a.nc"
        file.parent.mkdir()
        file.touch()
        os.utime(file, (1_700_000_000, 1_700_000_000))
        sources = {
            "old": {"paths": [str(file.parent)], "title": "A"},
            "missing": {"paths": [str(tmp_path / "none.nc")], "title": "B"},
            "remote": {"paths": ["https://data.example/a.zarr"], "title": "C"},
        }
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_sources": json.dumps(sources)}
        )
        found = page()
        assert value(found, "hvrmet_source_file_age_seconds", source="old") > 86400 * 365
        known = {labels for name, labels in found if name == "hvrmet_source_file_age_seconds"}
        assert known == {(("source", "old"),)}


@pytest.mark.django_db
@pytest.mark.usefixtures("unguarded")
class TestRefusals:
    def test_of_the_database_are_counted(self, page, alpha: Centre, beta: Centre) -> None:
        metrics.watch_connection(connection=connection)
        before = value(page(), "hvrmet_isolation_refusals_total", lock="database")
        with (
            scope(alpha.id),
            pytest.raises(DatabaseError),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute("UPDATE accounts_apikey SET tenant_id = %s", [beta.id])
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")
        after = value(page(), "hvrmet_isolation_refusals_total", lock="database")
        assert after == before + 1

    def test_of_the_scope_are_counted(self, page) -> None:
        before = value(page(), "hvrmet_isolation_refusals_total", lock="scope")
        with pytest.raises(UnscopedQueryError):
            current_tenant()
        assert value(page(), "hvrmet_isolation_refusals_total", lock="scope") == before + 1


COUNTS = """
import os, sys, time
from hvrmet.core.observability import metrics
metrics.JOBS_ENDED.labels("diagnosis", "finished", "").inc()
metrics.SOCKETS_OPEN.labels("activity").inc(5)
if os.fork() == 0:
    metrics.JOBS_ENDED.labels("diagnosis", "finished", "").inc(10)
    os._exit(0)
os.wait()
print("counted", flush=True)
input()
"""
READS = """
import sys
from hvrmet.core.observability.metrics import exposition
sys.stdout.buffer.write(exposition())
"""


@pytest.mark.slow
def test_numbers_of_all_processes_add_up(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "HVRMET_METRICS_DIR": str(tmp_path / "numbers"),
    }

    def start(code: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", code],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def read() -> dict[Any, float]:
        return parsed(start(READS).communicate()[0])

    counting = [start(COUNTS) for _ in range(2)]
    for process in counting:
        assert process.stdout is not None
        assert process.stdout.readline() == "counted\n"
    ended = {"kind": "diagnosis", "status": "finished", "code": ""}
    found = read()
    assert value(found, "hvrmet_jobs_ended_total", **ended) == 22
    assert value(found, "hvrmet_sockets_open", kind="activity") == 10
    counting[0].kill()
    counting[0].communicate()
    counting[1].communicate("\n")
    found = read()
    assert value(found, "hvrmet_jobs_ended_total", **ended) == 22
    assert value(found, "hvrmet_sockets_open", kind="activity") == 0


def known_names() -> set[str]:
    families = [*REGISTRY.collect(), *collector.PlatformCollector().describe()]
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    return {
        f"{family.name}{ending}"
        for family in families
        for ending in endings.get(family.type, ("",))
        if family.name.startswith("hvrmet_")
    }


def test_dashboard_and_alerts_name_metrics_that_exist() -> None:
    folder = ROOT / "deploy" / "metrics"
    dashboard = json.loads((folder / "dashboard.json").read_text())
    shown = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    rules = yaml.safe_load((folder / "alerts.yaml").read_text())["groups"][0]["rules"]
    named = set(re.findall(r"hvrmet_\w+", " ".join([*shown, *(rule["expr"] for rule in rules)])))
    assert named <= known_names()
    on_screen = set(re.findall(r"hvrmet_\w+", " ".join(shown)))
    base = {re.sub(r"_(bucket|sum|count|total)$", "", name) for name in on_screen}
    every = {re.sub(r"_(bucket|sum|count|total)$", "", name) for name in known_names()}
    assert base == every


def test_every_alert_and_metric_is_documented() -> None:
    page = (ROOT / "docs" / "operate" / "operations.md").read_text()
    rules = yaml.safe_load((ROOT / "deploy" / "metrics" / "alerts.yaml").read_text())
    assert rules["groups"][0]["rules"]
    assert known_names()
    for rule in rules["groups"][0]["rules"]:
        assert f"`{rule['alert']}`" in page
    for name in known_names():
        assert re.sub(r"_(bucket|sum|count|total)$", "", name) in page
