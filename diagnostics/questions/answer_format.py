"""How answers are said, in English and Chinese."""

from __future__ import annotations

import re
from datetime import datetime

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import TimeWindow

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


def statistic_name(name: str, language: Language) -> str | None:
    """Name a statistic, or return None for what is none."""
    zh = language is Language.ZH
    if re.fullmatch(r"p\d+(?:\.\d+)?", name):
        return f"第{name[1:]}百分位" if zh else f"percentile {name[1:]}"
    known = _STATISTICS.get(name)
    if known is None:
        return None
    return f"{known[1].removesuffix('值')}值" if zh else known[0]


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
