"""Numbers, times and places of answers, as readers write them."""

from __future__ import annotations

import re
from datetime import datetime

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.messages import Message, Moment, catalogue, message, render

_POWER = re.compile(r"^1e(-?\d+) ")
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_PERCENTILE = re.compile(r"p(\d+(?:\.\d+)?)")


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
    percentile = _PERCENTILE.fullmatch(name)
    if percentile:
        return render(message("question-reduced_percentile", number=percentile[1]), language)
    known = f"question-reduced_{name}"
    return render(Message(id=known), language) if catalogue(language).has(known) else None


def when(moment: datetime | TimeWindow | None, language: Language) -> str:
    """Write a time or a time window, UTC."""
    if moment is None:
        return ""
    if isinstance(moment, datetime):
        return render(message("question-at_time", time=Moment(moment=moment)), language)
    if moment.start == moment.end:
        return when(moment.start, language)
    start, end = Moment(moment=moment.start), Moment(moment=moment.end)
    return render(message("question-from_to", start=start, end=end), language)


def position(latitude: float, longitude: float) -> str:
    """Write a position in degrees and hemispheres."""
    north, east = ("N" if latitude >= 0 else "S"), ("E" if longitude >= 0 else "W")
    return f"{abs(latitude):.2f}°{north} {abs(longitude):.2f}°{east}"


def in_chinese(text: str) -> str:
    """Write units as Chinese readers do."""
    return text.replace("°C", "℃")
