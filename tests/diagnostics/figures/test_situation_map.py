"""The synoptic chart: what it is drawn of, what its legend says, and the hours of tracks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import (
    AxisAloft,
    FrontSegment,
    FrontType,
    PressureCentre,
    PressureSystem,
    SynopticSystems,
)
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import typography
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.maps import box_holding
from diagnostics.figures.marks import LINES
from diagnostics.figures.situation_map import render_situation_map
from diagnostics.messages import term

TIME = datetime(2026, 7, 2, 12, tzinfo=UTC)
REGION = Region(west=110, south=30, east=122, north=40)
SURFACE = ("msl", "sp", "orog", "z")


@pytest.fixture(autouse=True)
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typography, "DPI", 60)


def low(*hours: int) -> PressureSystem:
    centres = tuple(
        PressureCentre(
            kind="low",
            time=TIME + timedelta(hours=lag),
            latitude=34.0 + lag / 12.0,
            longitude=116.0 + lag / 6.0,
            value=990.0,
            closed_contours=3,
            contour_interval=2.0,
            radius_km=400.0,
        )
        for lag in hours
    )
    return PressureSystem(
        id="low-1", kind="low", quantity="mean_sea_level_pressure", unit="hPa", centres=centres
    )


def front(kind: FrontType) -> FrontSegment:
    return FrontSegment(
        type=kind,
        level_hpa=850.0,
        latitude=34.0,
        longitude=114.0,
        contrast=4.0,
        length_km=700.0,
        warm_bearing=180.0,
        line=((34.0, 112.0), (35.0, 120.0)),
    )


def axis(kind: Any) -> AxisAloft:
    return AxisAloft(
        kind=kind,
        level_hpa=500.0,
        latitude=36.0,
        longitude=116.0,
        departure_gpm=-80.0,
        length_km=900.0,
        line=((32.0, 115.0), (40.0, 117.0)),
    )


def legend(figure: Any) -> list[str]:
    return figure.answer.layers["legend"]["names"]


SYSTEMS = st.builds(
    SynopticSystems,
    time=st.just(TIME),
    pressure=st.sampled_from([(), (low(0),), (low(-12, -6, 0, 6),)]),
    fronts=st.lists(st.sampled_from(get_args(FrontType)).map(front), max_size=3, unique_by=repr),
    axes=st.lists(st.sampled_from(["trough", "ridge"]).map(axis), max_size=2, unique_by=repr),
    latitude=st.just(35.0),
    longitude=st.just(116.0),
    at_event=st.booleans(),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=5)
@given(systems=SYSTEMS, language=st.sampled_from(Language))
def test_every_kind_of_line_is_named(
    make_dataset: Any, systems: SynopticSystems, language: Language
) -> None:
    figure = render_situation_map(
        MemorySource(make_dataset()), systems, REGION, look=ChartStyle(language)
    )
    assert figure is not None
    kinds = {f"{item.type}_front" for item in systems.fronts}
    kinds |= {f"{item.kind}_axis" for item in systems.axes}
    if any(len(item.centres) > 1 for item in systems.pressure):
        kinds.add("pressure_track")
    names = legend(figure)
    assert {term(kind, language) for kind in kinds} <= set(names)
    unseen = {f"{kind}_front" for kind in get_args(FrontType)} | set(LINES)
    assert not {term(kind, language) for kind in unseen - kinds} & set(names)
    contours = [
        str(facts["label"]) for facts in figure.answer.layers.values() if facts["kind"] == "contour"
    ]
    assert contours
    assert set(contours) <= set(names)


@pytest.mark.parametrize(
    ("lacking", "drawn"),
    [
        ((), {"wind_speed@300", "height@500", "mean_sea_level_pressure"}),
        (SURFACE, {"temperature@850", "wind_10m", "specific_humidity@850"}),
        (("u", "v", "z"), {"mean_sea_level_pressure", "wind_10m", "temperature@850"}),
    ],
)
def test_it_is_drawn_of_what_the_data_hold(
    make_dataset: Any, lacking: tuple[str, ...], drawn: set[str]
) -> None:
    dataset = make_dataset()
    held = dataset.drop_vars([name for name in lacking if name in dataset])
    figure = render_situation_map(MemorySource(held), SynopticSystems(time=TIME), REGION)
    assert figure is not None
    assert drawn <= {item["quantity"] for item in figure.answer.specification["layers"]}
    assert all(not facts.get("absent") for facts in figure.answer.layers.values())


def test_the_hours_stand_beside_a_track(make_dataset: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.text import Text

    written: list[str] = []
    set_text = Text.set_text

    def noted(self: Text, s: Any) -> None:
        written.append(str(s))
        set_text(self, s)

    monkeypatch.setattr(Text, "set_text", noted)
    systems = SynopticSystems(time=TIME, pressure=(low(-24, -12, 0, 12),))
    assert render_situation_map(MemorySource(make_dataset()), systems, REGION) is not None
    assert {"01/12", "02/00", "03/00"} <= set(written)
    assert "02/12" not in written  # there the letter stands


@given(
    west=st.floats(-180, 179),
    wide=st.floats(1, 100),
    points=st.lists(st.tuples(st.floats(-80, 80), st.floats(-180, 180)), max_size=4),
)
def test_a_box_that_is_grown_holds_what_it_must(
    west: float, wide: float, points: list[tuple[float, float]]
) -> None:
    box = Region(west=west, south=20.0, east=west + wide, north=30.0)
    grown = box_holding(box, points)
    for latitude, longitude in (*points, (box.south, box.west), (box.north, box.west + box.width)):
        assert grown.padded(1e-6).holds(latitude, longitude)
    assert grown.width <= box.width + 180.0 * len(points)
    assert box_holding(box, []) == box
