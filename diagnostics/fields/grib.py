"""GRIB 1 and 2: an index made in memory by one scan, and fields read message by message."""

from __future__ import annotations

import hashlib
import math
import os
import re
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.field_record import (
    FieldRecord,
    MemberStatistic,
    RecordItem,
    TimeStatistic,
    inferred,
    stated,
)
from diagnostics.errors import BudgetError, InputDataError
from diagnostics.fields import names, unused_fields
from diagnostics.fields.blocks import Block, BlockReader, Hints, Scan, Times, shown
from diagnostics.fields.canonical import INTERVAL_KINDS, FieldKind
from diagnostics.fields.fitting import choose, leave_out
from diagnostics.fields.grib_grid import REDUCED_NOTE, GribGrid, grid_of_message
from diagnostics.fields.grib_meaning import GribMeaning, as_extreme, fitted, meaning_of, record_of
from diagnostics.fields.grib_messages import MessageAddress, iterate_fields, read_field
from diagnostics.fields.grib_record import GribStatement, stated_end, statement_of
from diagnostics.fields.habits import begins, habit_of
from diagnostics.fields.horizontal import HorizontalSelection
from diagnostics.fields.limits import SourceLimits
from diagnostics.fields.model_levels import blocks_from_levels
from diagnostics.fields.names import INGREDIENTS, called
from diagnostics.fields.rates import as_amount, is_rate, is_rate_of, is_snow_depth, refuse_moment
from diagnostics.fields.select import to_instant
from diagnostics.fields.time_axes import require_member
from diagnostics.messages import Message, Param

_LOCK = threading.Lock()
"""ecCodes is not built for several threads everywhere."""

_MISSING = 9.999e20
_MOST_COEFFICIENTS = 2000
"""Of a message: of a thousand levels, many times what any model has."""
_WINDS = frozenset({"u", "v", "u10", "v10"})
_ORIGINS = {"an": "analysis", "fc": "forecast", "cf": "forecast", "pf": "forecast"}
_ERA5 = "class=ea"
_HOURS_IN_NAME = re.compile(r"^(?:mx2t|mn2t|10fg|fg10_)(\d+)$")
"""Of ECMWF's parameters that are extremes "in the last 3 hours" and so on."""


