"""The unit in which a number is shown: the one asked for, else the habit of the country, else ours.

The value of an answer keeps its own unit; the display stands beside it.
"""

from __future__ import annotations

from diagnostics.contracts.questions import Display
from diagnostics.errors import UnitsError
from diagnostics.questions.evaluate.workspace import Finding, misformed
from diagnostics.units import convert

_US = {"degC": "degF", "m/s": "mph", "mm": "in", "km": "mi"}
_HABITS = {
    **dict.fromkeys(("US", "PR", "GU", "VI", "AS", "MP", "LR", "PW", "FM", "MH", "BS", "KY"), _US),
    "GB": {"m/s": "mph"},
}
"""Units that the public of a country reads, by its two letters; the rest read SI."""
_MILES = 1.609344
_PER = ("/h", "/hour", "/day", "/year")
"""What the unit of a trend ends with: "the slope in degrees per day" asks for degrees of it."""
_COUNTED = {"h": {"day": 24.0, "days": 24.0, "min": 1.0 / 60.0}, "days": {"h": 1.0 / 24.0}}


def display_of(finding: Finding, asked: str | None, country: str = "") -> Display | None:
    """Return a number in the unit to show it in; None where that is its own.

    Parameters
    ----------
    finding : Finding
        A number.
    asked : str or None
        The unit that was asked for.
    country : str
        Two letters; of the place, or the setting of a centre.

    Raises
    ------
    ArgumentError
        ``unit_mismatch`` where the unit that was asked for does not measure the quantity.
    """
    habit = _HABITS.get(country or finding.country, {}).get(finding.unit)
    unit = asked or habit
    per = next((ending for ending in _PER if finding.unit.endswith(ending)), "")
    if asked and per and asked.count("/") < finding.unit.count("/"):
        unit = f"{asked}{per}"
    if finding.difference and unit is None and finding.unit == "K":
        unit = {"degF": "degF"}.get(_HABITS.get(country or finding.country, {}).get("degC", ""))
    if unit is None or unit == finding.unit:
        return None
    if unit == "mi" and finding.unit == "km":
        return Display(value=finding.number / _MILES, unit=unit)
    counted = _COUNTED.get(finding.unit, {}).get(unit)
    if counted is not None:
        return Display(value=finding.number / counted, unit=unit)
    delta = finding.difference or (finding.unit == "K" and unit in ("degC", "degF"))
    if finding.difference and {finding.unit, unit} <= {"K", "degC"}:
        return Display(value=finding.number, unit=unit)
    if not finding.difference:
        delta = False
    try:
        value = float(
            convert(finding.number, finding.unit or "1", unit, delta, water_equivalent=True)
        )
    except UnitsError as reason:
        raise misformed(
            "unit_fits", "unit_mismatch", stated=unit, unit=finding.unit or "1"
        ) from reason
    return Display(value=value, unit=unit)
