"""The names of quantities, charts and features, and how they are found in a text."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from diagnostics.contracts.questions import QuantityMention
from diagnostics.contracts.yaml_text import read_yaml
from diagnostics.language.words import Words, flatten, phrase


@dataclass(frozen=True)
class Entry:
    """A quantity of the lexicon.

    Parameters
    ----------
    id, operator, unit : str
    sort : str
        pressure | temperature | wind | height | percent | amount: how a stated number is met.
    level : str
        none | optional | aloft.
    """

    id: str
    operator: str
    unit: str
    sort: str = "amount"
    level: str = "none"
    default_level: float | None = None
    end: str | None = None
    at_2m: str | None = None
    at_surface: str | None = None
    names: tuple[str, ...] = ()
    label_en: str = ""
    label_zh: str = ""


def _read(name: str) -> Any:
    text = files("diagnostics.language").joinpath("data", name).read_text(encoding="utf-8")
    return read_yaml(text)


@lru_cache(maxsize=1)
def tools() -> dict[str, dict[str, Any]]:
    """Return the catalogue's own record of every tool, by name."""
    text = files("diagnostics.contracts").joinpath("catalog.json").read_text(encoding="utf-8")
    document = json.loads(text)
    rows = document["tools"] if isinstance(document, dict) else document
    return {row["name"]: row for row in rows}


@lru_cache(maxsize=1)
def entries() -> dict[str, Entry]:
    """Return every quantity by its id: those of the lexicon, and every index of the catalogue."""
    found: dict[str, Entry] = {}
    for row in _read("quantities.yaml"):
        operator = row.get("operator", row["id"])
        names = (*map(str, row["en"]), *map(str, row["zh"]))
        if "operator" in row:
            extra = {key: row.get(key) for key in ("default_level", "end", "at_2m", "at_surface")}
            found[row["id"]] = Entry(
                row["id"],
                operator,
                row["unit"],
                row["sort"],
                row["level"],
                names=names,
                label_en=row.get("label_en", row["id"].replace("_", " ")),
                label_zh=row.get("label_zh", str(row["zh"][0])),
                **extra,
            )
        else:
            entry = _of_tool(row["id"], names)
            found[row["id"]] = replace(
                entry,
                label_en=row.get("label_en", entry.label_en),
                label_zh=row.get("label_zh", entry.label_zh),
            )
    used = {entry.operator for entry in found.values()}
    for name, tool in tools().items():
        if tool["kind"] == "index" and name not in found and name not in used:
            found[name] = _of_tool(name, ())
    return found


def _of_tool(name: str, names: tuple[str, ...]) -> Entry:
    tool = tools()[name]
    level = next((p for p in tool["parameters"] if p["name"] == "level"), None)
    default = None if level is None else level["default"]
    reduction = tool.get("default_reduction")
    return Entry(
        name,
        name,
        tool["unit"],
        sort=_sort(tool["unit"]),
        level="none" if level is None else "aloft",
        default_level=float(default) if isinstance(default, int | float) else None,
        end=reduction if reduction in ("max", "min") else None,
        label_en=_uncapitalised(tool["title_en"]),
        label_zh=tool["title_zh"],
        names=(*names, tool["title_en"], tool["title_zh"], name.replace("_", " "), name),
    )


def _uncapitalised(title: str) -> str:
    first, _, rest = title.partition(" ")
    kept = any(one.isupper() for one in first[1:]) or len(first) == 1 or first[0].isdigit()
    return title if kept else f"{first.lower()} {rest}".strip()


def _sort(unit: str) -> str:
    known = {
        "hPa": "pressure",
        "degC": "temperature",
        "K": "temperature",
        "m/s": "wind",
        "gpm": "height",
        "%": "percent",
    }
    return known.get(unit, "amount")


@lru_cache(maxsize=1)
def _phrases() -> tuple[tuple[re.Pattern[str], str, str], ...]:
    pairs = {
        (flatten(name), entry.id): None for entry in entries().values() for name in entry.names
    }
    ordered = sorted(pairs, key=lambda pair: -len(pair[0]))
    return tuple((phrase(name), entry_id, name) for name, entry_id in ordered)


_CAPITALS = frozenset({"si", "li", "ki", "pw", "t"})
"""Abbreviations that are words otherwise."""


@dataclass(frozen=True)
class Found:
    """A quantity and where in the text it stands."""

    entry: Entry
    start: int
    end: int
    words: str


