"""Detectors, questions, climatologies, workflows and event definitions give an index's numbers.

Each is asked for the quantities of :data:`PAIRS`, or for what it measures itself, on generated
samples and real analyses, and compared with the map of the index.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from diagnostics.catalog import compute_field, compute_index
from diagnostics.catalog.grid_climatology_quantities import GridQuantity
from diagnostics.catalog.grid_climatology_statistics import Gridding, blocks_of, plane_of
from diagnostics.climatology.calendar import day_of_leap_year
from diagnostics.contracts.enums import EventType, IndexStatus, Mode
from diagnostics.contracts.forms import Form
from diagnostics.contracts.space_time import Region, TimeWindow, wrap_longitude
from diagnostics.detection.events import classify
from diagnostics.detection.events.preset_files import load_preset
from diagnostics.detection.features.thresholds import threshold_object
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.fields.select import to_datetime64
from diagnostics.language.lexicon import entries
from diagnostics.quantities.operators import index_tool
from diagnostics.questions import Workspace, answer_form
from diagnostics.units import convert
from diagnostics.workflow import Plan, ToolContext, run_plan
from tests.diagnostics.quantities.names import CASES, GFS, PAIRS, or_none, where_in

INDICES = tuple(dict.fromkeys((index, level) for _, index, level in PAIRS))
MAPPED = tuple(
    name
    for name, entry in entries().items()
    if not entry.operator.startswith("field:")
    and index_tool(entry.operator).has_map
    and not index_tool(entry.operator).spec.climatology
)
"""What questions name of the maps of indices."""


DAILY = ("tmax_daily", "tmin_daily", "tmin_drop")
"""Indices with one map for each day."""


class Point(NamedTuple):
    """A place."""

    latitude: float
    longitude: float


def map_of(index, case, level=None, **options):
    """The map of an index at the cells of a region; None where the data give none."""
    source, time, region, _ = case
    field = or_none(
        lambda: compute_field(index, source, time=time, region=region, level=level, **options)
    )
    if field is None:
        return None
    east = (field.longitude - region.west) % 360.0
    inside = (east <= (region.east - region.west) % 360.0) & (field.latitude >= region.south)
    field = field.where(inside & (field.latitude <= region.north))
    return None if np.isnan(field).all() else field


def on_scene(scene, field):
    """The values of a map at the cells of a scene; NaN where it has none."""
    whole = np.full(scene.grid.shape, np.nan)
    whole[where_in(scene, field)] = field.values[0]
    return whole


def nearest(latitude, longitude, place):
    """The cell nearest to a place that has a latitude and a longitude."""
    east = (longitude - place.longitude + 180.0) % 360.0 - 180.0
    east = east * np.cos(np.radians(place.latitude))
    distance = np.hypot(latitude - place.latitude, east)
    return np.unravel_index(np.argmin(distance), distance.shape)


def test_a_detector_finds_the_numbers_of_the_index(case):
    scene = case[3]
    compared = set()
    for quantity, index, level in PAIRS:
        field = map_of(index, case, level)
        if field is None:
            continue
        expected = on_scene(scene, field)
        found = threshold_object(scene, field=quantity, threshold=float(np.nanmedian(field)))
        for feature in found.features:
            value = expected[nearest(scene.grid.latitude, scene.grid.longitude, feature)]
            if np.isfinite(value):  # of an object, the strongest cell may lie beyond the region
                # features are rounded to four decimals
                assert feature.value == pytest.approx(value, rel=2e-6, abs=5.1e-5), quantity
                compared.add(quantity)
    assert len(compared) >= 5, compared


def asked(case, quantity, time):
    """The reply to the question for the largest value of a quantity over the region."""
    region = case[2]
    query = {
        "kind": "measure",
        "quantity": quantity,
        "place": {"kind": "box", "region": region},
        "time": {"base": time},
        "space": "max",
    }
    return answer_form(Form.model_validate({"query": query}), Workspace(case[0]))


@pytest.mark.parametrize("name", MAPPED)
def test_a_question_has_the_numbers_of_the_index(case, name):
    """At the level of the name's entry, or near the ground."""
    entry, time = entries()[name], case[1]
    index, level, quantity = entry.operator, entry.default_level, {"id": name}
    if entry.level == "optional":
        index = entry.at_2m or entry.at_surface or index
        level = "2m" if index == entry.operator else None
    elif level is not None:
        quantity["level"] = level
    if name in ("precipitation", "snowfall"):
        quantity["hours"] = 24
    base = {"kind": "instants", "times": [time]}
    if index in DAILY and len(case[0].inventory().times) > 1:  # a single time has no whole day
        base = {"kind": "days", "dates": [time.date()]}
    field = map_of(index, case, level)
    reply = asked(case, quantity, base)
    assert reply.answered == (field is not None), reply.reason
    if field is not None:
        shown = index_tool(index).spec.unit
        value = convert(float(reply.value), reply.unit, shown, water_equivalent=True)
        assert value == pytest.approx(float(np.nanmax(field)), rel=2e-6, abs=1e-9)


def test_every_index_of_a_map_has_a_name_in_questions():
    asked_for = {entries()[name].operator for name in MAPPED}
    assert {index for index, _ in INDICES} - asked_for <= {
        # questions take the same fields under one name for both ends, or near the ground
        "upper_level_divergence_max",
        "upper_level_convergence_extrema",
    }


