"""What a change does to the generated cases, whose event is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.bench.runs import opened_run
from diagnostics.contracts.effect import (
    EffectOnCases,
    EffectPart,
    EntryChange,
    ShortConclusion,
    WordedVerdict,
)
from diagnostics.contracts.enums import ExplanationStatus, Language, Verdict
from diagnostics.contracts.guidelines import GuidelineEntry, IndexExpectation, MachineConditions
from diagnostics.effect import effect_on_cases
from diagnostics.effect.changes import chooses_otherwise, judges_alike
from diagnostics.effect.comparison import conclusion_turns, verdict_turns
from diagnostics.guidelines import load_release
from diagnostics.loop.run import Run
from diagnostics.samples import SAMPLES
from tests.diagnostics.effect.changed_entries import asked, expecting, limited
from tests.generated_samples import generated, thinned

ENTRY = load_release().entry("g_rainstorm_wv_flux_convergence_intensity")
"""Confirmed in the rainstorm, at 8.7 mm/h where 4 are asked for, and in no other case."""


class Ticks:
    """Progress that is kept, and that interrupts after so many cases."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.seen: list[tuple[int, int]] = []
        self._stop_at = stop_at

    def __call__(self, done: int, total: int) -> None:
        self.seen.append((done, total))
        if done == self._stop_at:
            raise InterruptedError


@pytest.fixture(scope="module")
def opened(shared_outcomes: Callable[[pytest.MonkeyPatch], None]) -> Iterator[list[str]]:
    """Open each case once for all tests, and list the cases that are opened.

    All but the rainstorm have a quarter of their points.
    """
    cases: dict[str, Run] = {}
    names: list[str] = []

    def points_of(name: str) -> Any:
        return generated(name) if name == "rainstorm" else thinned(name)

    def open_once(request: Any, source: Any, **changes: Any) -> Run:
        if "like" in changes:
            return opened_run(request, source, **changes)
        name = request.source
        names.append(name)
        if name not in cases:
            cases[name] = opened_run(request, source)
        state = replace(cases[name].state, started=None)
        return opened_run(request, source, state=state, like=cases[name], **changes)

    with pytest.MonkeyPatch.context() as patch:
        shared_outcomes(patch)
        patch.setattr("diagnostics.bench.known_cases.generate", points_of)
        patch.setattr("diagnostics.effect.on_cases.opened_run", open_once)
        yield names


def effect(
    before: GuidelineEntry | None, after: GuidelineEntry | None, ticks: Ticks | None = None
) -> EffectOnCases:
    request = asked(EffectPart.CASES, (before, after))
    found = effect_on_cases(request, load_release(), ticks or Ticks())
    assert found.digest == request.digest
    return found


def test_a_raised_limit_turns_the_case_with_the_event_wrong(opened: list[str]) -> None:
    ticks = Ticks()
    found = effect(ENTRY, limited(ENTRY, 400.0), ticks)
    assert ticks.seen == [(done, len(SAMPLES)) for done in range(1, len(SAMPLES) + 1)]
    [verdict] = found.verdicts
    assert verdict.turned_wrong
    assert (verdict.case, verdict.with_event) == ("rainstorm", True)
    assert verdict.before is not None
    assert verdict.after is not None
    assert (verdict.before.verdict, verdict.before.counts) == (Verdict.CONFIRMED, True)
    assert (verdict.after.verdict, verdict.after.counts) == (Verdict.REFUTED, None)
    for language in Language:
        assert "≥ 4 mm" in verdict.before.texts[language]
        assert "≥ 400 mm" in verdict.after.texts[language]
    [rates] = found.rates
    assert (rates.before.confirmed, rates.after.confirmed) == (1, 0)
    assert (rates.before.tested, rates.after.tested) == (1, 1)
    [conclusion] = found.conclusions
    assert conclusion.changed
    assert ENTRY.id in conclusion.before.factors
    assert ENTRY.id not in conclusion.after.factors
    assert found.wrong == 1 + conclusion.turned_wrong


def test_the_loop_ends_before_the_change_as_a_diagnosis_does(
    opened: list[str], finished_run: Any
) -> None:
    report = finished_run.report
    names = {item.id: item.entry_id for item in report.evidence}
    [conclusion] = effect(ENTRY, limited(ENTRY, 400.0)).conclusions
    explanation = report.conclusion.explanation
    assert conclusion.before == ShortConclusion(
        status=explanation.status,
        causes=explanation.causes,
        factors=tuple(names[one] for one in explanation.confirmed),
        confidence_level=explanation.confidence_level,
    )


def test_a_lowered_limit_raises_false_alarms(opened: list[str]) -> None:
    found = effect(ENTRY, limited(ENTRY, 0.3))
    [rates] = found.rates
    alarms = [item for item in found.verdicts if not item.with_event]
    assert rates.before.confirmed_without == 0
    assert rates.after.confirmed_without == len(alarms) >= 1
    assert all(item.turned_wrong for item in alarms)
    assert "quiet" in {item.case for item in alarms}
    assert [item for item in found.verdicts if item.with_event] == []


def test_what_decides_nothing_has_no_effect(opened: list[str]) -> None:
    noted = ENTRY.model_copy(update={"note": "read it again"})
    found = effect(ENTRY, noted)
    assert (found.verdicts, found.conclusions, found.wrong) == ((), (), 0)
    assert [(item.before, item.before.confirmed) for item in found.rates] == [
        (item.after, 1) for item in found.rates
    ]


