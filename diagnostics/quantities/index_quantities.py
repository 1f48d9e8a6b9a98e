"""Quantities that are an index at every point, with the fields and numbers of its operator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pydantic import JsonValue

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.quantities.arguments import Call, check_call
from diagnostics.quantities.at_points import maps_at_points, maps_from_source
from diagnostics.quantities.display import shown_unit
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.operators import index_tool
from diagnostics.quantities.record import Quantity
from diagnostics.quantities.scene import Array, Scene

FAR_BACK_HOURS = 48.0
"""An operator that looks back farther reads its own fields: not every field of a chart so far."""


def of_index(
    name: str,
    unit: str,
    operator: str,
    low: float,
    high: float,
    *,
    level: str = "",
    params: Mapping[str, JsonValue] | None = None,
    layer: str = "",
    parts: tuple[str, str] | None = None,
    scale: float | None = None,
    unless_held: tuple[str, ...] = (),
    **more: Any,
) -> Quantity:
    """Return the quantity at all points of an index operator: the same function, the same defaults.

    Parameters
    ----------
    operator : str
        Name of the index.
    level : str
        The operator's parameter that takes the level asked for; "" where there is none.
    params : mapping, optional
        Parameters that are not the operator's defaults.
    layer : str
        A layer of its maps instead of their value, and `scale` from SI to `unit`.
    parts : (str, str), optional
        The layers that are the eastward and northward part, for a vector.
    unless_held : tuple of str
        Fields that the operator can do without and that are not read for a map.
    more
        As for :class:`Quantity`.
    """
    tool = index_tool(operator)
    fixed = dict(params or {})
    defaults = {item.name: item.default for item in tool.spec.parameters} | fixed
    fields: list[str] = []
    optional: list[str] = []
    levels: set[float] = set()
    column = False
    for parameter, item in tool.signature.fields.items():
        if item.name in unless_held or (item.when and defaults[item.when[0]] != item.when[1]):
            continue
        canonical = item.canonical(defaults)
        fields.append(canonical)
        if parameter in tool.signature.optional:
            optional.append(canonical)
        column |= item.column is not None
        if isinstance(item.at, float):
            levels.add(item.at)

    def called(asked: float | None) -> Call:
        values: dict[str, JsonValue] = dict(fixed)
        if level == "levels":
            values[level] = None if asked is None else [asked]
        elif level:
            values[level] = asked
        return check_call(tool, params=values)

    def scaled(scene: Scene, asked: float | None, of: str) -> Array:
        maps = maps_at_points(scene, tool, called(asked))
        values = maps.layers[of][0] if of else maps.value[0]
        return scale * values if scale is not None else np.asarray(tool.unit.show(values))

    def vector(scene: Scene, asked: float | None) -> tuple[Array, Array]:
        assert parts is not None
        return scaled(scene, asked, parts[0]), scaled(scene, asked, parts[1])

    more.setdefault("fixed_levels", tuple(sorted(levels)))
    more.setdefault("lookback_hours", tool.look_back_hours(defaults))
    return Quantity(
        name,
        unit,
        tuple(dict.fromkeys(fields)),
        None if parts else (lambda scene, asked: scaled(scene, asked, layer)),
        vector if parts else None,
        has_level=bool(level),
        whole_column=column,
        optional=tuple(optional),
        valid_range=(low, high),
        operator=operator,
        **more,
    )


def index_quantity(reference: QuantityRef) -> Quantity:
    """Return the map of an index of the catalogue, asked for by the name of the index.

    Parameters
    ----------
    reference : QuantityRef
        With `index` set; its level is that of the map.

    Raises
    ------
    ArgumentError
        ``unknown_tool``, ``unknown_parameter``, ``invalid_parameter``, or ``invalid_level`` for a
        level that the index does not take.
    """
    tool = index_tool(reference.name)
    known = tool.signature.parameters
    level = next((name for name in ("level", "levels") if name in known), "")
    if reference.level is not None and not level:
        raise ArgumentError(
            Message(id="quantityerror-no_level_taken", params={"name": f"{reference.name}"}),
            code="invalid_level",
        )
    call = check_call(tool, level=reference.level, params=reference.arguments)
    low, high = tool.spec.valid_range or (-np.inf, np.inf)
    if _reads_alone(tool, call):
        return Quantity(
            reference.at(None).text,
            shown_unit(tool.spec.unit or "1"),
            (),
            lambda scene, _: np.asarray(
                tool.unit.show(maps_from_source(scene, tool, call).value[0])
            ),
            has_level=reference.level is not None,
            valid_range=(low, high),
            operator=tool.name,
            title=tool.title,
        )
    return of_index(
        reference.at(None).text,
        shown_unit(tool.spec.unit or "1"),
        tool.name,
        low,
        high,
        level=level if reference.level is not None else "",
        params=reference.arguments,
        title=tool.title,
    )


def default_level(reference: QuantityRef) -> float | None:
    """Return the level that an index takes by default, hPa; None where it takes none."""
    level = index_tool(reference.name).signature.parameters.get("level")
    default = level.default if level is not None else None
    return float(default) if isinstance(default, (int, float)) else None


def _reads_alone(tool: IndexTool, call: Call) -> bool:
    far = tool.look_back_hours(call.values) > FAR_BACK_HOURS
    reading = tool.record.reading
    return far or reading.whole_days or reading.time_coupled or not tool.has_map
