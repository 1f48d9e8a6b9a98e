"""Putting a chart together: draw, label, rasterise, check, redraw with the changes asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.evidence import (
    FeaturesAnswer,
    FigureAnswer,
    FigureRound,
    Provenance,
    QuestionAnswer,
)
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.figures import typography
from diagnostics.figures.chart_canvas import ChartCanvas, write_footer, write_header
from diagnostics.figures.chart_style import ChartStyle, Format
from diagnostics.figures.check import apply_changes, check_answer
from diagnostics.figures.check.measure import measure_canvas
from diagnostics.figures.check.pixels import PixelRecord
from diagnostics.figures.conventions import remaining
from diagnostics.figures.formats import encode_png, svg_of, webp_of
from diagnostics.figures.graticule import step_for
from diagnostics.figures.spec import ChartSpec
from diagnostics.figures.texts import layer_line, time_texts
from diagnostics.messages import Message, render

MAX_ROUNDS = 5
Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class RenderedFigure:
    """A finished chart.

    Attributes
    ----------
    answer : FigureAnswer
        What was drawn, detected, checked and answered; its digest covers the specification and the
        pixels.
    png : bytes
        The same input gives the same bytes.
    svg : bytes
        The same chart as SVG, where the look asked for it.
    """

    answer: FigureAnswer
    png: bytes
    svg: bytes = b""

    def encoded(self, wanted: Format) -> bytes:
        """Return the picture in a format.

        Raises
        ------
        ArgumentError
            With code ``not_drawn`` for an SVG that was not asked for when the chart was drawn.
        """
        if wanted == "svg" and not self.svg:
            raise ArgumentError(Message(id="figureerror-not_drawn"), code="not_drawn")
        return {"png": lambda: self.png, "webp": lambda: webp_of(self.png)}.get(
            wanted, lambda: self.svg
        )()

    def to_bytes(self) -> bytes:
        """Return one document for a cache: the answer as JSON, a zero byte, the PNG."""
        return self.answer.model_dump_json().encode() + b"\0" + self.png

    @classmethod
    def from_bytes(cls, document: bytes) -> RenderedFigure:
        """Read what `to_bytes` wrote."""
        answer, _, png = document.partition(b"\0")
        return cls(FigureAnswer.model_validate_json(answer), png)


@dataclass(frozen=True)
class Caption:
    """The words around a chart."""

    title: str
    source: str
    attribution: str
    credit: str
    time: datetime
    initial: datetime | None
    look: ChartStyle
    valid: str = ""


@dataclass(frozen=True)
class Composition:
    """Everything of a chart but its pixels."""

    spec: ChartSpec
    region: Region
    caption: Caption
    answers: Sequence[FeaturesAnswer]
    questions: tuple[QuestionAnswer, ...]
    provenance: Provenance
    frame: dict[str, JsonValue]
    lon_span: float = 60.0


def compose(
    parts: Composition, draw: Callable[[ChartSpec], ChartCanvas], *, max_rounds: int = MAX_ROUNDS
) -> RenderedFigure:
    """Draw a chart, check it, and redraw it with the changes asked for, up to `max_rounds` times.

    Parameters
    ----------
    parts : Composition
    draw : callable
        Draws everything between header and footer.
    max_rounds : int
    """
    spec = parts.spec
    seen = [spec]
    earlier: list[FigureRound] = []
    best: tuple[FigureAnswer, Pixels, ChartCanvas] | None = None
    step = step_for(parts.lon_span)
    for number in range(1, max_rounds + 1):
        words = _caption(parts, spec)
        sheet = draw(spec)
        pixels = _finished(sheet, spec, parts.region, words)
        answer = _answer(parts, spec, sheet, pixels, words)
        sheet.canvas.release()
        check = check_answer(answer, rounds=number)
        kept = best[0].check if best is not None else None
        if kept is None or check.score >= kept.score:
            best = answer.model_copy(update={"check": check}), pixels, sheet
        changed = apply_changes(spec, check.findings, spec.graticule_step or step)
        if changed in seen:
            break
        seen.append(changed)
        earlier.append(FigureRound(score=check.score, findings=check.findings))
        spec = changed
    assert best is not None and best[0].check is not None
    answer, pixels, sheet = best
    check = best[0].check
    drawn = min(len(seen), max_rounds)
    check = check.model_copy(update={"rounds": drawn, "earlier": tuple(earlier[: drawn - 1])})
    vector = svg_of(sheet) if parts.caption.look.format == "svg" else b""
    return RenderedFigure(answer.model_copy(update={"check": check}), encode_png(pixels), vector)


def _caption(parts: Composition, spec: ChartSpec) -> Caption:
    """The words around the chart; a title that a finding has changed replaces the first one."""
    if spec.title == parts.spec.title:
        return parts.caption
    return replace(parts.caption, title=render(spec.title, parts.caption.look.language))


def _finished(sheet: ChartCanvas, spec: ChartSpec, region: Region, words: Caption) -> Pixels:
    times = time_texts(words.time, region.center, words.initial, words.look.language)
    write_header(
        sheet,
        words.title,
        words.source,
        layer_line(spec, sheet, words.look.language),
        (words.valid or times[0], "" if words.valid else times[1]),
        layer_text_size=spec.layer_text_size,
    )
    write_footer(sheet, words.attribution, words.credit)
    return sheet.finish(PixelRecord)


def _answer(
    parts: Composition, spec: ChartSpec, sheet: ChartCanvas, pixels: Pixels, words: Caption
) -> FigureAnswer:
    document: dict[str, Any] = spec.model_dump(mode="json")
    document["map"] = sheet.frame or parts.frame
    document.update(parts.caption.look.as_document())
    pixel_digest = hashlib.sha256(pixels.data).hexdigest()
    height, width = pixels.shape[:2]
    layers = {layer.name: layer.facts for layer in sheet.layers}
    required = ["title", "valid", "layers"]
    required += ["attribution"] if words.attribution else []
    required += ["credit"] if words.credit else []
    layers["sheet"] = {**measure_canvas(sheet, typography.DPI), "required": list(required)}
    if departing := remaining(parts.spec, spec):
        layers["sheet"]["departures"] = [item.model_dump(mode="json") for item in departing]
    return FigureAnswer(
        name=spec.id,
        title=words.title,
        wording=spec.title,
        time=parts.caption.time,
        region=parts.region,
        width=width,
        height=height,
        digest=digest_of({"specification": document, "pixels": pixel_digest}),
        specification=document,
        layers=layers,
        features=tuple(parts.answers),
        answers=parts.questions,
        provenance=parts.provenance,
    )
