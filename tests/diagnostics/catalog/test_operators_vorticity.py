"""Potential vorticity of fields whose index is known beforehand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray

from diagnostics.catalog import compute_field, compute_index
from diagnostics.constants import EARTH_ROTATION, GRAVITY
from diagnostics.contracts.enums import IndexStatus
from diagnostics.fields.memory import MemorySource
from tests.diagnostics.catalog.replaced import with_fields

Maker = Callable[..., xarray.Dataset]

SLOPE = 40.0
"""dT/dln p of the air at rest, K; the dry adiabat has 74 K."""


def _resting(dataset: xarray.Dataset) -> xarray.Dataset:
    """Air at rest whose temperature is linear in ln p."""
    pressure = 100.0 * dataset.level.values[:, None, None]
    source = with_fields(
        dataset,
        t=260.0 + SLOPE * np.log(pressure / 50000.0),
        u=np.float64(0),
        v=np.float64(0),
    )
    return source._dataset


@pytest.mark.parametrize("mirrored", [False, True])
def test_potential_vorticity_of_air_at_rest(maker: Maker, mirrored: bool) -> None:
    dataset = _resting(maker(times=1, mirrored=mirrored))
    kappa, pressure = 0.28571428571428564, 45000.0
    warmth = 260.0 + SLOPE * np.log(0.9)
    theta = warmth * (1e5 / pressure) ** kappa
    params = {"theta_k": theta}
    field = compute_field("pv_isentropic_max", MemorySource(dataset), params=params)
    f = 2 * EARTH_ROTATION * np.abs(np.sin(np.radians(dataset.latitude.values)[:, None]))
    stability = theta / pressure * (kappa - SLOPE / warmth)
    expected = np.broadcast_to(1e6 * GRAVITY * f * stability, field.shape[1:])
    # the profile is the one that is assumed between levels: exact but for float32 maps
    np.testing.assert_allclose(field.values[0], expected, rtol=1e-6)
    answer = compute_index("pv_isentropic_max", MemorySource(dataset), params=params)
    assert answer.extra["pressure_hpa"] == pytest.approx(450.0)
    aloft = compute_index("pv_isentropic_max", MemorySource(dataset), params={"theta_k": 370})
    below = compute_index("pv_isentropic_max", MemorySource(dataset), params={"theta_k": 265})
    assert aloft.status is IndexStatus.OK
    assert below.status is IndexStatus.UNDETERMINED


def test_moist_air_overturned_is_negative(maker: Maker) -> None:
    for mirrored in (False, True):
        dataset = maker(times=1, mirrored=mirrored)
        pressure = 100.0 * dataset.level.values[:, None, None]
        falling = (300.0 - 5e-4 * (70000.0 - pressure)) * (pressure / 1e5) ** (2 / 7)
        common = {"u": np.float64(0), "v": np.float64(0), "q": np.float64(1e-9)}
        unstable = compute_index("moist_pv_mpv1", with_fields(dataset, t=falling, **common))
        assert unstable.value is not None
        assert unstable.value < -0.1
        stable = compute_index(
            "moist_pv_mpv1",
            with_fields(_resting(dataset), q=np.float64(1e-9)),
            reduction="mean",
        )
        assert stable.value is not None
        assert stable.value > 0.1


def test_the_tropopause_is_where_stability_jumps(maker: Maker) -> None:
    dataset = maker(times=1, south=40.0)
    pressure = 100.0 * dataset.level.values[:, None, None]
    theta = 300.0 + 3e-4 * (70000.0 - pressure) + 8e-3 * np.clip(30000.0 - pressure, 0, None)
    t = theta * (pressure / 1e5) ** (2 / 7)
    source = with_fields(dataset, t=t, u=np.float64(0), v=np.float64(0))
    answer = compute_index("dynamic_tropopause_pressure", source, reduction="mean")
    assert answer.value is not None
    assert 250.0 < answer.value < 400.0
    tropical = with_fields(
        dataset, t=np.float64(250.0) * (pressure / 1e5) ** (2 / 7), u=0 * t, v=0 * t
    )
    none = compute_index("dynamic_tropopause_pressure", tropical)
    assert none.status is IndexStatus.UNDETERMINED
