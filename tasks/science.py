"""The loop with the platform's ports: imported when a job is worked on, for the science's sake."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from hvrmet.core.scope import scope
from hvrmet.jobs.leases import Lease
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.sources import source_get

from diagnostics.cli.revision import software_revision
from diagnostics.cli.surroundings import SerialExecutor, SystemClock
from diagnostics.climatology.opening import open_climatologies
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.fields import SourceLimits, open_source
from diagnostics.loop import LoopOutcome, LoopPorts, diagnose
from tasks.adapters import (
    DatabaseEventSink,
    DatabaseEvidenceSink,
    JobControl,
    PinnedGuidelines,
    StoredArtifactSink,
)
from tasks.boundaries import pinned_boundaries
from tasks.drafts import RenderQueue, reopening
from tasks.interruption import shielded
from tasks.models import team_of


def run_diagnosis(lease: Lease, *, lost: Callable[[], bool], slice_seconds: float) -> LoopOutcome:
    """Run or resume the loop of a claimed job until it ends or its slice is over.

    Parameters
    ----------
    lease : Lease
        The claim; its attempt goes with every event.
    lost : callable
        Whether the heartbeat has found the lease gone.
    slice_seconds : float
        Work after which the loop is asked to yield.

    Raises
    ------
    DiagnosticsError
        For input that cannot be diagnosed, and with code ``lease_lost``.
    ApplicationError
        When the source is no longer registered.
    """
    with shielded(), scope(lease.tenant_id):
        job = job_get(lease.job_id)
        history = event_list(lease.job_id, limit=None)
        registered = source_get(job.source, tenant_id=lease.tenant_id)
        request = DiagnosisRequest.model_validate(job.request, extra="ignore")
        team = team_of(request, history, tenant_id=lease.tenant_id)
    drafting = settings.ENVIRONMENT.hvrmet_render_queue
    known = registered.climatology
    baseline = open_climatologies([known]) if known else None
    with shielded():
        boundaries = pinned_boundaries(request.boundaries, tenant_id=lease.tenant_id)
    ports = LoopPorts(
        source=open_source(registered.paths, limits=_limits()),
        guidelines=PinnedGuidelines(job.release_digest),
        artifacts=StoredArtifactSink(lease),
        evidence=DatabaseEvidenceSink(lease),
        events=DatabaseEventSink(lease),
        control=JobControl(lease, lost=lost, slice_seconds=slice_seconds),
        executor=RenderQueue(lease) if drafting else SerialExecutor(),
        clock=SystemClock(),
        baseline=baseline,
        boundaries=boundaries,
        team=team,
        revision=software_revision(),
        reopen=reopening(lease.tenant_id, lease.job_id) if drafting else None,
    )
    return diagnose(request, ports, history, attempt=lease.attempt)


def _limits() -> SourceLimits:
    """Refuse a window that takes more memory than a worker process may use."""
    return SourceLimits(max_bytes=settings.ENVIRONMENT.hvrmet_worker_memory_mib * 2**20)
