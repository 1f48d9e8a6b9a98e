"""A trough as a passage: heights fall and rise again, the wind turns and colder air follows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray

from diagnostics.catalog import compute_field, compute_index
from diagnostics.constants import EARTH_ROTATION, GRAVITY
from diagnostics.contracts.enums import IndexStatus
from diagnostics.fields.memory import MemorySource
from tests.diagnostics.catalog.replaced import replaced, with_fields

Maker = Callable[..., xarray.Dataset]
AMPLITUDE = 100.0
PERIOD_HOURS = 48.0


def wave(
    maker: Maker, *, mirrored: bool = False, turned: bool = False, warming: bool = False
) -> xarray.Dataset:
    """An eastward-moving wave of 100 gpm over a westerly of 20 m/s, with its geostrophic wind.

    `turned` sends it westward, as a low that passes on the other side turns the wind.
    """
    dataset = maker(times=13, step=1.0, shape=(9, 41), south=40.0, mirrored=mirrored)
    lat, lon = np.meshgrid(dataset.latitude.values, dataset.longitude.values, indexing="ij")
    hours = 6.0 * np.arange(13)[:, None, None]
    length = 40.0
    course = -1.0 if turned else 1.0
    phase = 2.0 * np.pi * ((lon - lon.min()) / length - course * hours / PERIOD_HOURS)
    height = 5500.0 + AMPLITUDE * np.cos(phase)
    metres = np.radians(1.0) * 6371008.8 * np.cos(np.radians(lat))
    slope = -AMPLITUDE * np.sin(phase) * 2.0 * np.pi / (length * metres)
    v = GRAVITY * slope / (2.0 * EARTH_ROTATION * np.sin(np.radians(lat)))
    # coldest a quarter of a period after the trough has passed
    warmth = 275.0 + (5.0 if warming else -5.0) * np.sin(phase) * course
    shape = (13, 12, 9, 41)
    return replaced(
        dataset,
        z=np.broadcast_to((GRAVITY * height)[:, None], shape),
        u=np.float64(20.0),
        v=np.broadcast_to(v[:, None], shape),
        t=np.broadcast_to(warmth[:, None], shape),
    )


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_wave_that_passes_has_its_depth(maker: Maker, mirrored: bool) -> None:
    """Twice the amplitude, once the ridge before it and the one behind it have been seen."""
    dataset = wave(maker, mirrored=mirrored)
    answer = compute_index("trough_passage", MemorySource(dataset))
    assert answer.value == pytest.approx(2.0 * AMPLITUDE, rel=0.01)
    depth = compute_field("trough_passage", MemorySource(dataset)).values
    height = dataset["z"].sel(level=500.0).values / GRAVITY
    # never more than the height has risen above its lowest since the period began
    for now in range(2, 13):
        first = max(0, now - 8)
        lowest = height[first:now].min(axis=0)
        assert (depth[now] <= np.maximum(height[now] - lowest, 0.0) + 0.05).all()


def test_heights_that_only_fall_or_only_rise_are_no_passage(maker: Maker) -> None:
    dataset = wave(maker)
    for sign in (-1.0, 1.0):
        course = 5500.0 + sign * 20.0 * np.arange(13.0)[:, None, None, None]
        source = with_fields(dataset, z=GRAVITY * course)
        assert compute_index("trough_passage", source).value == pytest.approx(0.0)


def test_without_a_veering_wind_or_colder_air_there_is_none(maker: Maker) -> None:
    steady = with_fields(wave(maker), v=np.float64(0.0))
    assert compute_index("trough_passage", steady).value == pytest.approx(0.0)
    backing = MemorySource(wave(maker, turned=True))
    # the height falls and rises as much, with the wind turning the other way
    assert compute_index("trough_passage", backing).value == pytest.approx(0.0, abs=1.0)
    warmer = MemorySource(wave(maker, warming=True))
    assert compute_index("trough_passage", warmer).value == pytest.approx(0.0, abs=1.0)


def test_without_temperature_the_wind_alone_tells(maker: Maker) -> None:
    answer = compute_index("trough_passage", MemorySource(wave(maker).drop_vars("t")))
    assert answer.value == pytest.approx(2.0 * AMPLITUDE, rel=0.01)


def test_what_is_missing_for_a_time_is_not_made_up(maker: Maker) -> None:
    dataset = wave(maker)
    height = dataset["z"].values.copy()
    height[3] = np.nan
    depth = compute_field("trough_passage", with_fields(dataset, z=height)).values
    assert np.isnan(depth[3:12]).all()
    assert np.isfinite(depth[12]).all()
    single = MemorySource(dataset.isel(time=slice(0, 1)))
    assert compute_index("trough_passage", single).status is not IndexStatus.OK
