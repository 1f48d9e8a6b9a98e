"""Telling webhooks how a diagnosis ended."""

from __future__ import annotations

from django.urls import reverse

from hvrmet.jobs.models import Job
from hvrmet.jobs.states import JobKind, JobState, JobStatus
from hvrmet.tenants.pages import page_address
from hvrmet.webhooks.event_types import EventKind
from hvrmet.webhooks.services import announce

_KINDS = {
    JobStatus.FINISHED: EventKind.DIAGNOSIS_FINISHED,
    JobStatus.FAILED: EventKind.DIAGNOSIS_FAILED,
}


def outcome_announce(job: Job, state: JobState) -> None:
    """Announce that a diagnosis has finished or failed; all else is announced to nobody."""
    kind = _KINDS.get(state.status)
    if kind is None or job.kind != JobKind.DIAGNOSIS:
        return
    shown = state.model_dump(mode="json", include={"status", "event", "failure", "report_version"})
    found = state.conclusion
    conclusions = {
        "conclusion": found.kind.value if found else None,
        "occurrence": found.occurrence.status.value if found else None,
        "explanation": found.explanation.status.value if found else None,
        "explanation_confidence": (found.explanation.confidence or None) if found else None,
    }
    address = {
        "diagnosis": str(job.pk),
        "url": reverse("diagnosis-detail", args=[job.pk]),
        "page": _page(job, state),
    }
    announce(kind, subject_id=job.pk, data={**address, **shown, **conclusions})


def _page(job: Job, state: JobState) -> str:
    """Return where people see the outcome: the report, or the diagnoses that failed."""
    if state.status is JobStatus.FAILED:
        return f"{page_address('dashboard-page', 'diagnoses')}?status=failed"
    return page_address("report-page", job.pk, state.report_version)
