"""How a bound value is written for readers: numbers, places, times, terms."""

from __future__ import annotations

import math
import re
from datetime import datetime

from diagnostics.contracts.enums import Language
from diagnostics.contracts.report import Claim, Report, Sentence
from diagnostics.reporting.phrases import phrase, term

_PLACEHOLDER = re.compile(r"\{claim:([A-Za-z0-9_]+)\}")
_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_POWER_OF_TEN = re.compile(r"^1e(-?\d+)\s+(.*)$")
_EXPONENT = re.compile(r"(?<=[A-Za-z])\^?(?:\*\*)?(-?\d)(?![\w])")
_SIGNIFICANT = 3


def pretty_unit(unit: str) -> str:
    """Write a unit with superscripts: ``1e-5 s-1`` becomes ``×10⁻⁵ s⁻¹``."""
    if unit in ("1", ""):
        return ""
    if unit in ("degC", "deg_C"):
        return "°C"
    if unit in ("deg_E", "deg_N"):
        return f"°{unit[-1]}"
    factor = _POWER_OF_TEN.match(unit)
    if factor:
        return f"×10{factor[1].translate(_SUPERSCRIPT)} {pretty_unit(factor[2])}"
    return _EXPONENT.sub(lambda match: match[1].translate(_SUPERSCRIPT), unit)


def format_number(value: float, digits: int | None = None) -> str:
    """Write a number with `digits` decimals, or three significant figures, and a true minus."""
    if digits is None:
        size = math.floor(math.log10(abs(value))) if value else 0
        digits = max(0, _SIGNIFICANT - 1 - size)
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("-")
    return text.replace("-", "−")


def format_place(latitude: float, longitude: float) -> str:
    """Write a position in degrees: ``31.5° N, 117.0° E``."""
    north = "N" if latitude >= 0 else "S"
    east = "E" if longitude >= 0 else "W"
    return f"{abs(latitude):.1f}° {north}, {abs(longitude):.1f}° {east}"


def format_time(text: str, language: Language) -> str:
    """Write an ISO time in UTC for readers."""
    moment = datetime.fromisoformat(text)
    if language is Language.ZH:
        return f"{moment.year}年{moment.month}月{moment.day}日{moment:%H:%M} UTC"
    return f"{moment:%H:%M} UTC {moment.day} {moment:%B %Y}"


def format_claim(claim: Claim, language: Language) -> str:
    """Write one bound value in the reader's language."""
    value = claim.value
    if value is None:
        return phrase("no_value", language)
    if claim.kind == "place" and isinstance(value, list):
        numbers = [float(item) for item in value if isinstance(item, (int, float))]
        if len(numbers) == 4:
            west, south, east, north = numbers
            return f"{format_place(south, west)} – {format_place(north, east)}"
        return format_place(*numbers) if len(numbers) == 2 else phrase("no_value", language)
    if claim.kind == "time" and isinstance(value, str):
        return format_time(value, language)
    if claim.kind in ("term", "comparison") and isinstance(value, str):
        return term(value, language)
    if isinstance(value, bool):
        return term(str(value).lower(), language)
    if isinstance(value, (int, float)):
        number = str(value) if claim.kind == "count" else format_number(value, claim.digits)
        unit = pretty_unit(claim.unit or "")
        return f"{number} {unit}".rstrip() if unit != "%" else f"{number} %"
    if isinstance(value, list):
        joint = "、" if language is Language.ZH else ", "
        return joint.join(term(str(item), language) for item in value)
    return str(value)


def fill(sentence: Sentence, report: Report) -> str:
    """Write a sentence with its values filled in."""
    claims = {claim.id: claim for claim in report.claims}
    return _PLACEHOLDER.sub(
        lambda match: format_claim(claims[match[1]], report.language), sentence.text
    )
