"""Whether a tool can run on the data at hand, from the inventory alone."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import cache

from diagnostics.catalog.registry import get_catalog
from diagnostics.contracts.enums import Feasibility
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.tools import ToolFeasibility, ToolSpec
from diagnostics.quantities.input_loading import alternatives_text, lacking_alternatives


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
    held = {item.name: item.levels_hpa for item in inventory.variables}

    @cache
    def absent(name: str, levels: tuple[float, ...]) -> tuple[float, ...]:
        """Levels that the data lack: asked once of a field, for the many tools that need it."""
        return tuple(
            level for level in levels if not any(abs(level - have) < 1e-6 for have in held[name])
        )

    return tuple(_judge(spec, held, absent) for spec in get_catalog().specs())


@cache
def gridded_climatology_tools() -> tuple[str, ...]:
    """Return the tools that need a climatology of grid points beside the data."""
    return tuple(spec.name for spec in get_catalog().specs() if spec.climatology)


def _judge(
    spec: ToolSpec,
    held: Container[str],
    absent: Callable[[str, tuple[float, ...]], tuple[float, ...]],
) -> ToolFeasibility:
    blocked: list[str] = []
    partial: list[str] = []
    for item in spec.inputs:
        if item.name not in held:
            (partial if item.optional else blocked).append(item.name)
            continue
        lacking = absent(item.name, item.levels_hpa)
        if not lacking:
            continue
        text = f"{item.name} at {', '.join(f'{level:g}' for level in lacking)} hPa"
        # a column needs levels, a field at one level needs that level
        column = item.dims[0] == "level" and len(lacking) < len(item.levels_hpa)
        (partial if column or item.optional else blocked).append(text)
    blocked += [alternatives_text(sets) for sets in lacking_alternatives(spec.one_of, held)]
    any_will_do = bool(spec.inputs) and all(item.optional for item in spec.inputs)
    if any_will_do and not any(item.name in held for item in spec.inputs):
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