@dataclass(frozen=True)
class _Field:
    address: MessageAddress
    meaning: GribMeaning
    statement: GribStatement
    unit: str
    end: np.datetime64
    start: np.datetime64 | None
    run: np.datetime64
    by: RecordItem
    grid: str
    grid_relative: bool

    @property
    def member(self) -> int | None:
        """Number of the member of an ensemble; None of a statistic of its members."""
        is_statistic = self.statement.members.value not in {
            MemberStatistic.NONE,
            MemberStatistic.MEMBER,
        }
        return None if is_statistic else self.statement.member


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
    chosen: dict[tuple[str, GribStatement], str | None] = {}
    listed: set[tuple[GribMeaning, GribStatement]] = set()
    for address, data in iterate_fields(path):
        with _message(data, path) as message:
            editions.add(data[7])
            meaning = meaning_of(message.get)
            if meaning is None:
                _list_unused(message, scan)
                continue
            statement = statement_of(data, message.get)
            if meaning.is_named_statistic and statement.time.value is TimeStatistic.INSTANT:
                _list_unused(message, scan)
                continue
            meaning = as_extreme(meaning, statement)
            which = (meaning.ingredient, statement)
            if which not in chosen:
                chosen[which] = choose(*fitted(meaning, statement), hints)
            reason = chosen[which]
            if reason is not None:
                same = (meaning, statement)
                if same in listed:
                    continue
                listed.add(same)
                record = record_of(meaning, statement, str(message.get("units")), path)
                name = f"{meaning.short_name} ({meaning.place})"
                leave_out(scan, name, record, reason, meaning.ingredient)
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
            found = _field(message, data, address, meaning, statement, key, scan)
            if found is not None:
                (native if meaning.is_native else fields).append(found)
            if meaning.is_native and coefficients is None:
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
            {item.ingredient: item for item in reversed(group) if item.grid.digest == key}
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
    data: bytes,
    address: MessageAddress,
    meaning: GribMeaning,
    statement: GribStatement,
    grid: str,
    scan: Scan,
) -> _Field | None:
    ingredient, short = meaning.ingredient, meaning.short_name
    date, clock = int(message.get("dataDate")), int(message.get("dataTime"))
    run = np.datetime64(
        datetime(
            date // 10000, date // 100 % 100, date % 100, clock // 100, clock % 100, tzinfo=UTC
        ).replace(tzinfo=None),
        "ns",
    )
    # before the steps: ecCodes writes the end again where their unit is set
    said = stated_end(data, message.get)
    first, last = message.step_seconds()
    begin: np.datetime64 = run + np.timedelta64(first, "s")
    end: np.datetime64 = run + np.timedelta64(last, "s")
    by = stated(None, "stepRange")
    if said is not None:
        if said != end and begin < end:
            _note_other_end(ingredient, end, said, scan)
            begin, end = said - (end - begin), said
        by = stated(None, "end of overall time interval, stepRange")
    kind = INGREDIENTS[ingredient].kind
    unit = str(message.get("units")).replace("unknown", "")
    start: np.datetime64 | None = None
    if is_rate_of(ingredient, unit):
        if is_snow_depth(ingredient, unit, str(message.get("name"))):
            wording = Message(id="reader-snow_depth_not_water", params={"name": short})
            scan.refuse(ingredient, "snow_depth_not_water", wording)
            return None
        if begin == end:
            start, by = _known_start(meaning, statement, TimeStatistic.MEAN, end, run)
        elif statement.time.value is TimeStatistic.MEAN:
            start = begin
        if start is None:
            refuse_moment(ingredient, short, scan)
            return None
    elif kind in INTERVAL_KINDS:
        start = begin
        if begin == end:
            statistic = fitted(meaning, statement)[0].time_statistic.value
            start, by = _known_start(meaning, statement, statistic, end, run)
            if start is None and kind is FieldKind.ACCUMULATION:
                step = (end - run) // np.timedelta64(1, "h")
                wording = Message(
                    id="reader-grib_accumulation", params={"name": short, "step": f"{step}"}
                )
                scan.refuse(ingredient, "unknown_accumulation", wording)
                return None
    scan.origin = _ORIGINS.get(statement.data_type, scan.origin)
    scan.institution = scan.institution or statement.centre
    if _ERA5 in statement.facts:
        scan.history = "ERA5"
    return _Field(
        address=address,
        meaning=meaning,
        statement=statement,
        unit=unit,
        end=end,
        start=start,
        run=run,
        by=by,
        grid=grid,
        grid_relative=ingredient in _WINDS and bool(message.get("uvRelativeToGrid")),
    )


def _note_other_end(ingredient: str, end: np.datetime64, said: np.datetime64, scan: Scan) -> None:
    params: dict[str, Param] = {
        "field": called(ingredient),
        "reference": format_instant(to_instant(end)),
        "said": format_instant(to_instant(said)),
    }
    wording = Message(id="reader-stated_end", params=params)
    scan.warn("interval_contradicts", wording, (ingredient,))


def _known_start(
    meaning: GribMeaning,
    statement: GribStatement,
    statistic: TimeStatistic | None,
    end: np.datetime64,
    run: np.datetime64,
) -> tuple[np.datetime64 | None, RecordItem]:
    """Return the begin of an interval that a message leaves out, and what it rests on.

    The parameter's name comes before what its producer is known to do.
    """
    named = _HOURS_IN_NAME.match(meaning.short_name)
    if named is not None:
        return end - np.timedelta64(int(named[1]), "h"), stated(None, "parameter")
    if end == run and statistic is not TimeStatistic.MEAN:
        is_sum = statistic is TimeStatistic.SUM
        return (end if is_sum else None), inferred(None, "since-start-of-run")
    habit = None if statistic is None else habit_of(statement.facts, "", statistic)
    is_moment = statistic is TimeStatistic.MEAN and not meaning.short_name.startswith("avg_")
    if habit is None or is_moment:
        return None, RecordItem()
    found = begins(habit, np.array([end]), np.array([run]))
    return (None if found is None else found[0]), inferred(None, habit.name)


