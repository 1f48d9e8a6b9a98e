"""What is a tropical cyclone by its structure, what is part of one, and what cannot be one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diagnostics.agents.expert.causes import weigh_causes
from diagnostics.agents.expert.structure import search_of
from diagnostics.contracts.enums import (
    Basis,
    CauseStanding,
    EventType,
    Firing,
    Modality,
    Role,
    Scope,
    Verdict,
)
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.guidelines import CauseStructure
from diagnostics.contracts.roles import BY_CLASSIFICATION, WITHOUT_STRUCTURE, CauseWeight
from diagnostics.contracts.space_time import FromPeak
from diagnostics.contracts.systems import (
    AxisAloft,
    FrontSegment,
    Position,
    PressureCentre,
    PressureSystem,
    SynopticSystems,
    TropicalCyclone,
    UpperCentre,
)
from diagnostics.detection.systems.tropical import shows_structure
from diagnostics.grid.distance import destination
from diagnostics.guidelines import load_release
from diagnostics.guidelines.support import BY_STRUCTURE

ENTRIES = {
    event: [entry for entry in load_release().entries if event in entry.event_types]
    for event in (EventType.GALE, EventType.RAINSTORM)
}
CYCLONE = TropicalCyclone(
    scale="typhoon",
    category="typhoon",
    wind_ms=35.0,
    wind_latitude=20.0,
    wind_longitude=130.0,
    warm_core_k=4.0,
    warm_level_hpa=300.0,
)
NEAR, FAR = 300.0, 1000.0


def judged(entry: Any, verdict: Verdict, *, distance_km: float = 0.0) -> EvidenceItem:
    return EvidenceItem(
        id=f"e_{entry.id}",
        call_key=entry.id,
        entry_id=entry.id,
        modality=Modality.INDEX,
        role=Role.CODE_EXECUTOR,
        finding=entry.finding,
        judgement=Judgement(
            verdict=verdict,
            basis=Basis.ABSOLUTE,
            reason="",
            scope=Scope.WINDOW,
            confidence=0.9,
            from_peak=FromPeak(
                distance_km=distance_km, bearing_deg=90.0, lag_hours=0.0, apart_hours=0.0
            ),
        ),
    )


def low_at(
    time: Any, place: tuple[float, float], *, at_data_edge: bool = False, **more: Any
) -> PressureSystem:
    centre = PressureCentre(
        time=time,
        latitude=place[0],
        longitude=place[1],
        value=970.0,
        kind="low",
        closed_contours=5,
        contour_interval=4.0,
        radius_km=400.0,
        at_data_edge=at_data_edge,
    )
    return PressureSystem(
        id="low-1",
        kind="low",
        quantity="mean_sea_level_pressure",
        unit="hPa",
        centres=(centre,),
        **more,
    )


@pytest.fixture
def weigh(gale_view: Any) -> Any:
    """Weigh evidence with a cyclone, or another low, at a distance from the gale's peak."""

    def make(
        *evidence: EvidenceItem,
        subtype: str | None = None,
        low_km: float | None = None,
        latitude: float | None = None,
        **low: Any,
    ) -> dict[str, CauseWeight]:
        view = gale_view(evidence, subtype)
        assert shows_structure(view.inventory)
        if latitude is not None:
            view = moved(view, latitude)
        assert view.peak_place is not None
        time = view.peak_time
        lows: tuple[PressureSystem, ...] = ()
        if low_km is not None:
            lows = (
                low_at(
                    time, destination(view.peak_place[0], view.peak_place[1], 90.0, low_km), **low
                ),
            )
        view = replace(view, systems=SynopticSystems(time=time, pressure=lows))
        return {item.cause: item for item in weigh_causes(view)}

    return make


def moved(view: Any, latitude: float) -> Any:
    """Return the view with its gale's peak at another latitude."""
    found = view.classification

    def at(item: Any) -> Any:
        if item.event is not EventType.GALE:
            return item
        metrics = item.metrics.model_copy(update={"peak_latitude": latitude})
        objects = tuple(one.model_copy(update={"peak_latitude": latitude}) for one in item.objects)
        return item.model_copy(update={"metrics": metrics, "objects": objects})

    assessments = tuple(at(item) for item in found.assessments)
    return replace(view, classification=found.model_copy(update={"assessments": assessments}))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(
    verdicts=st.lists(
        st.sampled_from([Verdict.CONFIRMED, Verdict.REFUTED, Verdict.UNDETERMINED]),
        min_size=len(ENTRIES[EventType.GALE]),
        max_size=len(ENTRIES[EventType.GALE]),
    )
)
def test_the_structure_that_was_found_leads_whatever_else_is_found(
    weigh: Any, verdicts: list[Verdict]
) -> None:
    evidence = [judged(*pair) for pair in zip(ENTRIES[EventType.GALE], verdicts, strict=True)]
    against = {
        item.id
        for item, entry in zip(evidence, ENTRIES[EventType.GALE], strict=True)
        if "tropical_cyclone" in entry.opposes
    }
    found = weigh(*evidence, subtype="tropical_cyclone", low_km=NEAR, cyclone=CYCLONE)
    first = next(iter(found.values()))
    assert first.cause == "tropical_cyclone"
    assert BY_CLASSIFICATION in first.supported_by
    if not against & set(first.opposed_by):
        assert first.standing is CauseStanding.LEADING


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(distance=st.floats(0.0, 2000.0))
def test_what_a_vortex_is_made_of_speaks_for_nothing_else_within_it(
    weigh: Any, distance: float
) -> None:
    entry = next(one for one in ENTRIES[EventType.GALE] if one.finding == "low_level_jet")
    others = set(entry.supports) - BY_STRUCTURE
    assert others
    jet = judged(entry, Verdict.CONFIRMED, distance_km=distance)
    found = weigh(jet, subtype="tropical_cyclone", low_km=0.0, cyclone=CYCLONE)
    for name in others:
        assert (jet.id in found[name].supported_by) is (distance > 500.0), name