def find_quantities(words: Words, *, numbered: bool = False) -> list[Found]:
    """Find the quantities a text names, the longest names first, and cross them out.

    Parameters
    ----------
    words : Words
    numbered : bool
        Look for names that hold a number of their own only.
    """
    found: list[Found] = []
    for pattern, entry_id, name in _phrases():
        if numbered and not any(one.isdigit() for one in name):
            continue
        for match in list(pattern.finditer(words.left)):
            if name in _CAPITALS and not words.text[match.start() : match.end()].isupper():
                continue
            if name in ("low", "high") and _adjective(words.left, match):
                continue
            text = words.original(*match.span())
            words.cross(*match.span())
            found.append(Found(entries()[entry_id], *match.span(), text))
    return sorted(found, key=lambda item: item.start)


def _adjective(text: str, match: re.Match[str]) -> bool:
    """Whether "low" or "high" is no centre of pressure here."""
    after = re.match(r"[\s-]+(?:level|humid|wind|temp|value|as|cape|precip)", text[match.end() :])
    before = re.search(r"(?:how|as|so|too|very|is|was|were|and)\s+$", text[: match.start()])
    return bool(after or before)


def mention(item: Found, level: float | str | None, levels: Sequence[float]) -> QuantityMention:
    """Bind a quantity to its level and with it to an operator."""
    entry = item.entry
    operator = entry.operator
    if level == "2m" and entry.at_2m:
        operator = entry.at_2m
    if level in ("10m", "2m") and entry.at_surface:
        operator = entry.at_surface
    return QuantityMention(
        id=entry.id,
        operator=operator,
        unit=entry.unit,
        words=item.words,
        level=level,
        levels=tuple(levels),
        end=entry.end,
    )


# -- charts ----------------------------------------------------------------------------------

_CHART = re.compile(
    r"(?<![a-z])(?:charts?|maps?|plots?|figures?|draw|sketch|render|cross[\s-]+section|meteogram|"
    r"skew[\s-]*t|sounding)(?![a-z])|图|绘制|画出|画一|剖面|作图"
)


def asks_for_chart(text: str) -> bool:
    """Whether a text, in lower case, asks for a chart."""
    return _CHART.search(text) is not None


def find_charts(flat: str, quantities: Sequence[QuantityMention]) -> tuple[str, ...]:
    """Return the charts that a text asks for by name or by what they show, the best first.

    Several mean that they fit equally well.
    """
    named: list[tuple[int, str]] = []
    for name, row in _charts().items():
        tool = tools().get(name)
        if tool is None:
            continue
        titles = (
            *row.get("en", ()),
            *row.get("zh", ()),
            tool["title_en"],
            tool["title_zh"],
            name,
            name.replace("_", " "),
        )
        length = max((len(one) for one in titles if phrase(str(one)).search(flat)), default=0)
        if length:
            named.append((length, name))
    if named:
        best = max(length for length, _ in named)
        return tuple(name for length, name in named if length == best)
    wanted = {_subject(item) for item in quantities}
    if not wanted:
        return ()
    scores: dict[str, float] = {}
    for name, row in _charts().items():
        shows = {str(item) for item in row["shows"]}
        shared = len(shows & wanted)
        if shared and name in tools():
            scores[name] = shared / len(shows | wanted)
    if not scores:
        return ()
    best_score = max(scores.values())
    return tuple(sorted(name for name, score in scores.items() if score == best_score))


def _subject(item: QuantityMention) -> str:
    known = {
        "upper_jet": "wind_speed",
        "lower_jet": "wind_speed",
        "low_centre": "mean_sea_level_pressure",
        "high_centre": "mean_sea_level_pressure",
        "warm_advection": "temperature_advection",
        "cold_advection": "temperature_advection",
        "convergence": "divergence",
    }
    name = known.get(item.id, item.id)
    if item.level is None:
        return name
    return f"{name}@{item.level if isinstance(item.level, str) else f'{item.level:g}'}"


@lru_cache(maxsize=1)
def _charts() -> dict[str, Any]:
    charts: dict[str, Any] = _read("charts.yaml")
    return charts


# -- features --------------------------------------------------------------------------------


@dataclass(frozen=True)
class FeatureName:
    """A detector that a word for a feature means, with the parameters the word adds."""

    detector: str
    params: dict[str, Any]
    words: str


@lru_cache(maxsize=1)
def _features() -> tuple[tuple[re.Pattern[str], str, dict[str, Any]], ...]:
    rows = [
        (str(name), row["detector"], row.get("params", {}))
        for row in _read("features.yaml")
        for name in (*row["en"], *row["zh"])
    ]
    rows.sort(key=lambda row: -len(row[0]))
    return tuple((phrase(name), detector, params) for name, detector, params in rows)


def find_feature(flat: str) -> FeatureName | None:
    """Return the feature that a text, in lower case, speaks of; the longest name wins."""
    for pattern, detector, params in _features():
        match = pattern.search(flat)
        if match is not None and detector in tools():
            return FeatureName(detector, dict(params), match[0])
    return None
