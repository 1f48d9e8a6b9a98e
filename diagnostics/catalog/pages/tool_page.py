"""The page of one tool, made of its declarations and its documentation."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

from diagnostics.catalog.pages.charts import chart_parts, charts_judged_by
from diagnostics.contracts.enums import ToolKind
from diagnostics.contracts.pages import PageExample, PageInput, PageMode, ToolPage
from diagnostics.contracts.tools import InputSpec, ToolSpec
from diagnostics.fields.canonical import CANONICAL
from diagnostics.figures import get_chart
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.inputs import Field
from diagnostics.quantities.tool import Tool

_SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}\s*$", re.MULTILINE)
_NO_METPY = "MetPy has no such function."


def build_page(tool: Tool, example: PageExample | None, picture: str | None = None) -> ToolPage:
    """Make the page of a tool.

    Parameters
    ----------
    tool : Tool
    example : PageExample or None
        A call with its result.
    picture : str, optional
        Where the gallery shows it.

    Returns
    -------
    ToolPage
    """
    spec = tool.spec
    common: dict[str, Any] = {
        "name": spec.name,
        "kind": spec.kind,
        "version": spec.version,
        "title_en": spec.title_en,
        "title_zh": spec.title_zh,
        "summary": spec.summary,
        "category": spec.category,
        "difficulty": spec.difficulty,
        "events": spec.events,
        "formula": spec.formula,
        "parameters": spec.parameters,
        "references": spec.references,
        "example": example,
        "picture": picture,
        "variations": variations(spec),
    }
    if isinstance(tool, IndexTool):
        common |= _index_parts(tool)
    elif spec.kind is ToolKind.DETECTOR:
        common |= {
            "inputs": tuple(_input(item) for item in spec.inputs),
            "modes": (PageMode(mode="search", text=f"looks at the {spec.domain}."),),
            "used_by": charts_judged_by(spec.name),
        }
    else:
        common |= {"inputs": tuple(_input(item) for item in spec.inputs)}
        common |= chart_parts(spec.name)
    return ToolPage(**common)


def _index_parts(tool: IndexTool) -> dict[str, Any]:
    spec = tool.spec
    described = _parameter_texts(tool.run)
    return {
        "description": _paragraphs(tool.run),
        "unit": spec.unit,
        "valid_range": spec.valid_range,
        "sign": spec.sign_convention,
        "inputs": tuple(
            _input(item, tool.signature.fields[name])
            for name, item in zip(tool.signature.fields, spec.inputs, strict=True)
        ),
        "parameters": tuple(
            item
            if item.description
            else item.model_copy(update={"description": described.get(item.name, "")})
            for item in spec.parameters
        ),
        "reductions": spec.reductions,
        "extra_outputs": spec.extra_outputs,
        "modes": _modes(tool),
        "tolerance": spec.tolerance,
        "metpy": _metpy(spec),
    }


def _modes(tool: IndexTool) -> tuple[PageMode, ...]:
    spec = tool.spec
    literal = "the region exactly as given; no mask, no margin, no smoothing of the result"
    diagnose = [f"domain {spec.domain}", "levels below ground are masked"]
    if spec.smoothing != "none":
        diagnose.append(spec.smoothing)
    if tool.reads_below_ground:
        diagnose[1] = "levels below ground may be used"
    reading = tool.record.reading
    both = []
    if reading.halo:
        both.append(f"{reading.halo} cells beyond the box are read for the derivatives")
    if isinstance(reading.look_back, str):
        both.append(f"earlier times are read, as `{reading.look_back}` says")
    elif reading.look_back:
        both.append(f"{reading.look_back:g} hours before the first time are read")
    if reading.whole_days:
        both.append("days are read whole, in the zone of `timezone`")
    if spec.climatology:
        both.append(f"a gridded climatology is needed: {spec.climatology}")
    if reading.time_coupled:
        both.append("the times are followed one after another")
    found = [
        PageMode(mode="qa", text=f"{literal}."),
        PageMode(mode="diagnose", text="; ".join(diagnose) + "."),
    ]
    if both:
        found.append(PageMode(mode="both", text="; ".join(both) + "."))
    return tuple(found)


def _metpy(spec: ToolSpec) -> str:
    if not spec.metpy:
        return _NO_METPY
    text = "Equivalent: " + ", ".join(f"`{name}`" for name in spec.metpy) + "."
    for item in spec.parameters:
        if item.name == "definition":
            text += f" `definition` chooses among {', '.join(item.choices)}."
    return text


def variations(spec: ToolSpec) -> tuple[str, ...]:
    """Say how a call can be changed, from what the tool declares."""
    found = []
    names = {item.name for item in spec.parameters}
    if spec.kind is ToolKind.FIGURE:
        if "language" in names:
            found.append("`--lang zh` writes titles and labels in Chinese.")
        if "level" in names:
            found.append("`--level 700` draws the level fields at 700 hPa instead of their own.")
        found.append(
            "`--region W,S,E,N` moves the outlined region; the map's frame and projection follow."
        )
        found.append("`--theme dark` draws on dark paper, `--boundaries FILE` shows other borders.")
        chart = get_chart(spec.name)
        if chart.kind == "map" and all(layer.kind != "quiver" for layer in chart.layers):
            found.append("`--times T,T,...` draws up to twelve times in one image.")
        for item in spec.parameters:
            if item.name not in ("language", "level"):
                found.append(f"`{item.name}`: {item.description}.")
        found.append(
            f"`diagnostics/figures/charts/{spec.name}.yaml` is the whole chart as data: copy it "
            "under another name to change layers, classes, colours or the order of drawing."
        )
        return tuple(found)
    if "level" in names:
        found.append("`--level 700` takes another pressure level of the data.")
    if len(spec.reductions) > 1:
        found.append(f"`-p reduction={spec.reductions[1].name}` reduces the region otherwise.")
    if spec.kind is ToolKind.INDEX:
        found.append("`--mode diagnose` applies the domain, masks and smoothing of a diagnosis.")
    return tuple(found)


def _input(item: InputSpec, declared: Field | None = None) -> PageInput:
    where = ""
    if declared is not None and isinstance(declared.at, str):
        where = f"at `{declared.at}`"
    elif declared is not None and declared.levels is not None:
        where = f"at `{declared.levels}`"
    elif declared is not None and declared.column is not None:
        top, bottom = declared.column
        top = f"`{top}`" if isinstance(top, str) else f"{top:g}"
        where = f"every level from {top} to {bottom:g} hPa"
    elif item.levels_hpa:
        where = "at " + ", ".join(f"{level:g}" for level in item.levels_hpa) + " hPa"
    if declared is not None and declared.at_2m is not None:
        where += f" (or {declared.at_2m} at 2 m)"
    return PageInput(
        name=item.name,
        title=CANONICAL[item.name].long_name,
        unit=item.unit,
        where=where,
        optional=item.optional,
    )


def _sections(function: Callable[..., Any]) -> dict[str, str]:
    """Split a numpydoc text into its sections; the text before the first is under ``""``."""
    parts = _SECTION.split(inspect.cleandoc(function.__doc__ or ""))
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def _paragraphs(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return what the docstring says beyond its first line: method, limits, departures."""
    sections = _sections(function)
    _, _, extended = sections[""].partition("\n")
    texts = [*extended.split("\n\n"), *sections.get("Notes", "").split("\n\n")]
    returned = sections.get("Returns", "").partition("\n")[2]
    if returned.strip():
        texts.append("Returns " + returned.strip())
    return tuple(text for text in (_plain(part) for part in texts) if text)


def _parameter_texts(function: Callable[..., Any]) -> dict[str, str]:
    """Return what the docstring says of each parameter."""
    found: dict[str, str] = {}
    names: list[str] = []
    for line in _sections(function).get("Parameters", "").splitlines():
        if line and not line[0].isspace():
            names = [name.strip() for name in line.partition(":")[0].split(",")]
        elif line.strip():
            for name in names:
                found[name] = f"{found[name]} {line.strip()}" if name in found else line.strip()
    return {name: _plain(text).rstrip(".") for name, text in found.items()}


def _plain(text: str) -> str:
    return " ".join(re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text).replace("``", "`").split())
