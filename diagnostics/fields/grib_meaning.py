"""What a GRIB message stands for, by its parameter and kind of level, and what is said of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from diagnostics.contracts.field_record import (
    Authority,
    FieldRecord,
    TimeStatement,
    TimeStatistic,
    stated,
)
from diagnostics.fields import names
from diagnostics.fields.blocks import shown
from diagnostics.fields.canonical import FieldKind
from diagnostics.fields.grib_record import Getter, GribStatement
from diagnostics.fields.model_levels import MODEL_LEVELS, SURFACE_OF_MODEL
from diagnostics.fields.names import INGREDIENTS

_BY_NUMBER = {
    (0, 0): "t",
    (0, 6): "dpt",
    (1, 1): "r",
    (1, 8): "tp",
    (2, 2): "u",
    (2, 3): "v",
    (2, 22): "gust",
    (3, 1): "prmsl",
    (3, 5): "gh",
}
"""Short names by category and number of discipline 0 (WMO-No. 306, Volume I.2, code table 4.2),
for centres whose messages ecCodes has no name for, and for its names of probabilities."""
_UNNAMED = re.compile(r"^(?:unknown|~)$|^[a-z0-9]+[lg]t?\d+$")
_STATISTIC_NAME = re.compile(r"^(?:avg|max|min|std)_")
"""Of ecCodes' names for statistics of a field over an interval, which the keys state as well."""
_EXTREME_OF = {
    ("t2m", TimeStatistic.MAXIMUM): "mx2t",
    ("t2m", TimeStatistic.MINIMUM): "mn2t",
}
"""A field of one moment, and what its extreme over an interval is."""
_OWN_STATISTIC = {
    FieldKind.ACCUMULATION: TimeStatistic.SUM,
    FieldKind.EXTREME: TimeStatistic.MAXIMUM,
}


@dataclass(frozen=True)
class GribMeaning:
    """What a message stands for.

    Attributes
    ----------
    ingredient, short_name : str
    level : float or None
        hPa; number of a level of the model.
    place : str
        Kind of the level, and its value, as ecCodes names them.
    is_named_statistic : bool
        Whether the short name is that of a statistic of the quantity (``avg_2t``).
    is_native : bool
        Whether it is on a level of the model.
    """

    ingredient: str
    short_name: str
    level: float | None
    place: str
    is_named_statistic: bool = False
    is_native: bool = False


def meaning_of(get: Getter) -> GribMeaning | None:
    """Return what a message stands for, None when it is not used.

    Parameters
    ----------
    get : callable
        From an ecCodes key to its value, None where it is not defined.
    """
    short, kind = str(get("shortName")), str(get("typeOfLevel"))
    if kind in MODEL_LEVELS:
        return _native_meaning(get, short, kind)
    found = _meaning(get, short, kind)
    if found is None and _UNNAMED.match(short):
        found = _meaning(get, _name_by_number(get), kind)
    if found is None and _STATISTIC_NAME.match(short):
        plain = _meaning(get, short.partition("_")[2], kind)
        found = None if plain is None else replace(plain, is_named_statistic=True)
    return found


def _name_by_number(get: Getter) -> str:
    """Return the short name of a quantity by the WMO's numbers, empty for others."""
    if get("edition") != 2 or get("discipline") != 0:
        return ""
    return _BY_NUMBER.get((get("parameterCategory"), get("parameterNumber")), "")


def _meaning(get: Getter, short: str, kind: str) -> GribMeaning | None:
    """Return what a message of a short name stands for, None when it is not used."""
    lower = short.lower()
    if kind in {"isobaricInhPa", "isobaricInPa"}:
        name = names.LEVEL_NAMES.get(lower)
        if name is None:
            return None
        level = float(get("level")) * (0.01 if kind == "isobaricInPa" else 1.0)
        is_height = name == "z" and str(get("units")) in {"gpm", "m"}
        place = f"isobaricInhPa {level:g}"
        return GribMeaning("gh" if is_height else name, short, level, place)
    found = ""
    height = float(get("level") or 0)
    if kind == "heightAboveGround":
        base = names.LEVEL_NAMES.get(lower, "")
        found = names.AT_HEIGHT.get((base, height), "")
        if not base:
            found = names.SURFACE_NAMES.get(lower, "")
            heights = names.HEIGHTS.get(found)
            found = found if heights is None or height in heights else ""
    elif kind in {"surface", "meanSea", "heightAboveSea"}:
        table = names.AT_SURFACE if kind == "surface" else names.AT_SEA_LEVEL
        found = table.get(lower) or names.SURFACE_NAMES.get(lower, "")
        if found == "zs" and str(get("units")) in {"gpm", "m"}:
            found = "orog"
    return GribMeaning(found, short, None, f"{kind} {height:g}") if found else None


def _native_meaning(get: Getter, short: str, kind: str) -> GribMeaning | None:
    """Return what a message on a level of the model stands for, with the number of the level."""
    number = float(get("level") or 0)
    if short in {"pres", "p"}:
        found: str | None = "p"
    elif short in SURFACE_OF_MODEL:
        found = SURFACE_OF_MODEL[short] if number <= 1 else None
    else:
        found = names.LEVEL_NAMES.get(short.lower())
    if found is None:
        return None
    return GribMeaning(found, short, number, f"{kind} {number:g}", is_native=True)


def as_extreme(meaning: GribMeaning, statement: GribStatement) -> GribMeaning:
    """Return the extreme that a maximum or minimum of a field of one moment is."""
    value = statement.time.value
    found = None if value is None else _EXTREME_OF.get((meaning.ingredient, value))
    return meaning if found is None else replace(meaning, ingredient=found)


@lru_cache(maxsize=4096)
def fitted(meaning: GribMeaning, statement: GribStatement) -> tuple[FieldRecord, FieldKind]:
    """Return what is said of a message's statistics, and the kind of its quantity.

    A message of one moment that is an amount or an extreme by its parameter is one of an interval
    that ends then.
    """
    kind = INGREDIENTS[meaning.ingredient].kind
    quantity = stated(meaning.ingredient, f"shortName {meaning.short_name}")
    record = statement.record(meaning.short_name).model_copy(update={"quantity": quantity})
    time = record.time_statistic
    own = _OWN_STATISTIC.get(kind)
    if own is not None and time.period is None and time.value in {None, TimeStatistic.INSTANT}:
        if meaning.ingredient == "mn2t":
            own = TimeStatistic.MINIMUM
        by = f"parameter-{meaning.short_name}"
        time = TimeStatement(value=own, authority=Authority.INFERRED, by=by)
        record = record.model_copy(update={"time_statistic": time})
    return record, kind


def record_of(meaning: GribMeaning, statement: GribStatement, unit: str, path: Path) -> FieldRecord:
    """Return what a message says of itself, without its times and grid."""
    return fitted(meaning, statement)[0].model_copy(
        update={
            "path": shown(path),
            "unit": stated(unit, "units"),
            "level": stated(meaning.place, "typeOfLevel, level"),
        }
    )
