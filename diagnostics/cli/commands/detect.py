"""Classify the event: test all five types against a preset's criteria."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import (
    add_climatology,
    add_data,
    add_region,
    data_extent,
    open_data,
)
from diagnostics.cli.output import Output
from diagnostics.messages import Message, Param, Term
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
    region = parse_region(options.region, data_extent(options))
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
    rows: list[list[Param]] = [
        [
            _named(item.event.value, output),
            _named(item.firing.value, output),
            Term(term=item.grade_name) if item.grade_name else "",
            f"{item.severity:.2f}",
            f"{item.confidence:.2f}",
            item.wording or item.reason,
        ]
        for item in found.assessments
    ]
    title = Message(id="command-no_primary")
    if found.primary:
        primary = _named(found.primary.value, output)
        title = Message(id="command-primary", params={"event": primary})
    output.table(title, ("type", "", "grade", "severity", "confidence", "why"), rows)
    output.choice(found.choice)
    output.doubts(found.doubts)


def _named(name: str, output: Output) -> Param:
    """Return a name for readers of another language, as programs know it for those of English."""
    return Term(term=name) if output.is_translated() else name
