"""Numbers and units as readers see them, the same in every language."""

from __future__ import annotations

import math
import re

_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_POWER_OF_TEN = re.compile(r"^1e(-?\d+)\s+(.*)$")
_QUOTIENT = re.compile(r"^([^/]+)/([A-Za-z]+)$")
_PER_BRACKET = re.compile(r" \((\d+ [a-z]+)\)⁻¹")
_PER_DISTANCE = re.compile(r"/(\d+)([A-Za-z])")
_EXPONENT = re.compile(r"(?<=[A-Za-z])\^?(?:\*\*)?(-?\d)(?![\w])")
_SIGNIFICANT = 3
_OWN_POWER = re.compile(r"^10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+ ")
_ASCII = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def plain_unit(unit: str) -> str:
    """Write a unit with superscripts in plain letters: ``10⁻⁵ K s⁻¹`` becomes ``1e-5 K s-1``."""
    power = _OWN_POWER.match(unit)
    if power:
        unit = f"1e{power[0][2:].strip()} {unit[power.end() :]}"
    return unit.translate(_ASCII)


def pretty_unit(unit: str) -> str:
    """Write a unit with superscripts: ``1e-5 s-1`` becomes ``×10⁻⁵ s⁻¹``, ``m/s`` ``m s⁻¹``."""
    if unit in ("1", ""):
        return ""
    if _OWN_POWER.match(unit):
        return f"×{unit}"
    if unit == "deg":
        return "°"
    unit = _PER_BRACKET.sub(r"/\1", _PER_DISTANCE.sub(r"/\1 \2", unit))
    quotient = _QUOTIENT.match(unit)
    if quotient:
        unit = f"{quotient[1]} {quotient[2]}-1"
    if unit in ("degC", "deg_C"):
        return "°C"
    if unit == "degF":
        return "°F"
    if unit in ("deg_E", "deg_N"):
        return f"°{unit[-1]}"
    factor = _POWER_OF_TEN.match(unit)
    if factor:
        return f"×10{factor[1].translate(_SUPERSCRIPT)} {pretty_unit(factor[2])}"
    return _EXPONENT.sub(lambda match: match[1].translate(_SUPERSCRIPT), unit)


def typeset(text: str) -> str:
    """Write comparisons and degrees as print does."""
    return text.replace(">=", "≥").replace("<=", "≤").replace("degC", "°C")


def format_number(value: float, digits: int | None = None) -> str:
    """Write a number to `digits` (`rounded`) or three significant figures, with a true minus."""
    if digits is None:
        digits = significant_digits(value)
    text = rounded(value, digits)
    if float(text) == 0:
        text = text.lstrip("-")
    return text.replace("-", "−")


def rounded(value: float, digits: int) -> str:
    """Write a number with `digits` decimals; below zero they are places before the point."""
    return f"{round(value, digits) if digits < 0 else value:.{max(digits, 0)}f}"


def significant_digits(value: float) -> int:
    """Return the decimals that show three significant figures; none for zero."""
    return max(0, _last_significant(value))


def whole_digits(value: float) -> int:
    """Return the digits that show three significant figures of a whole number, or fewer."""
    return min(0, _last_significant(value))


def _last_significant(value: float) -> int:
    return _SIGNIFICANT - 1 - math.floor(math.log10(abs(value))) if value else 0


def threshold_digits(value: float) -> int:
    """Return the decimals of a threshold: three significant figures without trailing zeros."""
    text = f"{value:.{significant_digits(value)}f}"
    return len(text.partition(".")[2].rstrip("0"))


def digits_apart(value: float, threshold: float) -> int | None:
    """Return the decimals at which a value can be told from a threshold; None for the usual."""
    usual = significant_digits(value)
    for digits in range(usual, usual + 4):
        if f"{value:.{digits}f}" != f"{threshold:.{digits}f}":
            return None if digits == usual else digits
    return None
