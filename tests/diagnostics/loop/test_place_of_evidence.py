"""A factor is tested at the event, and one finding counts once."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from diagnostics.contracts.enums import Basis, Modality, Role, Scope, Verdict
from diagnostics.contracts.evidence import (
    EvidenceItem,
    IndexAnswer,
    Judgement,
    Provenance,
    SeriesPoint,
)
from diagnostics.contracts.guidelines import GuidelineEntry, Place
from diagnostics.contracts.inventory import GridInfo, Inventory
from diagnostics.contracts.space_time import Region, SearchPlace, TimeWindow
from diagnostics.detection.relative_position import place_of, within
from diagnostics.grid.distance import destination
from diagnostics.guidelines import load_release
from diagnostics.loop.search_area import speaks_for_place, widest_reach
from diagnostics.loop.state import RunState
from diagnostics.loop.verification import index_rule

HELD = Region(west=80.0, south=10.0, east=140.0, north=60.0)
REGION = Region(west=100.0, south=30.0, east=120.0, north=40.0)
GRADIENT = load_release().entry("g_gale_mslp_gradient")


def _place(finished_run: Any, reach: float = 500.0) -> SearchPlace:
    times = finished_run.report.inventory.times
    return SearchPlace(
        region=place_of(35.0, 110.0, reach, None),
        latitude=35.0,
        longitude=110.0,
        time=times[4],
        reach_km=reach,
        window=TimeWindow(start=times[3], end=times[5]),
    )


def _view(place: SearchPlace, held: Region = HELD) -> Any:
    return SimpleNamespace(
        counts_in=lambda where: place.window,
        located=lambda where: True,
        profile=SimpleNamespace(latitude=35.0),
        inventory=Inventory(
            grid=GridInfo(kind="latitude_longitude", shape=(50, 60), spacing_deg=1.0, region=held)
        ),
    )


def _answer(finished_run: Any, *points: tuple[float, float, float]) -> IndexAnswer:
    times = finished_run.report.inventory.times[3:]
    return IndexAnswer(
        name="mslp_gradient",
        value=points[0][0],
        unit="hPa/100 km",
        status="ok",
        provenance=Provenance(tool="mslp_gradient", tool_version="1"),
        series=tuple(
            SeriesPoint(time=time, value=value, latitude=latitude, longitude=longitude)
            for time, (value, latitude, longitude) in zip(times, points, strict=False)
        ),
    )


def test_what_is_found_at_the_event_is_confirmed_with_its_distance(finished_run):
    place = _place(finished_run)
    answer = _answer(finished_run, (1.0, 35.0, 110.0), (3.0, 35.0, 112.0))
    rule = index_rule(_view(place), GRADIENT, answer, place)
    assert rule.verdict is Verdict.CONFIRMED
    assert rule.from_peak is not None
    assert rule.from_peak.distance_km == pytest.approx(182, abs=2)
    assert rule.from_peak.direction == "east"


def test_what_is_found_elsewhere_confirms_nothing_and_is_reported(finished_run):
    place = _place(finished_run)
    answer = _answer(finished_run, (1.0, 35.0, 110.0), (3.0, 35.0, 118.0))
    rule = index_rule(_view(place), GRADIENT, answer, place)
    assert rule.verdict is Verdict.REFUTED
    assert rule.elsewhere is not None
    assert rule.elsewhere.distance_km == pytest.approx(729, abs=3)


def test_where_every_extreme_lies_elsewhere_it_cannot_be_decided(finished_run):
    place = _place(finished_run)
    answer = _answer(finished_run, (3.0, 35.0, 118.0), (3.0, 35.0, 118.0))
    rule = index_rule(_view(place), GRADIENT, answer, place)
    assert rule.verdict is Verdict.UNDETERMINED
    assert rule.wording is not None
    assert rule.wording.id == "verdict-place_elsewhere"


def test_an_extreme_on_the_edge_of_the_data_cannot_decide(finished_run):
    place = _place(finished_run)
    held = Region(west=109.0, south=10.0, east=140.0, north=60.0)
    answer = _answer(finished_run, (1.0, 35.0, 110.0), (3.0, 35.0, 109.3))
    rule = index_rule(_view(place, held), GRADIENT, answer, place)
    assert rule.verdict is Verdict.UNDETERMINED
    assert rule.wording is not None
    assert rule.wording.id == "verdict-place_edge"


def test_nothing_is_refuted_where_the_data_cover_too_little(finished_run):
    place = _place(finished_run, 1500.0)
    held = Region(west=108.0, south=33.0, east=113.0, north=38.0)
    answer = _answer(finished_run, (1.0, 35.0, 110.0), (1.0, 35.0, 110.0))
    rule = index_rule(_view(place, held), GRADIENT, answer, place)
    assert rule.verdict is Verdict.UNDETERMINED
    assert rule.wording is not None
    assert rule.wording.id == "verdict-place_covered"


@pytest.mark.parametrize(
    ("mode", "near", "anywhere", "speaks"),
    [
        ("A", True, True, True),
        ("A", False, False, True),
        ("A", False, True, False),
        ("", True, True, False),
        ("B", True, True, False),
    ],
)
def test_a_climatology_of_the_region_decides_only_where_its_extreme_is_at_the_event(
    finished_run, mode, near, anywhere, speaks
):
    place = _place(finished_run)
    answer = _answer(finished_run, (3.0, 35.0, 112.0))
    points = tuple(point.model_copy(update={"climatology_mode": mode}) for point in answer.series)
    found = speaks_for_place(
        answer.model_copy(update={"series": points}), place, REGION, near=near, anywhere=anywhere
    )
    assert found is speaks


@pytest.mark.parametrize(("reach", "speaks"), [(300.0, False), (1200.0, True)])
def test_a_mean_over_the_region_decides_where_the_region_is_not_much_larger(
    finished_run, reach, speaks
):
    place = _place(finished_run, reach)
    point = SeriesPoint(time=place.time, value=3.0, z=3.0, climatology_mode="A")
    answer = _answer(finished_run, (3.0, 35.0, 112.0)).model_copy(update={"series": (point,)})
    assert speaks_for_place(answer, place, REGION, near=True, anywhere=True) is speaks


def _evidence(number: int, finding: str | None, **changes: Any) -> EvidenceItem:
    return EvidenceItem(
        id=f"e{number:02d}",
        call_key=f"{number}",
        entry_id=f"g_{number}",
        finding=finding,
        modality=Modality.INDEX,
        role=Role.CODE_EXECUTOR,
        judgement=Judgement(
            verdict=Verdict.CONFIRMED, basis=Basis.ABSOLUTE, reason="", scope=Scope.WINDOW
        ),
        **changes,
    )


def test_one_finding_counts_once():
    state = RunState(
        evidence=(
            _evidence(1, "surface_low"),
            _evidence(2, "surface_low"),
            _evidence(3, "upper_jet"),
            _evidence(4, None),
            _evidence(5, None),
            _evidence(6, "surface_wind", restates_criterion=True),
        )
    )
    assert [item.id for item in state.confirmed] == ["e01", "e03", "e04", "e05"]
    assert [item.id for item in state.repeated] == ["e02"]


def test_entries_of_one_finding_are_not_chosen_together(finished_run):
    """Two charts of the same low would confirm one thing twice."""
    release = load_release()

    def findings(entry: GuidelineEntry) -> set[str]:
        own = {part.finding for part in getattr(entry.expected, "detectors", ()) if part.finding}
        return own or {entry.finding or entry.id}

    confirmed = [
        release.entry(item.entry_id)
        for item in finished_run.report.evidence
        if item.id in finished_run.report.conclusion.confirmed
    ]
    assert len(confirmed) >= 3
    stated = [item.finding for item in finished_run.report.evidence
            if item.id in finished_run.report.conclusion.confirmed]  # fmt: skip
    assert len(set(stated)) == len(stated)
    assert all(findings(entry) for entry in confirmed)


def test_every_confirmed_factor_with_a_place_lies_within_its_reach(finished_run):
    release = load_release()
    seen = [
        (item, release.entry(item.entry_id))
        for item in finished_run.report.evidence
        if item.id in finished_run.report.conclusion.confirmed
    ]
    assert all(item.judgement.from_peak is not None for item, _ in seen)
    for item, entry in seen:
        places = [entry.where]
        places += [
            part.where
            for part in getattr(entry.expected, "detectors", ())
            if part.where is not None
        ]
        ahead = 3.6 * max(0.0, -item.judgement.from_peak.lag_hours)
        reaches = [part.reach_km + ahead * (part.advection_ms or 0.0) for part in places]
        assert (item.judgement.from_peak.distance_km or 0.0) <= max(reaches), entry.id


def test_what_comes_with_the_flow_may_lie_farther_away_before_the_peak(finished_run):
    place = _place(finished_run, reach=800.0).model_copy(update={"advection_ms": 15.0})
    far = destination(place.latitude, place.longitude, 270.0, 1680.0)
    assert not within(place, *far)
    assert not within(place, *far, place.time)
    assert not within(place, *far, place.time - timedelta(hours=12))
    assert within(place, *far, place.time - timedelta(hours=18))
    after = place.time + timedelta(hours=18)
    assert place.reach_at(after) == place.reach_km
    times = [place.time - timedelta(hours=hours) for hours in (0, 6, 1000)]
    window = place.window.model_copy(update={"start": times[1], "end": place.time})
    early = place.model_copy(update={"window": window})
    assert widest_reach(early, times) == pytest.approx(800.0 + 15.0 * 3.6 * 6.0)
    assert widest_reach(early, times[:1]) == 800.0


def test_what_comes_with_the_flow_is_declared_so():
    places = [
        (entry.id, where)
        for entry in load_release().entries
        for where in (
            entry.where,
            *(part.where for part in getattr(entry.expected, "detectors", ())),
        )
        if where is not None
    ]
    comes = (Place.UPSTREAM, Place.INFLOW)
    stays = [name for name, where in places if where.place not in comes and where.advection_ms]
    far = [
        name
        for name, where in places
        if where.place in comes and where.lag_hours[0] < 0 < where.reach_km - 800.0
    ]
    assert (stays, far) == ([], [])
