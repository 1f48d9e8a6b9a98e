"""The phase of accumulated precipitation, over generated passages of fronts."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.enums import EventType, Firing, OccurrenceStatus, PrecipitationType
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events.case import Case
from diagnostics.detection.events.daily_temperatures import resolve_timezone
from diagnostics.detection.events.precipitation import precipitation_of
from diagnostics.detection.events.preset_files import load_preset
from diagnostics.fields.memory import MemorySource
from diagnostics.loop.confidence import occurrence_confidence
from tests.diagnostics.detection.events.conftest import make_dataset

RAIN, SNOW = EventType.RAINSTORM, EventType.SNOWSTORM
COLD, MILD = 268.15, 279.15
SHAPE = (4, 24)


def case_of(dataset) -> Case:
    source = MemorySource(dataset)
    inventory = source.inventory()
    region = inventory.grid.region
    window = TimeWindow(start=inventory.times[0], end=inventory.times[-1])
    zone = resolve_timezone(None, region)
    return Case(source, inventory, region, window, load_preset("cma"), zone)


def passage(step: int, hours: int, first: float, speed: float):
    """A warm front that moves east: when it passes each column, and the temperature then."""
    times = pd.date_range("2024-01-10T00:00", periods=hours // step + 1, freq=f"{step}h")
    since = np.arange(times.size) * step
    passes = first + np.arange(SHAPE[1]) / speed
    # Within two hours, through the range of wet-bulb temperatures in which snow becomes rain.
    warmth = np.clip((since[:, None] - passes[None, :]) / 2.0 + 0.5, 0.0, 1.0)
    temperature = COLD + (MILD - COLD) * warmth
    return times, passes, np.broadcast_to(temperature[:, None], (times.size, *SHAPE))


def of_interval(dataset, times, length, temperature, flag, amounts):
    """Amounts per interval, given at its end alone; saturated air; flags at every time."""
    ends = (np.arange(times.size) > 0) & (
        (times - times[0]) % pd.Timedelta(hours=length) == pd.Timedelta(0)
    )
    tp = np.where(ends[:, None, None], amounts, np.nan)
    return dataset(
        times, shape=SHAPE, tp=tp, t2m=temperature, d2m=temperature, sp=101325.0,
        csnow=flag, crain=1.0 - flag, intervals={"tp": length},
    )  # fmt: skip


@settings(deadline=None, max_examples=25)
@given(
    step=st.sampled_from([1, 2, 3]),
    length=st.sampled_from([6, 12]),
    first=st.floats(-4.0, 20.0),
    speed=st.floats(0.5, 6.0),
    amount=st.floats(0.5, 60.0),
    seed=st.integers(0, 2**16),
)
def test_the_share_of_snow_follows_the_passage_and_not_the_flag(
    step, length, first, speed, amount, seed
):
    times, passes, temperature = passage(step, 24, first, speed)
    rng = np.random.default_rng(seed)
    results = []
    for flag in (np.ones(times.size), rng.integers(0, 2, times.size).astype(float)):
        case = case_of(of_interval(make_dataset, times, length, temperature, flag, amount))
        phases = case.once("precipitation", lambda case=case: precipitation_of(case)[0])
        results.append(phases)
        parts = phases.rain.values + phases.snow.values + phases.mixed.values
        np.testing.assert_allclose(parts, phases.total.values, rtol=1e-6)
        assert phases.source == "wet_bulb"
    np.testing.assert_array_equal(results[0].snow.values, results[1].snow.values)
    for row, end in enumerate(results[0].total.times):
        hours = (pd.Timestamp(end).tz_localize(None) - times[0]) / pd.Timedelta(hours=1)
        before = np.clip(passes - (hours - length), 0.0, length) / length
        share = results[0].snow.values[row, 0] / results[0].total.values[row, 0]
        # The wet bulb is sampled every `step` hours, and the change takes two.
        np.testing.assert_allclose(share, before, atol=(0.6 * step + 0.5) / length)
        assert (np.diff(share) >= -1e-9).all()


def test_the_end_alone_would_be_wrong(dataset, classified):
    """28 mm in 12 h that fell at +4 degC until it froze at the very end are rain."""
    times = pd.date_range("2024-01-10T00:00", periods=13, freq="1h")
    temperature = np.full(13, 277.15)
    temperature[-1] = 271.15
    tp = np.full(13, np.nan)
    tp[-1] = 28.0
    result = classified(
        dataset(times, tp=tp, t2m=temperature, d2m=temperature, csnow=1.0, crain=0.0,
                intervals={"tp": 12})
    )  # fmt: skip
    assert result.snow_fraction < 0.1
    assert result.assessment(SNOW).firing is not Firing.FIRED


def test_snowfall_in_shorter_intervals_is_summed(dataset):
    times = pd.date_range("2024-01-10T00:00", periods=7, freq="1h")
    tp = np.full(7, np.nan)
    tp[-1] = 12.0
    data = dataset(times, tp=tp, sf=[0, 0, 0, 0, 1, 1, 2], t2m=280.0, intervals={"tp": 6, "sf": 1})
    phases, _ = precipitation_of(case_of(data))
    assert phases.source == "sf"
    assert phases.snow.values.max() == pytest.approx(4.0)
    assert phases.rain.values.max() == pytest.approx(8.0)


def test_temperatures_between_which_an_hour_lies_divide_it(dataset):
    times = pd.date_range("2024-01-10T00:00", periods=7, freq="1h")
    known = np.array([True, False, False, False, False, False, True])
    temperature = np.where(known, [268.15] + 6 * [280.15], np.nan)
    data = dataset(times, tp=[np.nan, *6 * [2.0]], t2m=temperature, d2m=temperature,
                   sp=101325.0, intervals={"tp": 1})  # fmt: skip
    phases, _ = precipitation_of(case_of(data))
    snow = phases.snow.values[:, 0, 0] / 2.0
    assert snow[0] == 1.0
    assert snow[-1] == 0.0
    assert 0.0 < snow[2] < 1.0


def test_one_time_for_many_hours_is_said(dataset, classified):
    data = dataset(["2024-01-10T12:00"], tp=20.0, t2m=260.0, d2m=259.0, intervals={"tp": 6})
    assert "phase_of_one_time" in classified(data).warnings


def test_glaze_counts_for_the_part_of_the_interval_in_which_it_falls(dataset):
    levels = np.array([700.0, 800.0, 850.0, 900.0, 950.0, 1000.0])
    warm = np.array([265.0, 272.0, 276.0, 276.0, 274.0, 270.0], dtype=np.float32)
    cold = np.full(6, 262.0, dtype=np.float32)
    times = pd.date_range("2024-01-10T00:00", periods=4, freq="2h")
    profiles = np.stack([warm, warm, cold, cold])
    data = dataset(times, tp=[np.nan, np.nan, np.nan, 12.0], t2m=270.0, d2m=270.0, sp=101325.0,
                   intervals={"tp": 6})  # fmt: skip
    data = data.assign_coords(level=levels).assign(
        t=(("time", "level", "latitude", "longitude"),
           np.broadcast_to(profiles[:, :, None, None], (4, 6, 12, 16)), {"units": "K"})
    )  # fmt: skip
    case = case_of(data)
    phases, _ = precipitation_of(case)
    assert phases.mixed.values.max() == pytest.approx(6.0)
    assert phases.snow.values.max() == pytest.approx(6.0)
    assert phases.rain.values.max() == pytest.approx(0.0)
    assert "freezing_or_sleet" in case.warnings


@pytest.mark.parametrize(
    ("warmth", "kind"),
    [(2.9, PrecipitationType.MIXED_OR_UNCERTAIN), (-3.0, PrecipitationType.SNOW)],
)
def test_snow_of_the_data_in_mild_air_is_uncertain(dataset, classified, warmth, kind):
    times = pd.date_range("2024-01-10T00:00", periods=5, freq="6h")
    temperature = 273.15 + warmth
    data = dataset(times, tp=7.0, sf=7.0, t2m=temperature, d2m=temperature, sp=101325.0,
                   intervals={"tp": 6, "sf": 6})  # fmt: skip
    found = classified(data).assessment(SNOW)
    assert found.firing is Firing.FIRED
    assert found.phase.type is kind
    assert found.phase.snow_share == 1.0
    (test,) = found.phase.tests
    assert test.value == pytest.approx(warmth, abs=0.02)
    if kind is PrecipitationType.MIXED_OR_UNCERTAIN:
        assert found.phase.wording.id == "event-phase_contradicted"
        assert found.confidence_parts["phase"] <= 0.4
    product = np.prod(list(found.confidence_parts.values()))
    assert found.confidence == pytest.approx(product, abs=1e-4)


def test_half_snow_is_mixed(dataset, classified):
    times = pd.date_range("2024-01-10T00:00", periods=5, freq="6h")
    data = dataset(times, tp=60.0, t2m=274.15, d2m=274.15, sp=101325.0, intervals={"tp": 6})
    for event in (RAIN, SNOW):
        found = classified(data).assessment(event)
        assert found.phase.type is PrecipitationType.MIXED_OR_UNCERTAIN
        assert found.phase.wording.id == "event-phase_mixed"


def test_a_high_snow_level_contradicts_snow(dataset, classified):
    """Frozen air at 2 m alone, in a layer of 100 m below mild air, and snow by the data."""
    levels = np.array([500.0, 700.0, 850.0, 925.0, 1000.0])
    heights = np.array([5500.0, 3000.0, 1450.0, 760.0, 110.0])
    warmth = np.array([255.0, 270.0, 276.0, 278.0, 276.0])
    times = pd.date_range("2024-01-10T00:00", periods=5, freq="6h")
    data = dataset(times, tp=7.0, sf=7.0, t2m=272.0, d2m=272.0, sp=101325.0, orog=0.0,
                   intervals={"tp": 6, "sf": 6})  # fmt: skip
    dims, size = ("time", "level", "latitude", "longitude"), (5, 5, 12, 16)

    def columns(values):
        return np.broadcast_to(np.asarray(values)[None, :, None, None], size).astype(np.float32)

    data = data.assign_coords(level=levels).assign(
        t=(dims, columns(warmth), {"units": "K"}),
        z=(dims, columns(heights * 9.80665), {"units": "m2 s-2"}),
    )
    data["orog"] = data["orog"].isel(time=0, drop=True).assign_attrs(units="m")
    phase = classified(data).assessment(SNOW).phase
    said = {test.test: test for test in phase.tests}
    assert said["wet_bulb_2m"].says is PrecipitationType.SNOW
    assert said["freezing_level"].says is PrecipitationType.RAIN
    assert said["thickness_1000_500"].value == pytest.approx(5390.0, abs=1.0)
    assert phase.type is PrecipitationType.MIXED_OR_UNCERTAIN
    assert "freezing_level" in str(phase.wording.params["tests"])


@pytest.mark.parametrize("warmth", [2.9, -3.0])
def test_an_uncertain_type_lowers_the_confidence_in_the_event(dataset, classified, warmth):
    times = pd.date_range("2024-01-10T00:00", periods=5, freq="6h")
    temperature = 273.15 + warmth
    data = dataset(times, tp=7.0, sf=7.0, t2m=temperature, d2m=temperature, sp=101325.0,
                   intervals={"tp": 6, "sf": 6})  # fmt: skip
    trust = occurrence_confidence(classified(data), SNOW, OccurrenceStatus.MET)
    assert trust.parts.get("phase") == (0.4 if warmth > 0 else None)
