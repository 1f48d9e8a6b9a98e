"""Classes of colour of an amount, which are those of the hours in which it fell."""

from __future__ import annotations

from diagnostics.contracts.enums import EventType
from diagnostics.detection.events.criterion_numbers import AccumulationWindow
from diagnostics.detection.events.preset_files import as_preset
from diagnostics.detection.events.presets import Preset

NATIONAL = "cma"
"""Preset whose grades colour the amounts of a preset without a criterion for them."""
TRACE = 0.1
_BELOW: dict[tuple[EventType, int], tuple[float, float]] = {
    (EventType.RAINSTORM, 24): (10.0, 25.0),
    (EventType.RAINSTORM, 12): (5.0, 15.0),
    (EventType.SNOWSTORM, 24): (2.5, 5.0),
    (EventType.SNOWSTORM, 12): (1.0, 3.0),
}
"""Limits of moderate and heavy rain and snow, mm, below the grades of a storm (GB/T 28592-2012)."""
_BEYOND: dict[EventType, tuple[float, ...]] = {
    EventType.RAINSTORM: (200, 400, 600, 800, 1000, 1500, 2000),
    EventType.SNOWSTORM: (25, 50, 75, 100, 150, 200),
}


def amount_classes(
    event: EventType,
    hours: float,
    *,
    preset: str | Preset = NATIONAL,
    limit: float | None = None,
    national: str | Preset = NATIONAL,
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the class limits of an amount, and those that follow where values go beyond.

    Parameters
    ----------
    event : EventType
        Rainstorm or snowstorm.
    hours : float
        In which the amount fell.
    preset : str or Preset
        Its grades are the upper classes.
    limit : float, optional
        The limit with which the amount was compared, mm: of the window that it belongs to where
        the data do not cover its hours.
    national : str or Preset
        Its grades stand in for those of a preset that has none of the type.

    Returns
    -------
    tuple
        mm.

    Examples
    --------
    >>> amount_classes(EventType.SNOWSTORM, 12.0)[0]
    (0.1, 1.0, 3.0, 6.0, 10.0, 15.0)
    """
    window = criterion_window(event, hours, preset=preset, limit=limit, national=national)
    grades = tuple(grade.value for grade in window.grades)
    below = _BELOW.get((event, window.hours)) or (grades[0] / 4.0, grades[0] / 2.0)
    kept = tuple(value for value in below if value < grades[0])
    beyond = tuple(value for value in _BEYOND[event] if value > 1.2 * grades[-1])
    return (TRACE, *kept, *grades), beyond


def criterion_window(
    event: EventType,
    hours: float,
    *,
    preset: str | Preset = NATIONAL,
    limit: float | None = None,
    national: str | Preset = NATIONAL,
) -> AccumulationWindow:
    """Return the window of the criterion that an amount belongs to; see `amount_classes`.

    That of the limit; else the shortest that holds the hours, or the longest.
    """
    windows = _windows(as_preset(preset), event) or _windows(as_preset(national), event)
    ordered = sorted(windows, key=lambda item: item.hours)
    of_limit = next((item for item in ordered if item.grades[0].value == limit), None)
    return of_limit or next((item for item in ordered if item.hours >= hours), ordered[-1])


def _windows(preset: Preset, event: EventType) -> tuple[AccumulationWindow, ...]:
    found: tuple[AccumulationWindow, ...] = getattr(preset.criteria.get(event), "windows", ())
    return found
