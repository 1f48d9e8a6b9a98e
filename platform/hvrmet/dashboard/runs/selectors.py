"""Reading a growing diagnosis, in the open tenant scope."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from uuid import UUID

from diagnostics.contracts.enums import Feasibility, Language
from diagnostics.contracts.events import DataRetrieved, FigureRendered
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.request import DiagnosisRequest
from hvrmet.core.db.clock import database_now
from hvrmet.dashboard.runs.fold import SHOWN_EVENTS, RunFold
from hvrmet.dashboard.runs.schemas import RunLibrary, RunView, Stage
from hvrmet.evidence.downloads import Download, download_url
from hvrmet.jobs.library import library
from hvrmet.jobs.models import Job
from hvrmet.jobs.selectors import events_of_type
from hvrmet.jobs.states import OFF_QUEUE, JobState, JobStatus

_MEDIA_TYPES = {"png": "image/png", "svg": "image/svg+xml", "webp": "image/webp"}


def run_view(job: Job, *, language: Language) -> RunView:
    """Return a diagnosis as it stands, with every name and reason in a language."""

    def address_of(drawn: FigureRendered) -> str:
        kind = drawn.artifact.rpartition(".")[2]
        name = drawn.artifact.rpartition("/")[2]
        media_type = _MEDIA_TYPES.get(kind, "application/octet-stream")
        return download_url(Download(job.tenant_id, drawn.sha256, name, media_type))

    fold = RunFold(_release(job.release_digest), language, address_of)
    for event in events_of_type(job.pk, *SHOWN_EVENTS):
        fold.take(event)
    state: JobState = job.state
    status = JobStatus(job.status)
    request = DiagnosisRequest.model_validate(job.request, extra="ignore")
    is_open = status not in OFF_QUEUE and fold.conclusion is None
    return RunView(
        id=job.pk,
        status=status,
        stage=_stage(status, fold),
        role=fold.role if status is JobStatus.RUNNING else None,
        last_seq=job.last_seq,
        now=database_now(),
        request=request,
        library=RunLibrary(version=fold.release.version, digest=job.release_digest),
        requested_by=job.requested_by,
        created_at=job.created_at,
        started_at=state.started_at,
        last_event_at=fold.last_at,
        ended_at=state.ended_at,
        attempt=state.attempt,
        cancel_requested=bool(job.cancel_requested_by),
        period=state.period,
        event=fold.event,
        turn=state.turn,
        max_turns=request.options.max_turns,
        counted=fold.counted,
        wanted=request.options.target_factors,
        left=fold.left,
        criteria=fold.criteria,
        areas=fold.areas,
        rounds=tuple(fold.rounds),
        factors=tuple(fold.factors.values()),
        causes=fold.causes(),
        charts=tuple(fold.charts.values()),
        orders=tuple(fold.orders),
        offered=fold.offered(_feasible(job.pk)) if is_open else (),
        conclusion=fold.conclusion,
        failure=state.failure,
        report_version=state.report_version,
    )


def _stage(status: JobStatus, fold: RunFold) -> Stage:
    if status in OFF_QUEUE:
        return Stage.ENDED
    return Stage.WAITING if status is JobStatus.QUEUED else fold.stage


@lru_cache(maxsize=4)
def _release(digest: str) -> GuidelineRelease:
    """Return a release; what a digest names never changes."""
    return library().release_document(digest)


def _feasible(job_id: UUID) -> Mapping[str, Feasibility]:
    """Return what the inventory of the run's data says of each tool."""
    return {
        tool.name: tool.feasibility
        for event in events_of_type(job_id, "data_retrieved")
        if isinstance(event.body, DataRetrieved)
        for tool in event.body.inventory.tools
    }
