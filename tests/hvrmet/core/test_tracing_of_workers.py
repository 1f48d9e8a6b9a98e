"""One trace over real processes: the web's, the broker's and a worker's."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.core.observability import tracing
from hvrmet.jobs.models import OutboxRow
from hvrmet.jobs.selectors import job_get
from hvrmet.testing import SOURCES, diagnosis_document
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor

from tests.tasks.workers import start_worker, wait_for

__all__ = ["start_worker"]

pytestmark = [pytest.mark.processes, pytest.mark.services, pytest.mark.django_db(transaction=True)]
CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
JSON = "application/json"


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
    """A collector that the processes of a test are told of; ask for it before they start."""
    server = Collector()
    monkeypatch.setenv("HVRMET_OTLP_ENDPOINT", server.url)
    yield server
    server.shutdown()
    server.server_close()


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