def test_a_choice_changes_no_verdict_and_is_followed_to_the_end(opened: list[str]) -> None:
    found = effect(ENTRY, ENTRY.model_copy(update={"restates_criterion": True}))
    [verdict] = found.verdicts
    assert verdict.before is not None
    assert verdict.after is not None
    assert (verdict.before.verdict, verdict.after.verdict) == (Verdict.CONFIRMED,) * 2
    assert (verdict.before.counts, verdict.after.counts) == (True, False)
    assert verdict.turned_wrong
    [conclusion] = found.conclusions
    assert ENTRY.id not in conclusion.after.factors


@pytest.mark.parametrize("side", ["new", "removed", "out of season"])
def test_one_side_alone_is_right_or_wrong_of_nothing(opened: list[str], side: str) -> None:
    winter = ENTRY.model_copy(update={"conditions_machine": MachineConditions(months_nh=(1,))})
    before, after = {
        "new": (None, ENTRY.model_copy(update={"id": "g_new"})),
        "removed": (ENTRY, None),
        "out of season": (ENTRY, winter),
    }[side]
    found = effect(before, after)
    told = [item for item in found.verdicts if item.with_event]
    assert [item.turned_wrong for item in told] == [False]
    assert (told[0].before is None, told[0].after is None) == (side == "new", side != "new")
    assert not any(item.turned_wrong for item in found.verdicts)
    assert len(found.conclusions) == 1


def test_an_interruption_leaves_the_rest_alone(opened: list[str]) -> None:
    opened.clear()
    with pytest.raises(InterruptedError):
        effect(ENTRY, limited(ENTRY, 400.0), Ticks(stop_at=2))
    assert opened == list(SAMPLES[:2])


@pytest.mark.parametrize(
    ("changed", "alike", "chooses"),
    [
        (ENTRY, True, False),
        (ENTRY.model_copy(update={"rationale_zh": "改写"}), True, False),
        (ENTRY.model_copy(update={"weight": 1}), True, True),
        (ENTRY.model_copy(update={"finding": "another"}), True, True),
        (expecting(ENTRY, direction="below normal"), False, False),
        (limited(ENTRY, 4.5), False, False),
        (None, False, True),
    ],
)
def test_what_differs_says_what_must_be_judged(
    changed: GuidelineEntry | None, alike: bool, chooses: bool
) -> None:
    change = EntryChange(before=ENTRY, after=changed)
    assert (judges_alike(change), chooses_otherwise(change)) == (alike, chooses)


SIDES = st.one_of(
    st.none(),
    st.builds(
        WordedVerdict,
        verdict=st.sampled_from(Verdict),
        counts=st.sampled_from((True, False, None)),
        texts=st.just({}),
    ),
)
ENDS = st.builds(
    ShortConclusion,
    status=st.sampled_from(ExplanationStatus),
    causes=st.lists(st.sampled_from("abc"), unique=True).map(tuple),
    factors=st.just(()),
    confidence_level=st.just(""),
)


@given(SIDES, SIDES, st.booleans())
def test_undoing_a_change_turns_verdicts_the_other_way(
    before: WordedVerdict | None, after: WordedVerdict | None, with_event: bool
) -> None:
    turn = verdict_turns(before, after, with_event=with_event)
    back = verdict_turns(after, before, with_event=with_event)
    assert (turn.wrong, turn.right) == (back.right, back.wrong)
    assert not (turn.wrong and turn.right)
    if before is None or after is None:
        assert turn == (False, False)
    elif turn.wrong:
        lost = before if with_event else after
        assert lost.verdict is Verdict.CONFIRMED
        assert lost.counts is not False


@given(ENDS, ENDS, st.sets(st.sampled_from("abc"), min_size=1))
def test_undoing_a_change_turns_conclusions_the_other_way(
    before: ShortConclusion, after: ShortConclusion, causes: set[str]
) -> None:
    turn = conclusion_turns(before, after, causes)
    back = conclusion_turns(after, before, causes)
    assert (turn.wrong, turn.right) == (back.right, back.wrong)
    assert not (turn.wrong and turn.right)
    if turn.wrong:
        assert before.causes[0] in causes
        assert before.status in (ExplanationStatus.CONFIRMED, ExplanationStatus.PARTLY)
        assert after.status is not before.status or after.causes[:1] != before.causes[:1]


def test_a_limit_that_does_not_decide_has_no_say(opened: list[str]) -> None:
    expected = ENTRY.expected
    assert isinstance(expected, IndexExpectation)
    assert expected.clim is not None
    clim = expected.clim.model_copy(update={"threshold": 99.9})
    [rates] = effect(ENTRY, expecting(ENTRY, clim=clim)).rates
    assert (rates.touched, rates.judged > 0) == (0, True)
    [rates] = effect(ENTRY, limited(ENTRY, 4.5)).rates
    assert rates.touched == rates.judged > 0


def test_what_cannot_be_told_any_more_is_lost(opened: list[str]) -> None:
    assert ENTRY.where is not None
    where = ENTRY.where.model_copy(update={"lag_hours": (480.0, 500.0)})
    found = effect(ENTRY, ENTRY.model_copy(update={"where": where}))
    [verdict] = [item for item in found.verdicts if item.with_event]
    assert verdict.after is not None
    assert verdict.after.verdict is Verdict.UNDETERMINED
    assert verdict.turned_wrong
    assert "period" in verdict.after.texts[Language.EN]
