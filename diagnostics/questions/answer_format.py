"""How numbers, statistics and places are said in answers."""

from __future__ import annotations

import re

from diagnostics.contracts.enums import Language
from diagnostics.messages import localise
from diagnostics.messages.catalogue import catalogue

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
    if re.fullmatch(r"p\d+(?:\.\d+)?", name):
        return localise("reading-percentile", language, rank=name[1:])
    identifier = f"reading-statistic_{name}"
    return localise(identifier, language) if catalogue(language).has(identifier) else None


def position(latitude: float | None, longitude: float | None) -> str:
    """Say a position in degrees and hemispheres; nothing where there is none."""
    if latitude is None or longitude is None:
        return ""
    north, east = ("N" if latitude >= 0 else "S"), ("E" if longitude >= 0 else "W")
    return f"{abs(latitude):.2f}°{north} {abs(longitude):.2f}°{east}"


def in_chinese(text: str) -> str:
    """Write units as Chinese readers do."""
    return text.replace("°C", "℃")
