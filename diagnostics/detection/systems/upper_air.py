"""Troughs, ridges and jets at the main time."""

from __future__ import annotations

from typing import Literal

import numpy as np

from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.contracts.systems import AxisAloft, JetMaximum
from diagnostics.detection.features.axes import curvature_axes, widest_mean, zonal_departure
from diagnostics.detection.features.domain import DomainNeed
from diagnostics.detection.features.objects import find_objects
from diagnostics.detection.systems.nearest_parts import nearest_part
from diagnostics.detection.systems.positions import Place
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.geometry import Grid
from diagnostics.grid.objects import label_cells
from diagnostics.messages import Message
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import components, values
from diagnostics.quantities.scene import Array, Mask, Scene

AXIS_LEVEL = 500.0
JET_LEVELS = (250.0, 300.0, 200.0, 500.0)
"""hPa, the first that the data hold."""
JET_MS = 30.0
JET_AREA_KM2 = 200_000.0
JET_NEED = DomainNeed(area_km2=JET_AREA_KM2)
LEAST_DEPARTURE_GPM = 40.0
LEAST_LENGTH_KM = 500.0
AXIS_NEED = DomainNeed(extent_km=LEAST_LENGTH_KM, border_cells=2)
SMOOTHING_KM = 150.0
"""Gaussian sigma of the heights in which axes are found; their values are not smoothed."""


def axes_aloft(scene: Scene, within: Mask) -> list[AxisAloft]:
    """Return troughs and ridges of the 500-hPa height, the strongest first.

    An axis, found in heights smoothed by `SMOOTHING_KM`, counts with a length of 500 km and a
    departure of 40 gpm from the mean over 15 degrees of longitude to either side, or over as much
    as the data hold (`zonal_departure`). Place and departure are those of one grid point, of the
    heights themselves.

    Raises
    ------
    InputDataError
        Where the scene lacks the height, or the data end beside each axis before its mean is whole.
    """
    grid = scene.grid
    heights = values(scene, QuantityRef("height", AXIS_LEVEL))
    projected = grid.mapping is not None
    departure, within_mean = zonal_departure(heights, grid)
    found, cut = [], False
    kinds: tuple[tuple[Literal["trough", "ridge"], float, float], ...] = (
        ("trough", 0.6, 1.5),
        ("ridge", -0.6, 0.5),
    )
    for kind, curvature, gradient in kinds:
        lines = curvature_axes(
            scene,
            heights,
            departure,
            trough=kind == "trough",
            sigma_km=SMOOTHING_KM,
            kappa_per_1e6_m=curvature,
            grad_min_gpm_100km=gradient,
            min_length_km=LEAST_LENGTH_KM,
        )
        sign = -1.0 if kind == "trough" else 1.0
        for line in lines:
            along = sign * departure[line.rows, line.columns]
            if not line.touches(within) or not np.isfinite(along).any():
                continue
            place = int(np.nanargmax(along))
            cell = (line.rows[place], line.columns[place])
            if along[place] < LEAST_DEPARTURE_GPM:
                cut = cut or bool(within_mean[cell] < widest_mean(grid))
            else:
                found.append(
                    AxisAloft(
                        kind=kind,
                        level_hpa=AXIS_LEVEL,
                        departure_gpm=float(sign * along[place]),
                        mean_within_deg=None if projected else float(within_mean[cell]),
                        mean_within_km=float(within_mean[cell]) if projected else None,
                        latitude=round(float(grid.latitude[cell]), 4),
                        longitude=round(wrap_longitude(float(grid.longitude[cell])), 4),
                        length_km=round(line.length_km),
                        line=line.points(),
                    )
                )
    if not found and cut:
        raise InputDataError(Message(id="detect-mean_cut"), code="missing_input")
    return sorted(found, key=lambda item: -abs(item.departure_gpm))


def jets_aloft(scene: Scene, within: Mask, here: Place) -> list[JetMaximum]:
    """Return the maxima of jets, objects of wind of at least 30 m/s, the strongest first.

    The level is the first of 250, 300, 200 and 500 hPa with values. A jet covers 200,000 km2, of
    which some lies within reach; where the wind still rises beyond that, it is followed to its
    maximum, as far as the scene goes. Nothing is smoothed: place and value are those of one grid
    point. A maximum beside which nothing is known is marked. The maximum of a jet that is nearest
    to the event, at `here`, has the part of the jet over the event, or nearest to it.

    Raises
    ------
    InputDataError
        Where the scene holds none of the levels.
    """
    grid = scene.grid
    held = [level for level in JET_LEVELS if level in scene.levels_hpa]
    level = held[0] if held else JET_LEVELS[0]
    east, north = components(scene, QuantityRef("wind", level))
    speed = np.hypot(east, north)
    found = []
    for jet in find_objects(speed >= JET_MS, grid, min_area_km2=JET_AREA_KM2):
        pieces = find_objects(jet.mask & within, grid)
        cells = {_risen_to(speed, one.peak_cell(speed), cyclic=grid.cyclic) for one in pieces}
        maxima = [
            JetMaximum(
                level_hpa=level,
                speed_ms=float(speed[cell]),
                toward_deg=round(float(np.degrees(np.arctan2(east[cell], north[cell]))) % 360.0, 1)
                % 360.0,
                latitude=round(float(grid.latitude[cell]), 4),
                longitude=round(wrap_longitude(float(grid.longitude[cell])), 4),
                at_edge=_beside_unknown(speed, grid, cell),
            )
            for cell in sorted(cells)
        ]
        if maxima:
            apart = [great_circle_km(*here, one.latitude, one.longitude) for one in maxima]
            first = int(np.argmin(apart))
            part = nearest_part(east, north, jet.mask, grid, here, unit="m s⁻¹")
            maxima[first] = maxima[first].model_copy(update={"part": part})
        found += maxima
    return sorted(found, key=lambda item: -item.speed_ms)


def _risen_to(field: Array, cell: tuple[int, int], *, cyclic: bool) -> tuple[int, int]:
    """The largest cell that can be reached from one without going below its value."""
    labels, _ = label_cells(field >= field[cell], cyclic=cyclic)
    reached = np.where(labels == labels[cell], field, -np.inf)
    row, column = np.unravel_index(int(np.argmax(reached)), field.shape)
    return int(row), int(column)


def _beside_unknown(field: Array, grid: Grid, cell: tuple[int, int]) -> bool:
    """Whether a cell lies at the edge of the data or next to a missing value."""
    if grid.on_edge(cell):
        return True
    rows = np.clip(np.arange(cell[0] - 1, cell[0] + 2), 0, field.shape[0] - 1)
    columns = np.arange(cell[1] - 1, cell[1] + 2) % field.shape[1]
    return not bool(np.isfinite(field[np.ix_(rows, columns)]).all())
