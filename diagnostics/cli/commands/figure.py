"""Draw one chart, check it, and read it back: features and yes/no answers."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path
from typing import Any

from diagnostics.cli.arguments import (
    add_boundaries,
    add_climatology,
    add_data,
    add_object,
    add_region,
    data_extent,
    named_object,
    open_data,
)
from diagnostics.cli.chart_files import read_format, read_spec
from diagnostics.cli.files import output_file, write_whole
from diagnostics.cli.output import Output, answer_entry
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message, Param
from diagnostics.service.chart_styles import ChartStyleRequest
from diagnostics.service.data import open_climatology
from diagnostics.service.parsing import (
    parse_level,
    parse_region,
    parse_time,
)
from diagnostics.service.requests import FigureRequest
from diagnostics.service.tools import draw_figure, shows_all


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="a figure of the catalogue")
    parser.add_argument("--spec", metavar="FILE", help="a composed chart, YAML or JSON, instead")
    add_data(parser)
    add_region(parser)
    add_object(parser)
    parser.add_argument("--time", metavar="T", help="a time with a zone; needed with several")
    parser.add_argument("--times", metavar="T,T,...", help="several: small multiples of a map")
    parser.add_argument("--level", metavar="P", help="pressure level in hPa")
    parser.add_argument("--theme", default="light", metavar="light|dark", help="default: light")
    add_boundaries(parser)
    add_climatology(parser)
    parser.add_argument(
        "--out", required=True, metavar="FILE", help="where the picture goes: .png, .svg or .webp"
    )


def _chart(options: argparse.Namespace) -> str | dict[str, Any]:
    """Return the name of a chart, or a composed one."""
    if (options.name is None) == (options.spec is None):
        raise ArgumentError(
            Message(id="commanderror-figure_or_spec"),
            code="invalid_argument",
        )
    return read_spec(Path(options.spec)) if options.spec is not None else str(options.name)


def _times(text: str | None) -> tuple[datetime, ...]:
    """Read several times, separated by commas."""
    found = [parse_time(part.strip(), "--times") for part in (text or "").split(",") if part]
    return tuple(time for time in found if time is not None)


def run(options: argparse.Namespace, output: Output) -> None:
    """Draw and print the answer."""
    path = output_file(options.out)
    known = named_object(options)
    request = FigureRequest(
        _chart(options),
        time=parse_time(options.time) or (known.time if known else None),
        times=_times(options.times),
        region=known.region if known else parse_region(options.region, data_extent(options)),
        level=parse_level(options.level),
        look=ChartStyleRequest(output.language, options.theme, options.boundaries).look(
            read_format(path)
        ),
    )
    drawn = draw_figure(
        request,
        lambda: open_data(options.data, options),
        climatology=open_climatology(options.climatology),
    )
    write_whole(path, drawn.picture)
    answer = drawn.answer.model_copy(update={"path": str(path)})
    if not shows_all(answer.check):
        output.no_answer()
    if output.json:
        output.document(answer)
        return
    shown: dict[str, Param] = {
        "title": answer.title,
        "path": str(path),
        "size": f"{answer.width} x {answer.height}",
    }
    output.say(Message(id="command-chart", params=shown))
    if answer.check is not None:
        score = f"{answer.check.score:g}"
        output.say(Message(id="command-chart_check", params={"score": score}))
        for found in answer.check.findings:
            if found.wording is not None:
                departure: dict[str, Param] = {"departure": found.wording}
                output.say(Message(id="command-chart_departure", params=departure))
    for reply in answer.answers:
        params: dict[str, Param] = {
            "question": reply.question,
            "answer": Message(id=answer_entry(reply.answer)),
            "detail": reply.detail,
        }
        output.say(Message(id="command-chart_answer", params=params))
    output.choice(answer.provenance.choice)
    output.doubts(answer.doubts)
