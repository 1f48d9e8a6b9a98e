"""The data of a request: which files, how they are read, and which of them stay open."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message
from diagnostics.ports import FieldSource

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies
    from diagnostics.fields import FileSource, SourceLimits
    from diagnostics.figures.boundaries import Boundaries

OpenSource = Callable[[], FieldSource]
KEPT_SOURCES = 8
"""Sources that stay open; the longest unused is closed first."""


@dataclass(frozen=True)
class DataSelection:
    """Files that are read as one source.

    Parameters
    ----------
    paths : tuple of str
        Files, directories or URLs.
    origin : datetime, optional
        Reference time of data without a date.
    run : datetime, optional
        Start of the forecast, where the data hold several.
    member : int, optional
        Ensemble member, where the data hold several.
    statistic : str, optional
        Of an ensemble, read in the place of a forecast: ``mean``, ``p90``.
    limits : SourceLimits, optional
        The largest source, chunk and window; the defaults without them.
    """

    paths: tuple[str, ...]
    origin: datetime | None = None
    run: datetime | None = None
    member: int | None = None
    statistic: str | None = None
    limits: SourceLimits | None = None

    def open(self) -> FileSource:
        """Open the source.

        Raises
        ------
        InputDataError
            When the data cannot be read.
        """
        from diagnostics.fields import open_source

        return open_source(
            self.paths,
            limits=self.limits,
            origin=self.origin,
            run=self.run,
            member=self.member,
            statistic=self.statistic,
        )

    def state(self) -> tuple[object, ...]:
        """Return name, size and time of change of each file, so that a changed file is noticed."""
        return tuple(_state(Path(name)) for name in self.paths)


def _state(path: Path) -> tuple[object, ...]:
    """Return the state of a file or of what a directory contains; () for a URL."""
    if not path.exists():
        return ()
    members = sorted(path.iterdir()) if path.is_dir() else [path]
    return tuple(
        (item.name, found.st_size, found.st_mtime_ns)
        for item in members
        for found in (item.stat(),)
    )


class OpenSources:
    """Open sources by their selection, and the fields read from them.

    Parameters
    ----------
    limit : int
        How many stay open.
    """

    def __init__(self, limit: int = KEPT_SOURCES) -> None:
        from diagnostics.catalog import FieldCache

        self._limit = limit
        self._known: OrderedDict[tuple[object, ...], FileSource] = OrderedDict()
        self.fields = FieldCache()

    def of(self, data: DataSelection) -> FileSource:
        """Return the source of a selection, opened at its first use and after a change."""
        key = (data, data.state())
        if key not in self._known:
            self._known[key] = data.open()
            if len(self._known) > self._limit:
                self.fields.forget(self._known.popitem(last=False)[1])
        self._known.move_to_end(key)
        return self._known[key]


def open_boundaries(path: str | None) -> Boundaries:
    """Read a file of boundaries; Natural Earth's without one.

    Raises
    ------
    ArgumentError
        As `diagnostics.figures.boundaries.read_boundaries`.
    """
    from diagnostics.figures.boundaries import NATURAL_EARTH, read_boundaries

    return read_boundaries(path) if path else NATURAL_EARTH


def open_climatology(paths: Sequence[str] | str | None) -> Climatologies | None:
    """Open what ``--climatology`` names, where it is given."""
    if not paths:
        return None
    from diagnostics.climatology.open_climatology import open_climatologies

    return open_climatologies([paths] if isinstance(paths, str) else paths)


def only_time(source: FieldSource, time: datetime | None) -> datetime:
    """Return the time that was named, or the only one of the data.

    Raises
    ------
    ArgumentError
        With code ``time_needed`` where the data have several.
    """
    if time is not None:
        return time
    times = source.inventory().times
    if len(times) != 1:
        raise ArgumentError(
            Message(id="error-time_needed", params={"count": len(times)}), code="time_needed"
        )
    return times[0]


def whole_region(source: FieldSource) -> Region:
    """Return the region of the data's grid.

    Raises
    ------
    InputDataError
        With code ``no_grid``.
    """
    grid = source.inventory().grid
    if grid is None:
        raise InputDataError(Message(id="error-no_grid"), code="no_grid")
    return grid.region
