"""The tasks of the library: the effect of a proposal, and what use shows of entries."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError
from hvrmet.celery_app import app
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.models import EvidenceItem as EvidenceRow
from hvrmet.jobs.models import Job
from hvrmet.jobs.registries.sources import RegisteredSource, source_get
from hvrmet.jobs.states import JobKind, JobStatus
from hvrmet.tenants.selectors import tenant_ids

from diagnostics.contracts.enums import Verdict
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import DiagnosticsError
from diagnostics.messages import Message, message
from knowledge.effects import ConclusionChange, EffectResult, VerdictChange
from knowledge.selectors.proposals import base_release, proposed_release
from knowledge.selectors.workspaces import workspace_get
from knowledge.services import effects, learning
from knowledge.statistics import Rate, rate_of
from tasks.limits import source_limits
from tasks.outcomes import outcomes_of

log = logging.getLogger(__name__)
STORED_RUNS = 20
"""Newest runs of the centre that a proposal is tried on."""
MOST_SECONDS = 540.0
_DECIDED = (Verdict.CONFIRMED.value, Verdict.REFUTED.value)


@dataclass(frozen=True)
class StoredRun:
    """A finished diagnosis of the centre, its source where it is still there, and its evidence."""

    name: str
    request: DiagnosisRequest
    source: RegisteredSource | None
    evidence: tuple[EvidenceItem, ...]


@dataclass
class Tried:
    """What has been found so far."""

    verdicts: list[VerdictChange] = field(default_factory=list)
    conclusions: list[ConclusionChange] = field(default_factory=list)
    generated: int = 0
    stored: int = 0
    by_evidence: int = 0
    left_out: int = 0


@app.task(
    name=effects.TASK,
    soft_time_limit=MOST_SECONDS + 120,
    time_limit=MOST_SECONDS + 180,
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=2,
    max_retries=5,
)
def effect(effect_id: str, tenant_id: str) -> None:
    """Try a proposal once; a repeated delivery finds it claimed or ended: a no-op."""
    key, tenant = UUID(effect_id), UUID(tenant_id)
    with scope(tenant):
        row = effects.effect_claim(key)
        if row is None:
            log.info("effect %s is claimed, ended or unknown: nothing to do", effect_id)
            return
        workspace = workspace_get()
        before, after = base_release(workspace), proposed_release(row.proposal, workspace)
        runs = stored_runs(tenant)
    try:
        result = tried_on(before, after, runs, lambda done, cases: _beat(tenant, key, done, cases))
    except (DiagnosticsError, ApplicationError) as error:
        wording = error.wording if isinstance(error, ApplicationError) else error.text
        _end(tenant, key, problem=wording if isinstance(wording, Message) else None)
    except (OperationalError, InterfaceError):
        raise
    except (Exception, SoftTimeLimitExceeded):
        log.exception("the effect %s met an unexpected fault", effect_id)
        _end(tenant, key, problem=message("refusal-inquiry_fault"))
    else:
        with scope(tenant):
            effects.effect_end(key, result=result)


def _beat(tenant: UUID, key: UUID, done: int, cases: int) -> None:
    with scope(tenant):
        effects.effect_progress(key, done=done, cases=cases)


def _end(tenant: UUID, key: UUID, problem: Message | None) -> None:
    with scope(tenant):
        effects.effect_end(key, problem=problem or message("refusal-inquiry_fault"))


def stored_runs(tenant_id: UUID) -> list[StoredRun]:
    """Return the newest finished diagnoses of the open scope's centre."""
    jobs = list(
        Job.objects.filter(kind=JobKind.DIAGNOSIS, status=JobStatus.FINISHED).order_by(
            "-created_at"
        )[:STORED_RUNS]
    )
    rows: dict[UUID, list[EvidenceItem]] = {job.pk: [] for job in jobs}
    for row in EvidenceRow.objects.filter(job_id__in=list(rows)):
        rows[row.job_id].append(EvidenceItem.model_validate(row.document, extra="ignore"))
    return [
        StoredRun(
            name=str(job.pk),
            request=DiagnosisRequest.model_validate(job.request, extra="ignore"),
            source=_registered(job.source, tenant_id),
            evidence=tuple(rows[job.pk]),
        )
        for job in jobs
    ]


def _registered(name: str, tenant_id: UUID) -> RegisteredSource | None:
    try:
        return source_get(name, tenant_id=tenant_id)
    except ApplicationError:
        return None


