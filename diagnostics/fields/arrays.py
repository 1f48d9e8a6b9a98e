"""What the fields of a NetCDF or Zarr source are: one block for each variable that can be used."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.contracts.field_record import (
    FieldRecord,
    TimeStatement,
    TimeStatistic,
    inferred,
    stated,
)
from diagnostics.errors import InputDataError, UnitsError
from diagnostics.fields import names, unused_fields
from diagnostics.fields.array_records import (
    BY_QUANTITY,
    PRELIMINARY,
    Versions,
    completed,
    members_of_unit,
    quantity_of,
    record_of,
    versions_of,
    wind_orientation,
)
from diagnostics.fields.array_windows import array_reader
from diagnostics.fields.axes import GridAxes, horizontal_axes, is_latitude, is_longitude, text_of
from diagnostics.fields.blocks import TIMELESS, Block, Hints, Opener, Scan, shown
from diagnostics.fields.canonical import INTERVAL_KINDS, FieldKind
from diagnostics.fields.checksums import note_missing_checksums
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.file_access import groups_of
from diagnostics.fields.file_facts import FileFacts, facts_of
from diagnostics.fields.fitting import choose, leave_out, misfit
from diagnostics.fields.hybrid import hybrid_levels
from diagnostics.fields.index import rows_of
from diagnostics.fields.intervals import Interval, interval_of
from diagnostics.fields.limits import SourceLimits
from diagnostics.fields.model_levels import blocks_from_levels
from diagnostics.fields.names import INGREDIENTS
from diagnostics.fields.packing import trusted_range
from diagnostics.fields.rates import SNOW, as_amount, is_rate_of, is_snow_depth, refuse_moment
from diagnostics.fields.stated_statistics import (
    Choice,
    choices,
    is_named_mean,
    member_statement,
    scalar_choices,
    time_statement,
)
from diagnostics.fields.stated_times import WESTWARD
from diagnostics.fields.time_axes import TimeAxis, member_position, time_axis
from diagnostics.fields.times import has_reference, undated
from diagnostics.fields.variable_identification import Meaning, meaning_of
from diagnostics.fields.wrf import MADE_HERE, is_wrf, wrf_blocks
from diagnostics.messages import Message, Param

if TYPE_CHECKING:
    import xarray as xr

_HOUR = np.timedelta64(1, "h")
_DEPTHS_OF_SNOW = {"m", "cm", "in", "ft"}
"""Units in which snow that lies or falls is measured; its water is in mm or kg m-2."""
_AFTER_FINAL = 1
"""What preliminary values are preferred less than final ones."""
_CONTRARY = {
    "fg10": TimeStatistic.MINIMUM,
    "mx2t": TimeStatistic.MINIMUM,
    "mn2t": TimeStatistic.MAXIMUM,
}
"""What an extreme cannot be of its interval."""
_AROUND = re.compile(r"^probability_of_|_(?:above|below|at)_(?:or_equal_to_)?threshold$")
_UNIT_OF_NAME = {"tp01": "m", "tp06": "m", "tp12": "m", "tp24": "m"}
"""Units of amounts that their vocabulary fixes (earth2studio, lexicon: tp06 is in m)."""


@dataclass(frozen=True)
class _Variable:
    """One variable of a file, on its axes, and what is known of it before its values are read."""

    name: str
    meaning: Meaning
    axes: GridAxes
    times: TimeAxis
    fixed: dict[str, int]
    member: int | None
    file: FileFacts
    path: str
    choices: tuple[Choice, ...]


def scan_arrays(
    opener: Opener, path: str, format_name: str, hints: Hints, limits: SourceLimits
) -> Scan:
    """Read the structure of a NetCDF or Zarr source; no field is read.

    Raises
    ------
    InputDataError
        ``undated_data``, ``unknown_projection``, ``several_members`` and others, when no field
        can be used because of it.
    """
    scan = Scan(format=format_name)
    with opener() as dataset:
        attributes = {str(key).lower(): str(value) for key, value in dataset.attrs.items()}
        scan.title = attributes.get("title", "")
        scan.institution = attributes.get("institution", "")
        scan.history = " ".join(
            attributes.get(key, "") for key in ("history", "source", "references", "comment")
        )
        scan.attribution = attributes.get("attribution", "")
        stated = attributes.get("origin", "")
        scan.origin = stated if stated.isalpha() else scan.origin
        file = replace(facts_of(dataset, path), choices=scalar_choices(dataset))
        if file.is_era5:
            scan.history += " ERA5"
        grids: dict[tuple[str, ...], GridAxes | InputDataError] = {}
        problems: list[InputDataError] = []
        is_native = is_wrf(dataset)
        if is_native:
            scan.blocks += wrf_blocks(dataset, opener, path, hints, scan, limits, grids)
        levels = hybrid_levels(dataset)
        native: dict[str, Block] = {}
        for item in dataset.variables:
            name = str(item)
            if not _is_field(dataset, name) or (is_native and name in MADE_HERE):
                continue
            try:
                own = None if levels is None else levels.meaning(dataset, name)
                found = _variable_of(dataset, name, path, hints, scan, grids, file, own)
                blocks = [] if found is None else _blocks_of(dataset, found, opener, hints, scan)
            except (InputDataError, UnitsError) as error:
                problem = InputDataError(error.text, code=error.code, data=error.data)
                problems.append(problem)
                continue
            if own is not None:
                native |= {block.ingredient: block for block in blocks}
            else:
                scan.blocks += blocks
        if levels is not None and native:
            surface = {item.ingredient: item for item in scan.blocks}
            made = blocks_from_levels(native, surface, levels.coefficients, limits, scan)
            scan.blocks += made
        for problem in problems:
            if not scan.blocks:
                raise problem
            scan.warn(problem.code, problem.text)
        nested = () if scan.blocks or scan.refused else groups_of(dataset)
        if nested:
            raise InputDataError(
                Message(
                    id="dataerror-nested_groups",
                    params={"path": shown(path), "groups": ", ".join(nested)},
                ),
                code="nested_groups",
                data={"groups": list(nested)},
            )
        if format_name == "zarr":
            note_missing_checksums(dataset, scan)
    return scan


def _is_field(dataset: xr.Dataset, name: str) -> bool:
    variable = dataset.variables[name]
    if variable.ndim < 2 or variable.dtype.kind not in "fiu" or name in dataset.dims:
        return False
    if is_latitude(name, variable) or is_longitude(name, variable):
        return False
    if has_reference(text_of(variable, "units")):
        return False
    return not name.lower().endswith(("_bnds", "_bounds", "_stag"))


def _variable_of(
    dataset: xr.Dataset,
    name: str,
    path: str,
    hints: Hints,
    scan: Scan,
    grids: dict[tuple[str, ...], GridAxes | InputDataError],
    file: FileFacts,
    native: Meaning | None = None,
) -> _Variable | None:
    """Return a variable that stands for something, on its axes; else the scan says why not."""
    meaning = native or meaning_of(dataset, name, path, scan, file.levels)
    if meaning is None:
        _list_statistic(dataset, name, file, scan)
        return None
    axes = horizontal_axes(dataset, name, grids)
    if axes is None:
        unused_fields.leave_out_without_grid(dataset, name, meaning.ingredient, scan)
        return None
    if axes.westward:
        scan.warn(
            WESTWARD,
            Message(id="reader-westward", params={"path": f"{shown(path)}"}),
        )
    if axes.pole_from_coordinates:
        scan.note(
            "pole_from_coordinates",
            Message(id="reader-pole_from_coordinates", params={"path": f"{shown(path)}"}),
        )
    dims = [str(dim) for dim in dataset.variables[name].dims]
    fixed = dict(meaning.fixed)
    member_dim, place, member = member_position(dataset, dims, hints)
    if member_dim is not None:
        fixed[member_dim] = place
    key = (*dims, str(dataset.variables[name].attrs.get("forecast_time", "")))
    if key not in file.times:
        file.times[key] = time_axis(dataset, name, hints, scan)
    times = file.times[key]
    if times is None and INGREDIENTS[meaning.ingredient].kind is FieldKind.STATIC:
        times = TimeAxis((), TIMELESS, np.zeros((1, 0), dtype=np.intp))
    if times is None:
        raise undated(
            shown(path), "neither units like 'hours since ...' nor a reference time are given"
        )
    offered = choices(dataset, name, file.choices)
    chosen = {item.dim for item in offered if item.dim is not None}
    known = {axes.y_dim, axes.x_dim, meaning.level_dim, *times.dims, *fixed, *chosen, "expver"}
    for dim in dims:
        if dim not in known:
            if dataset.sizes[dim] > 1:
                scan.leave_out(name, unused_fields.unknown_dimension(dim, dataset.sizes[dim]))
                scan.warn(
                    "unrecognised_dimension",
                    Message(
                        id="reader-unrecognised_dimension",
                        params={
                            "name": f"{name}",
                            "dim": f"{dim}",
                            "size": f"{dataset.sizes[dim]}",
                        },
                    ),
                )
                return None
            fixed[dim] = 0
    return _Variable(name, meaning, axes, times, fixed, member, file, path, tuple(offered))


def _list_statistic(dataset: xr.Dataset, name: str, file: FileFacts, scan: Scan) -> None:
    """List a field of an unknown name as the statistic of members that it says it is."""
    variable = dataset.variables[name]
    offered = choices(dataset, name, file.choices)
    members = offered[0].statement if offered else member_statement(name, variable, file, None)
    bare = _AROUND.sub("", name.lower())
    standard = bare if bare in names.STANDARD_NAMES else text_of(variable, "standard_name")
    quantity = names.SURFACE_NAMES.get(bare) or names.STANDARD_NAMES.get(standard, ("", ""))[1]
    record = FieldRecord(source_name=name, member_statistic=members)
    reason = misfit(record, FieldKind.STATIC)
    if reason is not None:
        scan.left_out.pop(name, None)
        leave_out(scan, name, record, reason, quantity or name)


def _blocks_of(
    dataset: xr.Dataset, found: _Variable, opener: Opener, hints: Hints, scan: Scan
) -> list[Block]:
    """Return the blocks of a variable whose statistics fit; the others are listed as they are."""
    variable = dataset.variables[found.name]
    unit = text_of(variable, "units")
    ingredient = found.meaning.ingredient
    is_rate = is_rate_of(ingredient, unit)
    coordinate = dataset.variables.get(found.times.coordinate)
    statistic = time_statement(found.name, variable, found.times, coordinate, found.file)
    ingredient = quantity_of(ingredient, statistic)
    if is_rate:
        named_mean = is_named_mean(found.name) or "interval_hours" in variable.attrs
        statistic = completed(statistic, ingredient, found.name, is_mean_rate=True)
        is_mean = statistic.value is TimeStatistic.MEAN
        if not is_mean or (not named_mean and statistic.by == BY_QUANTITY):
            refuse_moment(ingredient, found.name, scan)
            return []
    elif statistic.by == "title":
        # A title names what most fields of a file are; a sum is none of it.
        is_sum = INGREDIENTS[ingredient].kind is FieldKind.ACCUMULATION
        statistic = TimeStatement(period=statistic.period) if is_sum else statistic
    statistic = completed(statistic, ingredient, found.name, is_mean_rate=False)
    _compare_unit(variable, found.name, ingredient, scan, is_rate=is_rate)
    versions = versions_of(dataset, found.times, [str(dim) for dim in variable.dims])
    blocks = []
    for choice in found.choices or (None,):
        record = _record(dataset, found, ingredient, unit, statistic, versions, choice)
        reason = _reason_left_out(record, ingredient, found, hints, scan)
        if reason is not None:
            leave_out(scan, found.name, record, reason, ingredient)
            continue
        position = {} if choice is None or choice.dim is None else {choice.dim: choice.position}
        own = replace(found, fixed={**found.fixed, **position})
        block = _assemble(dataset, own, ingredient, unit, record, opener, scan)
        if block is not None:
            blocks += _by_version(block, versions, found, scan)
    return blocks


def _compare_unit(
    variable: xr.Variable, name: str, ingredient: str, scan: Scan, *, is_rate: bool
) -> None:
    """Note an amount whose standard name is that of a rate."""
    standard, unit = text_of(variable, "standard_name"), text_of(variable, "units")
    is_amount = INGREDIENTS[ingredient].kind is FieldKind.ACCUMULATION and not is_rate
    if is_amount and unit and standard.endswith(("_rate", "_flux")):
        params: dict[str, Param] = {"name": name, "unit": unit, "standard": standard}
        wording = Message(id="reader-rate_or_amount", params=params)
        scan.warn("rate_or_amount", wording, (ingredient,))


def _record(
    dataset: xr.Dataset,
    found: _Variable,
    ingredient: str,
    unit: str,
    statistic: TimeStatement,
    versions: Versions,
    choice: Choice | None,
) -> FieldRecord:
    variable = dataset.variables[found.name]
    members = members_of_unit(ingredient, unit)
    if choice is not None:
        members = choice.statement
    if members is None:
        members = member_statement(found.name, variable, found.file, found.member)
    made = ingredient != found.meaning.ingredient
    by = f"{statistic.value}-of-{found.meaning.ingredient}"
    return record_of(
        name=found.name,
        path=found.path,
        quantity=inferred(ingredient, by) if made else stated(ingredient, found.meaning.by),
        unit=unit,
        statistic=statistic,
        members=members,
        axis=found.times,
        level=found.meaning.level,
        grid=found.axes.grid.kind,
        orientation=wind_orientation(dataset, found.name, ingredient),
        version=versions.statement,
    )


def _reason_left_out(
    record: FieldRecord, ingredient: str, found: _Variable, hints: Hints, scan: Scan
) -> str | None:
    """Say which statistic keeps a field from being used; of what is not stated, note the doubt."""
    kind = INGREDIENTS[ingredient].kind
    statistic, bounds = record.time_statistic, found.times.bounds
    if ingredient in _CONTRARY and statistic.value is _CONTRARY[ingredient]:
        return f"time_{statistic.value}"
    if kind is FieldKind.EXTREME and statistic.value is TimeStatistic.INSTANT:
        # A gust of one moment is one all the same.
        statistic = statistic.model_copy(update={"value": None})
    is_moment = kind not in INTERVAL_KINDS and kind is not FieldKind.STATIC
    doubtful = is_moment and statistic.value is None and statistic.period is not None
    if is_moment and bounds is not None and bounds.size and statistic.period is None:
        longest = (bounds[:, 1] - bounds[:, 0]).max()
        if statistic.value is TimeStatistic.MEAN and longest <= _HOUR:
            params = {"name": found.name}
            scan.warn("hour_mean", Message(id="reader-hour_mean", params=params))
            statistic = statistic.model_copy(update={"value": None})
        doubtful = statistic.value is None and longest > _HOUR
    if doubtful:
        params = {"name": found.name}
        scan.warn("statistic_unknown", Message(id="reader-value_of_interval", params=params))
    reason = choose(record.model_copy(update={"time_statistic": statistic}), kind, hints)
    is_amount = kind is FieldKind.ACCUMULATION and not is_rate_of(
        ingredient, record.unit.value or ""
    )
    if reason is None and is_amount and statistic.value is TimeStatistic.MEAN:
        # The mean of hourly amounts is a part of the day's sum, and no rate either.
        return "time_mean_amount"
    return reason


def _by_version(block: Block, versions: Versions, found: _Variable, scan: Scan) -> list[Block]:
    """Return final values before preliminary ones, and note where there are such."""
    preliminary = versions.preliminary
    is_one = versions.statement.value == PRELIMINARY
    if not is_one and preliminary is None:
        return [block]
    scan.warn(
        "preliminary_values",
        Message(id="reader-preliminary_values", params={"path": shown(found.path)}),
    )
    later = block.preference + _AFTER_FINAL
    if is_one or preliminary is None:
        return [replace(block, preference=later)]
    parts = []
    for rows, preference in ((~preliminary, block.preference), (preliminary, later)):
        part = rows_of(block, np.flatnonzero(rows))
        parts.append(replace(part, preference=preference))
    return parts


def _assemble(
    dataset: xr.Dataset,
    found: _Variable,
    ingredient: str,
    unit: str,
    record: FieldRecord,
    opener: Opener,
    scan: Scan,
) -> Block | None:
    name, meaning = found.name, replace(found.meaning, ingredient=ingredient)
    variable = dataset.variables[name]
    is_rate = is_rate_of(ingredient, unit)
    kind = INGREDIENTS[ingredient].kind
    times, starts = found.times, None
    if kind in INTERVAL_KINDS:
        if is_rate and is_snow_depth(ingredient, unit, _said(variable)):
            _refuse_depth(ingredient, name, scan)
            return None
        if record.time_statistic.value is not TimeStatistic.INSTANT:
            interval = interval_of(dataset, name, record.time_statistic, times, found.file, scan)
            record = record.model_copy(update={"interval": interval.statement})
            if not _is_usable(interval, ingredient, name, record, scan, is_rate=is_rate):
                return None
            times, starts = interval.axis, interval.starts
    if kind is FieldKind.ACCUMULATION and not unit and name.lower() in _UNIT_OF_NAME:
        unit = _UNIT_OF_NAME[name.lower()]
        params = {"name": name, "unit": unit}
        scan.warn("unit_assumed", Message(id="reader-unit_of_name", params=params))
        record = record.model_copy(update={"unit": inferred(unit, "unit-of-the-name")})
    limits = None
    if not is_rate:
        limits = trusted_range(variable.attrs, unit, ingredient, meaning.levels, name, scan)
    reader = array_reader(opener, name, meaning, found.axes, times, found.fixed, limits)
    snow = ingredient in SNOW or ingredient == "sd"
    if snow and tidy_unit(unit) in _DEPTHS_OF_SNOW and not _is_water(variable):
        _refuse_depth(ingredient, name, scan)
        return None
    orientation = record.wind_orientation.value
    block = Block(
        ingredient=ingredient,
        source_name=name,
        unit=unit,
        grid=found.axes.grid,
        times=times.times,
        levels=meaning.levels,
        starts=starts,
        runs=times.runs,
        read=reader,
        grid_relative=None if orientation is None else orientation == "grid",
        preference=names.PREFERENCE.get(name.lower(), 0),
        path=found.path,
        member=found.member,
        record=record,
    )
    return as_amount(block) if is_rate else block


def _is_usable(
    interval: Interval,
    ingredient: str,
    name: str,
    record: FieldRecord,
    scan: Scan,
    *,
    is_rate: bool,
) -> bool:
    """Whether a field of intervals may be used; without theirs, amounts are refused."""
    if interval.starts is not None:
        return True
    code, reason = interval.refusal or ("", None)
    if is_rate and code != "stamps_outside_bounds":
        refuse_moment(ingredient, name, scan)
        return False
    if INGREDIENTS[ingredient].kind is FieldKind.ACCUMULATION and reason is not None:
        scan.refuse(ingredient, code, reason)
        scan.leave_out(name, reason, record=record)
        return False
    if ingredient != "fg10":
        params = {"name": name}
        scan.warn("interval_unknown", Message(id="reader-interval_unknown", params=params))
    return True


def _refuse_depth(ingredient: str, name: str, scan: Scan) -> None:
    wording = Message(id="reader-snow_depth_not_water", params={"name": name})
    scan.refuse(ingredient, "snow_depth_not_water", wording)


def _said(variable: xr.Variable) -> str:
    """What a variable says of itself, in lower case."""
    keys = ("units", "standard_name", "long_name", "GRIB_units")
    return " ".join(text_of(variable, key) for key in keys).lower()


def _is_water(variable: xr.Variable) -> bool:
    said = _said(variable)
    return "water" in said or "lwe" in said or variable.attrs.get("GRIB_paramId") in {141, 144}
