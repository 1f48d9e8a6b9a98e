"""Draw one chart, check it, and read it back: features and yes/no answers."""

from __future__ import annotations

import argparse
from pathlib import Path

from diagnostics.cli.answers import answer_figure
from diagnostics.cli.arguments import (
    add_data,
    add_region,
    open_data,
    parse_choice,
    parse_level,
    parse_region,
    parse_time,
)
from diagnostics.cli.output import Output
from diagnostics.contracts.enums import Language


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="NAME", help="a figure of the catalogue")
    add_data(parser)
    add_region(parser)
    parser.add_argument("--time", metavar="T", help="a time with a zone; needed with several")
    parser.add_argument("--level", metavar="P", help="pressure level in hPa")
    parser.add_argument("--lang", default="en", metavar="en|zh", help="default: en")
    parser.add_argument("--out", required=True, metavar="FILE", help="where the PNG goes")


def run(options: argparse.Namespace, output: Output) -> None:
    """Draw and print the answer."""
    path = Path(options.out)
    answer = answer_figure(
        options.name,
        lambda: open_data(options.data, options),
        path,
        time=parse_time(options.time),
        region=parse_region(options.region),
        level=parse_level(options.level),
        language=parse_choice(Language, options.lang, "--lang"),
    )
    if output.json:
        output.document(answer)
        return
    output.text(f"{answer.title}: {path} ({answer.width} x {answer.height})")
    if answer.check is not None:
        output.text(f"check: {answer.check.score:g} of 5")
    for reply in answer.answers:
        said = {True: "yes", False: "no", None: "cannot tell"}[reply.answer]
        output.text(f"{reply.question} {said}. {reply.detail}".rstrip())
