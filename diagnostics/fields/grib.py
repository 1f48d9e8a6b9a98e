"""GRIB 1 and 2: an index made in memory by one scan, and fields read message by message."""

from __future__ import annotations

import hashlib
import math
import os
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import BudgetError, InputDataError
from diagnostics.fields import names, unused_fields
from diagnostics.fields.blocks import Block, BlockReader, Hints, Scan, Times, shown
from diagnostics.fields.canonical import INTERVAL_KINDS, FieldKind
from diagnostics.fields.grib_grid import REDUCED_NOTE, GribGrid, grid_of_message
from diagnostics.fields.grib_messages import MessageAddress, iterate_fields, read_field
from diagnostics.fields.horizontal import HorizontalSelection
from diagnostics.fields.limits import SourceLimits
from diagnostics.fields.model_levels import MODEL_LEVELS, SURFACE_OF_MODEL, blocks_from_levels
from diagnostics.fields.names import INGREDIENTS
from diagnostics.fields.rates import as_amount, is_rate, is_rate_of, is_snow_depth, refuse_moment
from diagnostics.fields.time_axes import require_member
from diagnostics.messages import Message, Param

_LOCK = threading.Lock()
"""ecCodes is not built for several threads everywhere."""

_MISSING = 9.999e20
_MOST_COEFFICIENTS = 2000
"""Of a message: of a thousand levels, many times what any model has."""
_ORIGINS = {"an": "analysis", "fc": "forecast", "cf": "forecast", "pf": "forecast"}
_ERA5_CLASSES = {"ea"}


@dataclass(frozen=True)
class _Field:
    address: MessageAddress
    ingredient: str
    short_name: str
    unit: str
    level: float | None
    end: np.datetime64
    start: np.datetime64 | None
    run: np.datetime64
    member: int | None
    grid: str
    grid_relative: bool


class _Message:
    """Keys of one message; a handle is released on exit."""

    def __init__(self, data: bytes) -> None:
        # A damaged message must not end the process; read once, when ecCodes is loaded.
        os.environ.setdefault("ECCODES_NO_ABORT", "1")
        # pyproj first: some ecCodes builds carry a PROJ library of their own.
        import pyproj  # noqa: F401  (load order)
        import eccodes  # isort: skip

        self._codes = eccodes
        self._handle = eccodes.codes_new_from_message(data)

    def __enter__(self) -> _Message:
        return self

    def __exit__(self, *_: object) -> None:
        self._codes.codes_release(self._handle)

    def get(self, key: str) -> Any:
        """Return a key's value, None where it is not defined."""
        try:
            if key in {"distinctLatitudes", "pl"}:
                return self._codes.codes_get_array(self._handle, key)
            return self._codes.codes_get(self._handle, key)
        except self._codes.CodesInternalError:
            return None

    def values(self, most: int) -> NDArray[np.float64]:
        """Decode the values; NaN is missing.

        Raises
        ------
        ValueError
            When the message promises more than `most` of them; nothing was decoded then.
        """
        for key in ("numberOfDataPoints", "numberOfValues", "numberOfCodedValues"):
            if int(self.get(key) or 0) > most:
                raise ValueError(f"{key} is larger than the grid of {most} points")
        self._codes.codes_set(self._handle, "missingValue", _MISSING)
        values = np.asarray(self._codes.codes_get_values(self._handle), dtype=np.float64)
        if self.get("bitmapPresent"):
            values[values == _MISSING] = np.nan
        return values

    def coefficients(self) -> NDArray[np.float64] | None:
        """Return A and B of the half levels, None where the message has none."""
        if not self.get("PVPresent") or not 0 < int(self.get("NV") or 0) <= _MOST_COEFFICIENTS:
            return None
        return np.asarray(self._codes.codes_get_array(self._handle, "pv"), dtype=np.float64)

    def step_seconds(self) -> tuple[int, int]:
        """Begin and end of the step range, in seconds after the run."""
        self._codes.codes_set(self._handle, "stepUnits", "s")
        begin, end = (str(self.get(key)).removesuffix("s") for key in ("startStep", "endStep"))
        return int(begin), int(end)


