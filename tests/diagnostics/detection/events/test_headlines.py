"""What heads an assessment is what the field says: amounts, hours, ends, shares, small regions."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events.season import ruled_out
from diagnostics.grid.geometry import latitude_longitude_grid
from tests.diagnostics.detection.events.conftest import make_dataset, run

RAIN, GALE, HEAT, SNOW = (
    EventType.RAINSTORM, EventType.GALE, EventType.HEAT_WAVE, EventType.SNOWSTORM,
)  # fmt: skip
SHAPE = (12, 16)
WEIGHTS = np.cos(np.radians(30.0 + 0.25 * np.arange(SHAPE[0])))[:, None] * np.ones(SHAPE)
WARM = {"t2m": 295.0, "d2m": 294.0}
NO_EVENT = (Firing.NOT_FIRED, Firing.REACHED_HERE, Firing.LIKELY_AT_STATIONS)


def hourly(count: int) -> pd.DatetimeIndex:
    return pd.date_range("2024-07-01T01:00", periods=count, freq="1h")


def rain_of(amounts: np.ndarray) -> TypeAssessment:
    data = make_dataset(hourly(len(amounts)), tp=amounts, intervals={"tp": 1}, **WARM)
    return run(data).assessment(RAIN)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), cells=st.integers(1, 40), scale=st.floats(5.0, 40.0))
def test_amounts_are_the_largest_of_the_field(seed: int, cells: int, scale: float) -> None:
    """Showers of any size, anywhere: the headline is the field's, whatever the areas are."""
    rng = np.random.default_rng(seed)
    amounts = np.zeros((36, *SHAPE), dtype=np.float32)
    for _ in range(cells):
        hour, row, column = (int(rng.integers(0, n)) for n in (30, *SHAPE))
        size = int(rng.integers(1, 4))
        amounts[hour : hour + 4, row : row + size, column : column + size] += rng.uniform(0, scale)
    found = rain_of(amounts)
    if found.firing is not Firing.FIRED:
        return
    metrics = found.metrics
    assert metrics is not None
    assert metrics.peak_until is not None and metrics.peak_hours is not None
    hours = int(metrics.peak_hours)
    sums = np.array([amounts[k - hours : k].sum(axis=0) for k in range(hours, 37)])
    assert metrics.peak == pytest.approx(float(sums.max()), rel=1e-4)
    end = int((metrics.peak_until - hourly(1)[0].tz_localize("UTC")) / timedelta(hours=1)) + 1
    row = round((metrics.peak_latitude - 30.0) / 0.25)
    column = round((metrics.peak_longitude - 110.0) / 0.25)
    assert sums[end - hours, row, column] == pytest.approx(metrics.peak, rel=1e-4)
    limit = metrics.threshold_point - 1e-3
    shares = [(WEIGHTS * (total >= limit)).sum() / WEIGHTS.sum() for total in sums]
    assert metrics.area_fraction == pytest.approx(max(shares), abs=1e-4)
    assert metrics.rate == pytest.approx(amounts[end - hours : end, row, column].max(), rel=1e-4)
    own = found.objects[0]
    assert metrics.peak_apart is (own.peak < metrics.peak)
    assert own.peak <= metrics.peak


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10_000), coast=st.integers(1, 15), quantity=st.sampled_from(["tp", "u10"])
)
def test_the_land_that_is_hit_is_named_where_the_peak_lies_at_sea(
    seed: int, coast: int, quantity: str
) -> None:
    rng = np.random.default_rng(seed)
    land = np.zeros(SHAPE, dtype=bool)
    land[:, coast:] = True
    scale, event = (14.0, RAIN) if quantity == "tp" else (8.0, GALE)
    values = np.zeros((26, *SHAPE), dtype=np.float32)
    for _ in range(12):
        hour, row, column = (int(rng.integers(0, n)) for n in (22, *SHAPE))
        values[hour : hour + 6, row : row + 3, column : column + 3] += rng.uniform(0, scale)
    fields = {quantity: values, **({"v10": 0.0} if quantity == "u10" else {})}
    data = make_dataset(hourly(26), land=land, intervals={"tp": 1}, **fields, **WARM)
    found = run(data).assessment(event)
    if found.firing is not Firing.FIRED:
        assert found.on_land is None
        return
    metrics = found.metrics
    assert metrics is not None and metrics.peak_longitude is not None
    hours = round(metrics.peak_hours or 1)
    sums = np.array([values[k - hours : k].sum(axis=0) for k in range(hours, 27)])
    at_sea = round((metrics.peak_longitude - 110.0) / 0.25) < coast
    most = float(sums[:, land].max())
    if not at_sea or most < metrics.threshold_point - 1e-3:
        assert found.on_land is None
        return
    assert found.on_land is not None
    assert found.on_land.value == pytest.approx(most, rel=1e-4)
    assert found.on_land.value <= metrics.peak
    assert found.on_land.longitude is not None
    assert round((found.on_land.longitude - 110.0) / 0.25) >= coast


