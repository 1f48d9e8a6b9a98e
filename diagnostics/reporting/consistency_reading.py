"""What words in English or Chinese show: amounts, times, places, directions and counts."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from diagnostics.messages.compass import POINTS

Kind = Literal["amount", "count", "time", "place", "direction"]
_NUMBER = r"[−-]?\d+(?:\.\d+)?(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
_UNITS = {
    "hPa/100 km": r"hPa/100 km|hPa \(100 km\)⁻¹",
    "K/100 km": r"K/100 km|K \(100 km\)⁻¹",
    "hPa": r"hPa|mb|百帕",
    "dagpm": r"dagpm|位势什米",
    "gpm": r"gpm|位势米",
    "km/h": r"km/h|km h⁻¹|公里/小时|千米/小时",
    "km²": r"km²|km2|平方公里",
    "km": r"km|公里|千米",
    "kg m⁻¹ s⁻¹": r"kg m⁻¹ s⁻¹",
    "kg m⁻²": r"kg m⁻²",
    "g kg⁻¹": r"g kg⁻¹|g/kg|克/千克",
    "m s⁻¹": r"m s⁻¹|m/s|米/秒|米每秒",
    "mm h⁻¹": r"mm h⁻¹|mm/h|毫米/小时",
    "mm": r"mm|毫米",
    "cm": r"cm|厘米",
    "K/h": r"K/h|K h⁻¹",
    "s⁻¹": r"s⁻¹",
    "Pa s⁻¹": r"Pa s⁻¹|Pa/s",
    "J kg⁻¹": r"J kg⁻¹|J/kg",
    "PVU": r"PVU",
    "°C": r"°C|℃|摄氏度|度(?!角)",
    "K": r"K(?![A-Za-z])",
    "%": r"%|％",
    "h": r"h(?![A-Za-z])|hours?|小时",
    "m": r"m(?![A-Za-z ²³])|米",
}
"""How readers write a unit, the longer before what it begins with."""
_AMOUNT = re.compile(
    rf"({_NUMBER})[ \u00a0\u202f]?(?:"
    + "|".join(f"(?P<u{n}>{pattern})" for n, pattern in enumerate(_UNITS.values()))
    + ")"
)
_COUNT = re.compile(r"(?<![\d.:°–-])\d+(?:\.\d+)?(?![\d:°–-]|\.\d)")
_MONTHS = {name: number for number, name in enumerate(calendar.month_name) if name}
_TIME_EN = re.compile(
    rf"(?:(?P<hour>\d\d):(?P<minute>\d\d)(?: UTC)?(?: on)? )?(?P<day>\d{{1,2}}) "
    rf"(?P<month>{'|'.join(_MONTHS)})(?: (?P<year>\d{{4}}))?"
)
_TIME_ZH = re.compile(
    r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?P<day>\d{1,2})日"
    r"(?:(?P<hour>\d\d)(?:时|:(?P<minute>\d\d)))?"
)
_CLOCK = re.compile(
    r"\((?:[^()]*\d\d:\d\d[^()]*|day of [^()]*)\)|（UTC[^（）]*）|（[^（）]*日界[^（）]*）"
)
"""What stands in brackets after a time: the same moment by another clock."""
_PLACE = re.compile(
    r"(?<![–\d.])(?P<lat>\d+(?:\.\d+)?)° ?(?P<ns>[NS])(?:, |、|,|，)"
    r"(?P<lon>\d+(?:\.\d+)?)°(?: ?(?P<ew>[EW]))?(?!–)"
    r"(?: \((?P<name>[^()]*)\)|[（，](?P<zh>[^（），]*)[），])?"
)
_EN = {
    "north": "n", "east": "e", "south": "s", "west": "w",
}  # fmt: skip
_COMPASS_EN = re.compile(
    r"\b(?:(?:north|south|east|west)(?:-(?=[nsew])|(?=(?:east|west)\b)|(?=(?:east|west)ern)))*"
    r"(?:north|south|east|west)(?:ern|erly|ward|wards)?\b"
)
_COMPASS_ZH = re.compile(
    r"([东南西北]{1,3})(?=侧|方|部|面|边|风|移|缘)|(?<=[向偏朝往])([东南西北]{1,3})"
)
_ZH = {"北": "n", "东": "e", "南": "s", "西": "w"}
_DEGREES_OF_POINT = 22.5


@dataclass(frozen=True)
class Shown:
    """One thing that words show.

    Attributes
    ----------
    kind : str
    value : tuple of float
        A number with half of its last digit; a time as year, month, day, hour (minus one where
        none is said); a place as latitude and longitude; a direction in degrees.
    unit : str
    text : str
    start, end : int
        Where it stands.
    name : str
        Of a place.
    """

    kind: Kind
    value: tuple[float, ...]
    unit: str
    text: str
    start: int
    end: int
    name: str = ""


def shown_in(text: str) -> list[Shown]:
    """Read what words show, in the order in which it stands.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of Shown

    Examples
    --------
    >>> [(one.kind, one.value, one.unit) for one in shown_in("reaches 23.5 hPa to the south")]
    [('amount', (23.5, 0.05), 'hPa'), ('direction', (180.0,), '')]
    """
    found: list[Shown] = []
    left = _CLOCK.sub(lambda match: " " * len(match[0]), text)
    for reader in (_times, _places, _directions, _amounts, _counts):
        new = list(reader(left))
        found += new
        for one in new:
            left = left[: one.start] + "\0" * (one.end - one.start) + left[one.end :]
    return sorted(found, key=lambda one: one.start)


def _times(text: str) -> Iterator[Shown]:
    for match in (*_TIME_EN.finditer(text), *_TIME_ZH.finditer(text)):
        month = match["month"]
        yield Shown(
            "time",
            (
                float(match["year"] or -1),
                float(_MONTHS.get(month) or month),
                float(match["day"]),
                float(match["hour"] or -1),
            ),
            "", match[0], match.start(), match.end(),
        )  # fmt: skip


def _places(text: str) -> Iterator[Shown]:
    for match in _PLACE.finditer(text):
        latitude = float(match["lat"]) * (1.0 if match["ns"] == "N" else -1.0)
        longitude = float(match["lon"]) * (-1.0 if match["ew"] == "W" else 1.0)
        name = match["name"] or match["zh"] or ""
        yield Shown("place", (latitude, longitude), "", match[0], match.start(), match.end(), name)


def _directions(text: str) -> Iterator[Shown]:
    for match in _COMPASS_EN.finditer(text):
        word = re.sub(r"ern$|erly$|wards?$", "", match[0])
        letters = "".join(_EN[part] for part in re.findall("north|south|east|west", word))
        yield from _pointing(letters, match)
    for match in _COMPASS_ZH.finditer(text):
        letters = "".join(_ZH[part] for part in match[1] or match[2])
        yield from _pointing(letters[:-2] + letters[-2:][::-1], match)  # east or west first


def _pointing(letters: str, match: re.Match[str]) -> Iterator[Shown]:
    if letters in POINTS:
        degrees = _DEGREES_OF_POINT * POINTS.index(letters)
        yield Shown("direction", (degrees,), "", match[0], match.start(), match.end())


def _amounts(text: str) -> Iterator[Shown]:
    names = tuple(_UNITS)
    for match in _AMOUNT.finditer(text):
        unit = next(
            names[int(name[1:])] for name, held in match.groupdict().items() if held is not None
        )
        yield Shown("amount", _number(match[1]), unit, match[0], match.start(), match.end())


def _counts(text: str) -> Iterator[Shown]:
    for match in _COUNT.finditer(text):
        yield Shown("count", _number(match[0]), "", match[0], match.start(), match.end())


def _number(text: str) -> tuple[float, float]:
    """Return a number as it is printed, and half of its last digit."""
    digits, _, power = text.replace("−", "-").partition("×10")
    scale = 10.0 ** int(power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0)
    decimals = len(digits.partition(".")[2])
    return float(digits) * scale, 0.5 * 10.0**-decimals * scale
