"""Draw one chart, check it, and read it back: features and yes/no answers."""

from __future__ import annotations

import argparse
from pathlib import Path

from diagnostics.cli.arguments import (
    add_data,
    add_region,
    open_data,
    parse_choice,
    parse_level,
    parse_region,
    parse_time,
)
from diagnostics.cli.files import write_whole
from diagnostics.cli.output import Output
from diagnostics.contracts.enums import Language, ToolKind
from diagnostics.errors import ArgumentError


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
    from diagnostics.catalog import get_catalog
    from diagnostics.figures import render_figure

    language = parse_choice(Language, options.lang, "--lang")
    region, level = parse_region(options.region), parse_level(options.level)
    time = parse_time(options.time)
    get_catalog().tool(options.name, ToolKind.FIGURE)
    source = open_data(options.data, options)
    times = source.inventory().times
    if time is None:
        if len(times) != 1:
            raise ArgumentError(
                f"the data have {len(times)} times: name one with --time", code="time_needed"
            )
        time = times[0]
    rendered = render_figure(
        options.name, source, time=time, region=region, level=level, language=language
    )
    path = Path(options.out)
    write_whole(path, rendered.png)
    answer = rendered.answer.model_copy(update={"path": str(path)})
    if output.json:
        output.document(answer)
        return
    output.text(f"{answer.title}: {path} ({answer.width} x {answer.height})")
    if answer.check is not None:
        output.text(f"check: {answer.check.score:g} of 5")
    for reply in answer.answers:
        said = {True: "yes", False: "no", None: "cannot tell"}[reply.answer]
        output.text(f"{reply.question} {said}. {reply.detail}".rstrip())
