"""A field source over files: one canonical dataset, read window by window."""

from __future__ import annotations

import hashlib
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.choice import DataChoice
from diagnostics.contracts.enums import Severity
from diagnostics.contracts.field_record import FieldRecord
from diagnostics.contracts.inventory import Finding, Inventory, VariableInfo
from diagnostics.errors import InputDataError
from diagnostics.fields.blocks import TIMELESS, Block, Scan, Times, finding_of
from diagnostics.fields.canonical import (
    CANONICAL,
    INTERVAL_KINDS,
    WIND_PAIRS,
    FieldKind,
    attributes,
)
from diagnostics.fields.derive import rule_for
from diagnostics.fields.file_access import kept_open
from diagnostics.fields.horizontal import HorizontalGrid, HorizontalSelection
from diagnostics.fields.identity import Identity
from diagnostics.fields.index import IngredientIndex
from diagnostics.fields.limits import SourceLimits
from diagnostics.fields.memory import step_hours
from diagnostics.fields.names import called
from diagnostics.fields.rates import amounts_before_rates
from diagnostics.fields.reading import FieldPlan, Reading, follows_grid
from diagnostics.fields.select import missing_variable, select_levels, select_times, to_instant
from diagnostics.fields.times import undated
from diagnostics.grid.projection import ROTATED
from diagnostics.messages import Listing, Message, Param, Term
from diagnostics.ports import FieldRequest

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
MAPPING_VARIABLE = "projection"
_MOST_LEVELS = 3
"""Levels that an error spells out."""
_MOST_NAMED = 6
"""Names that one finding or one origin of a field spells out."""


@dataclass(frozen=True)
class SourceDescription:
    """What the inventory says of the source as a whole."""

    title: str
    attribution: str
    format: str
    origin: str
    choice: DataChoice | None = None


class FileSource(ABC):
    """A `diagnostics.ports.FieldSource` over files, made by `diagnostics.fields.open_source`.

    A source can be pickled: another process opens the same files again.
    """

    _recipe: tuple[Callable[..., FileSource], tuple[object, ...]] | None = None

    def remember(
        self, function: Callable[..., FileSource], arguments: tuple[object, ...]
    ) -> FileSource:
        """Keep how this source was opened, for other processes; returns the source itself."""
        self._recipe = (function, arguments)
        return self

    def __reduce__(self) -> tuple[Callable[..., FileSource], tuple[object, ...]]:
        if self._recipe is None:
            raise TypeError("only a source made by open_source can be sent to another process")
        return self._recipe

    @abstractmethod
    def inventory(self) -> Inventory:
        """Say what the source holds, without reading arrays."""

    @abstractmethod
    def load(self, request: FieldRequest) -> xr.Dataset:
        """Read a window into memory as a canonical dataset."""

    @abstractmethod
    def digest(self) -> str:
        """Sha256 that changes when the content of the source changes."""

    @abstractmethod
    def check_unchanged(self) -> None:
        """Make sure that the data are still those that were opened."""