def _of_member(fields: list[_Field], hints: Hints) -> list[_Field]:
    members = sorted({item.member for item in fields if item.member is not None})
    if len(members) < 2:
        return fields
    wanted = require_member(members, hints.member)
    return [item for item in fields if item.member in (None, wanted)]


def _blocks(fields: list[_Field], grids: dict[str, GribGrid], path: Path) -> list[Block]:
    """Return the fields as blocks; what is there twice comes in blocks of its own."""
    groups: dict[tuple[object, ...], list[_Field]] = defaultdict(list)
    counts: dict[tuple[object, ...], int] = defaultdict(int)
    for item in fields:
        key = (
            item.meaning.ingredient,
            item.meaning.short_name,
            item.unit,
            item.grid,
            item.grid_relative,
            item.statement.group,
        )
        slot = (*key, item.meaning.level, item.end, item.start, item.run)
        groups[*key, counts[slot]].append(item)
        counts[slot] += 1
    return [_block(members, grids[members[0].grid], path) for members in groups.values()]


def _block(fields: list[_Field], grid: GribGrid, path: Path) -> Block:
    first = fields[0]
    ingredient, short = first.meaning.ingredient, first.meaning.short_name
    moments = sorted({(item.end, item.start, item.run) for item in fields}, key=str)
    found = {item.meaning.level for item in fields}
    levels = sorted(level for level in found if level is not None)
    slot = {moment: position for position, moment in enumerate(moments)}
    floor = {level: position for position, level in enumerate(levels)}
    table: dict[tuple[int, int], MessageAddress] = {}
    for item in fields:
        level = item.meaning.level
        row = slot[(item.end, item.start, item.run)]
        table[row, 0 if level is None else floor[level]] = item.address
    starts = None
    if all(start is not None for _, start, _ in moments):
        starts = _times([start for _, start, _ in moments])
    block = Block(
        ingredient=ingredient,
        source_name=short,
        unit=first.unit,
        grid=grid.grid,
        times=_times([end for end, _, _ in moments]),
        levels=tuple(levels),
        starts=starts,
        runs=_times([run for _, _, run in moments]),
        read=_reader(path, table, grid),
        grid_relative=first.grid_relative if ingredient in _WINDS else None,
        preference=names.PREFERENCE.get(short.lower(), 0),
        path=str(path),
        member=next((item.member for item in fields if item.member is not None), None),
    )
    return replace(block, record=_record_of(fields[-1], block, path))


def _record_of(item: _Field, block: Block, path: Path) -> FieldRecord:
    """Return what the file says of the fields of a block."""
    rows, columns = block.grid.shape
    stamp = "instant" if block.starts is None else "end"
    update: dict[str, RecordItem] = {
        "valid_time": stated(stamp, item.by.by or "validityTime"),
        "grid": stated(f"{block.grid.kind}, {rows} x {columns}", "grid description section"),
    }
    if block.starts is not None:
        lengths = np.unique(block.times - block.starts)
        hours = f"{lengths[0] / np.timedelta64(1, 'h'):g}" if lengths.size == 1 else None
        update["interval"] = item.by.model_copy(update={"value": hours})
    if block.runs is not None:
        runs = np.unique(block.runs)
        only = format_instant(to_instant(runs[0])) if runs.size == 1 else None
        update["run"] = stated(only, "dataDate, dataTime")
    if block.grid_relative is not None:
        side = "grid" if block.grid_relative else "earth"
        update["wind_orientation"] = stated(side, "uvRelativeToGrid")
    if len(block.levels) > 1:
        kind = item.meaning.place.split()[0]
        listed = ", ".join(f"{level:g}" for level in block.levels)
        update["level"] = stated(f"{kind} {listed}", "typeOfLevel, level")
    record = record_of(item.meaning, item.statement, item.unit, path)
    return record.model_copy(update=update)


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
