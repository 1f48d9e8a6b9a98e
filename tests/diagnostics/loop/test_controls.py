"""A confirmed factor counts where it tells the event from quiet places and times."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.bench.runs import opened_run
from diagnostics.contracts import events as ev
from diagnostics.contracts.controls import ControlFinding, ControlStanding, FactorControls
from diagnostics.contracts.enums import Basis, Category, EventType, Modality, Role, Scope, Verdict
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.narration import narrate
from diagnostics.contracts.space_time import Region, SearchPlace, TimeWindow
from diagnostics.detection.relative_position import from_peak, place_of
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.distance import destination, great_circle_km
from diagnostics.guidelines import load_release
from diagnostics.guidelines.support import Support
from diagnostics.loop import fold
from diagnostics.loop.confidence import (
    ENOUGH_TO_CONFIRM,
    explanation_confidence,
    joint_confidence,
)
from diagnostics.loop.controls import controls_of, moved_to, strength_of
from diagnostics.loop.state import RunState

ENTRY = load_release().entry("g_rainstorm_low_level_divergence_extrema")
CONTROLS = {
    standing: FactorControls(standing=standing, as_strong_from=0.8) for standing in ControlStanding
}


def _rule(verdict: Verdict, margin: float | None = None, **changes: Any) -> Judgement:
    return Judgement(
        verdict=verdict,
        basis=Basis.ABSOLUTE,
        reason="",
        scope=Scope.WINDOW,
        margin=margin,
        confidence=0.9,
        **changes,
    )


@pytest.fixture(scope="module")
def run(finished_run: Any) -> Any:
    return opened_run(finished_run.request, finished_run.source)


def _place(run: Any, reach: float = 300.0) -> SearchPlace:
    view = run.view(EventType.RAINSTORM)
    latitude, longitude = view.peak_place
    return SearchPlace(
        region=place_of(latitude, longitude, reach, None),
        latitude=latitude,
        longitude=longitude,
        time=view.peak_time,
        reach_km=reach,
        window=TimeWindow(
            start=view.peak_time - timedelta(hours=3), end=view.peak_time + timedelta(hours=3)
        ),
    )


def _tested(run: Any, *found: Judgement, at: float = 1.0) -> tuple[FactorControls, list[Any]]:
    asked: list[SearchPlace] = []

    def probe(where: SearchPlace) -> Judgement:
        asked.append(where)
        return found[min(len(asked), len(found)) - 1]

    view = run.view(EventType.RAINSTORM)
    rule = _rule(Verdict.CONFIRMED, at)
    return controls_of(run, view, ENTRY, rule, _place(run), probe), asked


@pytest.mark.parametrize(
    ("found", "standing", "findings"),
    [
        ([_rule(Verdict.REFUTED)], "COUNTS", ["ABSENT", "ABSENT"]),
        ([_rule(Verdict.CONFIRMED, 0.5)], "COUNTS", ["WEAKER", "WEAKER"]),
        ([_rule(Verdict.CONFIRMED, 0.7)], "TRIVIAL", ["AS_STRONG", "AS_STRONG"]),
        (
            [_rule(Verdict.UNDETERMINED), _rule(Verdict.REFUTED)],
            "COUNTS",
            ["UNKNOWN", "ABSENT", "ABSENT"],
        ),
        ([_rule(Verdict.UNDETERMINED)], "NO_CONTROL", ["UNKNOWN"] * 3),
    ],
)
def test_what_controls_say(
    run: Any, found: list[Judgement], standing: str, findings: list[str]
) -> None:
    known, _ = _tested(run, *found)
    assert known.standing is ControlStanding[standing]
    assert [item.finding for item in known.tests] == [ControlFinding[name] for name in findings]
    assert known.told == len([name for name in findings if name != "UNKNOWN"])


def test_the_system_of_the_event_is_no_control(run: Any) -> None:
    """A control at the same time that finds what the event has cannot be judged."""
    place = _place(run)
    rule = _rule(Verdict.CONFIRMED, 1.0, from_peak=from_peak(place, None, *_spot(place)))

    def probe(where: SearchPlace) -> Judgement:
        seen = from_peak(where, where.time, *_spot(place))
        return _rule(Verdict.CONFIRMED, 1.0, from_peak=seen)

    known = controls_of(run, run.view(EventType.RAINSTORM), ENTRY, rule, place, probe)
    assert known.tests
    for item in known.tests:
        same_time = item.place.time == place.time
        wanted = ControlFinding.UNKNOWN if same_time else ControlFinding.AS_STRONG
        assert item.finding is wanted


def _spot(place: SearchPlace) -> tuple[float, float]:
    return destination(place.latitude, place.longitude, 90.0, 100.0)


def test_controls_are_apart_from_the_event_and_on_the_same_surface(run: Any) -> None:
    place = _place(run)
    _, asked = _tested(run, _rule(Verdict.UNDETERMINED))
    objects = run.view(EventType.RAINSTORM).classification.assessment(EventType.RAINSTORM).objects
    assert len(asked) == 3
    for where in asked:
        gap = great_circle_km(place.latitude, place.longitude, where.latitude, where.longitude)
        assert (
            gap >= 1.4 * place.reach_km
            or where.window.start > place.window.end
            or (where.window.end < place.window.start)
        )
        assert (where.time - place.time) % timedelta(days=1) == timedelta(0)
        assert not any(
            item.onset <= where.time <= item.end and item.box.holds(where.latitude, where.longitude)
            for item in objects
        )


def test_data_of_the_event_alone_hold_no_control(finished_run: Any, sample: Any) -> None:
    """Of a box that is not larger than the place, over all hours."""
    latitude, longitude = (
        opened_run(finished_run.request, finished_run.source).view(EventType.RAINSTORM).peak_place
    )
    data = sample("rainstorm").sel(
        latitude=slice(latitude - 4, latitude + 4), longitude=slice(longitude - 4, longitude + 4)
    )
    region = Region(west=longitude - 3, south=latitude - 3, east=longitude + 3, north=latitude + 3)
    request = finished_run.request.model_copy(update={"region": region})
    alone = opened_run(request, MemorySource(data, title="near"))
    view = alone.view(EventType.RAINSTORM)
    times = view.inventory.times
    whole = _place(alone).model_copy(update={"window": TimeWindow(start=times[0], end=times[-1])})
    rule = _rule(Verdict.CONFIRMED, 1.0)
    known = controls_of(alone, view, ENTRY, rule, whole, lambda _where: rule)
    assert known.standing is ControlStanding.NO_CONTROL
    assert known.tests == ()


@pytest.mark.parametrize("latitude", [0.0, 45.0, -60.0])
def test_a_moved_search_has_the_same_size(run: Any, latitude: float) -> None:
    place = _place(run, 500.0)
    moved = moved_to(place, latitude, 20.0)
    for one, other in ((place, moved),):
        sizes = [
            great_circle_km(item.latitude, item.region.west, item.latitude, item.region.east)
            for item in (one, other)
        ]
        assert sizes[1] == pytest.approx(sizes[0], rel=0.01)
    assert moved.region.north - moved.region.south == pytest.approx(
        place.region.north - place.region.south
    )


def test_strength_is_in_multiples_of_the_limit() -> None:
    assert strength_of(_rule(Verdict.CONFIRMED, 0.5)) == 1.5
    detected = _rule(Verdict.CONFIRMED).model_copy(update={"basis": Basis.DETECTOR, "score": 0.75})
    assert strength_of(detected) == 3.0
    assert strength_of(_rule(Verdict.CONFIRMED)) is None


def _evidence(number: int, standing: ControlStanding | None, finding: str | None = None) -> Any:
    counts = None if standing is None else standing is not ControlStanding.TRIVIAL
    return EvidenceItem(
        id=f"e{number:02d}",
        call_key=f"{number}",
        entry_id=f"g_{number}",
        finding=finding,
        modality=Modality.INDEX,
        role=Role.CODE_EXECUTOR,
        controls=None if standing is None else CONTROLS[standing],
        judgement=_rule(Verdict.CONFIRMED, counts=counts),
    )


def test_what_is_found_without_the_event_is_confirmed_and_does_not_count() -> None:
    state = RunState(
        evidence=(
            _evidence(1, ControlStanding.COUNTS),
            _evidence(2, ControlStanding.TRIVIAL),
            _evidence(3, ControlStanding.NO_CONTROL),
            _evidence(4, None),
        )
    )
    assert [item.id for item in state.confirmed] == ["e01", "e02", "e03", "e04"]
    assert [item.id for item in state.counting] == ["e01", "e03", "e04"]
    assert [item.id for item in state.trivial] == ["e02"]


def _confirmed(*own: EvidenceItem) -> Support:
    return Support(own=own, categories=frozenset(Category))


def test_confidence_is_not_high_without_every_category_or_without_controls() -> None:
    tested = tuple(_evidence(number, ControlStanding.COUNTS) for number in range(5))
    whole = explanation_confidence(_confirmed(*tested), 5, {})
    assert whole.level == "high"
    narrow = explanation_confidence(_confirmed(*tested), 5, {}, {Category.THERMODYNAMICS})
    assert narrow.level == "moderate"
    untested = _evidence(5, ControlStanding.NO_CONTROL)
    one = explanation_confidence(_confirmed(*tested[:4], untested), 5, {})
    assert one.level == "moderate"
    opposed = explanation_confidence(replace(_confirmed(*tested), against=("e09",)), 5, {})
    assert opposed.level == "moderate"
    in_part = replace(_confirmed(*tested), categories=frozenset({Category.DYNAMICS}))
    assert explanation_confidence(in_part, 5, {}).level == "moderate"


@given(
    confidences=st.lists(st.floats(0.0, 1.0), min_size=3, max_size=8),
    reasons=st.sets(st.sampled_from(["breadth", "controls", "lacking"])),
    rates=st.floats(0.0, 1.0),
)
def test_what_is_confirmed_is_at_least_moderately_sure(
    confidences: list[float], reasons: set[str], rates: float
) -> None:
    """However many reasons keep it from being high; only the number of tests makes it lower."""
    standing = "NO_CONTROL" if "controls" in reasons else "COUNTS"
    own = [
        item.model_copy(
            update={"judgement": item.judgement.model_copy(update={"confidence": value})}
        )
        for number, value in enumerate(confidences)
        for item in [_evidence(number, ControlStanding[standing])]
    ]
    support = _confirmed(*own)
    if "lacking" in reasons:
        support = replace(support, categories=frozenset({Category.DYNAMICS}))
    found = {Category.DYNAMICS} if "breadth" in reasons else set(Category)
    trust = explanation_confidence(support, 5, {}, found)
    assert ENOUGH_TO_CONFIRM <= trust.value <= (0.69 if reasons else 1.0)
    tried = explanation_confidence(support, 5, dict.fromkeys(("e00",), rates), found)
    assert tried.value <= trust.value
    both = joint_confidence({"criterion": 0.9, "source": 0.6}, tried.parts)
    assert both.value <= min(tried.value, 0.54)


def test_confidence_rests_on_what_is_the_explanations_own() -> None:
    """However much is confirmed for other explanations, it lends this one nothing."""
    own = tuple(_evidence(number, ControlStanding.COUNTS) for number in range(5))
    values = [explanation_confidence(_confirmed(*own[:count]), 5, {}).value for count in range(6)]
    assert values == sorted(set(values))
    assert 0 < values[0] < values[-1]


def test_the_log_keeps_the_controls_of_every_factor_that_could_count(finished_run: Any) -> None:
    tested = {
        item.body.evidence_id: item.body
        for item in finished_run.log.events
        if isinstance(item.body, ev.ControlsTested)
    }
    conclusion = finished_run.report.conclusion
    assert set(tested) == set(conclusion.confirmed)
    for item in finished_run.report.evidence:
        if item.id in tested:
            assert item.controls == tested[item.id].controls
            trivial = item.controls.standing is ControlStanding.TRIVIAL
            assert (item.id in conclusion.trivial) is trivial
            assert item.judgement.counts is not trivial
    assert conclusion.counting == conclusion.explanation.confirmed
    assert len(conclusion.counting) >= finished_run.request.options.target_factors
    for language in ("en", "zh"):
        assert all(narrate(body, language) for body in tested.values())


def test_controls_in_the_log_are_not_tested_again(finished_run: Any) -> None:
    place = next(
        number
        for number, item in enumerate(finished_run.log.events)
        if isinstance(item.body, ev.ControlsTested)
    )
    state = fold(finished_run.log.events[: place + 1])
    body = finished_run.log.events[place].body
    assert state.controls == {body.evidence_id: body.controls}


def test_every_control_that_a_report_mentions_is_evidence(finished_run: Any) -> None:
    report = finished_run.report
    mentioned = [claim for claim in report.claims if claim.path.startswith("controls.")]
    standings = [claim for claim in mentioned if claim.path == "controls.standing"]
    assert {claim.source for claim in standings} == {
        f"evidence:{item}" for item in report.conclusion.confirmed
    }
    assert len(mentioned) > len(standings)
