"""Open files, directories and Zarr stores as one source."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.arrays import scan_arrays
from diagnostics.fields.axes import moving_dimension
from diagnostics.fields.blocks import Block, Hints, Scan, shown
from diagnostics.fields.grib import scan_grib
from diagnostics.fields.identity import Identity
from diagnostics.fields.limits import SourceLimits
from diagnostics.fields.moving import MOVING_NOTE, MovingSource
from diagnostics.fields.recognise import Recognised, is_zarr_directory, recognise
from diagnostics.fields.source import (
    FileSource,
    FixedGridSource,
    SourceDescription,
)
from diagnostics.fields.stores import Opener
from diagnostics.fields.time_axes import require_member
from diagnostics.messages import Message

if TYPE_CHECKING:
    pass

_PROTOCOLS = {"http", "https", "s3", "gs", "gcs", "az", "abfs", "file", "memory"}
_SIDE_FILES = (".idx", ".md", ".txt", ".json", ".yaml", ".yml", ".png", ".csv", ".log", ".py")
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

    Returns
    -------
    FileSource

    Raises
    ------
    InputDataError
        When a file is missing, damaged or foreign, undated, on another grid than the others ...;
        the code says which, the message what to do.
    BudgetError
        When a limit is exceeded.
    """
    named = [paths] if isinstance(paths, str | Path) else list(paths)
    hints = Hints(_moment(origin, "origin"), member, _moment(run, "run"))
    return _open_named(tuple(named), limits or SourceLimits(), hints)


def _open_named(paths: tuple[str | Path, ...], limits: SourceLimits, hints: Hints) -> FileSource:
    members = _expand(paths)
    limits.check("The number of files", len(members), limits.max_files, "open fewer files")
    moving = _moving(members, limits)
    source: FileSource
    if moving is None:
        source = _open(members, hints, limits)
    else:
        dim, count = moving
        steps = [_open(members, hints, limits, (dim, k)) for k in range(count)]
        source = MovingSource(steps, MOVING_NOTE)
    return source.remember(_open_named, (paths, limits, hints))


def _open(
    members: Sequence[Recognised],
    hints: Hints,
    limits: SourceLimits,
    step: tuple[str, int] | None = None,
) -> FixedGridSource:
    identity = Identity(members)
    scans = [_scan(item, hints, limits, step) for item in members]
    merged = _merge(scans, hints)
    _check_one_grid(merged.blocks)
    rows, columns = merged.blocks[0].grid.shape
    limits.check("The number of cells", rows * columns, limits.max_cells, "crop the data first")
    described = _describe(merged, members, hints)
    return FixedGridSource(merged, described, limits, identity, view=_view_of(hints))


def _moment(value: str | datetime | None, name: str) -> np.datetime64 | None:
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError as error:
        raise ArgumentError(
            f"{name} is not a time: {value!r}. Write it like 1996-01-05T00:00Z.",
            code="invalid_time",
        ) from error
    if moment.tzinfo is None:
        raise ArgumentError(
            f"{name} has no zone: add one, e.g. 1996-01-05T00:00Z.", code="time_without_zone"
        )
    return np.datetime64(moment.astimezone(UTC).replace(tzinfo=None), "ns")


def _expand(paths: Sequence[str | Path]) -> list[Recognised]:
    if not paths:
        raise InputDataError(Message(id="error-no_data"), code="no_data")
    found: list[Recognised] = []
    for item in paths:
        text = str(item)
        if "::" in text:
            raise InputDataError(
                f"Chained addresses are not opened: {text!r}. Name the data themselves.",
                code="chained_url",
            )
        protocol = text.split("://", 1)[0].lower() if "://" in text else ""
        if protocol == "file":
            text, protocol = text[len("file://") :], ""
        if protocol:
            if protocol not in _PROTOCOLS:
                raise InputDataError(
                    f"Addresses that begin with {protocol}:// are not opened; known are "
                    f"{', '.join(sorted(_PROTOCOLS))}.",
                    code="unknown_protocol",
                )
            found.append(Recognised(text, "zarr"))
        else:
            found += _expand_local(Path(text))
    unique = {item.path: item for item in found}
    return list(unique.values())


