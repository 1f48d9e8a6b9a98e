"""Build a climatology of reduced indices from data of many years, or show what a file holds."""

from __future__ import annotations

import argparse
import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.cli.arguments import (
    add_data,
    add_region,
    open_climatology,
    open_data,
    parse_choice,
    parse_level,
    parse_region,
)
from diagnostics.cli.output import Output
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import EventType
from diagnostics.errors import ArgumentError

if TYPE_CHECKING:
    from diagnostics.catalog.baselines import ReducedIndex
    from diagnostics.climatology import BaselineSummary

_INDEX = re.compile(r"(?P<name>\w+)(@(?P<level>[^:]+))?(:(?P<reduction>\w+))?$")
_MANY_WORKERS = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of both actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = actions.add_parser("build", help="build a climatology file", description=__doc__)
    _add_build(build)
    show = actions.add_parser("show", help="show what a climatology file holds")
    show.add_argument("file", metavar="FILE", help="a climatology file")
    for action in (build, show):
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS)


def _add_build(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_region(parser, required=True)
    parser.add_argument("--out", required=True, metavar="FILE", help="where the climatology goes")
    parser.add_argument("--name", metavar="TEXT", help="what it is called; default: from --out")
    parser.add_argument(
        "--index",
        action="append",
        default=[],
        metavar="NAME[@LEVEL][:REDUCTION]",
        help="a reduced index, repeatable; default: all that the Guideline Library judges",
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


def run(options: argparse.Namespace, output: Output) -> None:
    """Build or show."""
    if options.action == "build":
        summary = _build(options, output)
    else:
        baseline = open_climatology(options.file)
        if baseline is None:
            raise ArgumentError("name a climatology file", code="invalid_argument")
        summary = baseline.summary()
    if output.json:
        output.document(summary)
    else:
        _print(summary, output)


def _build(options: argparse.Namespace, output: Output) -> BaselineSummary:
    from diagnostics.catalog import get_catalog
    from diagnostics.catalog.baselines import (
        STRETCH_TIMES,
        YEARS_NEEDED,
        Reducing,
        base_times,
        build_from_source,
        stretches_of,
    )
    from diagnostics.climatology.partial import PartialBuild
    from diagnostics.climatology.storage import write_series

    out = _output_file(options.out)
    indices = _wanted(options)
    region = parse_region(options.region)
    if region is None:
        raise ArgumentError("name a region", code="invalid_region")
    length = _positive(options.stretch, "--stretch", STRETCH_TIMES)
    workers = _positive(options.workers, "--workers", min(os.cpu_count() or 1, _MANY_WORKERS))
    source = open_data(options.data, options)
    times = base_times(
        source.inventory().times,
        exclude=options.exclude_year,
        years_needed=_positive(options.years, "--years", YEARS_NEEDED),
    )
    output.progress("reading the data's digest")
    reducing = Reducing(source, source.digest(), region, indices)
    stretches = stretches_of(times, length)
    recipe = {
        "data_digest": reducing.digest,
        "catalogue_digest": get_catalog().digest,
        "region": region.bounds(),
        "indices": [item.label for item in indices],
        "stretches": [item.label for item in stretches],
    }
    partial = PartialBuild(out, recipe)
    if partial.done:
        output.progress(f"going on: {len(partial.done)} of {len(stretches)} stretches are done")
    started = time.monotonic()

    def tell(label: str, done: int, total: int) -> None:
        output.progress(f"[{done}/{total}] {label}, {time.monotonic() - started:.0f} s")

    baseline = build_from_source(
        reducing,
        stretches,
        attributes={
            "name": options.name or out.stem,
            "base_period": f"{format_instant(times[0])} to {format_instant(times[-1])}",
            "provenance": source.inventory().title,
            "excluded_years": ", ".join(str(year) for year in sorted(set(options.exclude_year))),
            "data_digest": reducing.digest,
            "catalogue_digest": get_catalog().digest,
        },
        workers=workers,
        done=partial.done,
        keep=partial.add,
        progress=tell,
    )
    _tell_missing(baseline.summary(), indices, output)
    write_series(out, baseline.series, dict(baseline.attributes))
    partial.remove()
    return baseline.summary()


def _output_file(text: str) -> Path:
    out = Path(text)
    if not out.parent.is_dir():
        raise ArgumentError(
            f"the folder {out.parent} does not exist; create it or choose another --out",
            code="output_folder_missing",
        )
    return out


def _positive(value: int | None, option: str, default: int) -> int:
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
    key = index_key(match["name"], level=parse_level(match["level"]), reduction=match["reduction"])
    return ReducedIndex(key.name, parse_level(match["level"]), key.reduction)


def _tell_missing(
    summary: BaselineSummary, indices: tuple[ReducedIndex, ...], output: Output
) -> None:
    known = {item.key for item in summary.indices}
    missing = sorted({item.name for item in indices} - known)
    if missing:
        output.progress("the data do not give: " + ", ".join(missing))


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