def test_without_a_warm_core_near_it_a_gale_is_no_tropical_cyclone(weigh: Any) -> None:
    strong = [judged(one, Verdict.CONFIRMED) for one in ENTRIES[EventType.GALE][:1]]
    fallen = weigh(*strong, low_km=NEAR, latitude=30.0)["tropical_cyclone"]
    assert fallen.standing is CauseStanding.FALLEN
    assert fallen.opposed_by == (WITHOUT_STRUCTURE,)
    open_ = [
        weigh(*strong, low_km=FAR, cyclone=CYCLONE, latitude=30.0),
        weigh(*strong, low_km=NEAR, at_data_edge=True, latitude=30.0),
    ]
    for found in open_:
        assert WITHOUT_STRUCTURE not in found["tropical_cyclone"].opposed_by


@pytest.mark.parametrize("latitude", [-62.0, 46.0])
def test_far_from_the_equator_nothing_is_a_tropical_cyclone(weigh: Any, latitude: float) -> None:
    found = weigh(low_km=NEAR, at_data_edge=True, latitude=latitude)
    assert found["tropical_cyclone"].opposed_by == (WITHOUT_STRUCTURE,)


NAMED = frozenset(
    {"front", "trough", "vortex", "cyclone", "ridge", "outbreak", "convection", "low"}
)


def test_an_explanation_that_names_a_system_says_which() -> None:
    named = [cause for cause in load_release().causes if NAMED & set(cause.name.split())]
    assert named
    assert [cause.key for cause in named if cause.structure is None] == []


@pytest.fixture
def weigh_with(gale_view: Any) -> Any:
    """Weigh all factors of a gale as confirmed or not, with systems of the situation."""

    def make(
        standing: Callable[[Any], Verdict], systems: Callable[[Any], SynopticSystems | None]
    ) -> dict[str, CauseWeight]:
        evidence = [judged(one, standing(one)) for one in ENTRIES[EventType.GALE]]
        view = gale_view(evidence, None)
        return {item.cause: item for item in weigh_causes(replace(view, systems=systems(view)))}

    return make


def field_values(entry: Any) -> Verdict:
    """Confirm what shows no system: every index but those of cold advection and instability."""
    shows = {"cold_advection", "instability", "deepening_low"}
    found = entry.modality is Modality.INDEX and entry.finding not in shows
    return Verdict.CONFIRMED if found else Verdict.REFUTED


SEARCHED: dict[str, Any] = {"at_event": True, "cannot_tell": ()}
SPOKEN = (CauseStanding.LEADING, CauseStanding.CONTRIBUTING)


def test_values_of_fields_make_no_system_where_none_was_found(weigh_with: Any) -> None:
    nothing = weigh_with(
        field_values, lambda view: SynopticSystems(time=view.peak_time, **SEARCHED)
    )
    looked_for = [
        nothing[cause.id]
        for cause in load_release().causes_of(EventType.GALE)
        if cause.structure in (CauseStructure.LOW, CauseStructure.COLD_AIR)
    ]
    assert looked_for
    for weighed in looked_for:
        assert weighed.structure == "absent", weighed.cause
        assert weighed.standing not in SPOKEN, weighed.cause
        assert weighed.opposed_by[-1] == WITHOUT_STRUCTURE, weighed.cause


@pytest.mark.parametrize(
    "more",
    [{"at_event": False}, {"at_event": True, "cannot_tell": ("fronts", "pressure")}, None],
)
def test_what_cannot_be_searched_is_neither_found_nor_missing(weigh_with: Any, more: Any) -> None:
    def systems(view: Any) -> SynopticSystems | None:
        return None if more is None else SynopticSystems(time=view.peak_time, **more)

    found = weigh_with(field_values, systems)
    for name in ("extratropical_cyclone", "cold_outbreak"):
        assert found[name].structure == "unknown"
        assert WITHOUT_STRUCTURE not in found[name].opposed_by


