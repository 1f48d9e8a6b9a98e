"""A plan as a picture: steps as boxes, what they need as lines, how each ended as colour and word.

The layout is by columns: a step stands to the right of all that it looks at. Boxes of one column
keep the order of the plan.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from diagnostics.catalog import get_catalog
from diagnostics.contracts.enums import Language
from diagnostics.errors import DiagnosticsError
from diagnostics.messages import localise, render, term
from diagnostics.workflow.bindings import describe_condition
from diagnostics.workflow.outcome import StepOutcome, StepState
from diagnostics.workflow.schema import AnyStep, Condition, MapStep, Plan, named_steps

WIDTH, HEIGHT, GAP_X, GAP_Y, MARGIN = 252, 78, 84, 22, 28
HEAD, FOOT = 52, 44
FONT = "'Noto Sans','Noto Sans SC','Helvetica Neue',Arial,sans-serif"

_COLOURS: dict[str, tuple[str, str]] = {  # fill, edge: distinguished without colour by the word too
    "planned": ("#f3f5f8", "#5b6b80"),
    StepState.ANSWERED: ("#e3f1ec", "#00684a"),
    StepState.FAILED: ("#fbe6dc", "#b5400f"),
    StepState.SKIPPED: ("#fdf5d8", "#8a6d00"),
    StepState.NOT_WANTED: ("#ececec", "#707070"),
}


@dataclass(frozen=True)
class _Box:
    step: AnyStep
    x: int
    y: int
    outcome: StepOutcome | None

    @property
    def state(self) -> str:
        return "planned" if self.outcome is None else self.outcome.state


def draw_plan(
    plan: Plan,
    outcomes: Sequence[StepOutcome] = (),
    *,
    language: Language = Language.EN,
) -> str:
    """Draw a plan, or with outcomes what became of it.

    Parameters
    ----------
    plan : Plan
        One that :func:`check_plan` finds nothing wrong with.
    outcomes : sequence of StepOutcome, optional
        Of its steps; without them every step is shown as planned.
    language : Language
        Of titles and words.

    Returns
    -------
    str
        An SVG document; the same for the same input.
    """
    ended = {outcome.step.id: outcome for outcome in outcomes}
    boxes = _place(plan, ended)
    width = max((box.x + WIDTH for box in boxes.values()), default=WIDTH) + MARGIN
    bottom = max((box.y + HEIGHT for box in boxes.values()), default=HEAD)
    height = bottom + FOOT + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label={quoteattr(plan.name)}>',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" fill="#44546a"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<g font-family="{FONT}">',
        _text(MARGIN, 34, _cut(plan.name, width - 2 * MARGIN, 18), 18, "#1c2a3a", bold=True),
        *_edges(boxes, language),
        *(line for box in boxes.values() for line in _draw_box(box, language)),
        *_legend(boxes.values(), bottom + 34, language),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _place(plan: Plan, ended: Mapping[str, StepOutcome]) -> dict[str, _Box]:
    column: dict[str, int] = {}
    filled: dict[int, int] = {}
    boxes: dict[str, _Box] = {}
    for step in plan.steps:
        depth = max((column[name] + 1 for name in _sources(step) if name in column), default=0)
        row = filled.get(depth, 0)
        column[step.id] = depth
        filled[depth] = row + 1
        boxes[step.id] = _Box(
            step,
            MARGIN + depth * (WIDTH + GAP_X),
            HEAD + row * (HEIGHT + GAP_Y),
            ended.get(step.id),
        )
    return boxes


def _sources(step: AnyStep) -> tuple[str, ...]:
    asked = () if step.when is None else (step.when.of,)
    return tuple(dict.fromkeys((*named_steps(step), *asked)))


def _edges(boxes: Mapping[str, _Box], language: Language) -> Iterable[str]:
    for box in boxes.values():
        asked = None if box.step.when is None else box.step.when.of
        hard = named_steps(box.step)
        for name in _sources(box.step):
            start = boxes[name]
            x0, y0 = start.x + WIDTH, start.y + HEIGHT / 2
            x1, y1 = box.x, box.y + HEIGHT / 2
            bend = max(40.0, (x1 - x0) / 2)
            dashed = "" if name in hard else ' stroke-dasharray="6 4"'
            yield (
                f'<path d="M{x0},{y0:g} C{x0 + bend:g},{y0:g} {x1 - bend:g},{y1:g} {x1 - 3},{y1:g}"'
                f' fill="none" stroke="#44546a" stroke-width="1.4"{dashed} marker-end="url(#tip)">'
                f"<title>{escape(_edge_title(box.step, name, asked, language))}</title></path>"
            )


def _edge_title(step: AnyStep, name: str, asked: str | None, language: Language) -> str:
    parts = []
    if step.when is not None and asked == name:
        parts.append(_condition_text(step.when, language))
    call = step.do if isinstance(step, MapStep) else step
    parts.extend(
        localise("workflow-wire", language, output=wire.output, argument=wire.to)
        for wire in call.wires
        if wire.of == name
    )
    if isinstance(step, MapStep) and step.of == name:
        parts.append(localise("workflow-for_each", language, output=step.output or ""))
    return "; ".join(parts) or localise("workflow-needs", language, step=name)


def _condition_text(condition: Condition, language: Language) -> str:
    return localise("workflow-when", language, condition=describe_condition(condition))


def _why(outcome: StepOutcome | None, language: Language) -> str:
    wording = None if outcome is None else outcome.wording
    return "" if wording is None else render(wording, language)


def _draw_box(box: _Box, language: Language) -> Iterable[str]:
    fill, edge = _COLOURS[box.state]
    outcome = box.outcome
    said = _why(outcome, language)
    yield f"<g><title>{escape(' - '.join(filter(None, (box.step.id, said))))}</title>"
    if isinstance(box.step, MapStep):
        for shift in (8, 4):
            yield _frame(box.x + shift, box.y + shift, fill, edge)
    yield _frame(box.x, box.y, fill, edge)
    inner = WIDTH - 24
    left = box.x + 12
    kind = localise(f"workflow-kind_{box.step.kind}", language)
    yield _text(left, box.y + 21, _cut(f"{kind} · {box.step.id}", inner, 11), 11, "#44546a")
    yield _text(left, box.y + 42, _cut(_title(box.step, language), inner, 14), 14, "#1c2a3a", True)
    yield _text(left, box.y + 64, _cut(_last_line(box, language), inner, 12), 12, edge)
    yield "</g>"


def _frame(x: int, y: int, fill: str, edge: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="7" fill="{fill}" '
        f'stroke="{edge}" stroke-width="1.6"/>'
    )


def _title(step: AnyStep, language: Language) -> str:
    try:
        spec = get_catalog().tool(step.tool).spec
    except DiagnosticsError:
        return step.tool
    return spec.title(language)


def _last_line(box: _Box, language: Language) -> str:
    step, outcome = box.step, box.outcome
    word = localise(f"workflow-state_{box.state}", language)
    if outcome is None:
        return _condition_text(step.when, language) if step.when is not None else word
    if outcome.items:
        good = sum(item.state is StepState.ANSWERED for item in outcome.items)
        return f"{word} {good}/{len(outcome.items)}"
    if outcome.index is not None:
        value = outcome.index.value
        shown = term(f"status_{outcome.index.status.value}", language)
        if value is not None:
            shown = f"{value:.4g}"
        return f"{shown} {outcome.index.unit if value is not None else ''}".rstrip()
    if outcome.features is not None:
        return f"{word}: {len(outcome.features.features)}"
    reason = _why(outcome, language)
    if not reason or reason.startswith(word):
        return reason or word
    return f"{word}: {reason}"


def _legend(boxes: Iterable[_Box], y: int, language: Language) -> Iterable[str]:
    shown = dict.fromkeys(box.state for box in boxes)
    x = MARGIN
    for state in (name for name in _COLOURS if name in shown):
        fill, edge = _COLOURS[state]
        word = localise(f"workflow-state_{state}", language)
        yield (
            f'<rect x="{x}" y="{y - 11}" width="16" height="13" rx="3" fill="{fill}" '
            f'stroke="{edge}" stroke-width="1.4"/>'
        )
        yield _text(x + 22, y, word, 12, "#1c2a3a")
        x += 22 + round(_width(word, 12)) + 28


def _text(x: float, y: float, text: str, size: int, colour: str, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}"{weight}>{escape(text)}</text>'


def _width(text: str, size: int) -> float:
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return size * (wide + 0.56 * (len(text) - wide))


def _cut(text: str, width: float, size: int) -> str:
    """Shorten a text to a width, with an ellipsis."""
    if _width(text, size) <= width:
        return text
    while text and _width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"
