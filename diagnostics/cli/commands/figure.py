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
    add_region,
    open_data,
)
from diagnostics.cli.charts import read_format, read_spec
from diagnostics.cli.files import write_whole
from diagnostics.cli.output import Output
from diagnostics.contracts.enums import Language
from diagnostics.errors import ArgumentError
from diagnostics.service.data import open_climatology
from diagnostics.service.looks import LookWords
from diagnostics.service.parsing import (
    parse_level,
    parse_region,
    parse_time,
)
from diagnostics.service.requests import FigureRequest
from diagnostics.service.tools import draw_figure, shows_all

_SAID = {True: "yes", False: "no", None: "cannot tell"}
_SAID_IN_CHINESE = {True: "是", False: "否", None: "无法判断"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="a figure of the catalogue")
    parser.add_argument("--spec", metavar="FILE", help="a composed chart, YAML or JSON, instead")
    add_data(parser)
    add_region(parser)
    parser.add_argument("--time", metavar="T", help="a time with a zone; needed with several")
    parser.add_argument("--times", metavar="T,T,...", help="several: small multiples of a map")
    parser.add_argument("--level", metavar="P", help="pressure level in hPa")
    parser.add_argument("--lang", default="en", metavar="en|zh", help="default: en")
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
            "name a figure of the catalogue, or give a composed one with --spec FILE",
            code="invalid_argument",
        )
    return read_spec(Path(options.spec)) if options.spec is not None else str(options.name)


def _times(text: str | None) -> tuple[datetime, ...]:
    """Read several times, separated by commas."""
    found = [parse_time(part.strip(), "--times") for part in (text or "").split(",") if part]
    return tuple(time for time in found if time is not None)


def run(options: argparse.Namespace, output: Output) -> None:
    """Draw and print the answer."""
    path = Path(options.out)
    request = FigureRequest(
        _chart(options),
        time=parse_time(options.time),
        times=_times(options.times),
        region=parse_region(options.region),
        level=parse_level(options.level),
        look=LookWords(options.lang, options.theme, options.boundaries).look(read_format(path)),
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
    chinese = options.lang == Language.ZH
    output.text(f"{answer.title}: {path} ({answer.width} x {answer.height})")
    if answer.check is not None:
        score = f"{answer.check.score:g}"
        output.text(f"图像检查：{score}分（满分5分）" if chinese else f"check: {score} of 5")
    for reply in answer.answers:
        said = (_SAID_IN_CHINESE if chinese else _SAID)[reply.answer]
        stop = "。" if chinese else ". "
        output.text(f"{reply.question} {said}{stop}{reply.detail}".rstrip())
