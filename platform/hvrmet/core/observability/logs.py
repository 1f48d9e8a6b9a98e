"""Log records: as lines for people or as JSON for machines, with what they belong to.

Both forms leave out what looks like a credential, wherever in a message or a traceback it stands.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from hvrmet.core.observability.tracing import trace_ids
from hvrmet.core.request_context import current_request_id

_fields: ContextVar[Mapping[str, str]] = ContextVar("log_fields", default=MappingProxyType({}))
_SECRETS = (
    (re.compile(r"\bhv[rt]_[0-9a-f]{8,32}_[\w-]{20,}"), "[redacted]"),
    (re.compile(r"(/artifacts/)[\w.:%~-]{40,}"), r"\1[redacted]"),
    # What somebody looks for is nobody's business, as what they type elsewhere.
    (re.compile(r"([?&]q=)[^\s&\"']+"), r"\1[redacted]"),
    (re.compile(r"(://[^/\s:@]*:)[^/\s@]+@"), r"\1[redacted]@"),
    (re.compile(r"(?i)\b(bearer|api-key)\s+[\w.~+/-]{8,}=*"), r"\1 [redacted]"),
    (
        re.compile(
            r"(?i)\b(password|secret|token|ticket|sessionid|cookie)(['\"]?\s*[=:]\s*['\"]?)[^\s'\"&,;}]+"
        ),
        r"\1\2[redacted]",
    ),
)


@contextmanager
def log_fields(**fields: object) -> Iterator[None]:
    """Add fields (``job_id``, ``tenant_id``) to every record of a block."""
    known = {name: str(value) for name, value in fields.items() if value is not None}
    token = _fields.set({**_fields.get(), **known})
    try:
        yield
    finally:
        _fields.reset(token)


def redacted(text: str) -> str:
    """Return a text without what looks like a credential."""
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


class LineFormatter(logging.Formatter):
    """One line: time, level, logger, request, message."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        record.request_id = current_request_id()
        return redacted(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object in a line; fields that are not known are left out."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        trace_id, span_id = trace_ids()
        request_id = current_request_id()
        document: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redacted(record.getMessage()),
            "request_id": "" if request_id == "-" else request_id,
            **_fields.get(),
            "trace_id": trace_id,
            "span_id": span_id,
            "process": record.process,
        }
        if record.exc_info:
            document["exception"] = redacted(self.formatException(record.exc_info))
        return json.dumps({name: value for name, value in document.items() if value}, default=str)
