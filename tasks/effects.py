"""Effects of changes of the library: on the generated cases, and on a centre's stored runs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.models import Job
from hvrmet.jobs.queue import leases
from hvrmet.jobs.queue.leases import Lease
from hvrmet.jobs.registries.sources import RegisteredSource, source_get
from hvrmet.jobs.selectors import diagnoses_of, event_list, job_get
from hvrmet.jobs.services.answers import answer_store
from hvrmet.jobs.states import Progress

from diagnostics import __version__
from diagnostics.contracts.effect import (
    CriteriaChange,
    EffectOnCases,
    EffectOnRuns,
    EffectPart,
    EffectRequest,
    EntryChange,
    MeasuredWith,
    RunLabel,
    StoredRunLabel,
)
from diagnostics.contracts.events import Advanced
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import BudgetError
from diagnostics.guidelines import changed_release, release_digest, release_of
from diagnostics.service.data import DataSelection, open_climatology
from knowledge.selectors import (
    events_of_changes,
    library_in_force,
    release_document,
    rest_of_library,
)
from knowledge.services import effect_store
from tasks.adapters import DatabaseEventSink, JobControl
from tasks.interruption import shielded
from tasks.limits import source_limits
from tasks.source_names import SourceNames

if TYPE_CHECKING:
    from diagnostics.effect import OpenedData, StoredRun

MOST_RUNS = 50
NOTHING_REPORTED = Progress()
TELL_SECONDS = 1.0
"""Between two events that tell the progress."""


def run_effect(lease: Lease, *, lost: Callable[[], bool]) -> None:
    """Measure an effect for a claimed job, keep it and end the job.

    Parameters
    ----------
    lease : Lease
    lost : callable
        Whether the heartbeat has found the lease gone.

    Raises
    ------
    DiagnosticsError
        For what cannot be measured, and with code ``lease_lost``.
    """
    with shielded(), scope(lease.tenant_id):
        job = job_get(lease.job_id)
        request = EffectRequest.model_validate(job.request, extra="ignore")
    teller = ProgressTeller(lease, lost=lost, reported=job.state.progress or NOTHING_REPORTED)
    measured: EffectOnCases | EffectOnRuns
    if request.part is EffectPart.CASES:
        measured = _on_cases(request, lease, teller)
    else:
        measured = _on_runs(request, lease, teller)
    with shielded(), scope(lease.tenant_id):
        answer_store(
            job_id=lease.job_id,
            document=measured.model_dump(mode="json"),
            artifacts=(),
            attempt=lease.attempt,
        )


class ProgressTeller:
    """Tells a job how far it is, once a second and at its end, and stops what is of no more use.

    An attempt begins again; until it is as far as those before it, it tells nothing.

    Parameters
    ----------
    lease : Lease
    lost : callable
    reported : Progress
        By the attempts before.
    monotonic : callable
    """

    def __init__(
        self,
        lease: Lease,
        *,
        lost: Callable[[], bool],
        reported: Progress = NOTHING_REPORTED,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lease = lease
        self._control = JobControl(lease, lost=lost, slice_seconds=math.inf)
        self._sink = DatabaseEventSink(lease)
        self._monotonic = monotonic
        self._before = reported
        self._reported_at = -math.inf
        self._slice_ends = monotonic() + settings.ENVIRONMENT.hvrmet_slice_seconds

    def over(self) -> bool:
        """Whether a slice of a worker's time is over."""
        return self._monotonic() >= self._slice_ends

    def __call__(self, done: int, total: int) -> None:
        """Tell that so much of the work is done.

        Raises
        ------
        BudgetError
            ``lease_lost`` where the job is cancelled, given back as the worker stops, or another
            worker's; ``step_too_long``.
        """
        signal = self._control.poll()
        if signal.action != "continue":
            self._end(cancelled=signal.action == "cancel")
        if total == self._before.total and done < self._before.done:
            return
        now = self._monotonic()
        if done >= total or now - self._reported_at >= TELL_SECONDS:
            self._reported_at = now
            self._sink.append(Advanced(done=done, total=total), self._lease.attempt)

    @shielded()
    def _end(self, *, cancelled: bool) -> None:
        if cancelled:
            leases.stop_if_cancelled(self._lease)
        else:
            leases.hand_over(self._lease)
        raise BudgetError(f"job {self._lease.job_id} stops", code="lease_lost")