@settings(max_examples=20, deadline=None)
@given(pause=st.integers(1, 10), least=st.integers(0, 2), seed=st.integers(0, 99))
def test_an_event_that_shrinks_or_splits_is_one(pause: int, least: int, seed: int) -> None:
    """A gale that is small, or in two pieces, for some hours keeps its ends and its peak."""
    rng = np.random.default_rng(seed)
    wind = np.full((8 + pause + 8, *SHAPE), 5.0)
    wind[:8, 3:8, 4:10] = 20.0
    wind[8 : 8 + pause, 4, 5 : 5 + least] = 19.0
    wind[8 : 8 + pause, 6, 8] = 18.0
    wind[8 + pause :, 3:8, 4:10] = 21.0
    moment = 8 + int(rng.integers(0, pause))
    wind[moment, 6, 8] = 27.0
    found = run(make_dataset(hourly(len(wind)), u10=wind, v10=0.0)).assessment(GALE)
    assert len(found.objects) == 1
    metrics = found.metrics
    assert metrics is not None
    assert metrics.peak == pytest.approx(27.0)
    assert not metrics.peak_apart
    assert metrics.peak_time == hourly(len(wind))[moment].tz_localize("UTC")
    assert metrics.onset == hourly(1)[0].tz_localize("UTC")
    assert metrics.end == hourly(len(wind))[-1].tz_localize("UTC")


def test_a_stronger_value_outside_of_the_event_heads_and_is_said_to_be_apart() -> None:
    wind = np.full((6, *SHAPE), 5.0)
    wind[:, 2:7, 2:7] = 19.0
    wind[3, 10, 14] = 31.0
    found = run(make_dataset(hourly(6), u10=wind, v10=0.0)).assessment(GALE)
    assert found.firing is Firing.FIRED
    assert (found.metrics.peak, found.objects[0].peak) == pytest.approx((31.0, 19.0))
    assert found.metrics.peak_apart
    assert found.grade == found.objects[0].grade == 1


@settings(max_examples=25, deadline=None)
@given(
    west=st.integers(0, 12), south=st.integers(0, 8),
    width=st.integers(1, 4), height=st.integers(1, 4),
)  # fmt: skip
def test_the_region_does_not_decide_whether_an_area_is_large_enough(
    west: int, south: int, width: int, height: int
) -> None:
    """Data around a small region are looked at: the verdict is that of the whole area."""
    hot = np.full((72, *SHAPE), 300.0)
    hot[12::24] = 303.0
    hot[12::24, 2:10, 3:14] = 312.0
    data = make_dataset(hourly(72), t2m=hot)
    region = Region(
        west=110.0 + 0.25 * west, south=30.0 + 0.25 * south,
        east=110.0 + 0.25 * (west + width), north=30.0 + 0.25 * (south + height),
    )  # fmt: skip
    found = run(data, region=region, timezone="UTC").assessment(HEAT)
    rows = slice(south, min(SHAPE[0], south + height + 1))
    columns = slice(west, min(SHAPE[1], west + width + 1))
    met = np.zeros(SHAPE, dtype=bool)
    met[2:10, 3:14] = True
    assert (found.firing is Firing.FIRED) is bool(met[rows, columns].any())
    if found.firing is Firing.FIRED:
        assert found.objects[0].area_km2 > 50_000
        assert region.holds(found.metrics.peak_latitude, found.metrics.peak_longitude)
        assert region.padded(0.01).holds(found.objects[0].box.south, found.objects[0].box.west)


