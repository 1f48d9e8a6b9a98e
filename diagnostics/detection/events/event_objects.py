"""Events as objects: cells that touch in space and overlap in time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_erosion

from diagnostics.contracts.detection import EventObject, TrackPoint
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.space_time import Region
from diagnostics.detection.events.case import Case, Mask
from diagnostics.grid.distance import great_circle_km, vector_centroid
from diagnostics.grid.geometry import Grid
from diagnostics.grid.objects import label_cells
from diagnostics.grid.outlines import longitude_span, outline_of

Array = NDArray[np.float64]
Cells = NDArray[np.intp]

OVERLAP = 0.2
"""Least share of the smaller of two areas that the other one covers, for one event."""
MOST_OBJECTS = 50
"""Objects of one type that are listed."""
MOST_OUTLINES = 10
"""Objects of one type whose outline is kept."""
MOST_POINTS = 60
"""Points of a track that are kept."""


@dataclass(frozen=True, eq=False)
class Part:
    """A connected area at one time, on one day or in one window.

    Attributes
    ----------
    frame : int
        Position of the time among those that were added.
    start, end : datetime
        Of the interval; equal for a sample.
    cells : array of int, shape (n,)
        Positions in the flattened grid.
    area_km2 : float
    center : tuple of float
        Latitude and longitude.
    values : dict of array, shape (n,)
        Fields at the cells.
    """

    frame: int
    start: datetime
    end: datetime
    cells: Cells
    area_km2: float
    center: tuple[float, float]
    values: dict[str, Array]


@dataclass(frozen=True, eq=False)
class Spell:
    """Parts that belong together, in the order of time."""

    parts: tuple[Part, ...]

    @property
    def onset(self) -> datetime:
        """Start of the first interval."""
        return min(part.start for part in self.parts)

    @property
    def end(self) -> datetime:
        """End of the last interval."""
        return max(part.end for part in self.parts)

    @property
    def area_km2(self) -> float:
        """Largest area at one time: parts of one time are added."""
        sums: dict[int, float] = {}
        for part in self.parts:
            sums[part.frame] = sums.get(part.frame, 0.0) + part.area_km2
        return max(sums.values())

    @property
    def footprint(self) -> Cells:
        """Cells that belong to it at any time."""
        return np.unique(np.concatenate([part.cells for part in self.parts]))

    def strongest(self, name: str, then: str | None = None) -> tuple[Part, int]:
        """Return the part and the position in it where a field is largest.

        Parameters
        ----------
        name : str
        then : str, optional
            Decides among equals; the earliest comes first where both are equal.
        """
        best: tuple[tuple[float, float, int], Part, int] | None = None
        for part in self.parts:
            values = part.values[name]
            rows = np.flatnonzero(values == values.max())
            second = part.values[then][rows] if then is not None else np.zeros(rows.size)
            row = int(rows[int(np.argmax(second))])
            key = (float(values[row]), float(second.max()), -part.frame)
            if best is None or key > best[0]:
                best = key, part, row
        assert best is not None
        return best[1], best[2]

    def frames(self) -> int:
        """Count the times at which it is there."""
        return len({part.frame for part in self.parts})


@dataclass(eq=False)
class Tracker:
    """Collects connected areas time by time and links them.

    Parameters
    ----------
    grid : Grid
    min_area_km2 : float
        Smaller areas do not count.
    gap : timedelta
        Areas that overlap and are no farther apart in time belong together.
    speed_km_h : float
        How fast an area may move where steps are too long for an overlap; 0 for areas that stay.
    """

    grid: Grid
    min_area_km2: float
    gap: timedelta
    speed_km_h: float = 0.0
    _parts: list[Part] = field(default_factory=list)
    _frames: int = 0
    _areas: Array = field(init=False)

    def __post_init__(self) -> None:
        self._areas = np.asarray(self.grid.cell_area, dtype=np.float64).ravel() / 1e6

    def add(self, start: datetime, end: datetime, cells: Mask, **fields: Array) -> None:
        """Add one time, after those before it.

        Parameters
        ----------
        start, end : datetime
        cells : array of bool, shape (y, x)
            Cells that meet the criterion.
        **fields : array, shape (y, x)
            Kept at the cells of each area.
        """
        frame = self._frames
        self._frames += 1
        if not cells.any():
            return
        labels, count = label_cells(cells, cyclic=self.grid.cyclic)
        flat = labels.ravel()
        areas = np.bincount(flat, weights=self._areas, minlength=count + 1)
        wanted = [k for k in range(1, count + 1) if areas[k] >= self.min_area_km2 * (1 - 1e-6)]
        if not wanted:
            return
        order = np.argsort(flat, kind="stable")
        bounds = np.searchsorted(flat[order], np.arange(count + 2))
        latitude, longitude = self.grid.latitude.ravel(), self.grid.longitude.ravel()
        flattened = {name: np.asarray(values).ravel() for name, values in fields.items()}
        for label in wanted:
            found = order[bounds[label] : bounds[label + 1]]
            center = vector_centroid(latitude[found], longitude[found], self._areas[found])
            values = {
                name: np.asarray(array[found], dtype=np.float64)
                for name, array in flattened.items()
            }
            self._parts.append(Part(frame, start, end, found, float(areas[label]), center, values))

    def spells(self) -> list[Spell]:
        """Return the events, each with its parts in the order of time."""
        parent = list(range(len(self._parts)))

        def root(index: int) -> int:
            while parent[index] != index:
                parent[index] = parent[parent[index]]
                index = parent[index]
            return index

        def join(one: int, other: int) -> None:
            low, high = sorted((root(one), root(other)))
            parent[high] = low

        frames: dict[int, list[int]] = {}
        for index, part in enumerate(self._parts):
            frames.setdefault(part.frame, []).append(index)
        recent: list[tuple[list[int], NDArray[np.int64]]] = []
        for numbers in frames.values():
            start = self._parts[numbers[0]].start
            recent = [item for item in recent if self._parts[item[0][0]].end + self.gap >= start]
            for before, held_by in recent:
                for here in numbers:
                    for there in self._linked(self._parts[here], before, held_by):
                        join(there, here)
            belongs = np.full(self._areas.size, -1, dtype=np.int64)
            for here in numbers:
                belongs[self._parts[here].cells] = here
            recent.append((numbers, belongs))
        groups: dict[int, list[Part]] = {}
        for index, part in enumerate(self._parts):
            groups.setdefault(root(index), []).append(part)
        return [Spell(tuple(parts)) for parts in groups.values()]

    def _linked(self, part: Part, before: list[int], held_by: NDArray[np.int64]) -> list[int]:
        """Parts of an earlier time that belong to the same event."""
        there = held_by[part.cells]
        covered = np.bincount(
            there[there >= 0], weights=self._areas[part.cells][there >= 0], minlength=1
        )
        found = []
        for index in before:
            other = self._parts[index]
            shared = float(covered[index]) if index < covered.size else 0.0
            if shared > 0.0 and shared >= OVERLAP * min(part.area_km2, other.area_km2):
                found.append(index)
            elif self.speed_km_h > 0.0:
                hours = (part.end - other.end).total_seconds() / 3600.0
                apart = float(great_circle_km(*part.center, *other.center))
                if apart <= self.speed_km_h * hours:
                    found.append(index)
        return found


def rim_of(case: Case) -> Mask:
    """Cells of the region that have a neighbour outside it, or lie on the edge of the data."""
    inside = case.inside
    if case.grid.cyclic and inside.all(axis=1).any():
        wide = np.concatenate([inside[:, -1:], inside, inside[:, :1]], axis=1)
        return np.asarray(inside & ~binary_erosion(wide, np.ones((3, 3)))[:, 1:-1])
    return np.asarray(inside & ~binary_erosion(inside, np.ones((3, 3))))


@dataclass(frozen=True)
class Peak:
    """The strongest value of an event, and what it amounts to."""

    quantity: str
    unit: str
    value: float
    part: Part
    position: int
    severity: float
    grade: int
    grade_name: str
    time: datetime | None = None
    hours: float | None = None


def described(
    case: Case,
    event: EventType,
    spells: list[Spell],
    peak_of: Callable[[Spell], Peak],
    *,
    shown: Callable[[Part], float],
    span_of: Callable[[Spell], tuple[datetime, datetime]] | None = None,
    step_hours: float = 0.0,
    volume_of: Callable[[Spell], float] | None = None,
) -> tuple[list[EventObject], list[Spell]]:
    """Describe the events of a type, the strongest first.

    Parameters
    ----------
    case : Case
    event : EventType
    spells : list of Spell
    peak_of : callable
        Spell to its peak.
    shown : callable
        Part to its value in the track.
    span_of : callable, optional
        Spell to its onset and end; by default those of its parts.
    step_hours : float
        For samples: each stands for so many hours.
    volume_of : callable, optional
        Spell to its volume of water, km3.

    Returns
    -------
    tuple
        The objects and their spells, in the same order, at most ``MOST_OBJECTS``.
    """
    rim = np.flatnonzero(rim_of(case))
    latitude, longitude = case.grid.latitude.ravel(), case.grid.longitude.ravel()
    ranked = sorted(
        ((peak_of(spell), spell) for spell in spells),
        key=lambda item: (-item[0].severity, -item[1].area_km2, item[1].onset, item[0].position),
    )[:MOST_OBJECTS]
    objects: list[EventObject] = []
    for number, (peak, spell) in enumerate(ranked, start=1):
        onset, end = span_of(spell) if span_of else (spell.onset, spell.end)
        cell = int(peak.part.cells[peak.position])
        cells = spell.footprint
        objects.append(
            EventObject(
                id=f"{event}-{number}",
                event=event,
                quantity=peak.quantity,
                unit=peak.unit,
                peak=peak.value,
                peak_latitude=float(latitude[cell]),
                peak_longitude=_wrapped(float(longitude[cell])),
                peak_time=peak.time or peak.part.end,
                peak_hours=peak.hours,
                peak_until=peak.part.end if peak.hours is not None else None,
                onset=onset,
                end=end,
                duration_hours=(end - onset).total_seconds() / 3600.0 + step_hours,
                area_km2=round(spell.area_km2, 1),
                box=_box(latitude[cells], longitude[cells]),
                outline=outline_of(case.grid, cells, cell) if number <= MOST_OUTLINES else (),
                volume_km3=round(volume_of(spell), 6) if volume_of else None,
                track=_track(spell, shown, peak.part),
                grade=peak.grade,
                grade_name=peak.grade_name,
                severity=round(peak.severity, 4),
                **cuts_in_time(case, onset, end),
                cut_by_region=bool(np.isin(cells, rim, assume_unique=True).any()),
            )
        )
    return objects, [spell for _, spell in ranked]


def cuts_in_time(case: Case, onset: datetime, end: datetime) -> dict[str, bool]:
    """Say which ends of an event are those of the data or of the period, as `EventObject` does."""
    known, window = case.inventory.times, case.window
    begins = onset <= known[0], onset <= window.start
    ends = end >= known[-1], end >= window.end
    return {
        "open_start": any(begins),
        "open_end": any(ends),
        "cut_by_data": begins[0] or ends[0],
        "cut_by_period": begins[1] or ends[1],
    }


def _wrapped(longitude: float) -> float:
    return (longitude + 180.0) % 360.0 - 180.0


def _box(latitude: Array, longitude: Array) -> Region:
    """Return the smallest box of cell centres, across 180 degrees where need be."""
    west, east = longitude_span(longitude)
    return Region(west=west, south=float(latitude.min()), east=east, north=float(latitude.max()))


def _track(spell: Spell, shown: Callable[[Part], float], peak: Part) -> tuple[TrackPoint, ...]:
    """Keep one point per time, of its largest part: the first, the peak's and the last always."""
    largest: dict[int, Part] = {}
    for part in spell.parts:
        if part.frame not in largest or part.area_km2 > largest[part.frame].area_km2:
            largest[part.frame] = part
    largest[peak.frame] = peak
    frames = sorted(largest)
    if len(frames) > MOST_POINTS:
        rows = np.unique(np.linspace(0, len(frames) - 1, MOST_POINTS - 1).round().astype(int))
        frames = sorted({*(frames[row] for row in rows), peak.frame})
    return tuple(
        TrackPoint(
            time=largest[frame].end,
            latitude=round(largest[frame].center[0], 4),
            longitude=round(_wrapped(largest[frame].center[1]), 4),
            area_km2=round(largest[frame].area_km2, 1),
            value=shown(largest[frame]),
        )
        for frame in frames
    )
