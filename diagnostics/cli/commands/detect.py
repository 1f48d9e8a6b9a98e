"""Classify the event: test all five types against a preset's criteria."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import (
    add_climatology,
    add_data,
    add_region,
    open_data,
)
from diagnostics.cli.output import Output
from diagnostics.service.data import open_climatology
from diagnostics.service.inspection import detect_event
from diagnostics.service.parsing import (
    parse_region,
    parse_window,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_data(parser)
    add_region(parser)
    parser.add_argument("--start", metavar="T", help="start of the period, with a zone")
    parser.add_argument("--end", metavar="T", help="end of the period, with a zone")
    parser.add_argument("--preset", default="cma", metavar="cma|nws|etccdi", help="default: cma")
    parser.add_argument("--timezone", metavar="Z", help="for days: a zone name or +08:00")
    add_climatology(parser, more="; the preset etccdi needs one of grid points")


def run(options: argparse.Namespace, output: Output) -> None:
    """Classify and print."""
    region = parse_region(options.region)
    window = parse_window(options.start, options.end)
    found = detect_event(
        open_data(options.data, options),
        region,
        window,
        preset=options.preset,
        timezone=options.timezone,
        climatology=open_climatology(options.climatology),
    )
    if output.json:
        output.document(found)
        return
    rows = [
        [
            item.event.value,
            item.firing.value,
            item.grade_name,
            f"{item.severity:.2f}",
            f"{item.confidence:.2f}",
            item.reason,
        ]
        for item in found.assessments
    ]
    output.table(
        f"Primary: {found.primary.value if found.primary else 'none'}",
        ["type", "", "grade", "severity", "confidence", "why"],
        rows,
    )