def _on_cases(request: EffectRequest, lease: Lease, teller: ProgressTeller) -> EffectOnCases:
    from diagnostics.effect import effect_on_cases

    if request.release:  # what a centre changes for itself is kept with its job alone
        with shielded(), scope(lease.tenant_id):
            release = release_document(request.release)
        measured = effect_on_cases(request, release, teller)
        return measured.model_copy(update={"measured": MeasuredWith(software=__version__)})
    with shielded(), scope(SYSTEM):
        rest = rest_of_library(request.changes, request.criteria)
        known = MeasuredWith(software=__version__, library=rest)
        library = _before(release_of(library_in_force()), request)
    measured = effect_on_cases(request, library, teller).model_copy(update={"measured": known})
    with shielded(), scope(SYSTEM):
        effect_store(measured)
    return measured


def _before(library: GuidelineRelease, request: EffectRequest) -> GuidelineRelease:
    """Return a library that says of what is changed what it said when this was asked."""
    back = [EntryChange(before=item.after, after=item.before) for item in request.changes]
    criteria = [
        CriteriaChange(preset=item.preset, before=item.after, after=item.before)
        for item in request.criteria
    ]
    release = changed_release(library, back, criteria)
    return release.model_copy(update={"digest": release_digest(release)})


def _on_runs(request: EffectRequest, lease: Lease, teller: ProgressTeller) -> EffectOnRuns:
    from diagnostics.effect import effect_on_runs

    with shielded(), scope(lease.tenant_id):
        events, presets = events_of_changes(request.changes), [c.preset for c in request.criteria]
        count = diagnoses_of(events).count()
        of_criteria = {name: diagnoses_of((), [name]).count() for name in presets}
        found = diagnoses_of(events, presets)
        ids = list(found.order_by("-created_at", "-id").values_list("pk", flat=True)[:MOST_RUNS])
    teller(0, len(ids))
    runs = StoredRuns(lease.tenant_id, ids, over=teller.over)
    measured = effect_on_runs(
        request, runs, of=count, total=len(ids), progress=teller, of_criteria=of_criteria
    )
    known = MeasuredWith(software=__version__, newest=next(iter(ids), None))
    hidden = SourceNames.joined(runs.names).hide_in(measured)
    return hidden.model_copy(update={"measured": known})


class StoredRuns:
    """A tenant's stored runs, each read when it is its turn.

    Parameters
    ----------
    tenant_id : UUID
    ids : list of UUID
        Of jobs, in order.
    over : callable
        Whether no further run is to be begun: those that are left are not looked at.

    Attributes
    ----------
    names : list of SourceNames
        Of the sources of the runs that were read.
    """

    def __init__(self, tenant_id: UUID, ids: list[UUID], *, over: Callable[[], bool]) -> None:
        self._tenant_id = tenant_id
        self._ids = ids
        self._over = over
        self._release = lru_cache(maxsize=None)(release_document)
        self.names: list[SourceNames] = []

    def __iter__(self) -> Iterator[StoredRun]:
        """Read the runs one by one, each in a transaction of its own."""
        for job_id in takewhile(lambda _: not self._over(), self._ids):
            yield self._read(job_id)

    @shielded()
    def _read(self, job_id: UUID) -> StoredRun:
        from diagnostics.effect import StoredRun

        with scope(self._tenant_id):
            job = job_get(job_id)
            registered = self._registered(job.source)
            events = event_list(job_id, limit=None)
            release = self._release(job.release_digest)
        self.names.append(SourceNames(job.source, registered))
        return StoredRun(
            label=_label(job),
            events=events,
            release=release,
            open=None if registered is None else _opening(job, registered),
        )

    def _registered(self, source: str) -> RegisteredSource | None:
        try:
            return source_get(source, tenant_id=self._tenant_id)
        except ApplicationError:
            return None


def _label(job: Job) -> StoredRunLabel:
    event = job.state.event
    kind = StoredRunLabel if event is None else RunLabel
    return kind(
        job=job.pk,
        source=job.source,
        event=event,
        region=job.request["region"],
        period=job.state.period,
        at=job.created_at,
    )


def _opening(job: Job, registered: RegisteredSource) -> Callable[[], OpenedData]:
    request = DiagnosisRequest.model_validate(job.request, extra="ignore")

    def opened() -> OpenedData:
        from diagnostics.effect import OpenedData

        data = DataSelection(
            registered.readable(),
            run=request.run,
            member=request.member,
            statistic=request.statistic,
            limits=source_limits(),
        )
        return OpenedData(source=data.open(), climatology=open_climatology(registered.climatology))

    return opened
