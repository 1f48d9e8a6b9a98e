"""The command ``hvrmet profile``."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import add_climatology, add_data, open_data
from diagnostics.cli.extracted import add_out, read_point, write_extracted
from diagnostics.cli.output import Output
from diagnostics.cli.usage import help_text
from diagnostics.contracts.extracts import SectionRequest, SoundingRequest
from diagnostics.service.data import open_climatology
from diagnostics.service.extracts import extract
from diagnostics.service.parsing import parse_time


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--point", required=True, metavar="LAT,LON", help=help_text("help-profile_point")
    )
    parser.add_argument("--to", metavar="LAT,LON", help=help_text("help-profile_to"))
    parser.add_argument(
        "--quantity",
        default="temperature",
        metavar="NAME",
        help=help_text("help-profile_quantity"),
    )
    add_data(parser)
    parser.add_argument("--time", metavar="T", help=help_text("help-one_time"))
    add_climatology(parser, "help-climatology_map")
    add_out(parser)


def run(options: argparse.Namespace, output: Output) -> None:
    """Compute the profile, write its file and print what it is."""
    time = parse_time(options.time)
    start = read_point(options.point, "--point")
    request: SoundingRequest | SectionRequest
    if options.to is None:
        request = SoundingRequest(point=start, time=time)
    else:
        end = read_point(options.to, "--to")
        request = SectionRequest(quantity=options.quantity, start=start, end=end, time=time)
    made = extract(
        request,
        lambda: open_data(options.data, options),
        climatology=open_climatology(options.climatology),
    )
    write_extracted(made, options.out, output)