def scan_grib(path: Path, hints: Hints, limits: SourceLimits) -> Scan:
    """Index a GRIB file.

    Raises
    ------
    InputDataError
        ``truncated_file``, ``damaged_file``, ``unsupported_grid``, ``several_members`` ...
    """
    scan = Scan(format="grib")
    grids: dict[str, GribGrid] = {}
    fields: list[_Field] = []
    native: list[_Field] = []
    coefficients: NDArray[np.float64] | None = None
    editions: set[int] = set()
    problems: list[InputDataError] = []
    for address, data in iterate_fields(path):
        with _message(data, path) as message:
            editions.add(data[7])
            before = len(scan.findings)
            is_native = str(message.get("typeOfLevel")) in MODEL_LEVELS
            meaning = _native_meaning(message) if is_native else _meaning(message, scan)
            if meaning is None:
                if len(scan.findings) == before:
                    _list_unused(message, scan)
                continue
            key = _grid_key(data)
            try:
                if key not in grids:
                    grids[key] = grid_of_message(message.get, limits.max_cells)
                    if grids[key].row_lengths:
                        scan.note("reduced_grid", REDUCED_NOTE)
            except InputDataError as error:
                if error.code == "grid_too_large":
                    raise BudgetError(error.text, code=error.code, data=error.data) from error
                problems.append(error)
                continue
            found = _field(message, address, meaning, key, scan)
            if found is not None:
                (native if is_native else fields).append(found)
            if is_native and coefficients is None:
                coefficients = message.coefficients()
    scan.format = "grib" + "+".join(str(edition) for edition in sorted(editions))
    if not fields and not native and problems:
        raise problems[0]
    for problem in problems:
        scan.warn(problem.code, problem.text)
    flat = _blocks(_of_member(fields, hints), grids, path)
    scan.blocks = [as_amount(item) if is_rate(item) else item for item in flat]
    on_levels = _blocks(_of_member(native, hints), grids, path)
    for key in {item.grid.digest: None for item in on_levels}:
        blocks, others = (
            {item.ingredient: item for item in group if item.grid.digest == key}
            for group in (on_levels, list(scan.blocks))
        )
        scan.blocks += blocks_from_levels(blocks, others, coefficients, limits, scan)
    return scan


@contextmanager
def _message(data: bytes, path: Path) -> Iterator[_Message]:
    """Hold a decoder for one message; what it cannot make sense of is a damaged file."""
    try:
        with _LOCK, _Message(data) as message:
            yield message
    except (ValueError, TypeError, OverflowError, IndexError) as error:
        raise _damaged(path, Message(id="dataerror-nonsense")) from error
    except Exception as error:
        # ecCodes raises from a family of its own that exists only once it is loaded.
        if type(error).__module__.startswith(("eccodes", "gribapi")):
            raise _damaged(path, str(error)) from error
        raise


def _damaged(path: Path, detail: Param) -> InputDataError:
    return InputDataError(
        Message(
            id="dataerror-damaged_message", params={"path": f"{shown(path)}", "detail": detail}
        ),
        code="damaged_file",
        data={"path": str(path)},
    )


def _grid_key(data: bytes) -> str:
    """Digest of the grid description section."""
    position = 16
    if data[7] == 1:
        position = 8 + int.from_bytes(data[8:11], "big")
        size = int.from_bytes(data[position : position + 3], "big")
        return hashlib.sha256(data[position : position + size] + data[8 + 6 : 8 + 8]).hexdigest()
    while data[position + 4] != 3:
        position += int.from_bytes(data[position : position + 4], "big")
    size = int.from_bytes(data[position : position + 4], "big")
    return hashlib.sha256(data[position : position + size]).hexdigest()


