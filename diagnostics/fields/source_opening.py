"""Open files, directories and Zarr stores as one source."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from diagnostics.contracts.choice import DataChoice, read_statistic, statistics_in
from diagnostics.contracts.validation import ContractError
from diagnostics.errors import ArgumentError, InputDataError, UnitsError, reason_of
from diagnostics.fields.archives import open_local
from diagnostics.fields.arrays import scan_arrays
from diagnostics.fields.axes import moving_dimension
from diagnostics.fields.blocks import Block, Hints, Scan, shown
from diagnostics.fields.file_access import Opener
from diagnostics.fields.fitting import no_field_fits
from diagnostics.fields.format_detection import SIDE_FILES, Recognised, is_zarr_directory
from diagnostics.fields.grib import scan_grib
from diagnostics.fields.grid_set import GridSetSource, by_grid
from diagnostics.fields.identity import Identity
from diagnostics.fields.left_out_files import (
    LeftOutFiles,
    leaving_out,
    note_left_out,
    overlapping,
)
from diagnostics.fields.limits import SourceLimits
from diagnostics.fields.moving_grid_source import MOVING_NOTE, MovingSource
from diagnostics.fields.select import to_instant
from diagnostics.fields.source import (
    FileSource,
    FixedGridSource,
    SourceDescription,
)
from diagnostics.fields.stated_times import compare_dates, compare_leads, compare_order
from diagnostics.fields.time_axes import require_member
from diagnostics.fields.unused_fields import unknown_name
from diagnostics.messages import Listing, Message, Param

_REASONS = 3
"""Of fields that are not used, which an error spells out."""
GROUP_READ = "group_read"
_PROTOCOLS = {"http", "https", "s3", "gs", "gcs", "az", "abfs", "file", "memory"}
ERA5_ATTRIBUTION = (
    "Contains modified Copernicus Climate Change Service information; neither the European "
    "Commission nor ECMWF is responsible for any use that may be made of it."
)


def open_source(
    paths: Sequence[str | Path] | str | Path,
    *,
    limits: SourceLimits | None = None,
    origin: str | datetime | None = None,
    member: int | None = None,
    run: datetime | None = None,
    statistic: str | None = None,
) -> FileSource:
    """Open one or several files, directories or Zarr stores as one source.

    Parameters
    ----------
    paths : path, URL or sequence of them
        NetCDF 3 and 4, GRIB 1 and 2 and Zarr 2 and 3, told by their content. A directory stands
        for the files directly in it. Zarr may be remote (``https``, ``s3``, ``gs``, ``az``).
    limits : SourceLimits, optional
    origin : str or datetime, optional
        The time that the axis of an undated file counts from, with its zone.
    member : int, optional
        The ensemble member to read, where there are several.
    run : datetime, optional
        The forecast run to follow, where there are several.
    statistic : str, optional
        The statistic of an ensemble to read in the place of a forecast: ``mean``, or a percentile
        as ``p90``.

    Returns
    -------
    FileSource

    Of several files, in a directory or named one by one, those that cannot be used are left out,
    and a finding of the inventory (``file_left_out``, a warning) names each with the reason.

    Raises
    ------
    InputDataError
        When the only file, or each of several, is damaged, foreign, undated ...; when a file that
        is named does not exist, or as many files lie on one grid as on another without a common
        part. The code says which, the message what to do.
    BudgetError
        When a limit is exceeded.
    ArgumentError
        ``invalid_time``, ``time_without_zone``, ``invalid_statistic``, ``several_choices``.
    """
    named = [paths] if isinstance(paths, str | Path) else list(paths)
    hints = Hints(
        _moment(origin, "origin"), member, _moment(run, "run"), _statistic(statistic, member)
    )
    return _open_named(tuple(named), limits or SourceLimits(), hints)


def _open_named(paths: tuple[str | Path, ...], limits: SourceLimits, hints: Hints) -> FileSource:
    left_out: LeftOutFiles = {}
    members = _expand(paths, limits, left_out)
    limits.check("files", len(members), limits.max_files)
    identity = Identity(members)
    source: FileSource
    with identity.watched():
        moving = _moving(members, limits)
        if moving is None:
            source = _open(members, identity, hints, limits, left_out)
        else:
            dim, count = moving
            steps = [
                _open(members, identity, hints, limits, left_out, (dim, k)) for k in range(count)
            ]
            source = MovingSource(steps, MOVING_NOTE)
    return source.remember(_open_named, (paths, limits, hints))


def _open(
    members: Sequence[Recognised],
    identity: Identity,
    hints: Hints,
    limits: SourceLimits,
    left_out: LeftOutFiles,
    step: tuple[str, int] | None = None,
) -> FileSource:
    scans: dict[Recognised, Scan] = {}
    for item in members:
        with leaving_out(item.label, left_out):
            scans[item] = _scan(item, hints, limits, step)
    if not scans:
        raise next(iter(left_out.values()))
    merged = _merge(list(scans.values()), hints)
    for compare in (compare_dates, compare_leads, compare_order):
        compare(merged)
    groups, apart = overlapping(by_grid(merged.blocks))
    left_out |= apart
    used = [
        item
        for item, scan in scans.items()
        if not scan.blocks or any(block.path not in apart for block in scan.blocks)
    ]
    identity.narrow(used)
    note_left_out(merged, left_out)
    described = _describe(merged, used, hints)
    parts = []
    for number, blocks in enumerate(groups):
        rows, columns = blocks[0].grid.shape
        limits.check("cells", rows * columns, limits.max_cells)
        # What concerns the files as a whole is said once.
        scan = replace(merged, blocks=blocks) if number == 0 else Scan(merged.format, blocks)
        parts.append(FixedGridSource(scan, described, limits, identity, view=_view_of(hints)))
    return parts[0] if len(parts) == 1 else GridSetSource(parts)


def _statistic(text: str | None, member: int | None) -> str | None:
    if text is None:
        return None
    if member is not None:
        raise ArgumentError(Message(id="dataerror-several_choices"), code="several_choices")
    try:
        return read_statistic(text)
    except ContractError as error:
        raise ArgumentError(error.wording, code="invalid_statistic") from error


def _moment(value: str | datetime | None, name: str) -> np.datetime64 | None:
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError as error:
        raise ArgumentError(
            Message(id="dataerror-invalid_time", params={"name": name, "value": f"{value!r}"}),
            code="invalid_time",
        ) from error
    if moment.tzinfo is None:
        raise ArgumentError(
            Message(id="dataerror-time_without_zone", params={"name": name}),
            code="time_without_zone",
        )
    return np.datetime64(moment.astimezone(UTC).replace(tzinfo=None), "ns")


def _expand(
    paths: Sequence[str | Path], limits: SourceLimits, left_out: LeftOutFiles
) -> list[Recognised]:
    if not paths:
        raise InputDataError(Message(id="error-no_data"), code="no_data")
    found: list[Recognised] = []
    for item in paths:
        text = str(item)
        if "::" in text:
            raise InputDataError(
                Message(id="dataerror-chained_url", params={"text": f"{text!r}"}),
                code="chained_url",
            )
        protocol = text.split("://", 1)[0].lower() if "://" in text else ""
        if protocol == "file":
            text, protocol = text[len("file://") :], ""
        if protocol:
            if protocol not in _PROTOCOLS:
                raise InputDataError(
                    Message(
                        id="dataerror-unknown_protocol",
                        params={
                            "protocol": f"{protocol}",
                            "protocols": ", ".join(sorted(_PROTOCOLS)),
                        },
                    ),
                    code="unknown_protocol",
                )
            found.append(Recognised(text, "zarr"))
        else:
            found += _expand_local(Path(text), limits, left_out)
    if not found:
        raise next(iter(left_out.values()))
    unique = {item.place: item for item in found}
    return list(unique.values())


def _expand_local(path: Path, limits: SourceLimits, left_out: LeftOutFiles) -> list[Recognised]:
    found: list[Recognised] = []
    if not path.is_dir():
        with leaving_out(str(path), left_out, named=True):
            found += open_local(path, limits, left_out)
        return found
    if is_zarr_directory(path):
        return [Recognised(str(path), "zarr")]
    try:
        entries = sorted(path.iterdir())
    except OSError as error:
        raise InputDataError(
            Message(
                id="dataerror-directory_unreadable",
                params={"path": f"{shown(path)}", "reason": reason_of(error)},
            ),
            code="not_readable",
            data={"path": str(path)},
        ) from error
    bad = len(left_out)
    for entry in entries:
        if entry.is_dir():
            if is_zarr_directory(entry):
                found.append(Recognised(str(entry), "zarr"))
        elif not entry.name.startswith(".") and not entry.name.lower().endswith(SIDE_FILES):
            with leaving_out(str(entry), left_out):
                found += open_local(entry, limits, left_out)
    if not found and len(left_out) == bad:
        raise InputDataError(
            Message(id="dataerror-empty_directory", params={"path": f"{shown(path)}"}),
            code="empty_directory",
            data={"path": str(path)},
        )
    return found


def _moving(members: Sequence[Recognised], limits: SourceLimits) -> tuple[str, int] | None:
    """Time dim and its length of a single file whose grid moves; None for all others."""
    if len(members) != 1 or members[0].format not in {"netcdf3", "netcdf4"}:
        return None
    with Opener(members[0], limits=limits)() as dataset:
        return moving_dimension(dataset)


def _scan(
    item: Recognised, hints: Hints, limits: SourceLimits, step: tuple[str, int] | None
) -> Scan:
    if item.format == "grib":
        scan = scan_grib(Path(item.place), hints, limits)
    else:
        scan = _scan_arrays(item, hints, limits, step)
    if scan.blocks:
        return scan
    unfit = no_field_fits(scan, hints, item.label)
    if unfit is not None:
        raise unfit
    if not scan.refused:
        raise _nothing_known(scan, item)
    return scan


def _scan_arrays(
    item: Recognised,
    hints: Hints,
    limits: SourceLimits,
    step: tuple[str, int] | None,
    group: str | None = None,
) -> Scan:
    """Scan a file or store; where its fields lie in groups, the one group that can be used.

    Raises
    ------
    InputDataError
        ``nested_groups`` where none or several can be used: which is meant is not known.
    """
    try:
        return scan_arrays(
            Opener(item, step, limits, group), item.label, item.format, hints, limits
        )
    except InputDataError as error:
        if error.code != "nested_groups":
            raise
        nested = error
    usable: dict[str, Scan] = {}
    for inner in nested.data["groups"]:
        with contextlib.suppress(InputDataError, UnitsError):
            scan = _scan_arrays(item, hints, limits, step, inner)
            usable |= {inner: scan} if scan.blocks else {}
    if len(usable) != 1:
        raise nested
    ((name, scan),) = usable.items()
    if not any(item.code == GROUP_READ for item in scan.findings):
        params: dict[str, Param] = {"path": shown(item.label), "group": name}
        scan.note(GROUP_READ, Message(id="reader-group_read", params=params))
    return scan


def _nothing_known(scan: Scan, item: Recognised) -> InputDataError:
    """Return the error of a file without a field that can be used, with the first reasons why."""
    reasons = [
        Message(
            id="dataerror-field_and_reason", params={"name": field.name, "reason": field.wording}
        )
        for field in scan.left_out.values()
        if field.wording.id != unknown_name().id
    ]
    params: dict[str, Param] = {"path": shown(item.label)}
    wording = Message(id="dataerror-no_known_fields", params=params)
    if reasons:
        params["reasons"] = Listing(items=tuple(reasons[:_REASONS]), style="clauses")
        wording = Message(id="dataerror-no_usable_fields", params=params)
    return InputDataError(wording, code="no_known_fields", data={"path": item.path})


def _merge(scans: Sequence[Scan], hints: Hints) -> Scan:
    merged = Scan(format=", ".join(sorted({scan.format for scan in scans})))
    for scan in scans:
        merged.blocks += scan.blocks
        merged.findings += [item for item in scan.findings if item not in merged.findings]
        for name, reason in scan.refused.items():
            merged.refused.setdefault(name, reason)
        merged.left_out = {**scan.left_out, **merged.left_out}
        merged.history += f" {scan.history}"
        merged.title = merged.title or scan.title
        merged.institution = merged.institution or scan.institution
        merged.attribution = merged.attribution or scan.attribution
    origins = {scan.origin for scan in scans} - {"unknown"}
    merged.origin = origins.pop() if len(origins) == 1 else "unknown"
    if hints.statistic is not None and hints.statistic not in statistics_in(
        block.record for block in merged.blocks
    ):
        unfit = no_field_fits(merged, hints, merged.blocks[0].path if merged.blocks else "")
        if unfit is not None:
            raise unfit
    merged.is_dated_by_caller = any(scan.is_dated_by_caller for scan in scans)
    if hints.origin is not None and merged.blocks and not merged.is_dated_by_caller:
        raise _dated_already(merged.blocks)
    if merged.blocks:
        merged.blocks = _of_member(merged.blocks, hints.member)
    if hints.run is not None and merged.blocks:
        merged.blocks = _of_run(merged.blocks, hints.run)
    if not merged.blocks:
        name, (code, message) = next(iter(merged.refused.items()))
        raise InputDataError(message, code=code, data={"variable": name})
    return merged


def _dated_already(blocks: Sequence[Block]) -> InputDataError:
    times = np.sort(np.concatenate([block.times for block in blocks]))
    first, last = (f"{np.datetime_as_string(time, unit='m')}Z" for time in times[[0, -1]])
    return InputDataError(
        Message(id="dataerror-dated_already", params={"first": first, "last": last}),
        code="dated_already",
        data={"first": first, "last": last},
    )


def _of_member(blocks: Sequence[Block], wanted: int | None) -> list[Block]:
    """Return the blocks of one member; several files may hold one each."""
    known = sorted({block.member for block in blocks if block.member is not None})
    if wanted is None and len(known) < 2:
        return list(blocks)
    wanted = require_member(known, wanted)
    return [block for block in blocks if block.member in (None, wanted)]


def _of_run(blocks: Sequence[Block], run: np.datetime64) -> list[Block]:
    from diagnostics.fields.index import rows_of

    kept = []
    found = False
    runs: set[str] = set()
    for block in blocks:
        if block.runs is None:
            kept.append(block)
            continue
        runs |= {str(np.datetime_as_string(item, unit="m")) for item in block.runs}
        rows = np.flatnonzero(block.runs == run)
        if rows.size:
            found = True
            kept.append(rows_of(block, rows))
    if not found:
        listed = ", ".join(f"{item}Z" for item in sorted(runs)[:8])
        there = Message(id="dataerror-there_are", params={"listed": listed})
        if len(runs) > 8:
            there = Message(
                id="dataerror-there_are_more", params={"listed": listed, "more": len(runs) - 8}
            )
        if not runs:
            there = Message(id="dataerror-run_unnamed")
        raise InputDataError(
            Message(
                id="dataerror-missing_run",
                params={"run": f"{np.datetime_as_string(run, unit='m')}", "there": there},
            ),
            code="missing_run",
            data={"runs": sorted(runs)},
        )
    return kept


def _view_of(hints: Hints) -> tuple[str, ...]:
    """Return what was chosen of the data, so that another choice is another source."""
    chosen = {
        "member": hints.member,
        "run": hints.run,
        "origin": hints.origin,
        "statistic": hints.statistic,
    }
    return tuple(f"{name}={value}" for name, value in chosen.items() if value is not None)


def _describe(scan: Scan, members: Sequence[Recognised], hints: Hints) -> SourceDescription:
    said = f"{scan.title} {scan.institution} {scan.history}".lower()
    names = [Path(item.label.rstrip("/")).name for item in members]
    is_era5 = any("era5" in text for text in [said, *(name.lower() for name in names)])
    origin = scan.origin
    if is_era5 or "reanalysis" in said:
        origin = "reanalysis"
    elif any(_has_leads(block) for block in scan.blocks):
        origin = "forecast"
    elif origin == "forecast" and any(block.runs is not None for block in scan.blocks):
        # Step 0 of a forecast is its analysis.
        origin = "analysis"
    first = names[0] if len(names) == 1 else f"{names[0]} (+{len(names) - 1})"
    chosen = [scan.title.strip() or first]
    if hints.run is not None:
        chosen.append(f"run {np.datetime_as_string(hints.run, unit='m')}Z")
    if hints.member is not None:
        chosen.append(f"member {hints.member}")
    if hints.statistic is not None:
        chosen.append(f"ensemble {hints.statistic}")
    return SourceDescription(
        title=", ".join(chosen),
        choice=_choice_of(hints),
        attribution=scan.attribution
        or (ERA5_ATTRIBUTION if is_era5 else _provider(scan.institution)),
        format=scan.format,
        origin=origin,
    )


def _choice_of(hints: Hints) -> DataChoice | None:
    """Return what the caller named of the data, for the record of what is read."""
    if hints.run is None and hints.member is None and hints.statistic is None:
        return None
    run = None if hints.run is None else to_instant(hints.run)
    return DataChoice(run=run, member=hints.member, statistic=hints.statistic)


def _provider(institution: str) -> str:
    return {
        "kwbc": "NOAA/NCEP",
        "ecmf": "Contains modified ECMWF data, https://www.ecmwf.int, CC-BY-4.0",
    }.get(institution, "" if institution.isdigit() else institution)


def _has_leads(block: Block) -> bool:
    return block.runs is not None and bool(np.any(block.runs < block.times))