def test_a_workflow_has_the_numbers_of_the_index(case):
    source, time, region, _ = case
    steps = [
        {
            "id": f"step_{number}",
            "kind": "index",
            "tool": index,
            "region": region,
            "window": {"start": time, "end": time},
            "reduction": "max",
            **({"params": {"level": level}} if level == "2m" else {"level": level}),
        }
        for number, (index, level) in enumerate(INDICES)
    ]
    outcomes = run_plan(Plan.model_validate({"steps": steps}), ToolContext(source, "digest"))
    compared = 0
    for (index, level), outcome in zip(INDICES, outcomes, strict=True):
        answer = or_none(
            lambda index=index, level=level: compute_index(
                index, source, time=time, region=region, level=level, reduction="max"
            )
        )
        if answer is None:
            assert outcome.error is not None
            continue
        assert outcome.error is None, outcome.error
        assert (outcome.record.status, outcome.record.value) == (answer.status, answer.value)
        compared += answer.status is IndexStatus.OK
    assert compared >= 10


@pytest.mark.parametrize("name", ["rainstorm", "snowstorm"])
def test_a_climatology_holds_the_maps_of_the_index(sample, name):
    """The mean of an hour over the days of a sample is that of the maps of the index."""
    region, source = CASES[name], MemorySource(sample(name))
    times = tuple(time for time in source.inventory().times if time.hour == 12)[-3:]
    plane = plane_of(source, region)
    compared = set()
    for index, level in INDICES:
        if level == "2m":
            continue  # a climatology names a level in hPa, and 2 m by the field t2m
        item = GridQuantity(index, level, mode=Mode.QA)
        axes = plane.latitude[:, 0], plane.longitude[0]
        gridding = Gridding(source, "digest", region, *axes, (item,), times, (50.0,))
        tables = gridding(blocks_of(gridding, 1e9)[0])
        day = day_of_leap_year(np.array([to_datetime64(times[0])]))[0]
        mean = tables["mean"][list(tables["hours"]).index(12.0), day]
        maps = [
            compute_field(index, source, time=time, region=region, level=level).values[0]
            for time in times
        ]
        known = np.isfinite(maps).sum(axis=0) >= 2  # fewer have no statistics
        if not known.any():  # no cell is warm enough for a heat index in the snowstorm
            assert np.isnan(mean).all(), index
            continue
        compared.add(index)
        expected = np.nanmean(np.array(maps, dtype=np.float64)[:, known], axis=0)
        scale = np.abs(expected).max()
        np.testing.assert_allclose(
            mean[known], expected, rtol=2e-6, atol=2e-6 * scale, err_msg=index
        )
    assert len(compared) >= 28


JOACHIM = "S07_joachim_20111216_ecmwf/joachim_wind_gust.grib"
TELANGANA = "S11_telangana_rain_sep2023_era5/telangana_weather_test_data.nc"
INDIA = "S10_heat_april2025_mx2t6/mx2t6_202504_global_1p5.grib2"
NAM = "S17_nam_lambert_20180917/nam.t00z.awp21100.tm00.grib2"
UK = "S15_uk_t2m_march2019_era5/era5-2mt-2019-03-uk.grib"


@pytest.mark.parametrize(
    ("name", "region", "event", "quantity", "index"),
    [
        ("rainstorm", None, "rainstorm", "rain", "precip_24h"),
        (TELANGANA, None, "rainstorm", "precipitation", "precip_24h"),
        ("snowstorm", None, "snowstorm", "snowfall in water equivalent", "snowfall_24h"),
        ("gale", None, "gale", "10-m gust", "wind_gust_10m"),
        (JOACHIM, None, "gale", "10-m gust", "wind_gust_10m"),
        (NAM, None, "gale", "10-m gust", "wind_gust_10m"),
        (GFS, "170,-35,-160,-10", "gale", "10-m gust", "wind_gust_10m"),
        (TELANGANA, None, "gale", "10-m wind", "surface_wind_speed"),
        ("heat_wave", None, "heat_wave", "daily maximum temperature", "tmax_daily"),
        (INDIA, "70,8,90,30", "heat_wave", "daily maximum temperature", "tmax_daily"),
        ("cold_wave", None, "cold_wave", "fall of the daily minimum temperature", "tmin_drop"),
        pytest.param(
            *(UK, None, "cold_wave", "fall of the daily minimum temperature", "tmin_drop"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_an_event_is_measured_by_the_numbers_of_its_index(
    sample, real_data, name, region, event, quantity, index
):
    """The peak of an event is the largest value of the index at its place in the period."""
    source = open_source([real_data(name)]) if name[0] == "S" else MemorySource(sample(name))
    inventory = source.inventory()
    box = Region.model_validate(region) if region else inventory.grid.region
    period = TimeWindow(start=inventory.times[0], end=inventory.times[-1])
    metrics = classify(source, box, period, timezone="UTC").assessment(EventType(event)).metrics
    assert metrics.quantity == quantity
    place = Point(metrics.peak_latitude, metrics.peak_longitude)
    around = Region(
        west=wrap_longitude(place.longitude - 3.0),
        south=max(place.latitude - 3.0, -90.0),
        east=wrap_longitude(place.longitude + 3.0),
        north=min(place.latitude + 3.0, 90.0),
    )
    boundary = float(load_preset("cma").days.boundary_hour)
    days = {"timezone": "UTC", "day_start_hour": boundary} if index in DAILY else {}
    field = compute_field(index, source, time=period, region=around, params=days)
    latitude, longitude = field.latitude.values, field.longitude.values
    if latitude.ndim == 1:
        latitude, longitude = np.meshgrid(latitude, longitude, indexing="ij")
    series = field.values[(slice(None), *nearest(latitude, longitude, place))]
    assert np.nanmax(series) == pytest.approx(metrics.peak, rel=2e-6)
