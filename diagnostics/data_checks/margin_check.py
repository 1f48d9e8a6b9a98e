"""The check of what an answer or a diagnosis reads: its region and period with a margin, once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable
from datetime import timedelta
from threading import Lock

from diagnostics.contracts.checking import DataCheck
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.data_checks.examination import examine
from diagnostics.data_checks.guarded_source import refusal_of
from diagnostics.ports import FieldSource

LEAST_MARGIN = 2.0
SHARE_OF_MARGIN = 0.25
"""Around the region data are checked as far as this, degrees and share of its longer side."""
BEFORE = timedelta(days=3)
"""Before the period."""
KEPT = 64
"""Checks that are kept, the longest unused dropped first."""

_Key = tuple[Hashable, ...]


class _Kept:
    """The latest checks by what was checked."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[_Key, DataCheck] = OrderedDict()

    def get(self, key: _Key) -> DataCheck | None:
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def put(self, key: _Key, check: DataCheck) -> None:
        with self._lock:
            self._known[key] = check
            while len(self._known) > KEPT:
                self._known.popitem(last=False)


_kept = _Kept()


def check_with_margin(
    source: FieldSource,
    region: Region | None,
    window: TimeWindow | None,
    fields: Collection[str] | None = None,
) -> DataCheck:
    """Examine fields around a region and period.

    Parameters
    ----------
    source : FieldSource
    region, window : optional
        All of the data by default.
    fields : collection of str, optional
        Canonical names; every field by default.

    Raises
    ------
    InputDataError
        With the code of the first finding, when it refuses every field.
    DiagnosticsError
        As `diagnostics.data_checks.examine`.
    """
    check = examine(source, *_around(region, window), fields)
    refused = check.refused
    known = tuple(item.name for item in source.inventory().variables)
    read = known if fields is None else tuple(name for name in known if name in fields)
    if refused and all(name in refused for name in read):
        raise refusal_of(read[0], refused[read[0]])
    return check


def cached_check(
    source: FieldSource,
    region: Region | None,
    window: TimeWindow | None,
    fields: Collection[str],
) -> DataCheck:
    """Examine fields around a region and period, or return what is known from the last time.

    Raises
    ------
    DiagnosticsError
        As `check_with_margin`; a refusal is not kept.
    """
    inventory = source.inventory()
    key = (
        source.digest(),
        # a part of a source has the digest of the whole
        (inventory.times, tuple(item.name for item in inventory.variables), frozenset(fields)),
        (tuple(region.bounds()) if region else None, window),
    )
    check = _kept.get(key)
    if check is None:
        check = check_with_margin(source, region, window, fields)
        _kept.put(key, check)
    return check


def _around(
    region: Region | None, window: TimeWindow | None
) -> tuple[Region | None, TimeWindow | None]:
    """Return the box and period to read, with their margins."""
    if region is not None:
        side = max(region.width, region.north - region.south)
        region = region.padded(max(LEAST_MARGIN, SHARE_OF_MARGIN * side))
    if window is not None:
        window = TimeWindow(start=window.start - BEFORE, end=window.end)
    return region, window
