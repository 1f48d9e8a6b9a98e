"""A page of the catalogue as Markdown, for the terminal, the web and the documentation."""

from __future__ import annotations

from collections.abc import Iterable

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import ToolKind
from diagnostics.contracts.pages import PageExample, ToolPage
from diagnostics.contracts.tools import ParameterSpec

_KIND = {
    ToolKind.INDEX: "index",
    ToolKind.DETECTOR: "feature detector",
    ToolKind.FIGURE: "chart",
}


def page_markdown(page: ToolPage) -> str:
    """Write a page as Markdown."""
    parts = [f"# {page.title_en} · {page.title_zh}", "", _line(page), "", page.summary]
    for paragraph in page.description:
        parts += ["", paragraph]
    if page.formula:
        parts += ["", "## Formula" if page.kind is ToolKind.INDEX else "## Method", ""]
        parts.append(f"`{page.formula}`" if page.kind is ToolKind.INDEX else page.formula)
        if page.sign and page.sign != "as computed":
            parts += ["", f"Sign: {page.sign}."]
    if page.unit:
        parts += ["", f"Unit: {page.unit}." + _limits(page)]
    parts += _list("Inputs", [_input(page, place) for place in range(len(page.inputs))])
    parts += _list("Parameters", [_parameter(item) for item in page.parameters])
    if page.reductions:
        names = ", ".join(
            item.name if item.unit == page.unit else f"{item.name} ({item.unit})"
            for item in page.reductions
        )
        parts += ["", "## Reductions", "", f"{names}; the first is the default."]
    if page.extra_outputs:
        parts += ["", f"Beside the value: {', '.join(page.extra_outputs)}."]
    parts += _list("Modes", [f"**{item.mode}**: {item.text}" for item in page.modes])
    parts += _list(
        "Layers, from the bottom up",
        [f"{i.title_en} · {i.title_zh} ({i.unit}): {i.drawing}" for i in page.layers],
    )
    parts += _list("Rules", page.rules)
    parts += _list("Detectors", [_detector(page, place) for place in range(len(page.detectors))])
    parts += _list("Questions", [f"{i.text} *{i.answered_by}*" for i in page.questions])
    parts += _list("Judges the charts", page.used_by)
    if page.metpy:
        parts += ["", "## MetPy", "", page.metpy]
    if page.example is not None:
        parts += ["", "## Example", "", *_example(page.example)]
    if page.picture:
        parts += ["", f"Picture: {page.picture}"]
    parts += _list("Variations", page.variations)
    parts += _list("References", page.references)
    return "\n".join(parts) + "\n"


def result_text(example: PageExample) -> str:
    """Say the result of an example in a few words."""
    if example.value is not None:
        unit = "" if example.unit in (None, "1") else f" {example.unit}"
        return f"{example.value:.5g}{unit}"
    if example.passed is not None:
        verdict = "found" if example.passed else "not found"
        return (
            f"{verdict}, score {example.score:.2f}, {example.found} feature(s): {example.message}"
        )
    if example.answers:
        return "the chart, and the answers read from its fields"
    return f"{example.status}: {example.message}"


def _line(page: ToolPage) -> str:
    words = [f"`{page.name}`", _KIND[page.kind]]
    words += [page.category.value] if page.category else []
    words += [page.difficulty] if page.difficulty else []
    words += [", ".join(event.value for event in page.events)] if page.events else []
    return " · ".join(words)


def _limits(page: ToolPage) -> str:
    if page.valid_range is None:
        return ""
    low, high = page.valid_range
    return f" A value outside {low:g} to {high:g} is answered as out of range."


def _list(title: str, items: Iterable[str]) -> list[str]:
    lines = [f"- {item}" for item in items]
    return ["", f"## {title}", "", *lines] if lines else []


def _input(page: ToolPage, place: int) -> str:
    item = page.inputs[place]
    where = f", {item.where}" if item.where else ""
    return f"`{item.name}` {item.title}{where} ({item.unit})" + (
        ", optional" if item.optional else ""
    )


def _parameter(item: ParameterSpec) -> str:
    unit = f" {item.unit}" if item.unit else ""
    default = "none" if item.default is None else f"{item.default}{unit}"
    text = f"`{item.name}` = {default}"
    if item.minimum is not None or item.maximum is not None:
        low = "" if item.minimum is None else f"{item.minimum:g}"
        high = "" if item.maximum is None else f"{item.maximum:g}"
        text += f", {low} to {high}{unit}"
    if item.choices:
        text += ", or " + ", ".join(item.choices) if item.kind == "number" else ""
        text += "" if item.kind == "number" else ", one of " + ", ".join(item.choices)
    return f"{text}: {item.description}" if item.description else text


def _detector(page: ToolPage, place: int) -> str:
    item = page.detectors[place]
    events = f" for {', '.join(event.value for event in item.events)}" if item.events else ""
    chosen = ", ".join(f"{name} = {value}" for name, value in item.parameters.items())
    return f"`{item.name}` {item.title_en} · {item.title_zh}{events}" + (
        f" ({chosen})" if chosen else ""
    )


def _example(example: PageExample) -> list[str]:
    lines = ["```", *example.commands, "```", "", f"Result: {result_text(example)}."]
    box = ",".join(f"{edge:g}" for edge in example.region.bounds())
    lines.append(f"({example.data}, {format_instant(example.time)}, {box})")
    words = {True: "yes", False: "no", None: "cannot tell"}
    if example.answers:
        lines += ["", *(f"- {item.question} {words[item.answer]}" for item in example.answers)]
    return lines
