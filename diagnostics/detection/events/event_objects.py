"""Events as objects: cells that touch in space and overlap in time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_erosion, maximum_filter

from diagnostics.contracts.detection import EventObject, TrackPoint
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.space_time import Region
from diagnostics.detection.events.case import Case, Mask
from diagnostics.detection.events.daily_temperatures import date_of
from diagnostics.grid.distance import great_circle_km, vector_centroid
from diagnostics.grid.geometry import Grid
from diagnostics.grid.objects import label_cells
from diagnostics.grid.outlines import longitude_span, outline_of

Array = NDArray[np.float64]
Cells = NDArray[np.intp]

OVERLAP = 0.2
"""Least share of the smaller of two areas that the other one covers, for one event."""
NEAR_KM = 30.0
"""Areas of the least size with no wider gap between them at one time are one event [D]."""
MOST_OBJECTS = 50
"""Objects of one type that are listed."""
MOST_OUTLINES = 10
"""Objects of one type whose outline is kept."""
MOST_POINTS = 60
"""Points of a track that are kept."""
_INSTANT = timedelta(seconds=1)


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
        With what of it lies beyond the region, where the data were looked at there.
    center : tuple of float
        Latitude and longitude.
    weights : array, shape (n,)
        Areas of the cells, km2.
    values : dict of array, shape (n,)
        Fields at the cells.
    large : bool
        Whether it has the least area by itself.
    """

    frame: int
    start: datetime
    end: datetime
    cells: Cells
    area_km2: float
    center: tuple[float, float]
    weights: Array
    values: dict[str, Array]
    large: bool = True


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

    def area_where(self, name: str, least: float) -> float:
        """Largest area at one time of what reaches a value of a field, km2."""
        sums: dict[int, float] = {}
        for part in self.parts:
            share = float(part.weights[part.values[name] >= least].sum() / part.weights.sum())
            sums[part.frame] = sums.get(part.frame, 0.0) + share * part.area_km2
        return max(sums.values())

    @property
    def footprint(self) -> Cells:
        """Cells that belong to it at any time."""
        return np.unique(np.concatenate([part.cells for part in self.parts]))

    def strongest(self, name: str, *then: str) -> tuple[Part, int]:
        """Return the part and the position in it where a field is largest.

        Parameters
        ----------
        name : str
        *then : str
            Decide among equals, one after the other; the earliest comes first where all are equal.
        """
        best: tuple[tuple[float, ...], Part, int] | None = None
        for part in self.parts:
            fields = [part.values[field] for field in (name, *then)]
            row = int(np.lexsort([-values for values in reversed(fields)])[0])
            key = tuple(float(values[row]) for values in fields)
            if best is None or key > best[0]:
                best = key, part, row
        assert best is not None
        return best[1], best[2]

    def frames(self, *, large: bool = False) -> int:
        """Count the times at which it is there, or has a part of the least area."""
        return len({part.frame for part in self.parts if part.large or not large})


@dataclass(frozen=True, eq=False)
class _Frame:
    """All areas of one time; those of index ``k`` are ``cells[bounds[k]:bounds[k + 1]]``."""

    start: datetime
    end: datetime
    cells: Cells
    belongs: NDArray[np.int64]
    bounds: Cells
    areas: Array
    values: dict[str, Array]