def test_a_system_near_the_event_lets_its_explanation_speak(weigh_with: Any) -> None:
    def systems(view: Any) -> SynopticSystems:
        low = low_at(view.peak_time, destination(*view.peak_place, 315.0, FAR))
        return SynopticSystems(time=view.peak_time, pressure=(low,), **SEARCHED)

    found = weigh_with(field_values, systems)["extratropical_cyclone"]
    assert (found.structure, found.standing) == ("found", CauseStanding.LEADING)


def test_a_confirmed_factor_that_shows_the_system_is_enough(weigh_with: Any) -> None:
    found = weigh_with(
        lambda entry: Verdict.CONFIRMED,
        lambda view: SynopticSystems(time=view.peak_time, **SEARCHED),
    )
    assert found["cold_outbreak"].structure == found["convective_gusts"].structure == "found"


def seen(kind: str, place: tuple[float, float], away_km: float) -> dict[str, Any]:
    """A front, an axis or a centre aloft of a kind, so far from the event."""
    position = Position(distance_km=away_km, bearing_deg=0.0)
    here: dict[str, Any] = {"latitude": place[0], "longitude": place[1], "position": position}
    line = (place, (place[0] + 5.0, place[1]))
    if kind in ("trough", "ridge"):
        axis = AxisAloft(
            kind=kind, level_hpa=500.0, departure_gpm=-90.0, length_km=900.0, line=line, **here
        )  # fmt: skip
        return {"axes": (axis,)}
    if kind in ("closed_low", "closed_high"):
        return {"upper": (UpperCentre(kind=kind, level_hpa=500.0, value=5500.0, **here),)}
    front = FrontSegment(
        type=kind, level_hpa=850.0, contrast=3.0, length_km=900.0, warm_bearing=90.0, line=line,
        **here,
    )  # fmt: skip
    return {"fronts": (front,)}


@pytest.mark.parametrize(
    ("structure", "kind", "reach_km"),
    [
        (CauseStructure.FRONT, "stationary", 500.0),
        (CauseStructure.OCCLUSION, "occluded", 500.0),
        (CauseStructure.COLD_AIR, "cold", 1500.0),
        (CauseStructure.TROUGH, "trough", 2000.0),
        (CauseStructure.TROUGH, "closed_low", 1500.0),
        (CauseStructure.RIDGE, "closed_high", 1500.0),
        (CauseStructure.WAVE, "ridge", 2000.0),
        (CauseStructure.VORTEX, "closed_low", 2000.0),
    ],
)
def test_a_system_counts_within_its_reach(
    gale_view: Any, structure: CauseStructure, kind: str, reach_km: float
) -> None:
    cause = load_release().causes[0].model_copy(update={"structure": structure})
    view = gale_view((), None)

    def found(kind: str, away_km: float) -> str | None:
        more = seen(kind, view.peak_place, away_km)
        systems = SynopticSystems(time=view.peak_time, at_event=True, **more)
        return search_of(cause, replace(view, systems=systems))

    assert found(kind, reach_km) == "found"
    assert found(kind, reach_km + 100.0) != "found"
    other = "warm" if structure is not CauseStructure.FRONT else "trough"
    assert found(other, 0.0) != "found"


def test_a_release_that_names_no_systems_is_weighed_as_it_was(gale_view: Any) -> None:
    release = load_release()
    causes = tuple(item.model_copy(update={"structure": None}) for item in release.causes)
    evidence = [judged(one, field_values(one)) for one in ENTRIES[EventType.GALE]]
    view = gale_view(evidence, None, release=release.model_copy(update={"causes": causes}))
    view = replace(view, systems=SynopticSystems(time=view.peak_time, **SEARCHED))
    weighed = {item.cause: item for item in weigh_causes(view)}
    assert weighed["extratropical_cyclone"].standing is CauseStanding.LEADING
    assert {item.structure for item in weighed.values()} == {None}


@pytest.mark.parametrize(("apart_km", "told"), [(200.0, True), (1050.0, False)])
def test_rain_is_a_tropical_cyclones_only_around_it(
    gale_view: Any, apart_km: float, *, told: bool
) -> None:
    view = gale_view((), "tropical_cyclone")
    gale = view.classification.assessment(EventType.GALE)
    assert gale.firing is Firing.FIRED
    place = destination(gale.metrics.peak_latitude, gale.metrics.peak_longitude, 90.0, apart_km)
    rain = gale.model_copy(
        update={
            "event": EventType.RAINSTORM,
            "subtype": None,
            "objects": (),
            "metrics": gale.metrics.model_copy(
                update={"peak_latitude": place[0], "peak_longitude": place[1]}
            ),
        }
    )
    assessments = tuple(
        rain if item.event is EventType.RAINSTORM else item
        for item in view.classification.assessments
    )
    known = view.classification.model_copy(update={"assessments": assessments})
    found = weigh_causes(replace(view, classification=known, event=EventType.RAINSTORM))
    [tropical] = [item for item in found if item.cause == "tropical_system"]
    assert (tropical.standing is CauseStanding.LEADING) is told
