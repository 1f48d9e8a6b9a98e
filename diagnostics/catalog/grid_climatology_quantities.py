"""What a climatology of grid points can be made of: fields, maps of indices, and days."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from diagnostics.climatology import GridKey, GridKind
from diagnostics.contracts.enums import Mode
from diagnostics.errors import ArgumentError
from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.messages import Listing, Message
from diagnostics.ports import FieldSource
from diagnostics.quantities.arguments import check_call, parameters_digest
from diagnostics.quantities.operators import index_tool

DAILY = ("daily_maximum_temperature", "daily_minimum_temperature", "daily_precipitation")
EXCESS_HEAT = "excess_heat"
PRECIPITATION_INDEX = "spi"
STANDARD = (
    "t@850", "t2m", "z@500", "msl", "pwat", *DAILY, EXCESS_HEAT, "spi:30", "spi:90",
)  # fmt: skip
"""What the indices and presets of the package look for."""

_FIELD = re.compile(r"(?P<name>\w+)(@(?P<level>[^:]+))?(:(?P<days>\d+))?$")


@dataclass(frozen=True)
class GridQuantity:
    """One quantity whose climatology is built at each grid point.

    Parameters
    ----------
    name : str
        A canonical field, an index with a map, or one of the quantities of days.
    level : float or None
        hPa.
    days : int or None
        Of ``spi``: length of the accumulation.
    mode : Mode
        Of an index: masked and smoothed as in a diagnosis, or literal.
    params : tuple
        Of an index.
    """

    name: str
    level: float | None = None
    days: int | None = None
    mode: Mode = Mode.DIAGNOSE
    params: tuple[tuple[str, JsonValue], ...] = ()

    @property
    def label(self) -> str:
        """The quantity as it is asked for."""
        level = "" if self.level is None else f"@{self.level:g}"
        return f"{self.name}{level}" + (f":{self.days}" if self.days else "")

    @property
    def is_index(self) -> bool:
        """Whether it is the map of an index of the catalogue."""
        return self.name not in (*CANONICAL, *DAILY, EXCESS_HEAT, PRECIPITATION_INDEX)

    @property
    def key(self) -> GridKey:
        """Key under which the statistics are found."""
        if self.name == PRECIPITATION_INDEX:
            return GridKey(name=f"precipitation_{self.days}d")
        if not self.is_index:
            return GridKey(name=self.name, level=self.level)
        tool = index_tool(self.name)
        call = check_call(tool, level=self.level, params=dict(self.params))
        level = call.level if isinstance(call.level, float) else None
        return GridKey(
            name=self.name,
            level=level,
            params_digest=parameters_digest(tool, call),
            mode=self.mode.value,
        )

    @property
    def kind(self) -> GridKind:
        """What its statistics are resolved by."""
        if self.name in (*DAILY, PRECIPITATION_INDEX):
            return GridKind.DAILY
        return GridKind.ALL_DAYS if self.name == EXCESS_HEAT else GridKind.HOURLY

    @property
    def unit(self) -> str:
        """Unit of the quantity: SI for fields, the index's own for indices."""
        if self.name in ("daily_precipitation", PRECIPITATION_INDEX):
            return "kg m-2"
        if self.name in (*DAILY, EXCESS_HEAT):
            return "K"
        if self.is_index:
            return index_tool(self.name).spec.unit or "1"
        return CANONICAL[self.name].unit

    def sources(self, held: Iterable[str]) -> tuple[str, ...]:
        """Return the canonical fields that are read, of those that there are."""
        there = set(held)
        wanted = {
            "daily_maximum_temperature": ("t2m", "mx2t"),
            "daily_minimum_temperature": ("t2m", "mn2t"),
            EXCESS_HEAT: ("t2m", "mx2t", "mn2t"),
            "daily_precipitation": ("tp",),
            PRECIPITATION_INDEX: ("tp",),
        }.get(self.name, (self.name,))
        return tuple(name for name in wanted if name in there)


def read_quantity(text: str, mode: Mode = Mode.DIAGNOSE) -> GridQuantity:
    """Read ``NAME``, ``NAME@LEVEL`` or ``spi:DAYS``.

    Raises
    ------
    ArgumentError
        ``invalid_argument``; ``unknown_tool`` with the nearest names of indices.
    """
    match = _FIELD.match(text)
    if match is None:
        raise ArgumentError(
            Message(id="catalogerror-field_form", params={"text": text}),
            code="invalid_argument",
        )
    name, days = match["name"], match["days"]
    try:
        level = None if match["level"] is None else float(match["level"])
    except ValueError:
        raise ArgumentError(
            Message(id="catalogerror-field_level", params={"text": text}),
            code="invalid_argument",
        ) from None
    if days is not None and name != PRECIPITATION_INDEX:
        raise ArgumentError(
            Message(id="catalogerror-field_days", params={"text": text}),
            code="invalid_argument",
        )
    if name == PRECIPITATION_INDEX:
        return GridQuantity(name, days=int(days or 30))
    found = GridQuantity(name, level, mode=mode)
    if found.is_index:
        if index_tool(name).spec.climatology:
            raise ArgumentError(
                Message(id="catalogerror-field_departure", params={"text": text}),
                code="invalid_argument",
            )
        # raises where the index takes no such level
        check_call(index_tool(name), level=level)
    elif level is None and name in CANONICAL and CANONICAL[name].kind is FieldKind.LEVEL:
        raise ArgumentError(
            Message(
                id="catalogerror-field_level_missing", params={"text": text, "name": f"{name}"}
            ),
            code="invalid_argument",
        )
    return found


def why_not(item: GridQuantity, source: FieldSource) -> Message | None:
    """Return what the data lack for a quantity; None where they give it."""
    inventory = source.inventory()
    held = [variable.name for variable in inventory.variables]
    if item.is_index:
        from diagnostics.catalog.tool_feasibility import feasibility

        found = next(tool for tool in feasibility(inventory) if tool.name == item.name)
        if found.feasibility.value != "blocked":
            return None
        absent = Listing(items=found.missing, style="clauses")
        return Message(id="lack-lacks", params={"names": absent})
    if not item.sources(held):
        if item.name in CANONICAL:
            return Message(id="lack-no_field", params={"name": item.name})
        return Message(id="lack-no_field_for_it")
    if item.level is not None:
        variable = inventory.variable(item.name)
        levels = variable.levels_hpa if variable else ()
        if not any(abs(item.level - level) < 1e-6 for level in levels):
            held_at = ", ".join(f"{p:g}" for p in levels)
            if not held_at:
                return Message(id="lack-no_level", params={"name": item.name})
            return Message(id="lack-other_levels", params={"name": item.name, "levels": held_at})
    return None