class FixedGridSource(FileSource):
    """A source over files of one horizontal grid.

    Files are opened for each read and closed again, so
    that a source can be shared by threads and its files replaced or removed at any time (which
    the next read reports).

    Parameters
    ----------
    scan : Scan
        All blocks of all files, on one grid.
    description : SourceDescription
    limits : SourceLimits
    identity : Identity
        Of the files and stores, taken before they were opened.
    view : tuple of str
        What was chosen of the content, a member or run for example: part of the digest.
    """

    def __init__(
        self,
        scan: Scan,
        description: SourceDescription,
        limits: SourceLimits,
        identity: Identity,
        view: tuple[str, ...] = (),
    ) -> None:
        self._description = description
        self._limits = limits
        self._identity = identity
        self._view = view
        self._grid: HorizontalGrid = scan.blocks[0].grid
        self._indices = _indices(scan)
        self._plans = _plans(self._indices)
        self._note_winds(scan)
        self._refused = dict(scan.refused)
        self._times = self._all_times()
        self._scan = scan
        self._digest: str | None = None
        self._lock = threading.Lock()
        limits.check("times", self._times.size, limits.max_times)

    def _all_times(self) -> Times:
        moving = [p.times for p in self._plans.values() if CANONICAL[p.name].kind.value != "static"]
        static = [plan.times[:1] for plan in self._plans.values()]
        if not static and self._refused:
            raise self.missing(next(iter(self._refused)), ())
        if not moving and not static:
            there = Listing(items=tuple(called(name) for name in self._indices))
            raise InputDataError(
                Message(id="dataerror-nothing_derived", params={"there": there}),
                code="no_known_fields",
            )
        if not moving and np.array_equal(static[0], TIMELESS):
            raise undated("The source", "it holds fixed fields only")
        return np.unique(np.concatenate(moving or static))

    def _note_winds(self, scan: Scan) -> None:
        if not self._grid.is_projected:
            return
        for pair in WIND_PAIRS:
            sides = [follows_grid(self._indices.get(name)) for name in pair]
            if None in sides and any(name in self._plans for name in pair):
                scan.warn(
                    "wind_orientation_assumed",
                    Message(
                        id="reader-wind_orientation_assumed",
                        params={"eastward": f"{pair[0]}", "northward": f"{pair[1]}"},
                    ),
                    pair,
                )

    @property
    def grid(self) -> HorizontalGrid:
        """The horizontal grid."""
        return self._grid

    @cached_property
    def _inventory(self) -> Inventory:
        variables = tuple(self._describe(plan) for plan in self._plans.values())
        levels = sorted({level for item in variables for level in item.levels_hpa})
        runs = np.unique(np.concatenate([index.runs_of() for index in self._indices.values()]))
        is_forecast = self._description.origin == "forecast"
        return Inventory(
            title=self._description.title,
            attribution=self._description.attribution,
            format=self._description.format,
            origin=self._description.origin,
            variables=variables,
            levels_hpa=tuple(levels),
            times=tuple(to_instant(item) for item in self._times),
            step_hours=step_hours(self._times),
            init_time=to_instant(runs[0]) if runs.size == 1 and is_forecast else None,
            grid=self._grid.info(),
            findings=(*self._findings(), *self._gaps(), *self._unused()),
            left_out=tuple(self._scan.left_out.values()),
            choice=self._description.choice,
        )

    def inventory(self) -> Inventory:
        """Say what the source holds, without reading arrays."""
        return self._inventory

    def _describe(self, plan: FieldPlan) -> VariableInfo:
        field = CANONICAL[plan.name]
        return VariableInfo(
            name=plan.name,
            long_name=field.long_name,
            unit=field.unit,
            source_name=self._source_names(plan),
            source_unit=self._indices[plan.inputs[0]].blocks[0].unit,
            levels_hpa=tuple(float(level) for level in plan.levels),
            times=int(plan.times.size) if field.kind is not FieldKind.STATIC else 1,
            derived_from=plan.inputs if plan.rule else (),
            interval_hours=plan.interval_hours,
            records=self._records(plan),
        )

    def _records(self, plan: FieldPlan) -> tuple[FieldRecord, ...]:
        """Return what the files say of the fields that a field is made from.

        What several files say alike is one record, without the file and its run.
        """
        alike: dict[FieldRecord, list[FieldRecord]] = {}
        for name in plan.inputs:
            for block in self._indices[name].blocks:
                if block.record is not None:
                    run = block.record.run.model_copy(update={"value": None})
                    common = block.record.model_copy(update={"path": "", "run": run})
                    alike.setdefault(common, []).append(block.record)
        found = (common if len(same) > 1 else same[0] for common, same in alike.items())
        return tuple(found)[:_MOST_NAMED]

    def _source_names(self, plan: FieldPlan) -> str:
        """Name the variables of the files that a field comes from."""
        found = [name for item in plan.inputs for name in self._indices[item].source_names]
        more = f" (+{len(found) - _MOST_NAMED})" if len(found) > _MOST_NAMED else ""
        return ", ".join(found[:_MOST_NAMED]) + more

    def _findings(self) -> list[Finding]:
        """Return what the reader noticed, with the canonical fields that it concerns."""
        found = []
        for item in self._scan.findings:
            made = [name for name, plan in self._plans.items() if set(plan.inputs) & {*item.fields}]
            fields = tuple(dict.fromkeys((*item.fields, *made)))
            found.append(item.model_copy(update={"fields": fields}))
        return found

    def _gaps(self) -> list[Finding]:
        """Fields that lack some times of the source."""
        found = []
        for plan in self._plans.values():
            kind = CANONICAL[plan.name].kind
            lacking = self._times.size - plan.times.size
            if kind is FieldKind.STATIC or lacking <= 0:
                continue
            found.append(
                finding_of(
                    "incomplete_times",
                    Severity.INFO,
                    Message(
                        id="reader-incomplete_times",
                        params={
                            "name": Term(term=f"field_{plan.name}"),
                            "count": f"{plan.times.size}",
                            "all": f"{self._times.size}",
                        },
                    ),
                )
            )
        return found

    def _unused(self) -> list[Finding]:
        """Say in one line that fields of the files are not used."""
        names = list(self._scan.left_out)
        if not names:
            return []
        params: dict[str, Param] = {
            "count": f"{len(names)}",
            "names": ", ".join(names[:_MOST_NAMED]),
        }
        wording = Message(id="reader-fields_left_out", params=params)
        if len(names) > _MOST_NAMED:
            params["more"] = f"{len(names) - _MOST_NAMED}"
            wording = Message(id="reader-fields_left_out_more", params=params)
        return [finding_of("fields_left_out", Severity.INFO, wording)]

    def digest(self) -> str:
        """Sha256 of the content of all files, whatever their names and order."""
        with self._lock:
            if self._digest is None:
                self._digest = digest_of_parts([*self._identity.digests(), *self._view])
            return self._digest

    def check_unchanged(self) -> None:
        """Make sure that every file and object is still the one that was opened.

        Raises
        ------
        SourceError
            ``source_vanished`` or ``source_changed``.
        """
        self._identity.check(whole=True)

    def load(self, request: FieldRequest) -> xr.Dataset:
        """Read a window into memory as a canonical dataset.

        Without ``levels_hpa`` the levels are those that all level fields of the request share.
        Values that are absent in the source are NaN; the attribute ``warnings`` of the dataset
        lists what was masked or clipped on the way.

        Raises
        ------
        InputDataError
            ``missing_variable``, ``missing_level``, ``period_without_data``,
            ``region_outside_data``, ``implausible_values`` ...
        SourceError
            ``source_vanished``, ``source_changed``, ``source_damaged`` and others: what the
            source did, not what the data say.
        BudgetError
            ``source_too_large``.
        """
        import xarray as xr

        for name in request.variables:
            if name not in self._plans:
                raise self.missing(name, tuple(self._plans))
        times = self._times[select_times(self._times, request.window)]
        levels = levels_of(request, {name: plan.levels for name, plan in self._plans.items()})
        cells = self._grid.select(request.region, request.halo)
        self.check_size(request.variables, times, levels, cells)
        reading = Reading(self._indices, self._plans, self._grid, times, levels, cells)
        with self._identity.guarded(), kept_open():
            arrays = reading.fields(request.variables)
        variables = {name: self._variable(name, arrays[name]) for name in request.variables}
        return xr.Dataset(
            variables,
            coords=self.coordinates(times, levels, cells, request.variables),
            attrs={
                "title": self._description.title,
                "attribution": self._description.attribution,
                "origin": self._description.origin,
                "warnings": reading.warnings,
            },
        )

    def missing(self, name: str, available: Sequence[str]) -> InputDataError:
        """Return the error for a field that is not there, or must not be used."""
        if name not in self._refused:
            few = len(available) <= _MOST_NAMED
            described = {item: self._described(item) for item in available if few}
            return missing_variable(name, available, described=described)
        code, reason = self._refused[name]
        return InputDataError(
            Message(id="dataerror-value_not_usable", params={"name": name, "reason": reason}),
            code=code,
            data={"variable": name, "available": list(available)},
        )

    def _described(self, name: str) -> Message:
        """Return a field's names with its interval, or its levels where they are few."""
        plan, shown = self._plans.get(name), name
        if plan is not None and plan.interval_hours is not None:
            shown = f"{name}, {plan.interval_hours:g} h"
        elif plan is not None and 0 < plan.levels.size <= _MOST_LEVELS:
            shown = f"{name}, {', '.join(f'{level:g}' for level in plan.levels)} hPa"
        field = Term(term=f"field_{name}")
        return Message(id="dataerror-field_there", params={"field": field, "name": shown})

    def check_size(
        self, names: Sequence[str], times: Times, levels: Floats, cells: HorizontalSelection
    ) -> None:
        """Refuse a window that is larger than the limit."""
        rows, columns = cells.shape
        slabs = 0
        for name in names:
            is_level = CANONICAL[name].kind is FieldKind.LEVEL
            slabs += times.size * (levels.size if is_level else 1)
        self._limits.check(
            "window",
            slabs * rows * columns * 8,
            self._limits.max_bytes,
        )

    def _variable(self, name: str, values: NDArray[np.float32]) -> tuple[Any, ...]:
        plan = self._plans[name]
        extra: dict[str, object] = {"source_name": self._source_names(plan)}
        if plan.interval_hours is not None:
            extra["interval_hours"] = plan.interval_hours
        if self._grid.is_projected:
            extra["grid_mapping"] = MAPPING_VARIABLE
        return CANONICAL[name].dims(self._grid.dims), values, attributes(name, **extra)

    def coordinates(
        self, times: Times, levels: Floats, cells: HorizontalSelection, names: Sequence[str]
    ) -> dict[str, Any]:
        """Return the coordinates of a window, by name."""
        coordinates: dict[str, Any] = {"time": ("time", times, {"standard_name": "time"})}
        if any(CANONICAL[name].kind is FieldKind.LEVEL for name in names):
            coordinates["level"] = (
                "level",
                levels,
                {"units": "hPa", "standard_name": "air_pressure", "positive": "down"},
            )
        for name, (dims, values) in cells.coordinates.items():
            coordinates[name] = (dims, values, _coordinate_attributes(name, self._grid))
        if self._grid.mapping is not None:
            coordinates[MAPPING_VARIABLE] = ((), np.int32(0), dict(self._grid.mapping))
        return coordinates


