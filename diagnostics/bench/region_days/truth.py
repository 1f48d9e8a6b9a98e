"""Whether a type is met in a region and period, by other code than the library's.

The limits are those of GB/T 28592-2012, GB/T 28591-2012, GB/T 21987-2017 and CMA's warning signals,
written again. Areas are counted on all cells, land and sea, so that a doubtful coast never makes a
statement false.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np
import numpy.typing as npt

from diagnostics.bench.planted.fields import EARTH_KM, Array, CaseFields

Mask = npt.NDArray[np.bool_]
Met = list[Mask] | None
ROUNDING = 0.051
"""What the last printed digit of a limit leaves open."""
_FALLS = ((1, 8.0), (2, 10.0), (3, 12.0))
_LEAST_KM2 = {"rainstorm": 2500.0, "gale": 2500.0, "heat_wave": 5e4, "cold_wave": 5e4}


def is_met(
    event: str,
    fields: CaseFields,
    box: list[float],
    start: datetime,
    end: datetime,
    *,
    anywhere: bool = False,
) -> bool | None:
    """Test one type; None where these fields cannot tell.

    Parameters
    ----------
    event : str
        ``rainstorm``, ``gale``, ``heat_wave`` or ``cold_wave``.
    fields : CaseFields
    box : list of float
        ``[W, S, E, N]``.
    start, end : datetime
    anywhere : bool
        Whether one cell suffices, as one station does.
    """
    tests = {"rainstorm": _rain, "gale": _wind, "heat_wave": _heat, "cold_wave": _cold}
    met = tests[event](fields, box, start, end)
    if met is None:
        return None
    inside = fields.inside(box)
    least = 0.0 if anywhere else _LEAST_KM2[event]
    return any(_wide(plane & inside, fields, inside, least) for plane in met)


def _wide(met: Mask, fields: CaseFields, inside: Mask, least: float) -> bool:
    """Whether cells that touch cover so much, or one cell, or all of a small box."""
    from scipy.ndimage import label

    if not met.any():
        return False
    height = np.radians(fields.spacing) * EARTH_KM
    step = float(np.median(np.abs(np.diff(fields.longitude)))) if fields.longitude.size > 1 else 0.0
    width = np.radians(step) * EARTH_KM * np.cos(np.radians(fields.latitude))
    areas = np.broadcast_to((height * width)[:, None], met.shape)
    parts, count = label(met, structure=np.ones((3, 3)))
    largest = max(float(areas[parts == number].sum()) for number in range(1, count + 1))
    needed = min(least, float(areas[inside].sum()))
    return largest >= 0.98 * needed or float(areas[met].max()) >= least


def _rows(fields: CaseFields, start: datetime, end: datetime) -> list[int]:
    return [row for row, time in enumerate(fields.times) if start <= time <= end]


def _rain(fields: CaseFields, box: list[float], start: datetime, end: datetime) -> Met:
    if "tp" not in fields.surface or not fields.interval_hours:
        return None
    step = timedelta(hours=fields.interval_hours)
    opens = start <= fields.times[0]
    rows = [row for row in _rows(fields, start, end) if opens or fields.times[row] - step >= start]
    amounts = np.nan_to_num(fields.surface["tp"][rows])
    found: list[Mask] = []
    for hours, limit in ((24, 50.0), (12, 30.0)):
        count = max(1, round(hours / fields.interval_hours))
        total = np.cumsum(amounts, axis=0)
        total[count:] = total[count:] - total[:-count].copy()
        found += list(total >= limit - ROUNDING)
    return found


def _wind(fields: CaseFields, box: list[float], start: datetime, end: datetime) -> Met:
    rows = _rows(fields, start, end)
    parts: list[Mask] = []
    if {"u10", "v10"} <= fields.surface.keys():
        speed = np.hypot(fields.surface["u10"][rows], fields.surface["v10"][rows])
        parts.append(speed >= 17.2 - ROUNDING)
    if "fg10" in fields.surface:
        parts.append(fields.surface["fg10"][rows] >= 20.8 - ROUNDING)
    return [plane for part in parts for plane in part] if parts else None


def _days(
    fields: CaseFields, name: str, box: list[float], *, lowest: bool
) -> tuple[list[int], Array]:
    """Return the extreme of each day of the box's solar time, degC, with the days' numbers."""
    back = _to_days(box)
    if name != "t2m":  # the day of an extreme is the one in which its interval lies
        back -= timedelta(seconds=1)
    numbers = np.array([(time + back).toordinal() for time in fields.times])
    take = np.fmin.reduce if lowest else np.fmax.reduce
    days = sorted(set(numbers.tolist()))
    planes = [take(fields.surface[name][numbers == day], axis=0) for day in days]
    return days, np.stack(planes) - 273.15


def _to_days(box: list[float]) -> timedelta:
    """From UTC to days that begin at 20 h of solar time, as CMA's do."""
    return timedelta(hours=round(_middle(box) / 15.0) + 4)


def _middle(box: list[float]) -> float:
    west, _, east, _ = box
    return (west + ((east - west) % 360.0) / 2 + 180.0) % 360.0 - 180.0


def _asked(days: list[int], box: list[float], start: datetime, end: datetime) -> list[int]:
    shift = _to_days(box)
    first, last = (start + shift).toordinal() - 1, (end + shift).toordinal()
    return [place for place, day in enumerate(days) if first <= day <= last]


def _heat(fields: CaseFields, box: list[float], start: datetime, end: datetime) -> Met:
    name = next((one for one in ("mx2t", "t2m") if one in fields.surface), None)
    if name is None:
        return None
    days, highest = _days(fields, name, box, lowest=False)
    hot = highest >= 35.0 - ROUNDING
    asked = [place for place in _asked(days, box, start, end) if place >= 2]
    return [np.asarray(hot[place - 2 : place + 1].all(axis=0)) for place in asked]


def _cold(fields: CaseFields, box: list[float], start: datetime, end: datetime) -> Met:
    name = next((one for one in ("mn2t", "t2m") if one in fields.surface), None)
    if name is None:
        return None
    days, lowest = _days(fields, name, box, lowest=True)
    found: list[Mask] = []
    for place in _asked(days, box, start, end):
        met: Mask = np.zeros(lowest.shape[1:], dtype=bool)
        for apart, drop in _FALLS:
            if place >= apart:
                fall = lowest[place - apart] - lowest[place]
                met |= (fall >= drop - ROUNDING) & (lowest[place] <= 4.0 + ROUNDING)
        found.append(met)
    return found
