"""Options that several sub-commands share."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from diagnostics.cli.run_folder import REPORT
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message
from diagnostics.service.contexts import ToolFiles
from diagnostics.service.data import DataSelection, whole_region
from diagnostics.service.parsing import parse_time

if TYPE_CHECKING:
    from diagnostics.contracts.space_time import Region
    from diagnostics.fields import FileSource
    from diagnostics.service.objects import EarlierObject


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
    parser.add_argument(
        "--statistic",
        metavar="S",
        help="statistic of an ensemble to read in the place of a forecast: mean, or a percentile "
        "as p90",
    )


def add_language(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Declare ``--lang``, which every command has."""
    parser.add_argument(
        "--lang",
        metavar="en|zh",
        default=default,
        help="language of what people read; default: that of a question or request, else en",
    )


def add_region(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    """Declare ``--region``."""
    parser.add_argument(
        "--region", required=required, metavar="W,S,E,N", help="a box in degrees, or a place name"
    )


def add_object(parser: argparse.ArgumentParser, *, more: str = "") -> None:
    """Declare ``--object``."""
    parser.add_argument(
        "--object",
        metavar="RUN[:ID]",
        help="the event of a diagnosis in the folder RUN, or the event, low or high ID of it, in "
        f"place of region and time{more}",
    )


def is_of_a_run(options: argparse.Namespace) -> bool:
    """Whether ``--object`` names something of an earlier run, and not an id alone."""
    text: str = options.object or ""
    return ":" in text or (bool(text) and Path(text).is_dir())


def named_object(options: argparse.Namespace) -> EarlierObject | None:
    """Return what ``--object`` names in the folder of an earlier run; None without one.

    Raises
    ------
    ArgumentError
        ``unknown_object`` with those there are; ``invalid_argument`` beside ``--region``.
    InputDataError
        ``no_run``.
    """
    text: str | None = options.object
    if text is None:
        return None
    if options.region is not None:
        raise ArgumentError(Message(id="error-object_or_region"), code="invalid_argument")
    from diagnostics.contracts.report import Report
    from diagnostics.service.objects import object_of

    folder, _, name = (text, "", "") if Path(text).is_dir() else text.rpartition(":")
    kept = Path(folder) / REPORT
    if not folder or not kept.is_file():
        raise InputDataError(
            Message(id="commanderror-no_run", params={"path": f"{kept}"}), code="no_run"
        )
    return object_of(Report.model_validate_json(kept.read_bytes()), name)


def data_selection(
    paths: Sequence[str], options: argparse.Namespace | None = None
) -> DataSelection:
    """Return the files of ``--data`` with how the options beside it say they are read.

    Raises
    ------
    ArgumentError
        For a time without a zone or a member that is not a number.
    """
    if options is None:
        return DataSelection(tuple(paths))
    return DataSelection(
        tuple(paths),
        origin=parse_time(options.origin, "--origin"),
        run=parse_time(options.forecast_run, "--run"),
        member=parse_member(options.member),
        statistic=options.statistic,
    )


def parse_member(text: str | None) -> int | None:
    """Read an ensemble member.

    Raises
    ------
    ArgumentError
        With code ``invalid_argument`` for what is no number.
    """
    if text is None:
        return None
    if not text.isascii() or not text.isdigit():
        raise ArgumentError(
            Message(id="commanderror-member", params={"text": f"{text}"}), code="invalid_argument"
        )
    return int(text)


def open_data(paths: Sequence[str], options: argparse.Namespace | None = None) -> FileSource:
    """Open the files of ``--data`` as one source.

    Raises
    ------
    ArgumentError
        As `data_selection`.
    InputDataError
        When the data cannot be read.
    """
    return data_selection(paths, options).open()


def data_extent(options: argparse.Namespace) -> Callable[[], Region]:
    """Return what gives the region of ``--data``, which decides between places of one name."""
    return lambda: whole_region(open_data(options.data, options))


def add_climatology(parser: argparse.ArgumentParser, *, more: str = "") -> None:
    """Declare ``--climatology``: files of reduced indices or of grid points, repeated."""
    parser.add_argument(
        "--climatology",
        action="append",
        metavar="CLIM",
        help="a climatology of reduced indices or of grid points, or one of WeatherBench2; "
        f"repeatable; the first that has a value counts{more}",
    )


def tool_files(options: argparse.Namespace) -> ToolFiles:
    """Return the files that ``--data``, ``--climatology`` and ``--boundaries`` name."""
    return ToolFiles(
        data_selection(options.data, options),
        tuple(options.climatology or ()),
        options.boundaries,
    )


def add_boundaries(parser: argparse.ArgumentParser, *, more: str = "") -> None:
    """Declare `--boundaries`."""
    parser.add_argument("--boundaries", metavar="FILE", help=f"borders and coasts, GeoJSON{more}")


def climatology_paths(paths: Sequence[str] | None) -> list[str] | None:
    """Return the absolute paths of climatologies, for the record of a run."""
    if not paths:
        return None
    return [path if "://" in path else str(Path(path).resolve()) for path in paths]


def parse_params(pairs: Iterable[str]) -> dict[str, JsonValue]:
    """Read ``key=value`` pairs; a value is JSON where it parses as such, else text."""
    params: dict[str, JsonValue] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise ArgumentError(
                Message(id="commanderror-parameter_form", params={"pair": f"{pair}"}),
                code="invalid_parameter",
            )
        try:
            params[key.strip()] = json.loads(value)
        except json.JSONDecodeError:
            params[key.strip()] = value
    return params
