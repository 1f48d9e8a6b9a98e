"""Traces by OpenTelemetry: from a request over the queue to the steps of a run.

Off, and then free, until ``HVRMET_OTLP_ENDPOINT`` names a collector: only then is a provider made.
A job's queue row carries the context of the request that made it, so that all of a job, whichever
workers and slices it takes, is one trace.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from hvrmet.settings.environment import environment

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import SpanProcessor, TracerProvider

SCOPE = "hvrmet"
LONGEST_STATEMENT = 500
_FORM = re.compile(r"00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")
_provider: TracerProvider | None = None


def start(service: str, processor: SpanProcessor | None = None) -> None:
    """Send this process's spans to the collector of the settings, or to `processor`.

    Call it in the process that is traced: spans are sent by a thread, which a fork loses.
    """
    global _provider
    endpoint = environment().hvrmet_otlp_endpoint
    if processor is None and not endpoint:
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    if processor is None:
        address = f"{endpoint.rstrip('/')}/v1/traces"
        processor = BatchSpanProcessor(OTLPSpanExporter(endpoint=address))
    resource = Resource.create({"service.name": service, "service.namespace": "hvrmet"})
    _provider = TracerProvider(resource=resource)
    _provider.add_span_processor(processor)


def stop() -> None:
    """Send what is left and trace no more."""
    global _provider
    if _provider is not None:
        _provider.shutdown()
    _provider = None


def enabled() -> bool:
    """Say whether this process is traced."""
    return _provider is not None


@contextmanager
def span(
    name: str, *, kind: str = "internal", parent: str = "", attributes: Mapping[str, Any] = {}
) -> Iterator[Any]:
    """Trace a block, or do nothing where tracing is off; gives the span, or None.

    Parameters
    ----------
    name : str
    kind : str
        ``server``, ``producer``, ``consumer``, ``client`` or ``internal``.
    parent : str
        A ``traceparent``; without one the span that is open is the parent.
    attributes : mapping
    """
    if _provider is None:
        yield None
        return
    from opentelemetry.trace import SpanKind

    with _provider.get_tracer(SCOPE).start_as_current_span(
        name, context=_context_of(parent), kind=SpanKind[kind.upper()], attributes=attributes
    ) as opened:
        yield opened


def passed(name: str, seconds: float) -> None:
    """Trace what ends now and began so many seconds ago."""
    if _provider is None:
        return
    now = time.time_ns()
    tracer = _provider.get_tracer(SCOPE)
    tracer.start_span(name, start_time=now - int(seconds * 1e9)).end(now)


def traceparent() -> str:
    """Return the context of the open span for a message or a row, or an empty string."""
    if _provider is None:
        return ""
    from opentelemetry.trace import get_current_span

    found = get_current_span().get_span_context()
    if not found.is_valid:
        return ""
    return f"00-{found.trace_id:032x}-{found.span_id:016x}-{found.trace_flags:02x}"


def trace_ids() -> tuple[str, str]:
    """Return the trace and span that are open, for log records; empty where there is none."""
    parts = traceparent().split("-")
    return (parts[1], parts[2]) if len(parts) == 4 else ("", "")


def _context_of(parent: str) -> Any:
    if not _FORM.fullmatch(parent):
        return None
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({"traceparent": parent})


def trace_statement(
    execute: Callable[..., Any], statement: Any, parameters: Any, many: bool, context: Any
) -> Any:
    """Trace an SQL statement (one of Django's execute wrappers), without its parameters."""
    text = str(statement)
    words = text.split(None, 1)
    attributes = {"db.system.name": "postgresql", "db.query.text": text[:LONGEST_STATEMENT]}
    with span(words[0].upper() if words else "SQL", kind="client", attributes=attributes):
        return execute(statement, parameters, many, context)


def watch_connection(*, connection: Any, **_: Any) -> None:
    """Trace the statements of a new connection, as a receiver of ``connection_created``."""
    if enabled() and trace_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(trace_statement)
