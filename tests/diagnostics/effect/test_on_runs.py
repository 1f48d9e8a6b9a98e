"""What a change does to stored runs: judged again on what they hold, or on their data."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts import events as ev
from diagnostics.contracts.effect import EffectOnRuns, EffectPart, RunBasis, RunLabel
from diagnostics.contracts.enums import EventType, ExplanationStatus, Language, Verdict
from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.guidelines import (
    FigureExpectation,
    GuidelineEntry,
    IndexExpectation,
    MachineConditions,
)
from diagnostics.contracts.space_time import Region
from diagnostics.effect import OpenedData, StoredRun, effect_on_runs
from diagnostics.errors import SourceError
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import RELEASE_FILE, load_release, unpack_release
from diagnostics.loop import fold
from diagnostics.messages import Message
from tests.diagnostics.effect.changed_entries import asked, expecting, limited
from tests.generated_samples import thinned

ENTRY = load_release().entry("g_rainstorm_wv_flux_convergence_intensity")
"""Tested by the run: 8.7 mm/h where 4 are asked for."""
CHART = load_release().entry("g_rainstorm_thetae850_wind")
UNTESTED = load_release().entry("g_rainstorm_upper_level_divergence_max")
NEW = UNTESTED.model_copy(update={"id": "g_new", "finding": "something new"})
WINTER = MachineConditions(months_nh=(1,))
CORPUS = Path(__file__).resolve().parents[2] / "stored_runs" / "version1"

Pair = tuple[GuidelineEntry | None, GuidelineEntry | None]


def label(number: int = 0) -> RunLabel:
    at = datetime(2026, 7, 6, tzinfo=UTC) - timedelta(days=number)
    return RunLabel(
        job=UUID(int=number),
        source="here",
        event=EventType.RAINSTORM,
        region=Region(west=110, south=27, east=126, north=35),
        period=None,
        at=at,
    )


def effect(runs: Sequence[StoredRun], *pairs: Pair) -> EffectOnRuns:
    request = asked(EffectPart.RUNS, *pairs)
    seen: list[tuple[int, int]] = []
    found = effect_on_runs(
        request,
        runs,
        of=len(runs) + 3,
        total=len(runs),
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == [(done, len(runs)) for done in range(1, len(runs) + 1)]
    assert (found.digest, found.runs, found.of) == (request.digest, len(runs), len(runs) + 3)
    return found


@pytest.fixture
def stored(finished_run: Any) -> StoredRun:
    """A run whose source is no longer registered."""
    return StoredRun(label(), finished_run.log.events, load_release(), None)


@pytest.fixture
def with_data(stored: StoredRun, finished_run: Any, steps_once: None) -> StoredRun:
    """A run whose data are still there."""
    return replace(stored, open=lambda: OpenedData(finished_run.source, None))


def test_a_run_with_an_overlay_is_judged_by_both_sides_of_the_change(overlay_run: Any) -> None:
    """What the centre says otherwise is no side of a change of the shared library."""
    run = StoredRun(label(), overlay_run.events, overlay_run.release, None)
    assert overlay_run.limited.id == ENTRY.id
    (verdict,) = effect([run], (ENTRY, limited(ENTRY, 400.0))).verdicts
    assert (verdict.before.verdict, verdict.after.verdict) == (Verdict.CONFIRMED, Verdict.REFUTED)
    replaced = overlay_run.replaced
    unused = effect([run], (replaced, replaced.model_copy(update={"weight": 1})))
    assert unused.verdicts == ()


def test_a_raised_limit_refutes_on_the_evidence_alone(stored: StoredRun) -> None:
    found = effect([stored], (ENTRY, limited(ENTRY, 400.0)))
    [verdict] = found.verdicts
    assert verdict.basis is RunBasis.EVIDENCE
    assert verdict.before is not None
    assert verdict.after is not None
    assert (verdict.before.verdict, verdict.before.counts) == (Verdict.CONFIRMED, True)
    assert (verdict.after.verdict, verdict.after.counts) == (Verdict.REFUTED, None)
    assert all("≥ 400 mm" in verdict.after.texts[language] for language in Language)
    [rates] = found.rates
    assert (rates.before.confirmed, rates.before.decided) == (1, 1)
    assert (rates.after.confirmed, rates.after.refuted) == (0, 1)
    assert found.fired == (verdict,)
    assert found.undecided == ()
    [conclusion] = found.conclusions
    assert conclusion.before.status is ExplanationStatus.CONFIRMED
    assert ENTRY.id in conclusion.before.factors
    assert set(conclusion.after.factors) == set(conclusion.before.factors) - {ENTRY.id}
    # It speaks for the vapour that is carried in, not for the front that leads.
    assert conclusion.after.status is conclusion.before.status


def test_the_side_before_ends_as_the_run_did(stored: StoredRun) -> None:
    found = effect([stored], (ENTRY, limited(ENTRY, 400.0)))
    ended = fold(stored.events)
    assert ended.conclusion is not None
    explanation = ended.conclusion.explanation
    assert explanation is not None
    [conclusion] = found.conclusions
    names = {item.id: item.entry_id for item in ended.evidence}
    assert conclusion.before.causes == explanation.causes
    assert conclusion.before.factors == tuple(names[one] for one in explanation.confirmed)
    assert conclusion.before.confidence_level == explanation.confidence_level


@given(limit=st.floats(0.0, 20.0))
def test_the_higher_a_limit_the_fewer_runs_meet_it(finished_run: Any, limit: float) -> None:
    run = StoredRun(label(), finished_run.log.events, load_release(), None)
    found = effect([run], (ENTRY, limited(ENTRY, limit)))
    item = next(item for item in fold(run.events).evidence if item.entry_id == ENTRY.id)
    assert item.judgement is not None
    assert item.judgement.decisive_value is not None
    met = item.judgement.decisive_value >= limit
    [rates] = found.rates
    assert (rates.after.confirmed, rates.after.refuted) == (int(met), int(not met))
    assert rates.before.confirmed == 1
    assert len(found.verdicts) == int(not met)
    # A verdict that stays is surer or less sure: that may move causes, and no factor.
    factors = [set(item.before.factors) - set(item.after.factors) for item in found.conclusions]
    assert [one for one in factors if one] == [{ENTRY.id}] * int(not met)
    assert len(found.fired) == 1


def test_what_decides_nothing_has_no_effect(stored: StoredRun) -> None:
    noted = ENTRY.model_copy(update={"note": "read it again"})
    found = effect([stored], (ENTRY, noted), (UNTESTED, limited(UNTESTED, 1e9)))
    assert (found.verdicts, found.conclusions, found.undecided) == ((), (), ())
    assert [item.before == item.after for item in found.rates] == [True, True]
    assert [item.after.decided for item in found.rates] == [1, 0]


def test_a_finding_that_is_shown_already_counts_once(stored: StoredRun) -> None:
    first = next(item for item in fold(stored.events).evidence if item.entry_id == CHART.id)
    shared = ENTRY.model_copy(update={"finding": first.finding})
    found = effect([stored], (ENTRY, shared))
    assert found.verdicts == ()
    [conclusion] = found.conclusions
    [left_out] = set(conclusion.before.factors) - set(conclusion.after.factors)
    assert left_out in (ENTRY.id, CHART.id)


def test_a_removed_entry_is_left_out(stored: StoredRun) -> None:
    found = effect([stored], (ENTRY, None))
    [verdict] = found.verdicts
    assert verdict.after is None
    [conclusion] = found.conclusions
    assert ENTRY.id not in conclusion.after.factors
    assert found.rates[0].after.decided == 0


def test_an_entry_that_no_longer_applies_is_left_out(stored: StoredRun) -> None:
    found = effect([stored], (ENTRY, ENTRY.model_copy(update={"conditions_machine": WINTER})))
    [verdict] = found.verdicts
    assert verdict.before is not None
    assert verdict.after is None


@pytest.mark.parametrize(
    "pair",
    [
        (None, NEW),
        (UNTESTED.model_copy(update={"conditions_machine": WINTER}), UNTESTED),
        (ENTRY, expecting(ENTRY, reduction="mean")),
        (CHART, CHART.model_copy(update={"factor": "gh500_map"})),
    ],
    ids=["new", "applies now", "another reduction", "another chart"],
)
def test_what_needs_data_that_are_gone_is_not_told(stored: StoredRun, pair: Pair) -> None:
    found = effect([stored], pair)
    assert (found.verdicts, found.fired, found.conclusions) == ((), (), ())
    [undecided] = found.undecided
    assert undecided.run == stored.label
    assert "no longer registered" in undecided.texts[Language.EN]
    assert "不再登记" in undecided.texts[Language.ZH]


@pytest.mark.parametrize(
    "pair", [(None, NEW), (UNTESTED.model_copy(update={"conditions_machine": WINTER}), UNTESTED)]
)
def test_what_a_run_could_not_test_is_tested_on_its_data(with_data: StoredRun, pair: Pair) -> None:
    found = effect([with_data], pair)
    [verdict] = found.verdicts
    assert verdict.basis is RunBasis.DATA
    assert verdict.before is None
    assert verdict.after is not None
    assert verdict.after.verdict is Verdict.CONFIRMED
    assert verdict.after.counts is not None
    assert found.undecided == ()


def test_a_chart_that_looks_for_more_is_drawn_from_the_data(with_data: StoredRun) -> None:
    expected = CHART.expected
    assert isinstance(expected, FigureExpectation)
    [first] = [item for item in expected.detectors if item.detector == "gradient_band"]
    stronger = first.model_copy(update={"params": {**first.params, "grad_min": 1e6}})
    found = effect([with_data], (CHART, expecting(CHART, detectors=(stronger,))))
    assert found.undecided == ()
    [verdict] = found.verdicts
    assert verdict.basis is RunBasis.DATA
    assert verdict.before is not None
    assert verdict.after is not None
    assert verdict.before.verdict is Verdict.CONFIRMED
    assert verdict.after.verdict is not Verdict.CONFIRMED


def test_evidence_and_data_give_the_same_for_one_limit(with_data: StoredRun) -> None:
    """Where the log holds another verdict, the data decide."""
    limit = limited(ENTRY, 8.0)
    tampered = _judged_otherwise(with_data, threshold=3.0)
    [told] = effect([with_data], (ENTRY, limit)).fired
    [computed] = effect([tampered], (ENTRY, limit)).fired
    assert (told.basis, computed.basis) == (RunBasis.EVIDENCE, RunBasis.DATA)
    assert (told.before, told.after) == (computed.before, computed.after)


def _judged_otherwise(run: StoredRun, **changes: Any) -> StoredRun:
    """Return a run whose log holds another verdict than its evidence gives."""

    def changed(event: RecordedEvent) -> RecordedEvent:
        body = event.body
        if not isinstance(body, ev.FactorJudged) or body.evidence.entry_id != ENTRY.id:
            return event
        rule = body.judgement.model_copy(update=changes)
        evidence = body.evidence.model_copy(update={"judgement": rule})
        new = body.model_copy(update={"evidence": evidence, "judgement": rule})
        return event.model_copy(update={"body": new})

    return replace(run, events=[changed(event) for event in run.events])


@pytest.mark.parametrize(
    "changes",
    [
        {"threshold": 3.0},
        {"verdict": Verdict.UNDETERMINED},
        {"decisive_time": datetime(2026, 7, 5, 12, tzinfo=UTC)},
    ],
)
def test_evidence_that_does_not_give_the_stored_verdict_is_not_used(
    stored: StoredRun, changes: dict[str, Any]
) -> None:
    found = effect([_judged_otherwise(stored, **changes)], (ENTRY, limited(ENTRY, 400.0)))
    assert found.verdicts == ()
    assert [item.entry_id for item in found.undecided] == [ENTRY.id]


def test_data_that_changed_are_not_used(stored: StoredRun) -> None:
    other = MemorySource(thinned("rainstorm"), title="generated rainstorm")
    found = effect([replace(stored, open=lambda: OpenedData(other, None))], (None, NEW))
    [undecided] = found.undecided
    assert "changed since" in undecided.texts[Language.EN]


def test_data_that_do_not_open_are_told_with_the_reason(stored: StoredRun) -> None:
    def fail() -> OpenedData:
        raise SourceError(Message(id="looperror-undated_data"))

    found = effect([replace(stored, open=fail)], (None, NEW))
    assert found.undecided[0].texts[Language.EN] == "the source has no times"


def test_older_runs_are_not_tested_again(
    with_data: StoredRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("diagnostics.effect.on_runs.MOST_ON_DATA", 1)
    runs = [replace(with_data, label=label(number)) for number in range(3)]
    found = effect(runs, (None, NEW))
    assert [item.run for item in found.fired] == [runs[0].label]
    assert [item.run for item in found.undecided] == [runs[1].label, runs[2].label]
    assert "newest 1 such" in found.undecided[0].texts[Language.EN]


def test_the_newest_runs_in_which_it_fired_come_first(stored: StoredRun) -> None:
    runs = [replace(stored, label=label(number)) for number in range(7)]
    found = effect(runs, (ENTRY, limited(ENTRY, 400.0)))
    assert [item.run for item in found.fired] == [run.label for run in runs[:5]]
    assert len(found.verdicts) == 7
    assert found.rates[0].after.refuted == 7


def test_progress_may_interrupt(stored: StoredRun) -> None:
    taken: list[int] = []

    def runs() -> Iterator[StoredRun]:
        for number in range(5):
            taken.append(number)
            yield replace(stored, label=label(number))

    def stop(done: int, total: int) -> None:
        if done == 2:
            raise InterruptedError

    request = asked(EffectPart.RUNS, (ENTRY, limited(ENTRY, 400.0)))
    with pytest.raises(InterruptedError):
        effect_on_runs(request, runs(), of=5, total=5, progress=stop)
    assert taken == [0, 1]


def _older(name: str) -> StoredRun:
    lines = gzip.decompress((CORPUS / name / "events.jsonl.gz").read_bytes()).decode()
    events = [RecordedEvent.model_validate_json(line) for line in lines.splitlines()]
    state = fold(events)
    assert state.started is not None
    release = unpack_release((CORPUS / RELEASE_FILE).read_bytes(), state.started.release_digest)
    found = state.classification.primary if state.classification else None
    known = label() if found is None else label().model_copy(update={"event": found})
    return StoredRun(known, events, release, None)


@pytest.mark.parametrize("name", ["rainstorm_en", "cold_wave_zh"])
def test_runs_of_older_releases_are_judged_again_too(name: str) -> None:
    run = _older(name)
    tested = [item for item in fold(run.events).evidence if item.index and item.entry_id]
    pairs: list[Pair] = []
    for item in tested:
        entry = run.release.entry(item.entry_id or "")
        if isinstance(entry.expected, IndexExpectation) and entry.expected.absolute is not None:
            pairs.append((entry, limited(entry, 1e9)))
    assert pairs
    found = effect([run], *pairs)
    told = {item.entry_id: item for item in found.fired + found.verdicts}
    for item in found.fired:
        kept = next(one for one in tested if one.entry_id == item.entry_id)
        assert kept.judgement is not None
        assert item.before is not None
        assert item.before.verdict is kept.judgement.verdict
    assert told
    assert len(told) + len(found.undecided) <= len(pairs)


def test_a_run_without_an_event_has_nothing_to_judge() -> None:
    found = effect([_older("calm_zh")], (None, NEW), (ENTRY, None))
    assert (found.verdicts, found.undecided, found.conclusions) == ((), (), ())


def test_an_answer_that_was_kept_under_the_former_name_is_read() -> None:
    kept = {"digest": "d", "runs": 0, "of": 0, "rates": [], "verdicts": [], "fired": []}
    assert EffectOnRuns.model_validate({**kept, "conclusions": [], "untold": []}).undecided == ()
