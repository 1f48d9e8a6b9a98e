"""An engine that stands for the one that measures effects, and the worker around it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any
from uuid import UUID

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job, QueueRow
from hvrmet.jobs.states import JobKind
from hvrmet.testing import queue_job

from diagnostics.contracts.effect import (
    CaseClassification,
    CaseVerdict,
    CriteriaChange,
    CriteriaOnCases,
    CriteriaOnRuns,
    EffectOnCases,
    EffectOnRuns,
    EffectRequest,
    UndecidedRun,
    WordedVerdict,
)
from diagnostics.contracts.enums import EventType, Language, Verdict
from diagnostics.contracts.guidelines import GuidelineRelease
from tasks import diagnosis

CASE = "rainstorm"


class Engine:
    """Measures nothing: says what a test wants, and remembers what it was given.

    Attributes
    ----------
    wrong : int
        Verdicts that turn wrong in its cases.
    trouble : str
        Why a run cannot be decided.
    step : callable
        Called with the progress, in the middle of the work.
    release, runs, counts, of_criteria
        What it was given.
    """

    def __init__(self) -> None:
        self.wrong = 0
        self.trouble = ""
        self.step: Callable[[Callable[[int, int], None]], None] = lambda progress: progress(1, 1)
        self.release: GuidelineRelease | None = None
        self.runs: list[Any] = []
        self.counts: tuple[int, int] = (0, 0)
        self.of_criteria: dict[str, int] = {}

    def effect_on_cases(
        self,
        request: EffectRequest,
        library: GuidelineRelease,
        progress: Callable[[int, int], None],
    ) -> EffectOnCases:
        """Say that so many verdicts turn wrong."""
        self.release = library
        self.step(progress)
        verdicts = tuple(
            CaseVerdict(
                case=CASE,
                event=EventType.RAINSTORM,
                with_event=True,
                entry_id=change.entry_id,
                before=worded(Verdict.CONFIRMED),
                after=worded(Verdict.REFUTED),
                turned_wrong=True,
                turned_right=False,
            )
            for change in request.changes[:1]
        )
        return EffectOnCases(
            digest=request.digest,
            cases=6,
            rates=(),
            verdicts=verdicts * self.wrong,
            conclusions=(),
            criteria=tuple(self._classified(change) for change in request.criteria),
        )

    def _classified(self, change: CriteriaChange) -> CriteriaOnCases:
        lost = CaseClassification(
            case=CASE,
            before=EventType.RAINSTORM,
            after=None,
            types=(),
            turned_wrong=True,
            turned_right=False,
        )
        return CriteriaOnCases(preset=change.preset, rates=(), classifications=(lost,) * self.wrong)

    def effect_on_runs(
        self,
        request: EffectRequest,
        runs: Any,
        *,
        of: int,
        total: int,
        progress: Callable[[int, int], None],
        of_criteria: Mapping[str, int],
    ) -> EffectOnRuns:
        """Say of no run what the verdict would be."""
        self.counts = (of, total)
        self.of_criteria = dict(of_criteria)
        undecided = []
        for run in runs:
            self.runs.append(run)
            undecided += [
                UndecidedRun(
                    run=run.label, entry_id=change.entry_id, texts={Language.EN: self.trouble}
                )
                for change in request.changes[:1]
            ]
        self.step(progress)
        return EffectOnRuns(
            digest=request.digest,
            runs=len(self.runs),
            of=of,
            rates=(),
            verdicts=(),
            fired=(),
            conclusions=(),
            undecided=tuple(undecided),
            criteria=tuple(
                CriteriaOnRuns(
                    preset=change.preset,
                    runs=len(self.runs),
                    of=of_criteria[change.preset],
                    rates=(),
                    classifications=(),
                    undecided=(),
                )
                for change in request.criteria
            ),
        )


def worded(verdict: Verdict) -> WordedVerdict:
    """Return a verdict in no words."""
    return WordedVerdict(verdict=verdict, texts={})


def stand_in(patch: pytest.MonkeyPatch) -> Engine:
    """Put an engine in the place of the package that measures."""
    from dataclasses import dataclass

    @dataclass(frozen=True)
    class StoredRun:
        label: Any
        events: Any
        release: Any
        open: Any

    @dataclass(frozen=True)
    class OpenedData:
        source: Any
        climatology: Any

    engine, module = Engine(), ModuleType("diagnostics.effect")
    for name in ("effect_on_cases", "effect_on_runs"):
        setattr(module, name, getattr(engine, name))
    for kind in (StoredRun, OpenedData):
        setattr(module, kind.__name__, kind)
    patch.setitem(sys.modules, "diagnostics.effect", module)
    return engine


def ran(
    centre: Any, event: EventType | None, *, status: str = "finished", preset: str = "cma"
) -> UUID:
    """Leave a diagnosis that has ended, with the event that it is about and its criteria."""
    job_id = queue_job(centre)
    with scope(centre.id):
        request = {**Job.objects.get(pk=job_id).request, "preset": preset}
        done = {"status": status, "state": {"event": event}, "request": request}
        Job.objects.filter(pk=job_id).update(**done)
        QueueRow.objects.filter(job_id=job_id).delete()
    return job_id


def effect_jobs(tenant_id: UUID) -> dict[str, Job]:
    """Return the newest job of each part that a centre has."""
    with scope(tenant_id):
        jobs = Job.objects.filter(kind=JobKind.EFFECT).order_by("created_at")
        return {job.request["part"]: job for job in jobs}


def work(tenant_id: UUID) -> None:
    """Let a worker do the effects that a centre waits for."""
    for job in effect_jobs(tenant_id).values():
        if job.status == "queued":
            diagnosis.run(str(job.pk), str(tenant_id))
