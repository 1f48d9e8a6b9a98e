"""The step of packing shows, and what it hides is not told."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
import xarray as xr

from diagnostics.catalog import compute_index
from diagnostics.contracts.enums import Basis, Mode
from diagnostics.contracts.space_time import Region
from diagnostics.detection.features.thresholds import beyond
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines.thresholds import Threshold
from diagnostics.quantities.packing import packing_step
from diagnostics.quantities.scene import Scene

TIME = datetime(2026, 5, 1, 12, tzinfo=UTC)


def ascent(seed: int, step: float | None) -> xr.Dataset:
    """Omega at 700 hPa with a core of rising air, and as much in degrees, in steps of packing."""
    random = np.random.default_rng(seed)
    latitude, longitude = np.arange(30.0, 40.1, 0.5), np.arange(110.0, 120.1, 0.5)
    y, x = np.meshgrid(np.linspace(-1, 1, 21), np.linspace(-1, 1, 21), indexing="ij")
    core = np.exp(-(((x - random.uniform(-0.3, 0.3)) ** 2 + y**2) / 0.3))
    omega = -random.uniform(1.7, 2.3) * core + 0.1 * np.sin(7.0 * x)
    packed = omega if step is None else step * np.round(omega / step)
    dims = ("time", "level", "latitude", "longitude")
    coords = {
        "time": [np.datetime64("2026-05-01T12", "ns")],
        "level": [700.0],
        "latitude": latitude,
        "longitude": longitude,
    }
    fields = {"w": packed, "t": packed + 273.15}
    data = {name: (dims, values[None, None].astype(np.float32)) for name, values in fields.items()}
    return xr.Dataset(data, coords=coords)


@pytest.mark.parametrize("offset", [0.0, 273.15])
@pytest.mark.parametrize("step", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("seed", range(6))
def test_the_step_of_packing_shows(seed: int, step: float, offset: float) -> None:
    values = ascent(seed, step)["w"].values + offset
    assert packing_step(values) == pytest.approx(step, rel=1e-2)


@pytest.mark.parametrize("seed", range(6))
def test_a_field_as_fine_as_it_varies_has_no_step(seed: int) -> None:
    assert packing_step(ascent(seed, None)["w"].values) is None
    sparse = np.zeros(2000)
    sparse[:5] = np.random.default_rng(seed).uniform(1.0, 900.0, 5)
    assert packing_step(sparse) is None
    assert packing_step(np.full(50, np.nan)) is None


@pytest.mark.parametrize("seed", range(6))
def test_whole_numbers_say_nothing_of_a_limit_of_one(seed: int) -> None:
    test = Threshold(Basis.ABSOLUTE, "value", "<=", -1.0, -1.0)
    for step, hidden in ((1.0, True), (None, False)):
        source = MemorySource(ascent(seed, step))
        lowest, mean = (
            compute_index(
                "temperature_level", source, level=700, reduction=name, mode=Mode.DIAGNOSE
            )
            for name in ("min", "mean")
        )
        assert lowest.value is not None
        assert test.is_hidden(lowest.value, lowest.packing_step) is hidden
        assert mean.packing_step is None


@pytest.mark.parametrize(
    ("value", "limit", "hidden"),
    [(-3.0, -5.0, False), (-5.0, -5.0, True), (-4.6, -5.0, True), (4.0, 0.0, False)],
)
def test_a_value_within_half_a_step_of_a_limit_is_hidden(
    value: float, limit: float, hidden: bool
) -> None:
    assert Threshold(Basis.ABSOLUTE, "value", "<=", limit, limit).is_hidden(value, 1.0) is hidden
    assert not Threshold(Basis.ABSOLUTE, "value", "<=", limit, limit).is_hidden(value, None)


@pytest.mark.parametrize(("step", "passed"), [(1.0, None), (0.05, True), (None, True)])
def test_an_object_in_whole_numbers_is_undetermined(step: float | None, passed: object) -> None:
    region = Region.model_validate((110, 30, 120, 40))
    scene = Scene(ascent(1, step), region, TIME)
    found = beyond(
        scene,
        scene.field("w", 700.0),
        "threshold_object",
        op="<=",
        limit=-1.0,
        unit="Pa s-1",
        min_area_km2=1000.0,
        margin_deg=0.0,
    )
    assert found.passed is passed
