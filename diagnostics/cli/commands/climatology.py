"""Build a climatology of reduced indices or grid points from many years, or show a file."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.cli.arguments import (
    add_data,
    add_region,
    data_selection,
)
from diagnostics.cli.examples import epilog_of
from diagnostics.cli.output import Output
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.service.climatologies import (
    Building,
    build_reduced,
    describe_climatology,
    require_folder,
)
from diagnostics.service.parsing import (
    parse_choice,
    parse_index_level,
    parse_region,
)

if TYPE_CHECKING:
    from diagnostics.catalog.baselines import ReducedIndex
    from diagnostics.climatology import BaselineSummary
    from diagnostics.climatology.summary import GridClimatologySummary

    Summary = BaselineSummary | GridClimatologySummary

_INDEX = re.compile(r"(?P<name>\w+)(@(?P<level>[^:]+))?(:(?P<reduction>\w+))?$")
_MANY_WORKERS = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of both actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = actions.add_parser(
        "build",
        help="build a climatology file",
        description=__doc__,
        epilog=epilog_of("climatology"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_build(build)
    show = actions.add_parser("show", help="show what a climatology file holds")
    show.add_argument("file", metavar="FILE", help="a climatology file or a store of WeatherBench2")
    show.add_argument(
        "--verify", action="store_true", help="read a gridded one to the end against its checksum"
    )
    for action in (build, show):
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS)


def _add_build(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_region(parser)
    parser.add_argument("--out", required=True, metavar="FILE", help="where the climatology goes")
    parser.add_argument("--name", metavar="TEXT", help="what it is called; default: from --out")
    parser.add_argument(
        "--index",
        action="append",
        default=[],
        metavar="NAME[@LEVEL][:REDUCTION]",
        help="a reduced index, the level in hPa or 2m, repeatable; default: all that the Guideline "
        "Library judges",
    )
    parser.add_argument(
        "--field",
        action="append",
        default=[],
        metavar="NAME[@LEVEL]",
        help="a field, the map of an index, daily_maximum_temperature, daily_minimum_temperature, "
        "daily_precipitation, excess_heat or spi:DAYS at each grid point, repeatable; standard "
        "for all that indices and presets look for",
    )
    parser.add_argument(
        "--event", action="append", default=[], metavar="EVENT", help="only the library's for it"
    )
    parser.add_argument(
        "--exclude-year", action="append", type=int, default=[], metavar="Y", help="repeatable"
    )
    parser.add_argument(
        "--years", type=int, metavar="N", help="years that the data must have; default: 20"
    )
    parser.add_argument(
        "--stretch", type=int, metavar="N", help="times in memory at once; default: 120"
    )
    parser.add_argument("--workers", type=int, metavar="N", help="processes; default: all, to 4")
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="a dask.distributed scheduler that does the work"
    )
    parser.add_argument(
        "--quantiles", metavar="P,P,...", help="of --field, per cent, or none; default: those of C1"
    )
    parser.add_argument(
        "--mode", default="diagnose", metavar="qa|diagnose", help="of indices; default: diagnose"
    )
    parser.add_argument(
        "--timezone", default="UTC", metavar="Z", help="of daily values of --field; default: UTC"
    )
    parser.add_argument(
        "--memory", type=int, metavar="MB", help="of one block of --field; default: 256"
    )


def run(options: argparse.Namespace, output: Output) -> None:
    """Build or show."""
    from diagnostics.climatology import BaselineSummary

    if options.action == "build":
        summary = _build(options, output)
    else:
        summary = describe_climatology(options.file, verify=options.verify)
    if output.json:
        output.document(summary)
    elif isinstance(summary, BaselineSummary):
        _print(summary, output)
    else:
        _print_grid(summary, output)


def _build(options: argparse.Namespace, output: Output) -> Summary:
    if options.field and (options.index or options.event):
        raise ArgumentError(
            "--field builds a climatology of grid points, --index and --event one of reduced "
            "indices: give one or the other",
            code="invalid_argument",
        )
    if options.field:
        from diagnostics.cli.commands.climatology_grid import run_gridded

        return run_gridded(options, output, _output_file(options.out))
    return _build_reduced(options, output)


def _build_reduced(options: argparse.Namespace, output: Output) -> BaselineSummary:
    from diagnostics.catalog.baselines import STRETCH_TIMES

    out = _output_file(options.out)
    indices = _wanted(options)
    region = parse_region(options.region)
    if region is None:
        raise ArgumentError(
            "a climatology of reduced indices is of one region: name it with --region",
            code="invalid_region",
        )
    length = positive(options.stretch, "--stretch", STRETCH_TIMES)
    return build_reduced(
        building_of(options, out), region, indices, stretch_times=length, progress=output.progress
    )


def building_of(options: argparse.Namespace, out: Path) -> Building:
    """Return how the options say a climatology is built."""
    from diagnostics.catalog.baselines import YEARS_NEEDED

    return Building(
        data_selection(options.data, options),
        out,
        name=options.name or out.stem,
        excluded_years=tuple(options.exclude_year),
        years_needed=positive(options.years, "--years", YEARS_NEEDED),
        workers=worker_count(options),
        scheduler=options.scheduler,
    )


def _output_file(text: str) -> Path:
    out = Path(text)
    require_folder(out)
    return out


def worker_count(options: argparse.Namespace) -> int:
    """Return how many processes work: all of the machine to four, unless it is said."""
    return positive(options.workers, "--workers", min(os.cpu_count() or 1, _MANY_WORKERS))


def positive(value: int | None, option: str, default: int) -> int:
    """Return a number that is at least 1, or the default.

    Raises
    ------
    ArgumentError
        ``invalid_argument``.
    """
    if value is None:
        return default
    if value < 1:
        raise ArgumentError(f"{option} {value}: at least 1 is needed", code="invalid_argument")
    return value


def _wanted(options: argparse.Namespace) -> tuple[ReducedIndex, ...]:
    """Return the indices that were named, or those that the library judges."""
    from diagnostics.catalog.baselines import library_indices
    from diagnostics.guidelines import load_release

    events = [parse_choice(EventType, text, "--event") for text in options.event]
    if options.index and events:
        raise ArgumentError("give --index or --event, not both", code="invalid_argument")
    if options.index:
        return tuple({item.label: item for item in map(_reduced_index, options.index)}.values())
    return library_indices(load_release(), events or EventType)


def _reduced_index(text: str) -> ReducedIndex:
    from diagnostics.catalog import index_key
    from diagnostics.catalog.baselines import ReducedIndex

    match = _INDEX.match(text)
    if match is None:
        raise ArgumentError(
            f"--index {text}: write NAME, NAME@LEVEL, NAME:REDUCTION or NAME@LEVEL:REDUCTION",
            code="invalid_argument",
        )
    level = parse_index_level(match["level"])
    key = index_key(match["name"], level=level, reduction=match["reduction"])
    return ReducedIndex(key.name, level, key.reduction)


def _print(summary: BaselineSummary, output: Output) -> None:
    rows = [
        [
            item.key,
            "" if item.level is None else f"{item.level:g}",
            item.reduction,
            ",".join(f"{edge:g}" for edge in item.region.bounds()),
            str(item.years),
            str(item.sample_count),
            "" if item.mean is None else f"{item.mean:.4g}",
            "" if item.std is None else f"{item.std:.4g}",
            item.unit,
        ]
        for item in summary.indices
    ]
    heads = ["index", "hPa", "reduction", "region", "years", "samples", "mean", "std", "unit"]
    output.table(f"{summary.name} ({summary.digest[:12]})", heads, rows)


def _print_grid(summary: GridClimatologySummary, output: Output) -> None:
    rows = [
        [
            item.key,
            "" if item.level is None else f"{item.level:g}",
            item.resolved_by,
            ",".join(f"{hour:g}" for hour in item.hours),
            "?" if item.years is None else str(item.years),
            ", ".join(item.statistics),
            item.unit,
        ]
        for item in summary.quantities
    ]
    heads = ["quantity", "hPa", "by", "hours UTC", "years", "statistics", "unit"]
    where = "" if summary.region is None else f", {_edges(summary.region)}"
    title = f"{summary.name} ({summary.digest[:12]}), {summary.rows} x {summary.columns}{where}"
    output.table(title, heads, rows)


def _edges(region: Region) -> str:
    return ",".join(f"{edge:g}" for edge in region.bounds())
