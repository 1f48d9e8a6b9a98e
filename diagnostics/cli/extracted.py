"""Options of commands that take something out of data, and how they print it."""

from __future__ import annotations

import argparse
from pathlib import Path

from diagnostics.cli.files import write_whole
from diagnostics.cli.output import Output
from diagnostics.cli.usage import help_text
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.extracts import (
    ContoursAnswer,
    Extract,
    Point,
    RasterAnswer,
    SectionAnswer,
    SeriesAnswer,
    SoundingAnswer,
    VectorsAnswer,
)
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message, Param
from diagnostics.service.extract_parts import Extracted, with_level
from diagnostics.service.parsing import parse_level, read_numbers

Rows = list[list[Param]]


def add_out(parser: argparse.ArgumentParser) -> None:
    """Declare ``--out``."""
    parser.add_argument("--out", metavar="FILE", help=help_text("help-extract_out"))


def at_level(quantity: str, level: str | None) -> str:
    """Return a quantity's written form with the level of ``--level``."""
    return with_level(quantity, parse_level(level))


def read_point(text: str, option: str) -> Point:
    """Read ``LAT,LON``.

    Raises
    ------
    ArgumentError
        ``invalid_point``.
    """
    numbers = read_numbers(text, option)
    if len(numbers) != 2 or not -90 <= numbers[0] <= 90 or not -360 <= numbers[1] <= 540:
        raise ArgumentError(
            Message(id="extracterror-point_form", params={"option": option, "text": text}),
            code="invalid_point",
        )
    return Point(latitude=numbers[0], longitude=numbers[1])


def write_extracted(made: Extracted, out: str | None, output: Output) -> None:
    """Write the file of an answer and print the answer."""
    if out is not None:
        write_whole(Path(out), made.files[0].data)
    if output.json:
        output.document(made.answer)
        return
    answer = made.answer
    assert isinstance(answer, Extract)
    params: dict[str, Param] = {"title": answer.title, "unit": answer.unit}
    if output.is_translated():
        params["title"] = answer.quantity
    heads, rows = _rows(answer)
    output.table(Message(id="command-extract", params=params), heads, rows)
    if out is not None:
        size: dict[str, Param] = {"path": out, "size": made.files[0].ref.size}
        output.say(Message(id="command-extract_file", params=size))
    output.choice(answer.provenance.choice)
    output.doubts(answer.doubts)


def _rows(answer: Extract) -> tuple[tuple[str, ...], Rows]:
    """Return the heads and rows of the table of an answer."""
    match answer:
        case RasterAnswer():
            size = f"{answer.width} x {answer.height}"
            span = f"{_number(answer.minimum)} .. {_number(answer.maximum)}"
            edges = ", ".join(f"{edge:.2f}" for edge in answer.bounds)
            return ("pixels", "region", "values", "missing"), [
                [size, edges, span, f"{100 * answer.missing:.0f} %"]
            ]
        case ContoursAnswer():
            levels = ", ".join(f"{level:g}" for level in answer.levels)
            return ("contours", "count"), [[levels, str(answer.lines)]]
        case VectorsAnswer():
            return ("count", "fastest"), [[str(answer.count), _number(answer.fastest)]]
        case SeriesAnswer():
            times = [item.time for item in answer.places[0].values]
            return ("time", *("value" for _ in answer.places)), [
                [format_instant(time), *(_number(place.values[k].value) for place in answer.places)]
                for k, time in enumerate(times)
            ]
        case SoundingAnswer():
            return ("hpa", "temperature", "dewpoint", "wind"), [
                [
                    f"{level.pressure_hpa:g}",
                    f"{level.temperature_c:.1f}",
                    f"{level.dewpoint_c:.1f}",
                    f"{_number(level.wind_east_m_s)}, {_number(level.wind_north_m_s)}",
                ]
                for level in answer.levels
            ]
        case SectionAnswer():
            return ("hpa", "values"), [
                [f"{level:g}", f"{_least(row)} .. {_most(row)}"]
                for level, row in zip(answer.pressure_hpa, answer.values, strict=True)
            ]
    raise AssertionError(type(answer))


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4g}"


def _least(row: tuple[float | None, ...]) -> str:
    return _number(min((item for item in row if item is not None), default=None))


def _most(row: tuple[float | None, ...]) -> str:
    return _number(max((item for item in row if item is not None), default=None))
