"""The samples are balanced: hydrostatics, thermal wind, continuity, with stated tolerances."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray as xr

from diagnostics.constants import EARTH_ROTATION, GAS_CONSTANT_DRY, GRAVITY, KAPPA
from diagnostics.samples import SAMPLES
from diagnostics.samples.sample_grid import Lattice

Cases = Callable[[str], xr.Dataset]
PARAMETERS = [
    pytest.param(name, marks=[pytest.mark.slow] * (name not in ("rainstorm", "quiet")))
    for name in SAMPLES
]
"""All samples; the gate weighs two of them."""


def lattice_of(dataset: xr.Dataset) -> Lattice:
    longitude, latitude = dataset.longitude.values, dataset.latitude.values
    return Lattice(longitude[0], latitude[0], longitude[-1], latitude[-1])


def virtual_temperature(dataset: xr.Dataset) -> np.ndarray:
    humidity = dataset.q.values.astype(float)
    ratio = humidity / (1 - humidity)
    return dataset.t.values * (1 + ratio / 0.6219569100577033) / (1 + ratio)


@pytest.mark.slow
@pytest.mark.parametrize("name", PARAMETERS)
def test_hydrostatic_balance(cases: Cases, name: str) -> None:
    """Thickness from virtual temperature agrees with the heights to 0.5 gpm in each layer."""
    dataset = cases(name)
    virtual = virtual_temperature(dataset)
    steps = np.log(dataset.level.values[1:] / dataset.level.values[:-1])
    expected = GAS_CONSTANT_DRY * 0.5 * (virtual[:, 1:] + virtual[:, :-1])
    expected = expected * steps[:, None, None]
    heights = dataset.z.values.astype(float)
    thickness = heights[:, :-1] - heights[:, 1:]
    assert np.abs(thickness - expected).max() / GRAVITY < 0.5


@pytest.mark.parametrize("name", PARAMETERS)
def test_sea_level_pressure_fits_the_height_of_1000_hpa(cases: Cases, name: str) -> None:
    """Reduced over the lowest virtual temperature, within 0.1 hPa."""
    dataset = cases(name)
    virtual = virtual_temperature(dataset)[:, -1]
    pressure = 1e5 * np.exp(dataset.z.values[:, -1].astype(float) / (GAS_CONSTANT_DRY * virtual))
    assert np.abs(pressure - dataset.msl.values).max() < 10.0


@pytest.mark.parametrize("name", PARAMETERS)
def test_continuity(cases: Cases, name: str) -> None:
    """Layer by layer div + d(omega)/dp vanishes to 2 per cent of the strongest divergence.

    The wind is that of the file (float32) and its divergence is centred, with metric terms; the
    edges, where differences are one-sided, are left out.
    """
    dataset = cases(name)
    lattice = lattice_of(dataset)
    divergence = lattice.divergence(dataset.u.values.astype(float), dataset.v.values.astype(float))
    omega = dataset.w.values.astype(float)
    layers = np.diff(dataset.level.values * 100.0)[:, None, None]
    tendency = np.diff(omega, axis=1) / layers
    mean = 0.5 * (divergence[:, 1:] + divergence[:, :-1])
    inner = (slice(None), slice(None), slice(2, -2), slice(2, -2))
    residual = np.abs(mean + tendency)[inner]
    assert residual.max() < 0.02 * np.abs(mean[inner]).max()


@pytest.mark.parametrize("name", PARAMETERS)
def test_nothing_flows_through_the_ground(cases: Cases, name: str) -> None:
    """Vertical motion at 1000 hPa stays below a tenth of its maximum aloft or 0.03 Pa/s."""
    omega = cases(name).w.values
    assert np.abs(omega[:, -1]).max() < max(0.1 * np.abs(omega).max(), 0.03)


@pytest.mark.parametrize("name", PARAMETERS)
def test_thermal_wind(cases: Cases, name: str) -> None:
    """Shear between 850 and 300 hPa follows the thickness gradient north of 28 degrees.

    Over both components the geostrophic shear correlates with the shear above 0.93, with a slope
    between 0.85 and 1.15; the rest is curvature (gradient wind) and outflow.
    """
    dataset = cases(name)
    lattice = lattice_of(dataset)
    pair = dataset.sel(level=[300.0, 850.0])
    heights, u, v = (pair[key].values.astype(float) for key in "zuv")
    thickness = heights[:, 0] - heights[:, 1]
    coriolis = 2 * EARTH_ROTATION * np.sin(np.deg2rad(lattice.latitude))[:, None]
    inner = (slice(None), dataset.latitude.values >= 28.0, slice(2, -2))
    parts = [
        (-lattice.ddy(thickness) / coriolis, u[:, 0] - u[:, 1]),
        (lattice.ddx(thickness) / coriolis, v[:, 0] - v[:, 1]),
    ]
    geostrophic, shear = (
        np.concatenate([part[side][inner][:, :-2].ravel() for part in parts]) for side in (0, 1)
    )
    assert np.corrcoef(geostrophic, shear)[0, 1] > 0.93
    assert 0.85 < np.polyfit(geostrophic, shear, 1)[0] < 1.15


@pytest.mark.parametrize("name", PARAMETERS)
def test_rotational_wind_dominates(cases: Cases, name: str) -> None:
    """Divergence is a small part of the flow: its rms is below a third of that of vorticity."""
    dataset = cases(name)
    lattice = lattice_of(dataset)
    u, v = dataset.u.values.astype(float), dataset.v.values.astype(float)
    inner = (slice(None), slice(3, -2), slice(2, -2), slice(2, -2))
    divergence = lattice.divergence(u, v)[inner]
    vorticity = lattice.vorticity(u, v)[inner]
    assert np.sqrt((divergence**2).mean()) < np.sqrt((vorticity**2).mean()) / 3.0


@pytest.mark.parametrize("name", PARAMETERS)
def test_no_dry_instability_above_the_boundary_layer(cases: Cases, name: str) -> None:
    """Potential temperature increases upward between 925 and 50 hPa."""
    dataset = cases(name)
    theta = dataset.t.values * (1000.0 / dataset.level.values[:, None, None]) ** KAPPA
    above = theta[:, dataset.level.values <= 925]
    assert (above[:, :-1] - above[:, 1:]).min() > 0.0


@pytest.mark.parametrize("name", ["rainstorm", "snowstorm", "gale"])
def test_ascent_lies_ahead_of_the_upper_trough(cases: Cases, name: str) -> None:
    """At 500 hPa the strongest ascent is in southerly flow east of the lowest heights."""
    dataset = cases(name)
    peak = dataset.isel(
        time=int(np.argmin(dataset.w.sel(level=600).min(["latitude", "longitude"]).values))
    )
    omega = peak.w.sel(level=600)
    row, column = np.unravel_index(int(omega.values.argmin()), omega.shape)
    heights = peak.z.sel(level=500).values[row]
    window = slice(max(column - 24, 0), column + 1)
    trough = window.start + int(heights[window].argmin())
    assert trough <= column
    assert peak.v.sel(level=500).values[row, column] > 0