def test_where_the_data_end_a_small_region_is_told_as_reached_here() -> None:
    hot = np.full((72, 4, 4), 300.0)
    hot[12::24] = 312.0
    found = run(make_dataset(hourly(72), shape=(4, 4), t2m=hot), timezone="UTC")
    heat = found.assessment(HEAT)
    assert heat.firing is Firing.REACHED_HERE
    assert heat.metrics.peak == pytest.approx(38.85, abs=0.01)
    assert "how far they extend cannot be seen" in heat.reason
    assert not heat.objects
    assert found.primary is None


def test_a_small_area_that_is_seen_whole_is_no_event() -> None:
    hot = np.full((72, 30, 40), 300.0)
    hot[12::24, 12:15, 12:15] = 312.0
    data = make_dataset(hourly(72), shape=(30, 40), t2m=hot)
    for region in (None, Region(west=112.75, south=32.75, east=113.75, north=33.75)):
        found = run(data, region=region, timezone="UTC").assessment(HEAT)
        assert found.firing is Firing.NOT_FIRED
        assert "no connected area is large enough" in found.reason


@pytest.mark.parametrize("hours", [-6, 3, 6])
def test_a_stronger_value_just_outside_of_the_period_is_named(hours: int) -> None:
    wind = np.full((36, *SHAPE), 5.0)
    wind[12:25, 2:8, 2:8] = 19.0
    moment = 12 + hours if hours < 0 else 24 + hours
    wind[moment, 4, 4] = 26.0
    times = hourly(36).tz_localize("UTC")
    window = TimeWindow(start=times[12], end=times[24])
    found = run(make_dataset(hourly(36), u10=wind, v10=0.0), window=window).assessment(GALE)
    assert found.metrics.peak == pytest.approx(19.0)
    assert found.outside is not None
    assert found.outside.value == pytest.approx(26.0)
    assert found.outside.time == times[moment]
    whole = run(make_dataset(hourly(36), u10=wind, v10=0.0)).assessment(GALE)
    assert whole.metrics.peak == pytest.approx(26.0)
    assert whole.outside is None


@pytest.mark.parametrize(
    ("amounts", "peak", "hours", "grade"),
    [
        # all of it in one interval of 12 h: the table for 12 h
        ([80.0], 80.0, 12, 2),
        # 24 h are known: their table, whatever fell in 12
        ([80.0, 0.0], 80.0, 24, 1),
        ([20.0, 40.0], 60.0, 24, 1),
        ([2.0, 38.0], 38.0, 12, 1),
    ],
)
def test_an_amount_is_graded_by_the_table_of_its_hours(
    amounts: list[float], peak: float, hours: int, grade: int
) -> None:
    times = pd.date_range("2024-07-01T12:00", periods=len(amounts), freq="12h")
    values = np.array(amounts)[:, None, None] * np.ones(SHAPE)
    data = make_dataset(times, tp=values, intervals={"tp": 12}, **WARM)
    found = run(data).assessment(RAIN)
    assert found.metrics.peak == pytest.approx(peak)
    assert found.metrics.peak_hours == hours
    assert found.grade == grade
    assert found.objects[0].peak_hours == hours


