"""What one run has read and computed already, shared by its operators.

Keys hold the digest of the source's content, so an entry can never stand for other data.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import ref

import numpy as np
import xarray

from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.fields.digest import field_digest
from diagnostics.grid.geometry import Grid, grid_of
from diagnostics.ports import FieldRequest, FieldSource
from diagnostics.quantities.ground import with_ground

DEFAULT_LIMIT = 640 * 1024 * 1024
"""Bytes of arrays that a cache keeps by default."""

_SMALL = 512
"""Bytes charged for an entry without arrays of its own, so that even these are bounded."""

Made = TypeVar("Made")


@dataclass(frozen=True)
class Window:
    """What is read of a variable: times, box and margin."""

    window: TimeWindow | None
    region: Region | None
    halo: int

    @property
    def key(self) -> Hashable:
        """A hashable value that is equal for equal windows."""
        times = (self.window.start, self.window.end) if self.window else None
        return times, tuple(self.region.bounds()) if self.region else None, self.halo


class FieldCache:
    """Loaded fields and derived maps of one run, the longest unused dropped first.

    Parameters
    ----------
    limit : int
        Bytes kept; a single larger entry is still handed out, but not kept.
    """

    def __init__(self, limit: int = DEFAULT_LIMIT) -> None:
        self._limit = limit
        self._entries: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._size = 0
        self._sources: dict[int, tuple[FieldSource, str, Inventory]] = {}
        self._grounded: dict[int, tuple[FieldSource, FieldSource]] = {}

    def _source(self, source: FieldSource) -> tuple[FieldSource, str, Inventory]:
        # the source itself is kept, so that its id cannot be given to another one
        if id(source) not in self._sources:
            self._sources[id(source)] = (source, source.digest(), source.inventory())
        return self._sources[id(source)]

    def inventory(self, source: FieldSource) -> Inventory:
        """Return the source's inventory, asked for once."""
        return self._source(source)[2]

    def grounded(self, source: FieldSource) -> FieldSource:
        """Return the source with surface pressure, made once (`with_ground`)."""
        if id(source) not in self._grounded:
            self._grounded[id(source)] = (source, with_ground(source))
        return self._grounded[id(source)][1]

    def source_digest(self, source: FieldSource) -> str:
        """Return the source's digest, asked for once."""
        return self._source(source)[1]

    def forget(self, source: FieldSource) -> None:
        """Let go of a source that is closed; its fields age like all others."""
        _, grounded = self._grounded.pop(id(source), (source, source))
        self._sources.pop(id(grounded), None)
        self._sources.pop(id(source), None)

    def get_or_make(
        self, key: Hashable, size: Callable[[Made], int], make: Callable[[], Made]
    ) -> Made:
        """Return the entry under `key`, made at its first use."""
        if key in self._entries:
            self._entries.move_to_end(key)
            kept: Made = self._entries[key][0]
            return kept
        made = make()
        self._keep(key, made, size(made))
        return made

    def _keep(self, key: Hashable, entry: Any, size: int) -> None:
        if size > self._limit:
            return
        self._entries[key] = (entry, size)
        self._size += size
        self._shrink(self._limit)

    def _shrink(self, limit: int) -> None:
        """Drop the longest unused until no more than `limit` bytes are kept."""
        while self._entries and self._size > limit:
            _, (_, freed) = self._entries.popitem(last=False)
            self._size -= freed

    def load(
        self,
        source: FieldSource,
        variables: Sequence[str],
        levels: tuple[float, ...],
        window: Window,
    ) -> dict[str, xarray.DataArray]:
        """Read `variables` on `levels` (empty: at the surface); what is known is not read again.

        Raises
        ------
        InputDataError
            As :meth:`~diagnostics.ports.FieldSource.load`.
        """
        digest = self.source_digest(source)
        keys = {name: (digest, name, levels, window.key) for name in variables}
        found: dict[str, xarray.DataArray] = {}
        for name in variables:
            if keys[name] in self._entries:
                self._entries.move_to_end(keys[name])
                found[name] = self._entries[keys[name]][0]
        absent = tuple(name for name in variables if name not in found)
        if absent:
            self._shrink(self._limit - len(absent) * _most(self.inventory(source), levels, window))
            dataset = source.load(
                FieldRequest(
                    variables=absent,
                    levels_hpa=levels,
                    window=window.window,
                    region=window.region,
                    halo=window.halo,
                )
            )
            grid_key = (digest, "grid", window.key)
            if grid_key not in self._entries:
                self._keep(grid_key, grid_of(dataset), 0)
            for name in absent:
                found[name] = dataset[name]
                self._keep(keys[name], found[name], int(found[name].nbytes))
        return {name: found[name] for name in variables}

    def grid(self, source: FieldSource, window: Window, sample: xarray.DataArray) -> Grid:
        """Return the grid of what was read with `window`."""
        key = (self.source_digest(source), "grid", window.key)
        return self.get_or_make(key, lambda _: 0, lambda: grid_of(sample))

    def digest_of_field(self, field: xarray.DataArray) -> str:
        """Return the digest of a loaded field, computed once."""
        key = ("digest", id(field))
        entry = self._entries.get(key)
        if entry is not None and entry[0][0]() is field:
            kept: str = entry[0][1]
            return kept
        digest = field_digest(field.to_dataset(name=str(field.name)))
        # a weak reference: the digest of a field that was dropped must not keep it in memory
        self._keep(key, (ref(field), digest), _SMALL)
        return digest


def _most(inventory: Inventory, levels: tuple[float, ...], window: Window) -> int:
    """Bytes that a variable takes at most, margins aside, when it is read."""
    period, grid = window.window, inventory.grid
    times = [item for item in inventory.times if not period or period.start <= item <= period.end]
    cells = float(np.prod(grid.shape)) if grid else 0.0
    if grid and window.region:
        wide = min(1.0, window.region.width / max(grid.region.width, 1e-9))
        high = window.region.north - window.region.south
        cells *= wide * min(1.0, high / max(grid.region.north - grid.region.south, 1e-9))
    return int(4 * len(times) * max(1, len(levels)) * cells)