def tried_on(
    before: GuidelineRelease,
    after: GuidelineRelease,
    runs: Iterable[StoredRun],
    progress: Any,
) -> EffectResult:
    """Try a release on the generated cases and on a centre's runs, against the one before it.

    Parameters
    ----------
    before, after : GuidelineRelease
    runs : iterable of StoredRun
    progress : callable
        Is given how many cases are done, and of how many.

    Returns
    -------
    EffectResult
        Of the cases that fit into the time; `left_out` counts the others.
    """
    from diagnostics.bench.release_effects import generated_cases

    start, found, stored = time.monotonic(), Tried(), list(runs)
    generated = list(generated_cases())
    cases = len(generated) + len(stored)
    done = 0
    progress(done, cases)
    for known in generated:
        if time.monotonic() - start > MOST_SECONDS:
            found.left_out += 1
            continue
        _try_generated(found, known, before, after)
        done += 1
        progress(done, cases)
    for run in stored:
        if time.monotonic() - start > MOST_SECONDS:
            found.left_out += 1
            continue
        _try_stored(found, run, before, after)
        done += 1
        progress(done, cases)
    return _result(found, time.monotonic() - start)


def _try_generated(found: Tried, known: Any, before: GuidelineRelease, after: Any) -> None:
    from diagnostics.bench.release_effects import diagnosed, judged

    found.verdicts += [_change(vars(one)) for one in judged(known, before, after)]
    first, second = diagnosed(known, before), diagnosed(known, after)
    found.generated += 1
    if first == second:
        return
    found.conclusions.append(
        ConclusionChange(
            case=known.name,
            right_before=first.right,
            right_after=second.right,
            before=first.explanation,
            after=second.explanation,
            factors_before=first.factors,
            factors_after=second.factors,
        )
    )


def _try_stored(found: Tried, run: StoredRun, before: GuidelineRelease, after: Any) -> None:
    from diagnostics.bench.known_cases import KnownCase
    from diagnostics.bench.release_effects import judged
    from diagnostics.service.data import DataSelection

    if run.source is not None:
        try:
            data = DataSelection(
                run.source.paths,
                run=run.request.run,
                member=run.request.member,
                limits=source_limits(),
            ).open()
            known = KnownCase(run.name, run.request, data, real=True)
            found.verdicts += [_change(vars(one)) for one in judged(known, before, after)]
        except DiagnosticsError as error:
            log.info("run %s is judged by its evidence: %s", run.name, error)
        else:
            found.stored += 1
            return
    changes = list(_by_evidence(run, before, after))
    if not changes:
        found.left_out += 1
        return
    found.verdicts += changes
    found.stored += 1
    found.by_evidence += 1


def _by_evidence(
    run: StoredRun, before: GuidelineRelease, after: GuidelineRelease
) -> Iterator[VerdictChange]:
    """Judge stored answers of indices again, under both releases, over the whole of their series.

    Their values stand; where they must lie is not looked at again, for the fields are gone.
    """
    from diagnostics.bench.release_effects import changed_entries
    from diagnostics.contracts.space_time import TimeWindow
    from diagnostics.guidelines import judge_index

    names = set(changed_entries(before, after))
    latitude = run.request.region.center[0]
    releases = [{entry.id: entry for entry in one.entries} for one in (before, after)]
    for item in run.evidence:
        answer = item.index
        if item.entry_id not in names or answer is None or not answer.series:
            continue
        period = TimeWindow(start=answer.series[0].time, end=answer.series[-1].time)
        said: list[str | None] = []
        for entries in releases:
            entry = entries.get(str(item.entry_id))
            said.append(
                None
                if entry is None or entry.factor != answer.name or entry.expected.kind != "index"
                else judge_index(
                    entry, answer, period=period, latitude=latitude, located=True
                ).verdict.value
            )
        if any(said):
            yield VerdictChange(
                case=run.name,
                event=str(run.request.event or ""),
                occurred=True,
                entry=str(item.entry_id),
                before=said[0],
                after=said[1],
            )


def _change(found: dict[str, Any]) -> VerdictChange:
    return VerdictChange.model_validate({**found, "event": str(found["event"])})


def _rate(verdicts: Iterable[VerdictChange], *, occurred: bool, side: str) -> Rate:
    said = [getattr(one, side) for one in verdicts if one.occurred is occurred]
    decided = [one for one in said if one in _DECIDED]
    return rate_of(sum(one == Verdict.CONFIRMED.value for one in decided), len(decided))


def _result(found: Tried, seconds: float) -> EffectResult:
    rates = {
        f"{name}_{side}": _rate(found.verdicts, occurred=occurred, side=side)
        for name, occurred in (("hit_rate", True), ("false_alarms", False))
        for side in ("before", "after")
    }
    turned = [one for one in found.conclusions if one.right_before is not one.right_after]
    return EffectResult(
        generated=found.generated,
        stored=found.stored,
        stored_by_evidence=found.by_evidence,
        left_out=found.left_out,
        seconds=round(seconds, 1),
        verdicts=tuple(one for one in found.verdicts if one.before != one.after),
        conclusions=tuple(found.conclusions),
        made_wrong=tuple(one.case for one in turned if one.right_before),
        made_right=tuple(one.case for one in turned if one.right_after),
        **rates,
    )


@app.task(name="tasks.library.learn")
def learn() -> None:
    """Count what finished diagnoses showed of entries, centre by centre."""
    for tenant_id in tenant_ids():
        with scope(tenant_id):
            learning.outcomes_store(outcomes_of(learning.jobs_to_count()))
            learning.experience_take()
