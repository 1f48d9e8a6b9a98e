"""The command ``hvrmet bench``."""

from __future__ import annotations

import argparse

from diagnostics.bench.tracks import TRACKS, WITH_CASES
from diagnostics.cli.output import Output
from diagnostics.cli.usage import help_text
from diagnostics.messages import Message


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "track",
        nargs="?",
        default="all",
        metavar="TRACK",
        help=help_text("help-track", tracks=", ".join(TRACKS)),
    )
    parser.add_argument(
        "--cases",
        default="",
        metavar="NAME,...",
        help=help_text("help-cases", tracks=", ".join(WITH_CASES)),
    )


def run(options: argparse.Namespace, output: Output) -> None:
    """Run a track and print its table."""
    from diagnostics.bench import run_track

    cases = tuple(name.strip() for name in options.cases.split(",") if name.strip())
    rows = run_track(options.track, progress=output.report, cases=cases)
    if output.json:
        output.document({"rows": [row.model_dump(mode="json") for row in rows]})
        return
    heads = ("track", "what", "here", "instead", "ratio", "note")
    output.table(Message(id="command-measured_here"), heads, [row.cells() for row in rows])
