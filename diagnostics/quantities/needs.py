"""What quantities read, as the catalogue's input specifications."""

from __future__ import annotations

from collections.abc import Iterable

from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.tools import InputSpec
from diagnostics.fields.canonical import CANONICAL
from diagnostics.quantities.registry import resolve

ON_LEVELS = frozenset("uvtqzw")
COLUMN_LEVELS = (1000.0, 925.0, 850.0, 700.0, 500.0, 400.0, 300.0)
DEEP_LEVELS = (1000.0, 925.0, 850.0, 700.0, 500.0, 400.0, 300.0, 250.0, 200.0)
"""Levels that a section or a sounding needs to be drawn well."""
_DEEP = frozenset(
    {
        "section", "section_humidity", "section_wind", "section_omega", "sounding", "mucape",
        "column_series",
    }
)  # fmt: skip


def input_specs(quantities: Iterable[QuantityRef]) -> tuple[InputSpec, ...]:
    """Return the canonical fields and levels that a set of quantities reads.

    Parameters
    ----------
    quantities : iterable of QuantityRef
    """
    levels: dict[str, set[float]] = {}
    optional: dict[str, bool] = {}
    for asked in quantities:
        reference = resolve(asked)
        quantity = reference.quantity
        for name in quantity.fields:
            here = levels.setdefault(name, set())
            is_optional = name in quantity.optional
            optional[name] = optional.get(name, True) and is_optional
            if name not in ON_LEVELS:
                continue
            here.update(quantity.fixed_levels)
            if reference.pressure is not None:
                here.add(reference.pressure)
            if quantity.column_levels:
                here.update(quantity.column_levels)
            elif quantity.whole_column:
                deep = quantity.name in _DEEP
                here.update(DEEP_LEVELS if deep else COLUMN_LEVELS)
    return tuple(
        InputSpec(
            name=name,
            unit=CANONICAL[name].unit,
            dims=("level", "y", "x") if len(found) > 1 else ("y", "x"),
            levels_hpa=tuple(sorted(found)),
            optional=optional[name],
        )
        for name, found in sorted(levels.items())
    )