def _expand_local(path: Path) -> list[Recognised]:
    if not path.is_dir():
        return [recognise(path)]
    if is_zarr_directory(path):
        return [Recognised(str(path), "zarr")]
    try:
        entries = sorted(path.iterdir())
    except OSError as error:
        raise InputDataError(
            f"The directory {shown(path)} cannot be read ({error.strerror}): check its "
            "permissions.",
            code="not_readable",
            data={"path": str(path)},
        ) from error
    found: list[Recognised] = []
    for entry in entries:
        if entry.is_dir():
            if is_zarr_directory(entry):
                found.append(Recognised(str(entry), "zarr"))
        elif not entry.name.startswith(".") and not entry.name.lower().endswith(_SIDE_FILES):
            found.append(recognise(entry))
    if not found:
        raise InputDataError(
            f"The directory {shown(path)} holds no data: put NetCDF, GRIB or Zarr data directly "
            "into it, or name the files.",
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
        scan = scan_grib(Path(item.path), hints, limits.max_cells)
    else:
        opener = Opener(item, step, limits)
        scan = scan_arrays(opener, item.path, item.format, hints)
    if not scan.blocks and not scan.refused:
        raise InputDataError(
            f"{shown(item.path)} holds no field that is known here: see the table of names in "
            "the documentation of data sources, or rename its variables to CF standard names.",
            code="no_known_fields",
            data={"path": item.path},
        )
    return scan


def _merge(scans: Sequence[Scan], hints: Hints) -> Scan:
    merged = Scan(format=", ".join(sorted({scan.format for scan in scans})))
    for scan in scans:
        merged.blocks += scan.blocks
        merged.findings += [item for item in scan.findings if item not in merged.findings]
        for name, reason in scan.refused.items():
            merged.refused.setdefault(name, reason)
        merged.history += f" {scan.history}"
        merged.title = merged.title or scan.title
        merged.institution = merged.institution or scan.institution
        merged.attribution = merged.attribution or scan.attribution
    origins = {scan.origin for scan in scans} - {"unknown"}
    merged.origin = origins.pop() if len(origins) == 1 else "unknown"
    if merged.blocks:
        merged.blocks = _of_member(merged.blocks, hints.member)
    if hints.run is not None and merged.blocks:
        merged.blocks = _of_run(merged.blocks, hints.run)
    if not merged.blocks:
        name, (code, message) = next(iter(merged.refused.items()))
        raise InputDataError(message, code=code, data={"variable": name})
    return merged


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
        more = f" and {len(runs) - 8} more" if len(runs) > 8 else ""
        there = f"there are {listed}{more}" if runs else "they do not say of which run they are"
        raise InputDataError(
            f"The data hold no run of {np.datetime_as_string(run, unit='m')}Z: {there}. Name one "
            "of those, or none where there is one only.",
            code="missing_run",
            data={"runs": sorted(runs)},
        )
    return kept


def _check_one_grid(blocks: Sequence[Block]) -> None:
    """Different grids are never merged: two grids are two questions."""
    first = blocks[0]
    for block in blocks[1:]:
        if block.grid is first.grid or block.grid.same_as(first.grid):
            continue
        raise InputDataError(
            f"The data are on different grids: {first.source_name} in {shown(first.path)} on "
            f"{first.grid.describe()}; {block.source_name} in {shown(block.path)} on "
            f"{block.grid.describe()}. Open each grid by itself, or interpolate one to the other "
            "beforehand (e.g. cdo remapcon).",
            code="different_grids",
            data={
                "grids": [
                    {"path": item.path, "grid": item.grid.info().model_dump(mode="json")}
                    for item in (first, block)
                ]
            },
        )


def _view_of(hints: Hints) -> tuple[str, ...]:
    """Return what was chosen of the data, so that another choice is another source."""
    chosen = {"member": hints.member, "run": hints.run, "origin": hints.origin}
    return tuple(f"{name}={value}" for name, value in chosen.items() if value is not None)


def _describe(scan: Scan, members: Sequence[Recognised], hints: Hints) -> SourceDescription:
    said = f"{scan.title} {scan.institution} {scan.history}".lower()
    names = [Path(item.path.rstrip("/")).name for item in members]
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
    return SourceDescription(
        title=", ".join(chosen),
        attribution=scan.attribution
        or (ERA5_ATTRIBUTION if is_era5 else _provider(scan.institution)),
        format=scan.format,
        origin=origin,
    )


def _provider(institution: str) -> str:
    return {
        "kwbc": "NOAA/NCEP",
        "ecmf": "Contains modified ECMWF data, https://www.ecmwf.int, CC-BY-4.0",
    }.get(institution, "" if institution.isdigit() else institution)


def _has_leads(block: Block) -> bool:
    return block.runs is not None and bool(np.any(block.runs < block.times))