def levels_of(request: FieldRequest, held: Mapping[str, Sequence[float] | Floats]) -> Floats:
    """Return the levels (hPa, ascending) that a request means, of those held for each field.

    Raises
    ------
    InputDataError
        ``missing_level``.
    """
    asked = [name for name in request.variables if CANONICAL[name].kind is FieldKind.LEVEL]
    if not asked:
        return np.array([])
    if request.levels_hpa:
        for name in asked:
            select_levels(held[name], request.levels_hpa, name)
        return np.array(sorted({float(level) for level in request.levels_hpa}))
    shared = np.asarray(held[asked[0]], dtype=np.float64)
    for name in asked[1:]:
        shared = np.intersect1d(shared, held[name])
    if not shared.size:
        raise InputDataError(
            Message(id="dataerror-no_common_level", params={"asked": ", ".join(asked)}),
            code="missing_level",
        )
    return shared


def _indices(scan: Scan) -> dict[str, IngredientIndex]:
    grouped: dict[str, list[Block]] = {}
    for block in scan.blocks:
        grouped.setdefault(block.ingredient, []).append(block)
    indices = {}
    for name, blocks in grouped.items():
        index = IngredientIndex(name, amounts_before_rates(blocks, scan))
        index.build(scan)
        if index.times.size:
            indices[name] = index
    for pair in WIND_PAIRS:
        for name, other in (pair, pair[::-1]):
            if name in indices and other not in indices and _turns(indices[name]):
                del indices[name]
                scan.refuse(
                    name,
                    "wind_pair_missing",
                    Message(
                        id="reader-wind_pair_missing",
                        params={"name": f"{name}", "other": f"{other}"},
                    ),
                )
    return indices


