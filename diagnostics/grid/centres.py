"""Lows and highs of a field: the one definition of a centre."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import ndimage

from diagnostics.grid.distance import cosine_of, directions, great_circle_km
from diagnostics.grid.extrema import (
    ClosedContours,
    Extremum,
    Kind,
    closed_contours,
    data_edge,
    local_extrema,
)
from diagnostics.grid.geometry import Grid

SIGMA_KM = 100.0
RIVAL_KM = 300.0
"""A centre is the most extreme cell within this distance."""
SUBTROPICS_DEG = 30.0
COARSE_DEG = 1.0
EDGE_REACH_KM = 1000.0


@dataclass(frozen=True)
class ContourRule:
    """The least depth of a centre, in the field's unit.

    Attributes
    ----------
    least : float
        Poleward of 30 degrees on fine grids.
    gentle : float
        Equatorward of 30 degrees, and on grids of 1 degree and coarser; contours are counted in it.
    """

    least: float
    gentle: float

    def depth_at(self, latitude: float, grid: Grid) -> float:
        """Return the depth that a centre needs at a latitude."""
        coarse = grid.spacing_deg >= COARSE_DEG - 1e-6
        return self.gentle if coarse or abs(latitude) < SUBTROPICS_DEG else self.least


@dataclass(frozen=True)
class Centre:
    """A low or a high. Place and value are those of one cell of the field itself.

    Attributes
    ----------
    row, column : int
    value : float
    closed : int
        Contours that close around it; 0 at the data's edge, where none can.
    depth : float
        How far the outermost of them lies from the centre, in the field's unit.
    interval : float
        Distance of these contours.
    outermost : float
        Value of the outermost of them, in the smoothed field.
    area_km2 : float
        Inside the outermost contour.
    at_data_edge : bool
        The most extreme value may lie outside the data.
    """

    row: int
    column: int
    value: float
    closed: int
    depth: float
    interval: float
    outermost: float
    area_km2: float
    at_data_edge: bool = False

    @property
    def radius_km(self) -> float:
        """Radius of the circle with the area inside the outermost contour."""
        return float(np.sqrt(self.area_km2 / np.pi))


@dataclass(frozen=True, eq=False)
class Centres:
    """The lows and highs of one field on a grid.

    Attributes
    ----------
    field : array, shape (y, x)
    grid : Grid
    rule : ContourRule
    sigma_km : float
        Smoothing of the search; place and value come from the field itself.
    rival_km : float
        A centre is the most extreme cell within this distance.
    """

    field: NDArray[np.float64]
    grid: Grid
    rule: ContourRule
    sigma_km: float = SIGMA_KM
    rival_km: float = RIVAL_KM

    @cached_property
    def smooth(self) -> NDArray[np.float64]:
        """The field in which centres are sought."""
        return self.grid.smooth_by_row(self.field, self.sigma_km)

    @cached_property
    def edge(self) -> NDArray[np.bool_]:
        """Where the data end."""
        return data_edge(self.smooth, self.grid)

    def closed(self, kind: Kind, within: ArrayLike | None = None) -> list[Centre]:
        """Return the centres with a closed contour, the most extreme first.

        Parameters
        ----------
        kind : {"maximum", "minimum"}
        within : array of bool, shape (y, x), optional
            Where centres are wanted.
        """
        wanted = ~self.edge if within is None else np.asarray(within) & ~self.edge
        found = []
        for item in self._extrema(kind):
            contours = self._contours(item) if wanted[item.row, item.column] else None
            if contours is not None and contours.count:
                row, column = self._extreme_cell(contours.cells, item)
                found.append(
                    Centre(
                        row=row,
                        column=column,
                        value=float(self.field[row, column]),
                        closed=contours.count,
                        depth=contours.depth,
                        interval=self.rule.gentle,
                        outermost=float(self.smooth[item.row, item.column])
                        + (contours.depth if kind == "minimum" else -contours.depth),
                        area_km2=contours.area_km2,
                    )
                )
        return found

    def at_edge(self, kind: Kind, within: ArrayLike | None = None) -> list[Centre]:
        """Return cells that may belong to a centre outside the data, or are cut by their edge.

        They lie at the edge, or within `rival_km` of it without a closed contour. Nothing within
        `rival_km` exceeds them, and they lie twice the least depth beyond the mean within 1000 km.

        Parameters
        ----------
        kind : {"maximum", "minimum"}
        within : array of bool, shape (y, x), optional
            Where centres are wanted.
        """
        wanted = np.ones(self.grid.shape, dtype=bool) if within is None else np.asarray(within)
        signed = self.smooth if kind == "minimum" else -self.smooth
        filled = np.where(np.isfinite(signed), signed, np.inf)
        lowest = filled <= ndimage.minimum_filter(filled, size=3, mode="nearest")
        rows, columns = np.nonzero(wanted & self.edge & np.isfinite(signed) & lowest)
        cells = [(int(row), int(column)) for row, column in zip(rows, columns, strict=True)]
        inner = {
            (item.row, item.column): item
            for item in self._extrema(kind)
            if wanted[item.row, item.column] and not self.edge[item.row, item.column]
        }
        return [
            Centre(
                row=row,
                column=column,
                value=float(self.field[row, column]),
                closed=0,
                depth=0.0,
                interval=self.rule.gentle,
                outermost=float(self.smooth[row, column]),
                area_km2=0.0,
                at_data_edge=True,
            )
            for row, column in self._cut([*cells, *inner], signed)
            if (row, column) not in inner or not self._contours(inner[row, column]).count
        ]

    def _extrema(self, kind: Kind) -> list[Extremum]:
        return local_extrema(self.smooth, self.grid, self.rival_km, kind)

    def _contours(self, item: Extremum) -> ClosedContours:
        step = self.rule.gentle
        least = round(self.rule.depth_at(item.latitude, self.grid) / step)
        return closed_contours(self.smooth, self.grid, item, step, least=least)

    def _extreme_cell(self, inside: NDArray[np.bool_], item: Extremum) -> tuple[int, int]:
        """The cell of the field itself that is the most extreme near the smoothed centre."""
        grid = self.grid
        reach = 1.5 * max(self.sigma_km, *grid.spacing_km)
        rows, columns = np.nonzero(inside)
        distance = great_circle_km(
            item.latitude,
            item.longitude,
            grid.latitude[rows, columns],
            grid.longitude[rows, columns],
        )
        sign = 1.0 if item.kind == "minimum" else -1.0
        near = np.where(distance <= reach, sign * self.field[rows, columns], np.inf)
        best = int(np.nanargmin(near))
        return int(rows[best]), int(columns[best])

    def _cut(
        self, cells: list[tuple[int, int]], signed: NDArray[np.float64]
    ) -> list[tuple[int, int]]:
        grid = self.grid
        found: list[tuple[int, int]] = []
        known = np.isfinite(signed)
        towards = directions(grid.latitude, grid.longitude) if cells else np.empty(0)
        for cell in sorted(cells, key=lambda cell: (float(signed[cell]), cell)):
            alike = towards @ towards[cell]
            near, beside = (alike >= cosine_of(km) for km in (EDGE_REACH_KM, self.rival_km))
            if signed[cell] > signed[near & known].mean() - 2.0 * self.rule.least:
                continue
            taken = any(near[other] for other in found)
            lowest = signed[beside & known].min()
            if not taken and signed[cell] <= lowest and (beside & self.edge).any():
                found.append(cell)
        return found