@dataclass(eq=False)
class Tracker:
    """Collects connected areas time by time and links them.

    An event has the least area at one time at least. It is followed through the times at which it
    is smaller, or in pieces: what overlaps belongs to it whatever its size. Areas of the least size
    with a gap of at most `NEAR_KM` between them at one time are pieces of one event.

    Parameters
    ----------
    grid : Grid
    inside : array of bool, shape (y, x)
        Cells of the region. What lies beyond counts for the size of an area and is not kept.
    min_area_km2 : float
    gap : timedelta
        Areas that overlap and are no farther apart in time belong together.
    speed_km_h : float
        How fast an area of the least size may move where steps are too long for an overlap; 0 for
        areas that stay.
    """

    grid: Grid
    inside: Mask
    min_area_km2: float
    gap: timedelta
    speed_km_h: float = 0.0
    _frames: list[_Frame] = field(default_factory=list)
    _areas: Array = field(init=False)
    _within: Mask = field(init=False)

    def __post_init__(self) -> None:
        self._areas = np.asarray(self.grid.cell_area, dtype=np.float64).ravel() / 1e6
        self._within = self.inside.ravel()

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
        labels, count = label_cells(cells, cyclic=self.grid.cyclic)
        flat = labels.ravel()
        found = np.flatnonzero(flat)
        found = found[np.argsort(flat[found], kind="stable")]
        belongs = flat[found] - 1
        self._frames.append(
            _Frame(
                start=start,
                end=end,
                cells=found,
                belongs=belongs,
                bounds=np.searchsorted(belongs, np.arange(count + 1)),
                areas=np.bincount(belongs, self._areas[found], count).astype(np.float64),
                values={
                    name: np.asarray(np.ravel(values)[found], dtype=np.float64)
                    for name, values in fields.items()
                },
            )
        )

    def spells(self) -> list[Spell]:
        """Return the events that reach the region, each with its parts there in order of time."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        first = np.cumsum([0, *(frame.areas.size for frame in self._frames)])
        links = [
            self._links(self._frames[earlier], self._frames[later])
            + first[[earlier, later]][:, None]
            for earlier, later in self._close()
        ]
        links += [
            self._side_by_side(frame) + first[position]
            for position, frame in enumerate(self._frames)
        ]
        one, other = np.concatenate([np.empty((2, 0), dtype=np.int64), *links], axis=1)
        graph = coo_array((np.ones(one.size), (one, other)), shape=(first[-1], first[-1]))
        event = connected_components(graph, directed=False)[1]
        large = np.concatenate([[], *(self._is_large(frame) for frame in self._frames)]) > 0
        groups: dict[int, list[Part]] = {number: [] for number in np.unique(event[large]).tolist()}
        for position, frame in enumerate(self._frames):
            for index in range(frame.areas.size):
                number = int(event[first[position] + index])
                if number in groups:
                    groups[number] += self._part(position, index)
        kept = [Spell(tuple(parts)) for parts in groups.values() if parts]
        return sorted(kept, key=lambda spell: (spell.parts[0].frame, int(spell.parts[0].cells[0])))

    def _is_large(self, frame: _Frame) -> Mask:
        return np.asarray(frame.areas >= self.min_area_km2 * (1 - 1e-6))

    def _part(self, position: int, index: int) -> list[Part]:
        """Return an area as far as it lies in the region; nothing where it does not."""
        frame = self._frames[position]
        rows = np.arange(frame.bounds[index], frame.bounds[index + 1])
        rows = rows[self._within[frame.cells[rows]]]
        if not rows.size:
            return []
        cells = frame.cells[rows]
        return [
            Part(
                frame=position,
                start=frame.start,
                end=frame.end,
                cells=cells,
                area_km2=float(frame.areas[index]),
                center=self._center(cells),
                weights=self._areas[cells],
                values={name: values[rows] for name, values in frame.values.items()},
                large=bool(self._is_large(frame)[index]),
            )
        ]

    def _center(self, cells: Cells) -> tuple[float, float]:
        latitude, longitude = self.grid.latitude.ravel(), self.grid.longitude.ravel()
        return vector_centroid(latitude[cells], longitude[cells], self._areas[cells])

    def _close(self) -> Iterator[tuple[int, int]]:
        """Pairs of times that are close enough for their areas to be one event."""
        recent: list[int] = []
        for later, frame in enumerate(self._frames):
            if not frame.cells.size:
                continue
            recent = [one for one in recent if self._frames[one].end + self.gap >= frame.start]
            for earlier in recent:
                yield earlier, later
            recent.append(later)

    def _links(self, before: _Frame, frame: _Frame) -> NDArray[np.int64]:
        """Areas of two times that belong to one event: their indices, shape (2, pairs)."""
        held_by = np.full(self._areas.size, -1, dtype=np.int64)
        held_by[before.cells] = before.belongs
        there = held_by[frame.cells]
        both = there >= 0
        keys, pair = np.unique(
            there[both] * frame.areas.size + frame.belongs[both], return_inverse=True
        )
        one, other = np.divmod(keys, max(1, frame.areas.size))
        shared = np.bincount(pair, weights=self._areas[frame.cells[both]], minlength=keys.size)
        enough = shared >= OVERLAP * np.minimum(before.areas[one], frame.areas[other])
        found = [np.stack([one[enough], other[enough]])]
        hours = (frame.end - before.end).total_seconds() / 3600.0
        if self.speed_km_h > 0.0:
            found.append(self._moved(before, frame, self.speed_km_h * hours))
        return np.concatenate(found, axis=1)

    def _side_by_side(self, frame: _Frame) -> NDArray[np.int64]:
        """Areas of one time that hardly any gap parts: their indices, shape (2, pairs)."""
        large = np.flatnonzero(self._is_large(frame))
        reach = ceil(NEAR_KM // max(self.grid.spacing_km) / 2.0)
        if large.size < 2 or reach == 0:
            return np.empty((2, 0), dtype=np.int64)
        among = np.isin(frame.belongs, large)
        mask = np.zeros(self.grid.shape, dtype=bool)
        mask.ravel()[frame.cells[among]] = True
        wide = maximum_filter(
            mask,
            size=2 * reach + 1,
            mode=("constant", "wrap" if self.grid.cyclic else "constant"),
        )
        together = label_cells(wide, cyclic=self.grid.cyclic)[0].ravel()
        groups = np.array([together[frame.cells[frame.bounds[k]]] for k in large])
        _, leader = np.unique(groups, return_index=True)
        first_of = dict(zip(groups[leader].tolist(), large[leader].tolist(), strict=True))
        return np.array([[first_of[int(group)] for group in groups], large], dtype=np.int64)

    def _moved(self, before: _Frame, frame: _Frame, reach_km: float) -> NDArray[np.int64]:
        """Areas of the least size whose centres are close enough."""
        ones, others = (np.flatnonzero(self._is_large(item)).tolist() for item in (before, frame))
        pairs = [
            (one, other)
            for one in ones
            for other in others
            if great_circle_km(*self._center_of(before, one), *self._center_of(frame, other))
            <= reach_km
        ]
        return np.array(pairs, dtype=np.int64).reshape(-1, 2).T

    def _center_of(self, frame: _Frame, index: int) -> tuple[float, float]:
        return self._center(frame.cells[frame.bounds[index] : frame.bounds[index + 1]])


def rim_of(cells: Mask, grid: Grid) -> Mask:
    """Those of the cells that have a neighbour outside them, or lie on the edge of the grid."""
    if grid.cyclic and cells.all(axis=1).any():
        wide = np.concatenate([cells[:, -1:], cells, cells[:, :1]], axis=1)
        return np.asarray(cells & ~binary_erosion(wide, np.ones((3, 3)))[:, 1:-1])
    return np.asarray(cells & ~binary_erosion(cells, np.ones((3, 3))))


@dataclass(frozen=True)
class Peak:
    """The strongest value of an event, and what it amounts to.

    `of` names the values of the parts of the event that it is one of, `by` those by which values of
    a part are ranked, `in_hours` those that say in how many hours an amount or a temperature fell.
    """

    quantity: str
    unit: str
    of: str
    by: str
    value: float
    part: Part
    position: int
    severity: float
    grade: int
    grade_name: str
    time: datetime | None = None
    hours: float | None = None
    in_hours: str = ""


def _dates(case: Case, onset: datetime, peak: datetime, end: datetime) -> dict[str, date]:
    """The days of a criterion on which an event begins, peaks and ends."""
    moments = {"first_day": onset, "peak_day": peak - _INSTANT, "last_day": end - _INSTANT}
    return {name: date_of(moment, case.preset.days, case.zone) for name, moment in moments.items()}


def described(
    case: Case,
    event: EventType,
    spells: list[Spell],
    peak_of: Callable[[Spell], Peak],
    *,
    span_of: Callable[[Spell], tuple[datetime, datetime]] | None = None,
    step_hours: float = 0.0,
    volume_of: Callable[[Spell], float] | None = None,
    area_of: Callable[[Spell], float] = lambda spell: spell.area_km2,
    judged: tuple[datetime, datetime] | None = None,
    by_days: bool = False,
) -> tuple[list[EventObject], list[Spell]]:
    """Describe the events of a type, the strongest first.

    Parameters
    ----------
    case : Case
    event : EventType
    spells : list of Spell
    peak_of : callable
        Spell to its peak.
    span_of : callable, optional
        Spell to its onset and end; by default those of its parts.
    step_hours : float
        For samples: each stands for so many hours.
    volume_of : callable, optional
        Spell to its volume of water, km3.
    area_of : callable
        Spell to its largest area at one time, km2.
    judged : tuple of datetime, optional
        As of `cuts_in_time`.
    by_days : bool
        Whether the parts are days of the preset, which events of theirs are then dated by.

    Returns
    -------
    tuple
        The objects and their spells, in the same order, at most ``MOST_OBJECTS``.
    """
    rim = np.flatnonzero(rim_of(case.inside, case.grid))
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
                area_km2=round(area_of(spell), 1),
                box=_box(latitude[cells], longitude[cells]),
                outline=outline_of(case.grid, cells, cell) if number <= MOST_OUTLINES else (),
                volume_km3=round(volume_of(spell), 6) if volume_of else None,
                track=_track(spell, peak, case.grid),
                grade=peak.grade,
                grade_name=peak.grade_name,
                severity=round(peak.severity, 4),
                **cuts_in_time(case, onset, end, judged),
                **(_dates(case, onset, peak.part.end, end) if by_days else {}),
                cut_by_region=bool(np.isin(cells, rim, assume_unique=True).any()),
            )
        )
    return objects, [spell for _, spell in ranked]


def cuts_in_time(
    case: Case, onset: datetime, end: datetime, judged: tuple[datetime, datetime] | None = None
) -> dict[str, bool]:
    """Say which ends of an event are those of the data or of the period, as `EventObject` does.

    Parameters
    ----------
    case : Case
    onset, end : datetime
    judged : tuple of datetime, optional
        From when to when the criterion could be judged, where that is less than all of the data in
        the period: an event that is there then may have begun before, or go on.
    """
    known, window = case.inventory.times, case.window
    first, last = judged or (max(known[0], window.start), min(known[-1], window.end))
    begins, ends = onset <= first, end >= last
    return {
        "open_start": begins,
        "open_end": ends,
        "cut_by_data": (begins and known[0] >= window.start) or (ends and known[-1] <= window.end),
        "cut_by_period": (begins and known[0] <= window.start)
        or (ends and known[-1] >= window.end),
    }


def _wrapped(longitude: float) -> float:
    return (longitude + 180.0) % 360.0 - 180.0


def _box(latitude: Array, longitude: Array) -> Region:
    """Return the smallest box of cell centres, across 180 degrees where need be."""
    west, east = longitude_span(longitude)
    return Region(west=west, south=float(latitude.min()), east=east, north=float(latitude.max()))


def _track(spell: Spell, peak: Peak, grid: Grid) -> tuple[TrackPoint, ...]:
    """Keep one point per time, of all parts then: the first, the peak's and the last always.

    Times at which what the peak is of is not in the data are left out.
    """
    at: dict[int, list[Part]] = {}
    for part in spell.parts:
        if peak.of in part.values and np.isfinite(part.values[peak.of]).any():
            at.setdefault(part.frame, []).append(part)
    frames = sorted(at)
    if len(frames) > MOST_POINTS:
        rows = np.unique(np.linspace(0, len(frames) - 1, MOST_POINTS - 1).round().astype(int))
        frames = sorted({*(frames[row] for row in rows), peak.part.frame})
    return tuple(_point(at[frame], peak, grid) for frame in frames)


def _point(parts: list[Part], peak: Peak, grid: Grid) -> TrackPoint:
    """Return the point of one time: the middle of the largest part, the peak of all."""
    largest = max(parts, key=lambda part: part.area_km2)
    part = max(parts, key=lambda part: float(np.nanmax(part.values[peak.by])))
    strongest = int(np.nanargmax(part.values[peak.by]))
    if any(part is peak.part for part in parts):
        part, strongest = peak.part, peak.position
    cell = int(part.cells[strongest])
    return TrackPoint(
        time=part.end,
        latitude=round(largest.center[0], 4),
        longitude=round(_wrapped(largest.center[1]), 4),
        area_km2=round(sum(part.area_km2 for part in parts), 1),
        value=float(part.values[peak.of][strongest]),
        value_latitude=float(grid.latitude.ravel()[cell]),
        value_longitude=_wrapped(float(grid.longitude.ravel()[cell])),
        value_hours=float(part.values[peak.in_hours][strongest]) if peak.in_hours else None,
    )
