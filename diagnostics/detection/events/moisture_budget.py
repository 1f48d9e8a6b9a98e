"""Precipitation estimated from the moisture budget, where the data have none."""

from __future__ import annotations

import numpy as np

from diagnostics.detection.events.case import Case, Series, to_datetime
from diagnostics.grid.geometry import grid_of
from diagnostics.physics.columns import integrated_vapor_transport, precipitable_water

HALO = 3
MAX_STEP_HOURS = 6.0
MIN_LEVELS = 5
HIGHEST_TOP_HPA = 300.0
"""The uppermost level must lie at least as high."""


def budget_precipitation(case: Case) -> Series | None:
    """Estimate precipitation as moisture convergence minus storage.

    Returns
    -------
    Series or None
        kg m-2 per step; None without humidity and wind on five levels, at two times no more than
        6 h apart.

    Notes
    -----
    ``P = max(0, -div(Q) - dW/dt)`` with the vapour transport Q and the precipitable water W between
    300 hPa and the ground, integrated over each step by the mean of its ends (Trenberth and
    Guillemot, 1995, doi:10.1175/1520-0442(1995)008<1255:EOTGAM>2.0.CO;2). Evaporation is neglected
    and the divergence of analysed winds is noisy: a proxy.
    """
    if not case.has("q", "u", "v"):
        return None
    names = ["q", "u", "v"] + (["sp"] if case.has("sp") else [])
    data = case.load(*names, halo=HALO)
    if data is None or data.sizes["time"] < 2 or data.sizes.get("level", 0) < MIN_LEVELS:
        return None
    times = [to_datetime(time) for time in data["time"].values]
    seconds = np.diff([time.timestamp() for time in times])
    if (seconds != seconds[0]).any() or seconds[0] > MAX_STEP_HOURS * 3600 + 1:
        return None
    levels = np.asarray(data["level"].values, dtype=np.float64) * 100.0
    if levels[0] > HIGHEST_TOP_HPA * 100.0:
        return None
    surface = np.asarray(data["sp"].values, dtype=np.float64) if "sp" in data else None
    humidity = data["q"].values
    east, north = integrated_vapor_transport(
        humidity, data["u"].values, data["v"].values, levels, surface_pressure=surface
    )
    water = precipitable_water(humidity, levels, surface_pressure=surface)
    wide = grid_of(data)
    convergence = -wide.divergence(east, north)
    mean = 0.5 * (convergence[1:] + convergence[:-1]) * seconds[0]
    amount = np.clip(mean - np.diff(water, axis=0), 0.0, None)
    rows, columns = _window(case, wide.latitude, wide.longitude)
    return Series(
        values=amount[:, rows, columns],
        times=times[1:],
        interval_hours=float(seconds[0]) / 3600.0,
    )


def _window(case: Case, latitude: np.ndarray, longitude: np.ndarray) -> tuple[slice, slice]:
    """Rows and columns of the region's grid inside the grid with the margin."""
    distance = np.abs(latitude - case.grid.latitude[0, 0]) + np.abs(
        (longitude - case.grid.longitude[0, 0] + 180.0) % 360.0 - 180.0
    )
    row, column = np.unravel_index(int(np.argmin(distance)), distance.shape)
    rows, columns = case.grid.shape
    return slice(int(row), int(row) + rows), slice(int(column), int(column) + columns)
