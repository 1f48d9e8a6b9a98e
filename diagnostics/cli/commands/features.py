"""Detect features at one time: with one detector, or with all that the data serve."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import (
    add_data,
    add_region,
    open_data,
    parse_level,
    parse_params,
    parse_region,
    parse_time,
)
from diagnostics.cli.output import Output
from diagnostics.contracts.enums import ToolKind
from diagnostics.errors import ArgumentError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("detector", nargs="?", metavar="DETECTOR", help="all by default")
    add_data(parser)
    add_region(parser)
    parser.add_argument("--time", metavar="T", help="a time with a zone; needed with several")
    parser.add_argument("--level", metavar="P", help="pressure level in hPa")
    parser.add_argument("-p", "--param", action="append", default=[], metavar="KEY=VALUE")


def run(options: argparse.Namespace, output: Output) -> None:
    """Detect and print."""
    from diagnostics.catalog import get_catalog
    from diagnostics.figures import detect_features

    region, time = parse_region(options.region), parse_time(options.time)
    level, params = parse_level(options.level), parse_params(options.param)
    catalogue = get_catalog()
    names = [tool.name for tool in catalogue.detectors()]
    if options.detector:
        names = [catalogue.tool(options.detector, ToolKind.DETECTOR).name]
    source = open_data(options.data, options)
    times = source.inventory().times
    if time is None:
        if len(times) != 1:
            raise ArgumentError(
                f"the data have {len(times)} times: name one with --time", code="time_needed"
            )
        time = times[0]
    answers = [
        detect_features(name, source, time=time, region=region, level=level, params=params)
        for name in names
    ]
    if output.json:
        if options.detector:
            output.document(answers[0])
        else:
            output.document({"features": [item.model_dump(mode="json") for item in answers]})
        return
    rows = [
        [
            item.detector,
            {True: "yes", False: "no", None: "cannot tell"}[item.passed],
            str(len(item.features)),
            "; ".join(
                f"{feature.latitude:.1f},{feature.longitude:.1f}" for feature in item.features[:4]
            )
            or item.message,
        ]
        for item in answers
    ]
    output.table("Features", ["detector", "there", "count", "where"], rows)
