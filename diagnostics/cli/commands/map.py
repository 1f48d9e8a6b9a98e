"""The command ``hvrmet map``."""

from __future__ import annotations

import argparse
from typing import Any

from diagnostics.cli.arguments import add_climatology, add_data, add_region, open_data
from diagnostics.cli.extracted import add_out, at_level, write_extracted
from diagnostics.cli.output import Output
from diagnostics.cli.usage import help_text
from diagnostics.contracts.extracts import (
    ContoursRequest,
    Projection,
    RasterFormat,
    RasterRequest,
    VectorsRequest,
)
from diagnostics.service.data import open_climatology
from diagnostics.service.extracts import extract
from diagnostics.service.parsing import parse_choice, parse_region, parse_time, read_numbers

KINDS = ("raster", "contours", "vectors")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("kind", choices=KINDS, help=help_text("help-map_kind"))
    parser.add_argument("quantity", metavar="QUANTITY", help=help_text("help-map_quantity"))
    add_data(parser)
    add_region(parser)
    parser.add_argument("--time", metavar="T", help=help_text("help-one_time"))
    parser.add_argument("--level", metavar="P", help=help_text("help-level_apart"))
    parser.add_argument(
        "--projection",
        default="plate_carree",
        metavar="plate_carree|web_mercator",
        help=help_text("help-projection"),
    )
    parser.add_argument(
        "--format", default="png", metavar="png|uint16", help=help_text("help-raster_format")
    )
    parser.add_argument("--levels", metavar="V,V,...", help=help_text("help-contour_levels"))
    parser.add_argument("--interval", metavar="V", help=help_text("help-contour_interval"))
    parser.add_argument("--count", metavar="N", help=help_text("help-arrows"))
    add_climatology(parser, "help-climatology_map")
    add_out(parser)


def run(options: argparse.Namespace, output: Output) -> None:
    """Make it, write its file and print what it is."""
    shared: dict[str, Any] = {
        "quantity": at_level(options.quantity, options.level),
        "time": parse_time(options.time),
        "region": parse_region(options.region),
    }
    request: RasterRequest | ContoursRequest | VectorsRequest
    if options.kind == "raster":
        request = RasterRequest(
            **shared,
            projection=parse_choice(Projection, options.projection, "--projection"),
            format=parse_choice(RasterFormat, options.format, "--format"),
        )
    elif options.kind == "contours":
        interval = read_numbers(options.interval, "--interval")
        request = ContoursRequest(
            **shared,
            levels=read_numbers(options.levels, "--levels"),
            interval=interval[0] if interval else None,
        )
    else:
        count = read_numbers(options.count, "--count")
        request = VectorsRequest(**shared, **({"count": round(count[0])} if count else {}))
    made = extract(
        request,
        lambda: open_data(options.data, options),
        climatology=open_climatology(options.climatology),
    )
    write_extracted(made, options.out, output)
