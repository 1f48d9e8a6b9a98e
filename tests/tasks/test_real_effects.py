"""The effect of a change on generated cases and on a diagnosis that was run, by the real engine."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job, QueueRow
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.services.answers import answer_of
from hvrmet.jobs.services.effects import effect_create
from hvrmet.testing import Centre, IdleHeartbeat, make_centre, queue_job

from diagnostics.contracts.effect import (
    CriteriaChange,
    EffectOnCases,
    EffectOnRuns,
    EffectPart,
    EffectRequest,
    EntryChange,
    RunBasis,
)
from diagnostics.contracts.enums import EventType, Verdict
from diagnostics.contracts.events import FactorJudged
from diagnostics.guidelines import changes_digest, load_release, preset_documents
from tasks import diagnosis

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def centre(
    platform_settings: Any,
    whole_library: Any,
    written_sample: Any,
    tmp_path: Path,
    monkeypatch: Any,
) -> Centre:
    sample = written_sample("rainstorm", tmp_path / "sample.nc")
    sources = {"sample": {"paths": [str(sample.path)], "title": "Generated"}}
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(sources)}
    )
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    made = make_centre("alpha")
    run(made, queue_job(made, region=sample.region.bounds(), options={"target_factors": 3}))
    return made


def run(centre: Centre, job_id: UUID) -> None:
    while QueueRow.objects.filter(job_id=job_id).exists():
        diagnosis.run(str(job_id), str(centre.id))


def impossible(centre: Centre) -> EntryChange:
    """Return a limit that nothing exceeds, of an entry that the diagnosis found confirmed."""
    with scope(centre.id):
        events = event_list(Job.objects.get().pk, limit=None)
    confirmed = {
        item.body.evidence.entry_id
        for item in events
        if isinstance(item.body, FactorJudged) and item.body.judgement.verdict is Verdict.CONFIRMED
    }
    for entry in load_release().entries:
        limit = getattr(entry.expected, "absolute", None)
        if entry.id in confirmed and limit is not None and limit.op in (">", ">="):
            far = limit.model_copy(update={"value": limit.value * 1000 + 1000})
            expected = entry.expected.model_copy(update={"absolute": far, "clim": None})
            return EntryChange(before=entry, after=entry.model_copy(update={"expected": expected}))
    pytest.fail("the diagnosis confirmed nothing that has a limit")


def no_rainstorm() -> CriteriaChange:
    """Return criteria by which nothing is a rainstorm."""
    before = preset_documents()["cma"]
    after = deepcopy(before)
    for window in after["criteria"]["rainstorm"]["windows"]:
        for grade in window["grades"]:
            grade["value"] *= 100.0
    return CriteriaChange(preset="cma", before=before, after=after)


def measured(
    centre: Centre,
    part: EffectPart,
    *changes: EntryChange,
    criteria: tuple[CriteriaChange, ...] = (),
) -> dict[str, Any]:
    digest = changes_digest(changes, criteria)
    wanted = EffectRequest(part=part, digest=digest, changes=changes, criteria=criteria)
    with scope(centre.id):
        job, _ = effect_create(principal=centre.principal, request=wanted)
    run(centre, job.pk)
    with scope(centre.id):
        ended = job_get(job.pk)
        assert ended.status == "finished", ended.state.failure
        found = answer_of(job.pk)
    assert found is not None
    progress = ended.state.progress
    assert progress is not None
    assert progress.done == progress.total > 0
    return found


def test_a_limit_that_nothing_exceeds_refutes_what_was_confirmed(centre: Centre) -> None:
    change = impossible(centre)
    runs = EffectOnRuns.model_validate(measured(centre, EffectPart.RUNS, change))
    (verdict,) = runs.verdicts
    assert (runs.runs, runs.of) == (1, 1)
    assert verdict.basis is RunBasis.EVIDENCE
    assert verdict.before is not None
    assert verdict.after is not None
    assert (verdict.before.verdict, verdict.after.verdict) == (Verdict.CONFIRMED, Verdict.REFUTED)
    cases = EffectOnCases.model_validate(measured(centre, EffectPart.CASES, change))
    assert cases.wrong > 0


def test_a_limit_of_criteria_that_nothing_reaches_takes_a_run_its_event(centre: Centre) -> None:
    criteria = (no_rainstorm(),)
    runs = EffectOnRuns.model_validate(measured(centre, EffectPart.RUNS, criteria=criteria))
    (found,) = runs.criteria
    assert (runs.runs, found.runs, found.of, found.undecided) == (0, 1, 1, ())
    (run,) = found.classifications
    assert (run.before, run.after) == (EventType.RAINSTORM, None)
    cases = EffectOnCases.model_validate(measured(centre, EffectPart.CASES, criteria=criteria))
    wrong = [one.case for one in cases.criteria[0].classifications if one.turned_wrong]
    assert (wrong, cases.wrong) == (["rainstorm"], 1)