def _meaning(message: _Message, scan: Scan) -> tuple[str, str, float | None] | None:
    """Return ingredient, short name and level (hPa) of a message, None when it is not used."""
    short = str(message.get("shortName"))
    kind = str(message.get("typeOfLevel"))
    lower = short.lower()
    if kind in {"isobaricInhPa", "isobaricInPa"}:
        name = names.LEVEL_NAMES.get(lower)
        if name is None:
            return None
        level = float(message.get("level")) * (0.01 if kind == "isobaricInPa" else 1.0)
        is_height = name == "z" and str(message.get("units")) in {"gpm", "m"}
        return ("gh" if is_height else name), short, level
    if kind == "heightAboveGround":
        base = names.LEVEL_NAMES.get(lower, "")
        found = names.AT_HEIGHT.get((base, float(message.get("level"))))
        found = found or ("" if base else names.SURFACE_NAMES.get(lower, ""))
        return (found, short, None) if found else None
    if kind in {"surface", "meanSea", "heightAboveSea"}:
        table = names.AT_SURFACE if kind == "surface" else names.AT_SEA_LEVEL
        found = table.get(lower) or names.SURFACE_NAMES.get(lower, "")
        if found == "zs" and str(message.get("units")) in {"gpm", "m"}:
            found = "orog"
        return (found, short, None) if found else None
    return None


def _native_meaning(message: _Message) -> tuple[str, str, float | None] | None:
    """Return what a message on a level of the model stands for, with the number of the level."""
    short, number = str(message.get("shortName")), float(message.get("level") or 0)
    if short in {"pres", "p"}:
        return "p", short, number
    if short in SURFACE_OF_MODEL:
        return (SURFACE_OF_MODEL[short], short, number) if number <= 1 else None
    name = names.LEVEL_NAMES.get(short.lower())
    return (name, short, number) if name is not None else None


def _list_unused(message: _Message, scan: Scan) -> None:
    short, kind = str(message.get("shortName")), str(message.get("typeOfLevel"))
    level = f"{kind} {message.get('level')}"
    if unused_fields.is_known(short.lower()):
        scan.leave_out(f"{short} ({level})", unused_fields.unused_level(level))
    else:
        scan.leave_out(
            f"{short} ({kind})",
            unused_fields.unknown_name(),
            unused_fields.nearest_names(short.lower()),
        )


def _field(
    message: _Message,
    address: MessageAddress,
    meaning: tuple[str, str, float | None],
    grid: str,
    scan: Scan,
) -> _Field | None:
    ingredient, short, level = meaning
    date, clock = int(message.get("dataDate")), int(message.get("dataTime"))
    run = np.datetime64(
        datetime(
            date // 10000, date // 100 % 100, date % 100, clock // 100, clock % 100, tzinfo=UTC
        ).replace(tzinfo=None),
        "ns",
    )
    begin, end = message.step_seconds()
    kind = INGREDIENTS[ingredient].kind
    unit = str(message.get("units")).replace("unknown", "")
    start: int | None = None
    if is_rate_of(ingredient, unit):
        start = _start_of_mean(message, begin, end)
        if is_snow_depth(ingredient, unit, str(message.get("name"))):
            wording = Message(id="reader-snow_depth_not_water", params={"name": short})
            scan.refuse(ingredient, "snow_depth_not_water", wording)
            return None
        if start is None:
            refuse_moment(ingredient, short, scan)
            return None
    elif kind in INTERVAL_KINDS:
        start = begin
        if begin == end:
            start = _known_start(message, kind, end)
            if start is None and kind is FieldKind.ACCUMULATION:
                scan.refuse(
                    ingredient,
                    "unknown_accumulation",
                    Message(
                        id="reader-grib_accumulation",
                        params={"name": f"{short}", "step": f"{end // 3600}"},
                    ),
                )
                return None
    member = message.get("perturbationNumber")
    scan.origin = _ORIGINS.get(str(message.get("dataType")), scan.origin)
    scan.institution = scan.institution or str(message.get("centre"))
    if str(message.get("class")) in _ERA5_CLASSES:
        scan.history = "ERA5"
    return _Field(
        address=address,
        ingredient=ingredient,
        short_name=short,
        unit=unit,
        level=level,
        end=run + np.timedelta64(end, "s"),
        start=None if start is None else run + np.timedelta64(start, "s"),
        run=run,
        member=None if member is None else int(member),
        grid=grid,
        grid_relative=bool(message.get("uvRelativeToGrid")),
    )


