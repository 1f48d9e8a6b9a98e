"""The command ``hvrmet detect``."""

from __future__ import annotations

import argparse
from pathlib import Path

from diagnostics.cli.arguments import (
    add_climatology,
    add_data,
    add_region,
    open_data,
)
from diagnostics.cli.files import write_whole
from diagnostics.cli.output import Output
from diagnostics.cli.usage import help_text
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import Firing
from diagnostics.contracts.extracts import DetectionsAnswer, DetectionsRequest, LatticeCell
from diagnostics.messages import Listing, Message, Param, Term
from diagnostics.service.data import open_climatology
from diagnostics.service.detections import detect
from diagnostics.service.parsing import (
    parse_region,
    parse_window,
    read_numbers,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_data(parser)
    add_region(parser)
    parser.add_argument("--start", metavar="T", help=help_text("help-start"))
    parser.add_argument("--end", metavar="T", help=help_text("help-end"))
    parser.add_argument(
        "--preset", default="cma", metavar="cma|nws|etccdi", help=help_text("help-preset")
    )
    parser.add_argument("--timezone", metavar="Z", help=help_text("help-timezone"))
    parser.add_argument("--lattice", metavar="DEG", help=help_text("help-lattice"))
    parser.add_argument("--out", metavar="FILE", help=help_text("help-detections_out"))
    add_climatology(parser, "help-climatology_detect")


def run(options: argparse.Namespace, output: Output) -> None:
    """Classify and print."""
    lattice = read_numbers(options.lattice, "--lattice")
    request = DetectionsRequest(
        region=parse_region(options.region),
        window=parse_window(options.start, options.end),
        preset=options.preset,
        timezone=options.timezone,
        lattice=lattice[0] if lattice else None,
    )
    made = detect(
        request,
        lambda: open_data(options.data, options),
        climatology=open_climatology(options.climatology),
    )
    answer = made.answer
    assert isinstance(answer, DetectionsAnswer)
    if options.out is not None:
        write_whole(Path(options.out), made.files[0].data)
    if answer.classification is None:
        _cells(answer, output)
    else:
        _types(answer.classification, output)


def _cells(answer: DetectionsAnswer, output: Output) -> None:
    if output.json:
        output.document(answer)
        return
    rows: list[list[Param]] = [
        [", ".join(f"{edge:g}" for edge in cell.region.bounds()), _met(cell, output)]
        for cell in answer.cells
    ]
    output.table(Message(id="command-cells"), ("region", "type"), rows)
    output.choice(answer.choice)
    output.doubts(answer.doubts)


def _met(cell: LatticeCell, output: Output) -> Param:
    names = [
        _named(item.event.value, output) for item in cell.events if item.firing is Firing.FIRED
    ]
    return Listing(items=tuple(names)) if names else "-"


def _types(found: Classification, output: Output) -> None:
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
