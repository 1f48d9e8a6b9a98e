"""Which low and which high make the flow at the event: the pressure field followed from there."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import numpy as np

from diagnostics.contracts.systems import (
    CentreKind,
    EventFlow,
    PressureCentre,
    PressureSystem,
    SystemEffect,
)
from diagnostics.detection.systems.centres import (
    CONTOUR,
    RIVAL_KM,
    SMOOTHING_KM,
    pressure_field,
    smoothed,
    unit_of,
)
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.grid.extrema import NEAR, data_edge
from diagnostics.grid.geometry import Grid
from diagnostics.physics.wind import wind_direction, wind_speed
from diagnostics.quantities.functions.dynamics import geostrophic_wind
from diagnostics.quantities.refs import Asked, reference
from diagnostics.quantities.scene import Array, Mask, Scene

HPA_PER_GPM = 0.125
"""At sea level."""
LEAST_LATITUDE = 15.0
"""Nearer to the equator the wind is not geostrophic."""
MOST_BARRIER = 2.0
"""Contour intervals that the way to a centre may lead up again: out of a hollow that is no low."""
SLACK_HPA = 0.2
"""A smaller gradient, hPa per 100 km, makes no flow: 1.5 m/s at 45 degrees [D]."""
KINDS: tuple[CentreKind, CentreKind] = ("low", "high")


class Reached(NamedTuple):
    """Where the way down, or up, from a place ends."""

    system: str | None
    beyond: bool
    """Whether it leaves the data."""


@dataclass(frozen=True, eq=False)
class PressureMap:
    """The smoothed pressure of one time with its systems.

    Attributes
    ----------
    grid : Grid
    pressure : array, shape (y, x)
        In the unit of the systems.
    edge : array of bool, shape (y, x)
        Where the data end.
    contour : float
        The widest interval of closed contours.
    centres : dict
        By the id of their system: those that are known from more than reduced pressure.
    """

    grid: Grid
    pressure: Array
    edge: Mask
    contour: float
    centres: dict[str, PressureCentre]

    @classmethod
    def of(
        cls, scene: Scene, quantity: Asked, systems: Sequence[PressureSystem], time: datetime
    ) -> PressureMap:
        """Take the pressure of a time from the scene in which systems were found."""
        at_time = scene.at(time)
        pressure = smoothed(at_time, pressure_field(at_time, quantity))
        known = {
            item.id: item.centres[at]
            for item in systems
            if (at := item.centre_at(time)) is not None and stands(item.centres[at])
        }
        edge = data_edge(pressure, scene.grid) & ~scene.grid.at_pole
        return cls(scene.grid, pressure, edge, CONTOUR[quantity][0], known)

    def follow(self, place: tuple[float, float], kind: CentreKind) -> Reached:
        """Follow the pressure from a place: down to a low, or up to a high.

        Parameters
        ----------
        place : (latitude, longitude)
        kind : str

        Returns
        -------
        Reached
            The system whose centre comes first. From cell to the lowest (highest) neighbour, out of
            a hollow without a centre over its lowest saddle, where that is no more than two contour
            intervals above its ground. Nothing is reached where the way ends on the edge of the
            data, or in a hollow that is open to it, away from a centre there.

        Raises
        ------
        InputDataError
            ``point_outside_data``.
        """
        sign = 1.0 if kind == "low" else -1.0
        start = self.grid.nearest(*place)
        signed = sign * self.pressure
        if not np.isfinite(signed[start]):
            return Reached(None, beyond=False)
        owners = self._owners(kind)
        frontier = [(float(signed[start]), start)]
        seen, lowest, opens = {start}, float(signed[start]), False
        while frontier:
            value, cell = heapq.heappop(frontier)
            if value - lowest > MOST_BARRIER * self.contour:
                break
            lowest, opens = min(lowest, value), opens or bool(self.edge[cell])
            if cell in owners:
                return Reached(owners[cell], beyond=False)
            beside = [other for other in self._beside(cell) if np.isfinite(signed[other])]
            if self.edge[cell] and all(signed[other] >= value for other in beside):
                return Reached(None, beyond=True)
            for other in beside:
                if other not in seen:
                    seen.add(other)
                    heapq.heappush(frontier, (float(signed[other]), other))
        return Reached(None, beyond=opens)

    def in_a_centre(self, cell: tuple[int, int]) -> bool:
        """Whether a cell lies within reach of a centre, where the pressure is even."""
        return any(cell in self._owners(kind) for kind in KINDS)

    def _owners(self, kind: CentreKind) -> dict[tuple[int, int], str]:
        """Cells within reach of a centre, as far as it may be from its smoothed place."""
        inner = NEAR * max(SMOOTHING_KM, *self.grid.spacing_km)
        nearest = np.full(self.grid.shape, np.inf)
        owners: dict[tuple[int, int], str] = {}
        for name, item in self.centres.items():
            if item.kind != kind:
                continue
            reach = max(inner, RIVAL_KM) if item.at_data_edge else inner
            away = great_circle_km(
                item.latitude, item.longitude, self.grid.latitude, self.grid.longitude
            )
            mine = (away <= reach) & (away < nearest)
            nearest = np.where(mine, away, nearest)
            owners |= {(int(row), int(column)): name for row, column in np.argwhere(mine)}
        return owners

    def _beside(self, cell: tuple[int, int]) -> Iterator[tuple[int, int]]:
        rows, columns = self.grid.shape
        for row in range(max(0, cell[0] - 1), min(rows, cell[0] + 2)):
            for step in (-1, 0, 1):
                column = cell[1] + step
                if self.grid.cyclic:
                    column %= columns
                if 0 <= column < columns and (row, column) != cell:
                    yield row, column


def stands(centre: PressureCentre) -> bool:
    """Whether a centre is known from more than pressure reduced over high ground."""
    return centre.reduced_over_m is None or centre.aloft_hpa is not None


def flow_at_event(
    field: PressureMap, quantity: Asked, here: tuple[float, float]
) -> EventFlow | None:
    """Describe the pressure gradient at the event, and the low and the high that make it.

    The wind blows along the isobars between the low to which the pressure falls from the event and
    the high to which it rises: each place belongs to the low that steepest descent leads to, and to
    the high that steepest ascent leads to.

    Parameters
    ----------
    field : PressureMap
        Of the main time.
    quantity : str
        Of the pressure.
    here : (latitude, longitude)
        The event.

    Returns
    -------
    EventFlow or None
        None where the data hold no pressure there. The gradient is that of the field smoothed as
        for the search of centres; the geostrophic wind follows from it with 0.125 hPa for 1 gpm.
    """
    grid = field.grid
    try:
        cell = grid.nearest(*here)
    except InputDataError:
        return None
    east, north = (float(part[cell]) for part in grid.gradient(field.pressure))
    if not np.isfinite((east, north)).all():
        return None
    unit = unit_of(quantity)
    per_gpm = HPA_PER_GPM if unit == "hPa" else 1.0
    gradient = 1e5 * float(np.hypot(east, north))
    slack = gradient < SLACK_HPA * per_gpm / HPA_PER_GPM and not field.in_a_centre(cell)
    nothing = dict.fromkeys(KINDS, Reached(None, beyond=False))
    reached = nothing if slack else {kind: field.follow(here, kind) for kind in KINDS}
    height = field.pressure / per_gpm
    u, v = (float(part[cell]) for part in geostrophic_wind(height, grid, LEAST_LATITUDE))
    known = bool(np.isfinite((u, v)).all())
    return EventFlow(
        quantity=reference(quantity).text,
        gradient=gradient,
        unit=f"{unit} (100 km)⁻¹",
        falls_toward_deg=_turn(float(wind_direction(-east, -north, "to"))),
        geostrophic_ms=float(wind_speed(u, v)) if known else None,
        geostrophic_from_deg=_turn(float(wind_direction(u, v))) if known else None,
        low=reached["low"].system,
        high=reached["high"].system,
        slack=slack,
        beyond=tuple(kind for kind in KINDS if reached[kind].beyond),
    )


def _turn(degrees: float) -> float:
    return round(degrees, 1) % 360.0


def effect_on(
    system: PressureSystem, flow: EventFlow, here: tuple[float, float], time: datetime
) -> SystemEffect | None:
    """Return what a system does to the flow at the event; None where it stands not at the time.

    Parameters
    ----------
    system : PressureSystem
    flow : EventFlow
    here : (latitude, longitude)
        The event.
    time : datetime
        The main time.
    """
    at = system.centre_at(time)
    if at is None:
        return None
    centre = system.centres[at]
    toward = float(initial_bearing(*here, centre.latitude, centre.longitude))
    along = float(np.cos(np.radians(toward - flow.falls_toward_deg)))
    away = float(great_circle_km(*here, centre.latitude, centre.longitude))
    return SystemEffect(
        governs=system.id in (flow.low, flow.high),
        encloses=away <= centre.radius_km,
        gradient_share=round(along if system.kind == "low" else -along, 2),
    )
