"""Diagnoses: load the request, have the service run it, store what it makes.

Imported by the workers that diagnose only: it loads the science.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from hvrmet.core.db.scope import scope
from hvrmet.jobs.queue.leases import Lease
from hvrmet.jobs.registries.sources import source_get
from hvrmet.jobs.selectors import event_list, job_get

from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.loop import LoopOutcome
from diagnostics.service import diagnosis as service
from diagnostics.service.data import DataSelection, open_climatology
from diagnostics.service.diagnosis import DiagnosisSetting, RunStore
from diagnostics.service.local_ports import SerialExecutor
from tasks.adapters import (
    DatabaseEventSink,
    DatabaseEvidenceSink,
    JobControl,
    PinnedGuidelines,
    StoredArtifactSink,
)
from tasks.boundaries import pinned_boundaries
from tasks.interruption import shielded
from tasks.limits import source_limits
from tasks.llm_team import team_of
from tasks.prefetch import RenderQueue, reopening
from tasks.source_names import SourceNames


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
    with shielded():
        boundaries = pinned_boundaries(request.boundaries, tenant_id=lease.tenant_id)
    setting = DiagnosisSetting(
        DataSelection(
            registered.readable(),
            run=request.run,
            member=request.member,
            statistic=request.statistic,
            limits=source_limits(),
        ).open(),
        PinnedGuidelines(lease.tenant_id, job.release_digest),
        JobControl(lease, lost=lost, slice_seconds=slice_seconds),
        team=team,
        climatology=open_climatology(registered.climatology),
        boundaries=boundaries,
        executor=RenderQueue(lease) if drafting else SerialExecutor(),
        reopen=reopening(lease.tenant_id, lease.job_id) if drafting else None,
    )
    names = SourceNames(job.source, registered)
    store = RunStore(
        StoredArtifactSink(lease), DatabaseEvidenceSink(lease), DatabaseEventSink(lease, names)
    )
    return service.run_diagnosis(request, setting, store, history, attempt=lease.attempt)
