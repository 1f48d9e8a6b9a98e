"""Putting a chart together: draw, label, rasterise, check, redraw with the changes asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import (
    FeaturesAnswer,
    FigureAnswer,
    Provenance,
    QuestionAnswer,
)
from diagnostics.contracts.space_time import Region
from diagnostics.figures import style
from diagnostics.figures.canvas import Sheet, encode_png, write_footer, write_header
from diagnostics.figures.check import apply_changes, check_answer
from diagnostics.figures.graticule import step_for
from diagnostics.figures.spec import ChartSpec
from diagnostics.figures.texts import layer_line, time_texts

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
    """

    answer: FigureAnswer
    png: bytes

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
    language: Language


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
    parts: Composition, draw: Callable[[ChartSpec], Sheet], *, max_rounds: int = MAX_ROUNDS
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
    step = step_for(parts.lon_span)
    for number in range(1, max_rounds + 1):
        sheet = draw(spec)
        pixels = _finished(sheet, spec, parts)
        answer = _answer(parts, spec, sheet, pixels)
        check = check_answer(answer, rounds=number)
        changed = apply_changes(spec, check.findings, spec.graticule_step or step)
        if changed in seen or number == max_rounds:
            break
        seen.append(changed)
        spec = changed
    return RenderedFigure(answer.model_copy(update={"check": check}), encode_png(pixels))


def _finished(sheet: Sheet, spec: ChartSpec, parts: Composition) -> Pixels:
    words = parts.caption
    write_header(
        sheet,
        words.title,
        words.source,
        layer_line(spec, sheet, words.language),
        time_texts(words.time, parts.region.center[1], words.initial, words.language),
        layer_text_size=spec.layer_text_size,
    )
    write_footer(sheet, words.attribution, words.credit)
    return sheet.finish()


def _answer(parts: Composition, spec: ChartSpec, sheet: Sheet, pixels: Pixels) -> FigureAnswer:
    document: dict[str, Any] = spec.model_dump(mode="json")
    document["map"] = parts.frame
    document["language"] = parts.caption.language.value
    pixel_digest = hashlib.sha256(pixels.tobytes()).hexdigest()
    height, width = pixels.shape[:2]
    layers = {layer.name: layer.facts for layer in sheet.layers}
    layers["sheet"] = sheet_facts(sheet)
    return FigureAnswer(
        name=spec.id,
        title=parts.caption.title,
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


def sheet_facts(sheet: Sheet) -> dict[str, JsonValue]:
    """Measure the texts of a sheet: which run off it, which overlap."""
    width, height = (float(part) for part in sheet.canvas.get_width_height())
    boxes = [(text, box) for text, box in sheet.text_boxes() if text.strip()]
    clipped: list[JsonValue] = [
        text for text, box in boxes if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height
    ]
    overlaps: list[JsonValue] = [
        [one, other]
        for k, (one, first) in enumerate(boxes)
        for other, second in boxes[k + 1 :]
        if min(first.x1, second.x1) - max(first.x0, second.x0) > 1.0
        and min(first.y1, second.y1) - max(first.y0, second.y0) > 1.0
    ]
    return {
        "kind": "sheet",
        "texts": len(boxes),
        "clipped": clipped,
        "overlaps": overlaps,
        "colour_bars": sheet.colour_bars,
        "dpi": style.DPI,
    }
