"""Whether a tool can run on the data at hand, from the inventory alone."""

from __future__ import annotations

from functools import cache

from diagnostics.catalog.registry import get_catalog
from diagnostics.contracts.enums import Feasibility
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.tools import InputSpec, ToolFeasibility, ToolSpec


def feasibility(inventory: Inventory) -> tuple[ToolFeasibility, ...]:
    """Tell for every tool of the catalogue whether the data hold its inputs.

    Parameters
    ----------
    inventory : Inventory

    Returns
    -------
    tuple of ToolFeasibility
        ``feasible``: all fields and levels; ``partial``: a profile with only some of the levels
        that a diagnosis wants, an optional field absent, or a climatology needed beside the data;
        ``blocked``: a required field or
        single level absent. ``missing`` names fields and levels.
    """
    return tuple(_judge(spec, inventory) for spec in get_catalog().specs())


@cache
def gridded_climatology_tools() -> tuple[str, ...]:
    """Return the tools that need a climatology of grid points beside the data."""
    return tuple(spec.name for spec in get_catalog().specs() if spec.climatology)


def _judge(spec: ToolSpec, inventory: Inventory) -> ToolFeasibility:
    blocked: list[str] = []
    partial: list[str] = []
    for item in spec.inputs:
        if inventory.variable(item.name) is None:
            (partial if item.optional else blocked).append(item.name)
            continue
        absent = _absent_levels(item, inventory)
        if not absent:
            continue
        text = f"{item.name} at {', '.join(f'{level:g}' for level in absent)} hPa"
        # a column needs levels, a field at one level needs that level
        column = item.dims[0] == "level" and len(absent) < len(item.levels_hpa)
        (partial if column or item.optional else blocked).append(text)
    any_will_do = bool(spec.inputs) and all(item.optional for item in spec.inputs)
    if any_will_do and all(inventory.variable(item.name) is None for item in spec.inputs):
        blocked = [" or ".join(item.name for item in spec.inputs)]
    if blocked:
        state, note = Feasibility.BLOCKED, f"lacks {'; '.join(blocked)}"
    elif spec.climatology:
        state, note = Feasibility.PARTIAL, f"needs --climatology with {spec.climatology}"
    elif partial:
        state, note = Feasibility.PARTIAL, f"works without {'; '.join(partial)}"
    else:
        state, note = Feasibility.FEASIBLE, ""
    return ToolFeasibility(
        name=spec.name,
        kind=spec.kind,
        feasibility=state,
        missing=tuple(dict.fromkeys(blocked or partial)),
        note=note,
    )


def _absent_levels(item: InputSpec, inventory: Inventory) -> tuple[float, ...]:
    info = inventory.variable(item.name)
    held = info.levels_hpa if info else ()
    return tuple(
        level for level in item.levels_hpa if not any(abs(level - have) < 1e-6 for have in held)
    )
