"""A source with levels that were made from their neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.inventory import Finding, Inventory, VariableInfo
from diagnostics.contracts.roles import LevelRepair
from diagnostics.fields.blocks import finding_of
from diagnostics.fields.wrapped_source import WrappedSource
from diagnostics.messages import Message, Param
from diagnostics.ports import FieldRequest, FieldSource

if TYPE_CHECKING:
    import xarray as xr

INTERPOLATED = "interpolated_level"
"""Code of the finding that names a level that was made."""
_SAME = 1e-6


def repaired_inventory(inventory: Inventory, repairs: Sequence[LevelRepair]) -> Inventory:
    """Return an inventory that lists the levels made, with a finding for each."""
    if not repairs:
        return inventory
    variables = tuple(_with_levels(item, repairs) for item in inventory.variables)
    levels = sorted({*inventory.levels_hpa, *(repair.level_hpa for repair in repairs)})
    return inventory.model_copy(
        update={
            "variables": variables,
            "levels_hpa": tuple(levels),
            "findings": (*inventory.findings, *(_finding(repair) for repair in repairs)),
        }
    )


def _with_levels(info: VariableInfo, repairs: Sequence[LevelRepair]) -> VariableInfo:
    made = {repair.level_hpa for repair in repairs if info.name in repair.fields}
    if not made:
        return info
    return info.model_copy(update={"levels_hpa": tuple(sorted({*info.levels_hpa, *made}))})


def _finding(repair: LevelRepair) -> Finding:
    params: dict[str, Param] = {
        "names": ", ".join(repair.fields),
        "level": f"{repair.level_hpa:g}",
        "above": f"{repair.above_hpa:g}",
        "below": f"{repair.below_hpa:g}",
    }
    wording = Message(id="reader-interpolated_levels", params=params)
    return finding_of(INTERPOLATED, Severity.WARNING, wording)


class RepairedSource(WrappedSource):
    """A source that offers levels between those it holds.

    A level is made from its two neighbours, linearly in the logarithm of pressure; every other
    level is read as it is.

    Parameters
    ----------
    source : FieldSource
    repairs : sequence of LevelRepair
    """

    def __init__(self, source: FieldSource, repairs: Sequence[LevelRepair]) -> None:
        super().__init__(source)
        self._repairs = tuple(repairs)

    def inventory(self) -> Inventory:
        """Return the other source's inventory with the levels made."""
        return repaired_inventory(self._source.inventory(), self._repairs)

    def load(self, request: FieldRequest) -> xr.Dataset:
        """Read a window, making the levels asked for that the data lack."""
        made = [item for item in self._repairs if _asked(item, request)]
        if not made:
            return self._source.load(request)
        import xarray as xr

        known = {item.name: item for item in self._source.inventory().variables}
        parts: list[xr.Dataset] = []
        for name in request.variables:
            repairs = [item for item in made if name in item.fields]
            held = known[name].levels_hpa if name in known else ()
            asked = request.levels_hpa or tuple(sorted({*held, *(r.level_hpa for r in repairs)}))
            ends = {end for item in repairs for end in (item.above_hpa, item.below_hpa)}
            lacking = {item.level_hpa for item in repairs}
            levels = tuple(sorted({*(x for x in asked if x not in lacking), *ends}))
            read = request.model_copy(update={"variables": (name,)})
            if held:
                read = read.model_copy(update={"levels_hpa": levels})
            part = self._source.load(read)
            for repair in repairs:
                part = _insert(part, name, repair)
            if repairs:
                part = part.sel(level=sorted(asked))
            parts.append(part)
        return xr.merge(parts, combine_attrs="override", compat="override", join="outer")


def _asked(repair: LevelRepair, request: FieldRequest) -> bool:
    if not set(repair.fields) & set(request.variables):
        return False
    if not request.levels_hpa:
        return True
    return any(abs(level - repair.level_hpa) < _SAME for level in request.levels_hpa)


def _insert(part: xr.Dataset, name: str, repair: LevelRepair) -> xr.Dataset:
    """Put one made level into a dataset that holds its neighbours."""
    import xarray as xr

    above, below = part.sel(level=repair.above_hpa), part.sel(level=repair.below_hpa)
    share = log(repair.level_hpa / repair.above_hpa) / log(repair.below_hpa / repair.above_hpa)
    mixed = above[name] + share * (below[name] - above[name])
    layer = mixed.astype(part[name].dtype).assign_coords(level=repair.level_hpa)
    order = part[name].dims
    whole = xr.concat([part[name], layer], dim="level", coords="minimal", compat="override")
    values = whole.transpose(*order).sortby("level")
    values.attrs = dict(part[name].attrs)
    return part.drop_dims("level").assign({name: values}).assign_attrs(part.attrs)
