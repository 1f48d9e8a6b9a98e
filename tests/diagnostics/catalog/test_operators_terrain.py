"""Ascent that the ground forces, on ridges whose slopes are known beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import xarray

from diagnostics.catalog import compute_field, compute_index
from diagnostics.catalog.tool_feasibility import feasibility
from diagnostics.constants import EARTH_RADIUS, GAS_CONSTANT_DRY
from diagnostics.contracts.enums import Feasibility, IndexStatus, Mode
from diagnostics.contracts.space_time import Region
from diagnostics.fields.memory import MemorySource
from diagnostics.physics.columns import surface_pressure_from_orography
from tests.diagnostics.catalog.replaced import replaced, with_fields

Maker = Callable[..., xarray.Dataset]
NAMES = ("orographic_ascent", "orographic_condensation", "windward_precipitation")
CREST = 1200.0
HALF_WIDTH_DEG = 2.0


def ridge(
    dataset: xarray.Dataset, along: str, crest: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A Gaussian ridge through the middle, along a meridian or a circle of latitude.

    Its height, and its analytic slope to the east and to the north.
    """
    lat, lon = np.meshgrid(dataset.latitude.values, dataset.longitude.values, indexing="ij")
    across = lon if along == "meridian" else lat
    offset = across - across.mean()
    height = crest * np.exp(-((offset / HALF_WIDTH_DEG) ** 2))
    metres = np.radians(1.0) * EARTH_RADIUS
    slope = -2.0 * offset / HALF_WIDTH_DEG**2 * height / metres
    if along == "meridian":
        return height, slope / np.cos(np.radians(lat)), np.zeros_like(slope)
    return height, np.zeros_like(slope), slope


def blown(
    maker: Maker, along: str, bearing: float, crest: float = CREST, **changes: Any
) -> tuple[xarray.Dataset, np.ndarray]:
    """A wind of 15 m/s from a bearing over the ridge, and its ascent, cm/s."""
    dataset = maker(times=1, step=0.25, shape=(61, 61), **changes)
    height, east, north = ridge(dataset, along, crest)
    u, v = -15.0 * np.sin(np.radians(bearing)), -15.0 * np.cos(np.radians(bearing))
    made = replaced(
        dataset,
        orog=height,
        sp=surface_pressure_from_orography(height),
        msl=np.float64(101325.0),
        t2m=288.15 - 0.0065 * height,
        u=np.float64(u),
        v=np.float64(v),
        u10=np.float64(u),
        v10=np.float64(v),
    )
    return made, 100.0 * (u * east + v * north)


@pytest.mark.parametrize("along", ["meridian", "latitude"])
@pytest.mark.parametrize("bearing", [0.0, 90.0, 180.0, 225.0, 315.0])
@pytest.mark.parametrize("south", [30.0, -45.0])
def test_the_windward_side_rises_and_the_lee_sinks(
    maker: Maker, along: str, bearing: float, south: float
) -> None:
    made, expected = blown(maker, along, bearing, south=south)
    found = compute_field("orographic_ascent", MemorySource(made)).values[0]
    # centred differences of a ridge of eight cells
    np.testing.assert_allclose(found, expected, atol=0.012 * max(np.abs(expected).max(), 1.0))
    turned, _ = blown(maker, along, bearing + 180.0, south=south)
    np.testing.assert_allclose(
        compute_field("orographic_ascent", MemorySource(turned)).values[0], -found, atol=1e-9
    )


def without(dataset: xarray.Dataset, *names: str) -> MemorySource:
    return MemorySource(dataset.drop_vars(names))


@pytest.mark.parametrize("crest", [400.0, 2500.0])
def test_height_from_both_pressures_gives_the_same_ascent(maker: Maker, crest: float) -> None:
    """Over high ground too, where sea-level pressure tells nothing else."""
    made, expected = blown(maker, "meridian", 270.0, crest, south=30.0)
    derived = without(made, "orog")
    for mode in Mode:
        answer = compute_index("orographic_ascent", derived, mode=mode)
        assert answer.value == pytest.approx(expected.max(), rel=0.02)
        assert "height_from_pressures" in answer.provenance.warnings
        assert {"sp", "msl", "t2m"} <= set(answer.provenance.inputs)
    own = compute_index("orographic_ascent", MemorySource(made))
    assert "height_from_pressures" not in own.provenance.warnings
    assert "msl" not in own.provenance.inputs


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("lacking", [("orog", "sp"), ("orog", "msl")])
def test_without_the_height_of_the_ground_nothing_is_said(
    maker: Maker, mode: Mode, lacking: tuple[str, ...]
) -> None:
    """Not even where a pressure at the ground is made from that at sea level."""
    source = without(blown(maker, "meridian", 270.0)[0], *lacking)
    judged = {item.name: item for item in feasibility(source.inventory())}
    for name in NAMES:
        answer = compute_index(name, source, mode=mode)
        assert answer.status is IndexStatus.MISSING_INPUT
        assert "orog | sp + msl" in answer.message
        assert judged[name].feasibility is Feasibility.BLOCKED
        assert "orog | sp + msl" in judged[name].note


