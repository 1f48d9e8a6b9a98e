"""Options that several sub-commands share, and how their text is read."""

from __future__ import annotations

import argparse
import difflib
import json
import math
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import JsonValue, TypeAdapter, ValidationError

from diagnostics.contracts.base import Instant
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.validation import describe_problems
from diagnostics.errors import ArgumentError

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies
    from diagnostics.fields import FileSource
    from diagnostics.figures.boundaries import Boundaries

Choice = TypeVar("Choice", bound=StrEnum)
_instant: TypeAdapter[datetime] = TypeAdapter(Instant)
_BOX = re.compile(r"^[\s\d.,+eE-]+$")


def add_data(parser: argparse.ArgumentParser) -> None:
    """Declare ``--data``: files, directories or URLs, repeated for several as one source."""
    parser.add_argument(
        "--data",
        action="append",
        required=True,
        metavar="DATA",
        help="a file, directory or URL; repeat it for several files as one source",
    )
    parser.add_argument("--origin", metavar="T", help="reference time of data without a date")
    parser.add_argument(
        "--run",
        dest="forecast_run",
        metavar="T",
        help="start of the forecast, where data hold several",
    )
    parser.add_argument("--member", metavar="N", help="ensemble member, where data hold several")


def add_region(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    """Declare ``--region``."""
    parser.add_argument(
        "--region", required=required, metavar="W,S,E,N", help="a box in degrees, or a place name"
    )


def open_data(paths: Sequence[str], options: argparse.Namespace | None = None) -> FileSource:
    """Open the files of ``--data`` as one source, read as the options beside it say.

    Raises
    ------
    ArgumentError
        For a time without a zone or a member that is not a number.
    InputDataError
        When the data cannot be read.
    """
    from diagnostics.fields import open_source

    if options is None:
        return open_source(paths)
    member = options.member
    if member is not None and not member.isdigit():
        raise ArgumentError(f"--member {member}: a number is needed", code="invalid_argument")
    return open_source(
        paths,
        origin=parse_time(options.origin, "--origin"),
        run=parse_time(options.forecast_run, "--run"),
        member=None if member is None else int(member),
    )


def add_climatology(parser: argparse.ArgumentParser, *, more: str = "") -> None:
    """Declare ``--climatology``: files of reduced indices or of grid points, repeated."""
    parser.add_argument(
        "--climatology",
        action="append",
        metavar="CLIM",
        help="a climatology of reduced indices or of grid points, or one of WeatherBench2; "
        f"repeatable, the first that speaks counts{more}",
    )


def add_boundaries(parser: argparse.ArgumentParser, *, more: str = "") -> None:
    """Declare `--boundaries`."""
    parser.add_argument("--boundaries", metavar="FILE", help=f"borders and coasts, GeoJSON{more}")


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
    from diagnostics.climatology.opening import open_climatologies

    return open_climatologies([paths] if isinstance(paths, str) else paths)


def climatology_paths(paths: Sequence[str] | None) -> list[str] | None:
    """Return the absolute paths of climatologies, for the record of a run."""
    if not paths:
        return None
    return [path if "://" in path else str(Path(path).resolve()) for path in paths]


def parse_region(text: str | None) -> Region | None:
    """Read a region: four numbers, or the name of a place.

    Raises
    ------
    ArgumentError
        With code ``invalid_region``; an ambiguous name is refused with its candidates.
    """
    if text is None:
        return None
    if _BOX.match(text):
        try:
            return Region.model_validate(text)
        except ValidationError as error:
            raise ArgumentError(
                f"--region {text}: {'; '.join(_messages(error))}", code="invalid_region"
            ) from error
        except ValueError as error:
            raise ArgumentError(
                f"--region {text}: not four numbers W,S,E,N in degrees", code="invalid_region"
            ) from error
    from diagnostics.grid.regions import resolve_region

    return resolve_region(text).region


def _messages(error: ValidationError) -> list[str]:
    return [problem.removeprefix("the document: ") for problem in describe_problems(error)]


def parse_time(text: str | None, option: str = "--time") -> datetime | None:
    """Read an ISO 8601 time with a zone.

    Raises
    ------
    ArgumentError
        With code ``invalid_time``: not ISO 8601, or without a zone.
    """
    if text is None:
        return None
    candidate = text.strip()
    try:
        return _instant.validate_python(_parse_iso(candidate))
    except ValidationError as error:
        raise ArgumentError(
            f"{option} {text}: {'; '.join(_messages(error))}", code="invalid_time"
        ) from error


def _parse_iso(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise ArgumentError(
            f"{text!r} is not an ISO 8601 time such as 2026-07-01T12:00Z", code="invalid_time"
        ) from error


def parse_window(start: str | None, end: str | None) -> TimeWindow | None:
    """Read ``--start`` and ``--end``; both or none.

    Raises
    ------
    ArgumentError
        With code ``invalid_time``.
    """
    first, last = parse_time(start, "--start"), parse_time(end, "--end")
    if first is None and last is None:
        return None
    if first is None or last is None:
        raise ArgumentError(
            "give both --start and --end, or neither for the whole period of the data",
            code="invalid_time",
        )
    try:
        return TimeWindow(start=first, end=last)
    except ValidationError as error:
        raise ArgumentError("; ".join(_messages(error)), code="invalid_time") from error


def parse_time_or_window(text: str | None) -> datetime | TimeWindow | None:
    """Read one time, or a period written as ``START/END``."""
    if text is not None and "/" in text:
        start, _, end = text.partition("/")
        return parse_window(start, end)
    return parse_time(text)


def parse_level(text: str | None) -> float | None:
    """Read a pressure level in hPa."""
    if text is None:
        return None
    try:
        level = float(text.lower().removesuffix("hpa"))
    except ValueError as error:
        raise ArgumentError(
            f"--level {text}: not a pressure in hPa", code="invalid_level"
        ) from error
    if not math.isfinite(level) or level <= 0.0:
        raise ArgumentError(f"--level {text}: not a pressure in hPa", code="invalid_level")
    return level


def parse_index_level(text: str | None) -> float | str | None:
    """Read the level of an index: a pressure in hPa, or ``2m`` for the air near the ground."""
    if text is not None and text.strip().lower() in ("2m", "2 m"):
        return "2m"
    return parse_level(text)


def parse_params(pairs: Iterable[str]) -> dict[str, JsonValue]:
    """Read ``key=value`` pairs; a value is JSON where it parses as such, else text."""
    params: dict[str, JsonValue] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise ArgumentError(f"-p {pair}: write key=value", code="invalid_parameter")
        try:
            params[key.strip()] = json.loads(value)
        except json.JSONDecodeError:
            params[key.strip()] = value
    return params


def parse_choice(kind: type[Choice], text: str, option: str) -> Choice:
    """Read one of a closed set of names.

    Raises
    ------
    ArgumentError
        With code ``invalid_argument``; the message names the choices.
    """
    try:
        return kind(text.lower())
    except ValueError as error:
        names = [item.value for item in kind]
        near = difflib.get_close_matches(text.lower(), names, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise ArgumentError(
            f"{option} {text}: choose from {', '.join(names)}{hint}", code="invalid_argument"
        ) from error
