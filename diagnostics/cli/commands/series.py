"""The command ``hvrmet series``."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import add_climatology, add_data, add_region, open_data
from diagnostics.cli.extracted import add_out, at_level, read_point, write_extracted
from diagnostics.cli.output import Output
from diagnostics.cli.usage import help_text
from diagnostics.contracts.extracts import AreaReduction, SeriesRequest
from diagnostics.service.data import open_climatology
from diagnostics.service.extracts import extract
from diagnostics.service.parsing import parse_choice, parse_region, parse_window


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("quantity", metavar="QUANTITY", help=help_text("help-series_quantity"))
    add_data(parser)
    parser.add_argument(
        "--point", action="append", default=[], metavar="LAT,LON", help=help_text("help-point")
    )
    add_region(parser)
    parser.add_argument("--level", metavar="P", help=help_text("help-level_apart"))
    parser.add_argument("--start", metavar="T", help=help_text("help-start"))
    parser.add_argument("--end", metavar="T", help=help_text("help-end"))
    parser.add_argument(
        "--reduction",
        default="mean",
        metavar="mean|min|max|median|p05|p95",
        help=help_text("help-series_reduction"),
    )
    add_climatology(parser, "help-climatology_series")
    add_out(parser)


def run(options: argparse.Namespace, output: Output) -> None:
    """Compute the series, write its file and print it."""
    request = SeriesRequest(
        quantity=at_level(options.quantity, options.level),
        window=parse_window(options.start, options.end),
        points=tuple(read_point(text, "--point") for text in options.point),
        region=parse_region(options.region),
        reduction=parse_choice(AreaReduction, options.reduction, "--reduction"),
    )
    made = extract(
        request,
        lambda: open_data(options.data, options),
        climatology=open_climatology(options.climatology),
    )
    write_extracted(made, options.out, output)
