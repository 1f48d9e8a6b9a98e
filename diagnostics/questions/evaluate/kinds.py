"""How a quantity of a form is found: a canonical field, an index, or wind from its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from diagnostics.contracts.form_terms import Component, Daily, QuantityTerm, Reduce
from diagnostics.language.grammar.terms import FIELD_UNITS
from diagnostics.language.lexicon import Entry, entries
from diagnostics.quantities.operators import index_tool
from diagnostics.questions.evaluate.workspace import misformed

FIELD = "field:"
SOUGHT = "sought"
"""Parameter that the evaluator sets: the end of the values that is asked for."""
NORMAL = "normal"
"""Parameter of a quantity that stands for its own normal: ``mean``, ``std``, or ``p90``."""
NEAR_GROUND = frozenset({None, "2m", "10m", "surface"})


@dataclass(frozen=True)
class Kind:
    """Where a quantity comes from and how it behaves.

    Parameters
    ----------
    operator : str
        ``field:NAME``, ``wind:EAST,NORTH`` (then `component` is set) or an index of the catalogue.
    unit : str
        In which its values are given.
    sort : str
        pressure | temperature | wind | height | percent | amount | direction.
    level : float or None
        hPa.
    accumulated : bool
        Whether its values are increments, which may be summed.
    """

    operator: str
    unit: str
    sort: str
    level: float | None = None
    component: Component | None = None
    accumulated: bool = False
    params: Mapping[str, Any] = field(default_factory=dict)


_SURFACE_FIELDS = {
    "temperature": ("t2m", "degC", "temperature"),
    "maximum_temperature": ("t2m", "degC", "temperature"),
    "minimum_temperature": ("t2m", "degC", "temperature"),
    "dewpoint": ("d2m", "degC", "temperature"),
    "sea_surface_temperature": ("sst", "degC", "temperature"),
    "mean_sea_level_pressure": ("msl", "hPa", "pressure"),
    "low_centre": ("msl", "hPa", "pressure"),
    "high_centre": ("msl", "hPa", "pressure"),
    "surface_pressure": ("sp", "hPa", "pressure"),
    "wind_gust": ("fg10", "m/s", "wind"),
    "snow_depth": ("sd", "mm", "amount"),
}
_LEVEL_FIELDS = {
    "temperature": ("t", "degC", "temperature"),
    "specific_humidity": ("q", "g/kg", "amount"),
    "vertical_velocity": ("w", "Pa/s", "amount"),
}
_WINDS = {
    "wind_speed": None,
    "wind_direction": Component.DIRECTION,
    "eastward_wind": Component.EASTWARD,
    "northward_wind": Component.NORTHWARD,
    "upper_jet": Component.SPEED,
    "lower_jet": Component.SPEED,
}
_SORTS = {"degC": "temperature", "%": "percent"}
"""Sorts of the fields of files that words name, by their unit."""
_DAILY = {"maximum_temperature": Reduce.MAX, "minimum_temperature": Reduce.MIN}
AMOUNTS = {"precipitation": "tp", "snowfall": "sf"}


def completed(quantity: QuantityTerm) -> QuantityTerm:
    """Return a quantity whose word means a value of each day with that value named."""
    if quantity.id in _DAILY and quantity.daily is None:
        daily = Daily(statistic=_DAILY[quantity.id])
        return quantity.model_copy(update={"daily": daily})
    return quantity


def towards(quantity: QuantityTerm, end: str | None) -> QuantityTerm:
    """Return a quantity with the end that is asked for, which some data hold as extremes only."""
    if end not in ("max", "min") or quantity.daily is not None or SOUGHT in quantity.params:
        return quantity
    return quantity.model_copy(update={"params": {**quantity.params, SOUGHT: end}})


def entry_of(quantity: QuantityTerm) -> Entry | None:
    """Return the lexicon's record of a quantity, where it has one."""
    return entries().get(quantity.id)


def kind_of(quantity: QuantityTerm) -> Kind:
    """Return where a quantity comes from.

    Raises
    ------
    ArgumentError
        ``unknown_quantity``, ``missing_level``.
    """
    if quantity.height_m is not None:
        raise misformed("height", "missing_level", height=quantity.height_m)
    level = quantity.level if isinstance(quantity.level, float) else None
    near_ground = quantity.level in NEAR_GROUND
    if quantity.id in _WINDS:
        return _wind(quantity, level)
    if quantity.id in AMOUNTS and near_ground:
        name = AMOUNTS[quantity.id]
        return Kind(f"{FIELD}{name}", "mm", "amount", accumulated=True)
    if level is not None and quantity.id in _LEVEL_FIELDS:
        name, unit, sort = _LEVEL_FIELDS[quantity.id]
        return Kind(f"{FIELD}{name}", unit, sort, level=level)
    if near_ground and quantity.id in _SURFACE_FIELDS:
        name, unit, sort = _SURFACE_FIELDS[quantity.id]
        return Kind(f"{FIELD}{name}", unit, sort)
    if quantity.id.startswith(FIELD):
        unit = str(quantity.params.get("unit", "")) or FIELD_UNITS.get(quantity.id, "")
        return Kind(quantity.id, unit, _SORTS.get(unit, "amount"), level=level)
    return _index(quantity, level)


def _wind(quantity: QuantityTerm, level: float | None) -> Kind:
    component = quantity.component or _WINDS[quantity.id] or Component.SPEED
    entry = entry_of(quantity)
    if level is None and quantity.id in ("upper_jet", "lower_jet"):
        level = entry.default_level if entry is not None else None
    parts = "u10,v10" if level is None else "u,v"
    if component is Component.DIRECTION:
        return Kind(f"wind:{parts}", "deg", "direction", level, component)
    return Kind(f"wind:{parts}", "m/s", "wind", level, component)


def _index(quantity: QuantityTerm, level: float | None) -> Kind:
    entry = entry_of(quantity)
    if entry is None:
        raise misformed("such_quantity", "unknown_quantity", name=quantity.id)
    operator = entry.operator
    at_surface = quantity.level in ("2m", "10m", "surface") or quantity.level is None
    if at_surface and entry.at_2m and quantity.level != "10m":
        operator = entry.at_2m
    elif at_surface and entry.at_surface:
        operator = entry.at_surface
    tool = index_tool(operator)
    known = {item.name for item in tool.spec.parameters}
    params: dict[str, Any] = {
        name: value for name, value in quantity.params.items() if name not in (NORMAL, SOUGHT)
    }
    if "level" in known and operator == entry.operator:
        if quantity.level == "2m" or (at_surface and entry.level == "optional"):
            params["level"] = "2m"
        elif level is not None:
            params["level"] = level
        elif entry.default_level is None and entry.level == "aloft":
            raise misformed("level", "missing_level", quantity=entry.label_en)
    elif "levels" in known and (quantity.levels or level is not None):
        params["levels"] = list(quantity.levels or (level,))
    elif level is not None and operator == entry.operator and entry.level == "none":
        raise misformed("such_level", "missing_level", quantity=entry.label_en, level=level)
    if len(quantity.levels) == 2:
        low, high = max(quantity.levels), min(quantity.levels)
        for names in (("p_low", "p_high"), ("p_bottom", "p_top")):
            if set(names) <= known:
                params |= dict(zip(names, (low, high), strict=True))
    return Kind(operator, entry.unit, entry.sort, level, params=params)