def _turns(index: IngredientIndex) -> bool:
    return index.blocks[0].grid.is_projected and bool(follows_grid(index))


def _plans(indices: Mapping[str, IngredientIndex]) -> dict[str, FieldPlan]:
    plans: dict[str, FieldPlan] = {}
    for name, field in CANONICAL.items():
        rule = None if name in indices else rule_for(name, indices)
        if name not in indices and rule is None:
            continue
        inputs = (name,) if rule is None else rule.inputs
        times, levels = indices[inputs[0]].times, indices[inputs[0]].levels
        for item in inputs[1:]:
            times = np.intersect1d(times, indices[item].times)
            levels = np.intersect1d(levels, indices[item].levels)
        if not times.size or (field.kind is FieldKind.LEVEL and not levels.size):
            continue
        intervals = {indices[item].interval_hours for item in inputs}
        if field.kind in INTERVAL_KINDS and len(intervals) > 1:
            continue
        interval = indices[inputs[0]].interval_hours if field.kind in INTERVAL_KINDS else None
        plans[name] = FieldPlan(name, inputs, rule, times, levels, interval)
    return plans


def _coordinate_attributes(name: str, grid: HorizontalGrid) -> dict[str, str]:
    if name in {"latitude", "longitude"}:
        side = "north" if name == "latitude" else "east"
        return {"units": f"degrees_{side}", "standard_name": name}
    if grid.kind == ROTATED:
        word = "latitude" if name == "y" else "longitude"
        return {"units": "degrees", "standard_name": f"grid_{word}"}
    return {"units": "m", "standard_name": f"projection_{name}_coordinate"}


def digest_of_parts(parts: Sequence[str]) -> str:
    """Combine digests of files, whatever their order."""
    return hashlib.sha256("\n".join(sorted(parts)).encode()).hexdigest()