def _known_start(message: _Message, kind: FieldKind, end: int) -> int | None:
    """Begin of an interval that a message leaves out: what its producer is known to do."""
    if end == 0:
        return 0 if kind is FieldKind.ACCUMULATION else None
    if str(message.get("class")) in _ERA5_CLASSES:
        return end - 3600
    if kind is FieldKind.ACCUMULATION and str(message.get("centre")) == "ecmf":
        return 0
    return None


def _start_of_mean(message: _Message, begin: int, end: int) -> int | None:
    """Begin of the interval of a mean rate; None for a rate of one moment."""
    if begin < end:
        return begin if str(message.get("stepType")) == "avg" else None
    is_mean = str(message.get("shortName")).startswith("avg_")
    return end - 3600 if is_mean and str(message.get("class")) in _ERA5_CLASSES else None


def _of_member(fields: list[_Field], hints: Hints) -> list[_Field]:
    members = sorted({item.member for item in fields if item.member is not None})
    if len(members) < 2:
        return fields
    wanted = require_member(members, hints.member)
    return [item for item in fields if item.member in (None, wanted)]


def _blocks(fields: list[_Field], grids: dict[str, GribGrid], path: Path) -> list[Block]:
    groups: dict[tuple[str, str, str, str, bool], list[_Field]] = defaultdict(list)
    for item in fields:
        key = (item.ingredient, item.short_name, item.unit, item.grid, item.grid_relative)
        groups[key].append(item)
    return [_block(key, members, grids[key[3]], path) for key, members in groups.items()]


def _block(
    key: tuple[str, str, str, str, bool], fields: list[_Field], grid: GribGrid, path: Path
) -> Block:
    ingredient, short, unit, _, grid_relative = key
    moments = sorted({(item.end, item.start, item.run) for item in fields}, key=str)
    levels = sorted({item.level for item in fields if item.level is not None})
    slot = {moment: position for position, moment in enumerate(moments)}
    floor = {level: position for position, level in enumerate(levels)}
    table: dict[tuple[int, int], MessageAddress] = {}
    for item in fields:
        row = slot[(item.end, item.start, item.run)]
        table.setdefault((row, floor.get(item.level, 0) if item.level else 0), item.address)
    starts = None
    if all(start is not None for _, start, _ in moments):
        starts = _times([start for _, start, _ in moments])
    return Block(
        ingredient=ingredient,
        source_name=short,
        unit=unit,
        grid=grid.grid,
        times=_times([end for end, _, _ in moments]),
        levels=tuple(levels),
        starts=starts,
        runs=_times([run for _, _, run in moments]),
        read=_reader(path, table, grid),
        grid_relative=grid_relative if ingredient in {"u", "v", "u10", "v10"} else None,
        preference=names.PREFERENCE.get(short.lower(), 0),
        path=str(path),
        member=next((item.member for item in fields if item.member is not None), None),
    )


def _times(items: Sequence[object]) -> Times:
    return np.array(items, dtype="datetime64[ns]")


def _reader(
    path: Path, table: dict[tuple[int, int], MessageAddress], grid: GribGrid
) -> BlockReader:
    def read(
        time_positions: Sequence[int], level_positions: Sequence[int], cells: HorizontalSelection
    ) -> NDArray[np.float64]:
        floors = list(level_positions) or [0]
        shape = (len(time_positions), len(floors), *cells.shape)
        values = np.full(shape, np.nan)
        for row, time_position in enumerate(time_positions):
            for floor, level_position in enumerate(floors):
                address = table.get((int(time_position), int(level_position)))
                if address is None:
                    continue
                data = read_field(path, address)
                with _message(data, path) as message:
                    field = grid.arrange(message.values(math.prod(grid.grid.shape)))
                window = [field[cells.rows, columns] for columns in cells.columns]
                values[row, floor] = np.concatenate(window, axis=-1)
        return values

    return read
