"""Build a climatology of reduced indices or grid points from many years, or show a file."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.cli.arguments import (
    add_data,
    add_language,
    add_region,
    data_extent,
    data_selection,
)
from diagnostics.cli.examples import epilog_of
from diagnostics.cli.files import output_file
from diagnostics.cli.output import Output
from diagnostics.contracts.enums import EventType, Mode
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message, Param, Term
from diagnostics.service.climatologies import (
    Building,
    build_gridded,
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
    from diagnostics.catalog.grid_climatology_quantities import GridQuantity
    from diagnostics.catalog.index_climatology_build import ReducedIndex
    from diagnostics.climatology import BaselineSummary
    from diagnostics.climatology.summary import GridClimatologySummary

    Summary = BaselineSummary | GridClimatologySummary

_INDEX = re.compile(r"(?P<name>\w+)(@(?P<level>[^:]+))?(:(?P<reduction>\w+))?$")
_MANY_WORKERS = 4
_BLOCK_MEGABYTES = 256
"""Of one block in one process."""


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
        add_language(action, default=argparse.SUPPRESS)


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
            Message(id="commanderror-field_or_index"),
            code="invalid_argument",
        )
    if options.field:
        return _build_gridded(options, output)
    return _build_reduced(options, output)


def _build_reduced(options: argparse.Namespace, output: Output) -> BaselineSummary:
    from diagnostics.catalog.index_climatology_build import STRETCH_TIMES

    out = _output_file(options.out)
    indices = _wanted(options)
    region = parse_region(options.region, data_extent(options))
    if region is None:
        raise ArgumentError(
            Message(id="commanderror-region_of_climatology"),
            code="invalid_region",
        )
    length = _positive(options.stretch, "--stretch", STRETCH_TIMES)
    return build_reduced(
        _building(options, out), region, indices, stretch_times=length, progress=output.report
    )


def _build_gridded(options: argparse.Namespace, output: Output) -> GridClimatologySummary:
    from diagnostics.contracts.zones import zone_of

    out = _output_file(options.out)
    zone_of(options.timezone)
    quantiles = _quantiles(options.quantiles)
    wanted = _wanted_quantities(options)
    memory = _positive(options.memory, "--memory", _BLOCK_MEGABYTES)
    region = parse_region(options.region, data_extent(options))
    return build_gridded(
        _building(options, out),
        region,
        wanted,
        mode=options.mode,
        quantiles=quantiles,
        timezone=options.timezone,
        block_bytes=memory * 1e6,
        progress=output.report,
    )


def _building(options: argparse.Namespace, out: Path) -> Building:
    """Return how the options say a climatology is built."""
    from diagnostics.catalog.index_climatology_build import YEARS_NEEDED

    return Building(
        data_selection(options.data, options),
        out,
        name=options.name or out.stem,
        excluded_years=tuple(options.exclude_year),
        years_needed=_positive(options.years, "--years", YEARS_NEEDED),
        workers=_worker_count(options),
        scheduler=options.scheduler,
    )


def _output_file(text: str) -> Path:
    out = output_file(text)
    require_folder(out)
    return out


def _worker_count(options: argparse.Namespace) -> int:
    """Return how many processes work: all of the machine to four, unless it is said."""
    return _positive(options.workers, "--workers", min(os.cpu_count() or 1, _MANY_WORKERS))


def _positive(value: int | None, option: str, default: int) -> int:
    """Return a number that is at least 1, or the default.

    Raises
    ------
    ArgumentError
        ``invalid_argument``.
    """
    if value is None:
        return default
    if value < 1:
        raise ArgumentError(
            Message(id="commanderror-at_least_one", params={"option": option, "value": f"{value}"}),
            code="invalid_argument",
        )
    return value


def _wanted(options: argparse.Namespace) -> tuple[ReducedIndex, ...]:
    """Return the indices that were named, or those that the library judges."""
    from diagnostics.catalog.index_climatology_build import library_indices
    from diagnostics.guidelines import load_release

    events = [parse_choice(EventType, text, "--event") for text in options.event]
    if options.index and events:
        raise ArgumentError(Message(id="commanderror-index_or_event"), code="invalid_argument")
    if options.index:
        return tuple({item.label: item for item in map(_reduced_index, options.index)}.values())
    return library_indices(load_release(), events or EventType)


def _reduced_index(text: str) -> ReducedIndex:
    from diagnostics.catalog import index_key
    from diagnostics.catalog.index_climatology_build import ReducedIndex

    match = _INDEX.match(text)
    if match is None:
        raise ArgumentError(
            Message(id="commanderror-index_form", params={"text": text}),
            code="invalid_argument",
        )
    level = parse_index_level(match["level"])
    key = index_key(match["name"], level=level, reduction=match["reduction"])
    return ReducedIndex(key.name, level, key.reduction)


def _quantiles(text: str | None) -> tuple[float, ...]:
    from diagnostics.climatology.statistics import QUANTILES

    if text is None:
        return QUANTILES
    if text.strip().lower() == "none":
        return ()
    try:
        found = tuple(sorted({float(part) for part in text.split(",")}))
    except ValueError:
        found = (-1.0,)
    if not all(0.0 <= percent <= 100.0 for percent in found):
        raise ArgumentError(
            Message(id="commanderror-quantiles", params={"text": f"{text}"}),
            code="invalid_argument",
        )
    return found


def _wanted_quantities(options: argparse.Namespace) -> tuple[GridQuantity, ...]:
    from diagnostics.catalog.grid_climatology_quantities import STANDARD, read_quantity

    mode = parse_choice(Mode, options.mode, "--mode")
    words = [
        word for text in options.field for word in (STANDARD if text == "standard" else (text,))
    ]
    found = {item.label: item for item in (read_quantity(word, mode) for word in words)}
    return tuple(found.values())


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
    heads = ("index", "hpa", "reduction", "region", "years", "samples", "mean", "std", "unit")
    name: dict[str, Param] = {"name": summary.name, "digest": summary.digest[:12]}
    output.table(Message(id="command-climatology", params=name), heads, rows)


def _print_grid(summary: GridClimatologySummary, output: Output) -> None:
    rows: list[list[Param]] = [
        [
            item.key,
            "" if item.level is None else f"{item.level:g}",
            Term(term=f"by_{item.resolved_by}"),
            ",".join(f"{hour:g}" for hour in item.hours),
            "?" if item.years is None else str(item.years),
            ", ".join(item.statistics),
            item.unit,
        ]
        for item in summary.quantities
    ]
    heads = ("quantity", "hpa", "by", "hours", "years", "statistics", "unit")
    parts = [summary.name, f"{summary.rows} x {summary.columns}"]
    if summary.region is not None:
        parts.append(_edges(summary.region))
    name: dict[str, Param] = {"name": ", ".join(parts), "digest": summary.digest[:12]}
    output.table(Message(id="command-climatology", params=name), heads, rows)


def _edges(region: Region) -> str:
    return ",".join(f"{edge:g}" for edge in region.bounds())