def test_without_wind_near_the_ground_nothing_is_said(maker: Maker) -> None:
    source = without(blown(maker, "meridian", 270.0)[0], "u", "v10")
    answer = compute_index("orographic_ascent", source)
    assert answer.status is IndexStatus.MISSING_INPUT
    assert "u + v | u10 + v10" in answer.message


def test_the_wind_is_that_of_the_lowest_level_above_the_ground(maker: Maker) -> None:
    """850 hPa over low ground, 700 hPa over high, and 10 m where both lie below it."""
    dataset = maker(times=1, step=0.25, shape=(41, 41), south=30.0)
    lon = np.broadcast_to(dataset.longitude.values, (41, 41))
    u = np.where(dataset.level.values == 850, 10.0, 20.0)[:, None, None]
    slope = (lon - lon[0, 0]) / np.ptp(lon)
    for foot, speed, answer in ((0.0, 10.0, None), (2000.0, 20.0, None), (3500.0, 5.0, "10m")):
        source = with_fields(
            dataset,
            orog=foot + 300.0 * slope,
            sp=surface_pressure_from_orography(foot + 300.0 * slope),
            u=u, v=0.0 * u, u10=np.float64(5.0), v10=np.float64(0.0),
        )  # fmt: skip
        found = compute_field("orographic_ascent", source).values[0]
        near_ground = compute_field("orographic_ascent", source, params={"wind": "10m"}).values[0]
        np.testing.assert_allclose(found / near_ground, speed / 5.0, rtol=1e-6)
        assert (answer == "10m") == np.allclose(found, near_ground)


def test_flat_ground_lifts_nothing(maker: Maker) -> None:
    dataset = maker(times=1)
    flat = with_fields(dataset, orog=np.float64(1500.0), sp=np.float64(84500.0))
    assert compute_index("orographic_ascent", flat).value == pytest.approx(0.0, abs=1e-9)
    assert compute_index("orographic_condensation", flat).value == pytest.approx(0.0, abs=1e-9)
    assert compute_index("windward_precipitation", flat).value == pytest.approx(0.0)


def test_condensation_is_the_vapour_that_the_slope_lifts(maker: Maker) -> None:
    made, ascent = blown(maker, "latitude", 180.0, south=30.0)
    t, q = made["t"].sel(level=850.0), made["q"].sel(level=850.0)
    found = compute_field("orographic_condensation", MemorySource(made)).values[0]
    ratio = q / (1.0 - q)
    virtual = t * (1.0 + ratio / 0.62196) / (1.0 + ratio)
    vapour = (85000.0 * q / (GAS_CONSTANT_DRY * virtual)).values[0]
    low = surface_pressure_from_orography(made["orog"].values) > 85000.0
    expected = 3600.0 * vapour * np.maximum(ascent, 0.0) / 100.0
    np.testing.assert_allclose(found[low], expected[low], atol=0.02 * expected.max())
    assert (found >= 0.0).all()
    dry = without(made, "q", "d2m")
    answer = compute_index("orographic_condensation", dry)
    assert answer.status is IndexStatus.MISSING_INPUT
    assert "q + t | t2m + d2m" in answer.message


def test_the_vapour_near_the_ground_stands_in_for_that_of_levels(maker: Maker) -> None:
    made, _ = blown(maker, "latitude", 180.0, south=30.0)
    near_ground = without(made, "q")
    answer = compute_index("orographic_condensation", near_ground)
    aloft = compute_index("orographic_condensation", MemorySource(made))
    assert answer.value is not None
    assert aloft.value is not None
    # the air near the ground holds more vapour
    assert aloft.value < answer.value < 10.0 * aloft.value


def test_the_excess_tells_windward_rain_from_rain_in_the_lee(maker: Maker) -> None:
    made, ascent = blown(maker, "meridian", 270.0, south=30.0)
    windward, lee = (ascent > 1.0).astype(float), (ascent < -1.0).astype(float)
    for rain, excess in ((windward, 100.0), (lee, -100.0), (windward + lee, 0.0)):
        fell = with_fields(made, tp=rain)
        answer = compute_index("windward_precipitation", fell)
        assert answer.value == pytest.approx(excess, abs=1.0)
    nothing = with_fields(made, tp=np.float64(0.0))
    assert compute_index("windward_precipitation", nothing).status is not IndexStatus.OK


def test_a_diagnosis_sees_the_slope_at_the_edge_of_its_box(maker: Maker) -> None:
    """Heights around the box are read for the slope; the box itself is what is reduced."""
    made, expected = blown(maker, "meridian", 270.0, south=30.0)
    lon = made.longitude.values
    middle = float(lon.mean())
    box = Region(west=middle - 3.0, south=34.0, east=middle - 1.0, north=40.0)
    answer = compute_index("orographic_ascent", MemorySource(made), region=box, mode=Mode.DIAGNOSE)
    inside = (lon >= box.west) & (lon <= box.east)
    lat = made.latitude.values
    rows = (lat >= box.south) & (lat <= box.north)
    assert answer.value == pytest.approx(expected[rows][:, inside].max(), rel=0.02)
    assert "edge_method=one_sided" not in answer.provenance.warnings