def test_hours_that_a_daily_maximum_is_of_are_named() -> None:
    times = pd.date_range("2024-07-01T06:00", periods=5, freq="24h")
    data = make_dataset(times, mx2t=312.0, intervals={"mx2t": 6})
    part = run(data, timezone="Asia/Shanghai").assessment(HEAT)
    assert part.metrics is not None
    assert part.metrics.hours_sampled == "00–06 UTC"
    whole = pd.date_range("2024-07-01T06:00", periods=20, freq="6h")
    data = make_dataset(whole, mx2t=312.0, intervals={"mx2t": 6})
    assert run(data, timezone="Asia/Shanghai").assessment(HEAT).metrics.hours_sampled is None


@pytest.mark.parametrize(
    ("event", "box", "month", "out"),
    [
        (SNOW, "77,15,82,20", 7, True),
        (SNOW, "77,15,82,20", 1, False),
        (SNOW, "85,28,95,33", 7, False),  # Tibet
        (SNOW, "-75,-20,-65,-15", 1, False),  # the Andes
        (EventType.COLD_WAVE, "100,5,110,15", 1, True),
        (EventType.COLD_WAVE, "110,22,115,27", 1, False),
        (HEAT, "20,60,30,68", 1, True),
        (HEAT, "20,60,30,68", 7, False),
        (SNOW, "130,-20,140,-12", 1, True),
        (HEAT, "130,-20,140,-12", 7, False),
        (RAIN, "20,60,30,68", 1, False),
        (GALE, "77,15,82,20", 7, False),
    ],
)
def test_season_and_climate_rule_types_out(
    event: EventType, box: str, month: int, *, out: bool
) -> None:
    moment = pd.Timestamp(2024, month, 15, tz="UTC").to_pydatetime()
    region = Region.model_validate(box)
    assert ruled_out(event, region, TimeWindow(start=moment, end=moment)) is out


def test_a_type_that_the_season_rules_out_keeps_what_was_measured() -> None:
    """A verdict without a value compares nothing."""
    moment = pd.date_range("2024-01-15T12:00", periods=1, freq="1h")
    found = run(make_dataset(moment, south=60.0, t2m=270.0)).assessment(HEAT)
    assert (found.firing, found.metrics) == (Firing.NOT_FIRED, None)
    assert found.measured is not None
    assert found.measured.value == pytest.approx(270.0 - 273.15, abs=0.01)


def test_shares_are_of_the_region_and_of_its_land() -> None:
    land = np.zeros(SHAPE)
    land[:, 8:] = 1.0
    hot = np.full((72, *SHAPE), 300.0)
    hot[12::24, :, 10:] = 312.0
    data = make_dataset(hourly(72), t2m=hot)
    data["lsm"] = (("latitude", "longitude"), land.astype(np.float32), {"units": "1"})
    found = run(data, timezone="UTC").assessment(HEAT)
    assert found.firing is not Firing.NOT_ASSESSABLE
    grid = latitude_longitude_grid(30.0 + 0.25 * np.arange(12), 110.0 + 0.25 * np.arange(16))
    weights = grid.weights
    assert found.metrics.area_fraction == pytest.approx(
        weights[:, 10:].sum() / weights.sum(), abs=1e-4
    )
    assert found.metrics.land_fraction == pytest.approx(0.75, abs=1e-4)


def test_a_gust_counts_where_its_interval_lies_in_the_period() -> None:
    times = pd.date_range("2024-07-01T06:00", periods=6, freq="6h")
    gust = np.full((6, *SHAPE), 10.0)
    gust[1] = 40.0
    gust[3] = 25.0
    data = make_dataset(times, fg10=gust, intervals={"fg10": 6})
    stamps = times.tz_localize("UTC")
    window = TimeWindow(start=stamps[1], end=stamps[-1])
    found = run(data, window=window).assessment(GALE)
    assert found.metrics.peak == pytest.approx(25.0)
    assert found.outside is not None
    assert found.outside.value == pytest.approx(40.0)
    whole = run(data, window=TimeWindow(start=stamps[0], end=stamps[-1])).assessment(GALE)
    assert whole.metrics.peak == pytest.approx(40.0)
