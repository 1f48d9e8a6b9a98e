"""How answers are said, in English and Chinese."""

from __future__ import annotations

import re
from datetime import datetime

from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import PlaceMention, QuantityMention
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.grid.gazetteer import known_places
from diagnostics.language.lexicon import entries
from diagnostics.language.places import chinese_names
from diagnostics.reporting.places import place_name, with_article

_STATISTICS = {
    "max": ("highest", "最大"),
    "min": ("lowest", "最小"),
    "mean": ("mean", "平均"),
    "median": ("median", "中位"),
    "range": ("spread of", "最大差值"),
    "max_48h": ("largest 48-h", "48小时最大"),
    "max_72h": ("largest 72-h", "72小时最大"),
    "change": ("change of", "变化"),
    "nearest": ("nearest", "最接近"),
    "std": ("standard deviation of", "标准差"),
}
_POWER = re.compile(r"^1e(-?\d+) ")
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_LAYERED = frozenset({"relative_humidity", "vertical_velocity"})
"""Quantities that one operator takes at several levels together."""
_STRONGEST = frozenset(
    {"cold_advection", "surface_cold_advection", "warm_advection", "convergence"}
)
"""Quantities whose extreme is their strength, whatever its sign."""
_ALREADY = frozenset({"maximum_temperature", "minimum_temperature", "low_centre", "high_centre"})


def number(value: float) -> str:
    """Write a number with the digits that a reader can use."""
    size = abs(value)
    if size >= 1000 or value == int(value):
        return f"{value:.0f}" if size >= 10000 else f"{value:.1f}".rstrip("0").rstrip(".")
    if size >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if size >= 0.1 else f"{value:.3g}"


def amount(value: float, unit: str) -> str:
    """Write a number with its unit as readers know it."""
    shown = {"degC": "°C", "1": "", "deg_E": "°E", "deg_N": "°N"}.get(unit, unit)
    shown = _POWER.sub(lambda match: f"×10{match[1].translate(_RAISED)} ", shown)
    return f"{number(value)}{'' if shown.startswith('×') else ' '}{shown}".strip()


def quantity(mention: QuantityMention, language: Language) -> str:
    """Name a quantity with its level."""
    entry = entries()[mention.id]
    zh = language is Language.ZH
    label = entry.label_zh if zh else entry.label_en
    level = mention.level
    if len(mention.levels) > 1 and mention.id in _LAYERED:
        low, high = min(mention.levels), max(mention.levels)
        return f"{low:g}-{high:g}百帕{label}" if zh else f"{low:g}-{high:g}-hPa {label}"
    if level is None or (isinstance(level, float) and f"{level:g}" in label):
        return label
    if isinstance(level, str):
        return f"{level[:-1]}米{label}" if zh else f"{level[:-1]}-m {label}"
    return f"{level:g}百帕{label}" if zh else f"{level:g}-hPa {label}"


def with_statistic(mention: QuantityMention, statistic: str, language: Language) -> str:
    """Name a quantity with the statistic that was taken of it."""
    name = quantity(mention, language)
    zh = language is Language.ZH
    if mention.id in _ALREADY and statistic == mention.end:
        return name
    if mention.id in _STRONGEST and statistic == mention.end:
        return f"最强{name}" if zh else f"strongest {name}"
    if statistic.startswith("p") and statistic[1:2].isdigit():
        return (
            f"{name}第{statistic[1:]}百分位" if zh else f"percentile {statistic[1:]} of the {name}"
        )
    english, chinese = _STATISTICS.get(statistic, (statistic, statistic))
    return f"{name}{chinese}值" if zh else f"{english} {name}"


def statistic_name(name: str, language: Language) -> str | None:
    """Name a statistic, or return None for what is none."""
    zh = language is Language.ZH
    if re.fullmatch(r"p\d+(?:\.\d+)?", name):
        return f"第{name[1:]}百分位" if zh else f"percentile {name[1:]}"
    known = _STATISTICS.get(name)
    if known is None:
        return None
    return f"{known[1].removesuffix('值')}值" if zh else known[0]


def place(mention: PlaceMention | None, language: Language) -> str:
    """Say where."""
    zh = language is Language.ZH
    if mention is None:
        return "数据覆盖区" if zh else "over the area of the data"
    if zh:
        return chinese_place(mention)
    if mention.point:
        return f"at {mention.name}"
    return f"over {with_article(_readable(mention))}"


def chinese_place(mention: PlaceMention) -> str:
    """Name a place as the question does, or by its Chinese name where that is in English."""
    if not mention.words.isascii():
        return mention.words
    found = known_places(mention.outline or mention.name) or known_places(mention.name)
    named = chinese_names().get(mention.name) or (
        place_name(found[0], Language.ZH) if found else mention.name
    )
    return f"{named} " if named.isascii() else named


def _readable(mention: PlaceMention) -> str:
    return mention.words if mention.words[:1].islower() or mention.words.isascii() else mention.name


def when(moment: datetime | TimeWindow | None, language: Language) -> str:
    """Say at what time, UTC."""
    if moment is None:
        return ""
    zh = language is Language.ZH

    def stamp(value: datetime) -> str:
        if zh:
            return f"{value:%Y}年{value.month}月{value.day}日{value:%H:%M}（UTC）"
        return f"{value:%Y-%m-%d %H:%M} UTC"

    if isinstance(moment, datetime):
        return stamp(moment) if zh else f"at {stamp(moment)}"
    if moment.start == moment.end:
        return when(moment.start, language)
    if zh:
        return f"{stamp(moment.start)}至{stamp(moment.end)}"
    return f"from {stamp(moment.start)} to {stamp(moment.end)}"


def position(latitude: float | None, longitude: float | None, language: Language) -> str:
    """Say a position in degrees and hemispheres; nothing where there is none."""
    if latitude is None or longitude is None:
        return ""
    north, east = ("N" if latitude >= 0 else "S"), ("E" if longitude >= 0 else "W")
    text = f"{abs(latitude):.2f}°{north} {abs(longitude):.2f}°{east}"
    return f"位于{text}" if language is Language.ZH else f"at {text}"


def in_chinese(text: str) -> str:
    """Write units as Chinese readers do."""
    return text.replace("°C", "℃")


def yes_no(value: bool, language: Language) -> str:
    """Say yes or no."""
    if language is Language.ZH:
        return "是" if value else "否"
    return "Yes" if value else "No"


def verdict(value: bool, told: str, language: Language) -> str:
    """Say yes or no and what it rests on."""
    said = yes_no(value, language)
    if language is Language.ZH:
        return f"{said}，{in_chinese(told.rstrip('。'))}。"
    return f"{said}: {told.rstrip('.')}."


def sentence(parts: list[str], language: Language) -> str:
    """Join parts to a sentence, leaving out the empty ones."""
    kept = [part for part in parts if part]
    if language is Language.ZH:
        return in_chinese("，".join(kept).replace("，为", "为")) + "。"
    text = " ".join(kept)
    return text[:1].upper() + text[1:] + "."
