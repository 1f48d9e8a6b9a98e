"""The registry of audited actions: every code with its text."""

from __future__ import annotations

from enum import StrEnum


class Action(StrEnum):
    """Stable codes of what can be audited."""

    DIAGNOSIS_CREATED = "diagnosis.created"
    DIAGNOSIS_CANCELLED = "diagnosis.cancelled"
    REPORT_VERSION_CREATED = "report.version_created"
    API_KEY_CREATED = "api_key.created"
    SESSION_STARTED = "session.started"
    SESSION_ENDED = "session.ended"


TEXTS: dict[Action, str] = {
    Action.DIAGNOSIS_CREATED: "A diagnosis was queued.",
    Action.DIAGNOSIS_CANCELLED: "A diagnosis was cancelled.",
    Action.REPORT_VERSION_CREATED: "A version of a report was stored.",
    Action.API_KEY_CREATED: "An API key was made or replaced.",
    Action.SESSION_STARTED: "A person signed in.",
    Action.SESSION_ENDED: "A person signed out.",
}
