"""The index operators as charts and detectors see them: maps of a time and a box."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import xarray

from diagnostics.catalog.execute import compute_field
from diagnostics.catalog.registry import get_catalog
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.figures import shown_unit
from diagnostics.ports import FieldSource
from diagnostics.quantities.arguments import check_call
from diagnostics.quantities.cache import FieldCache
from diagnostics.quantities.operator_fields import OperatorCall
from diagnostics.quantities.operators import index_tool
from diagnostics.quantities.scene_context import OperatorField, Surroundings

if TYPE_CHECKING:
    from diagnostics.climatology import Baseline, Climatologies, GridClimatology


class CatalogOperators:
    """The catalogue's index operators, with a cache of what they read.

    Parameters
    ----------
    cache : FieldCache, optional
        Shared by the calls of one run.
    """

    def __init__(self, cache: FieldCache | None = None) -> None:
        self._cache = cache or FieldCache()

    def names(self) -> tuple[str, ...]:
        """Return the names of every index operator."""
        return tuple(tool.name for tool in get_catalog().indices())

    def describe(self, call: OperatorCall, level: float | None) -> OperatorField:
        """Return unit, names and range of an operator's map.

        Raises
        ------
        ArgumentError
            ``unknown_tool``, ``unknown_parameter``, ``invalid_parameter``, or ``invalid_level``
            for a level that it does not take.
        """
        tool = index_tool(call.name)
        known = tool.signature.parameters
        if level is not None and not {"level", "levels"} & set(known):
            raise ArgumentError(
                f"the index {call.name} takes no level: write index:{call.name}",
                code="invalid_level",
            )
        check_call(tool, level=level, params=dict(call.params))
        spec = tool.spec
        default = known["level"].default if "level" in known else None
        return OperatorField(
            name=call.name,
            unit=shown_unit(spec.unit or "1"),
            label_en=spec.title_en,
            label_zh=spec.title_zh,
            valid_range=spec.valid_range or (float("-inf"), float("inf")),
            default_level=float(default) if isinstance(default, (int, float)) else None,
        )

    def compute(
        self,
        call: OperatorCall,
        level: float | None,
        source: FieldSource,
        time: datetime,
        region: Region,
        climatology: Climatologies | None,
    ) -> xarray.DataArray:
        """Return the map at one time over a box, dims (y, x).

        Raises
        ------
        InputDataError
            ``missing_input`` where the data or the climatology lack what the index needs.
        ArgumentError
            ``no_map`` for an index that is a number by definition.
        """
        field = compute_field(
            call.name,
            source,
            time=time,
            region=region,
            level=level,
            params=dict(call.params),
            baseline=climatology,
            cache=self._cache,
        )
        return field.isel(time=0)


def chart_surroundings(
    climatology: Baseline | GridClimatology | Climatologies | None = None,
    cache: FieldCache | None = None,
) -> Surroundings:
    """Return what charts and detectors may ask beyond their fields.

    Parameters
    ----------
    climatology : Baseline, GridClimatology or Climatologies, optional
    cache : FieldCache, optional
    """
    from diagnostics.climatology import Climatologies

    return Surroundings(
        climatology=Climatologies.of(climatology) if climatology is not None else None,
        operators=CatalogOperators(cache),
    )
