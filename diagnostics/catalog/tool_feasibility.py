"""Whether a tool can run on the data at hand, from the inventory alone."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from functools import cache

from diagnostics.catalog.registry import get_catalog
from diagnostics.contracts.enums import Feasibility, ToolKind
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.tools import ToolFeasibility, ToolSpec
from diagnostics.quantities.operators import index_tool
from diagnostics.quantities.signature import read_signature


@dataclass(frozen=True)
class Lack:
    """An input that data do not have: a field, one of several, or a field at some levels."""

    fields: tuple[str, ...]
    levels_hpa: tuple[float, ...] = ()

    def __str__(self) -> str:
        """Name it, as in ``t at 850, 700 hPa``."""
        levels = ", ".join(f"{level:g}" for level in self.levels_hpa)
        return " or ".join(self.fields) + (f" at {levels} hPa" if levels else "")


@dataclass(frozen=True)
class Lacks:
    """What data lack for a tool: without `blocked` it cannot run, without `partial` it can."""

    spec: ToolSpec
    blocked: tuple[Lack, ...] = ()
    partial: tuple[Lack, ...] = ()

    @property
    def state(self) -> Feasibility:
        """Whether the tool can run, a gridded climatology aside counting as not given."""
        if self.blocked:
            return Feasibility.BLOCKED
        partly = self.spec.climatology or self.partial
        return Feasibility.PARTIAL if partly else Feasibility.FEASIBLE


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
    return tuple(_judge(lacks.spec, lacks) for lacks in lacking(inventory))


def lacking(inventory: Inventory) -> tuple[Lacks, ...]:
    """Return for every tool of the catalogue what the data lack.

    Parameters
    ----------
    inventory : Inventory
    """
    held = {item.name: item.levels_hpa for item in inventory.variables}

    @cache
    def absent(name: str, levels: tuple[float, ...]) -> tuple[float, ...]:
        """Levels that the data lack: asked once of a field, for the many tools that need it."""
        return tuple(
            level for level in levels if not any(abs(level - have) < 1e-6 for have in held[name])
        )

    return tuple(_lacks(spec, held, absent) for spec in get_catalog().specs())


@cache
def gridded_climatology_tools() -> tuple[str, ...]:
    """Return the tools that need a climatology of grid points beside the data."""
    return tuple(spec.name for spec in get_catalog().specs() if spec.climatology)


def _lacks(
    spec: ToolSpec,
    held: Container[str],
    absent: Callable[[str, tuple[float, ...]], tuple[float, ...]],
) -> Lacks:
    blocked: list[Lack] = []
    partial: list[Lack] = []
    for item in spec.inputs:
        if item.name not in held:
            (partial if item.optional else blocked).append(Lack((item.name,)))
            continue
        lacking = absent(item.name, item.levels_hpa)
        if not lacking:
            continue
        # a column needs levels, a field at one level needs that level
        column = item.dims[0] == "level" and len(lacking) < len(item.levels_hpa)
        (partial if column or item.optional else blocked).append(Lack((item.name,), lacking))
    if blocked and _model_gives(spec, held):
        blocked, partial = [], [*blocked, *partial]
    any_will_do = bool(spec.inputs) and all(item.optional for item in spec.inputs)
    if any_will_do and not any(item.name in held for item in spec.inputs):
        blocked = [Lack(tuple(item.name for item in spec.inputs))]
    return Lacks(spec, tuple(dict.fromkeys(blocked)), tuple(dict.fromkeys(partial)))


def _model_gives(spec: ToolSpec, held: Container[str]) -> bool:
    """Whether the data hold the model's own fields of what an index would compute."""
    function = index_tool(spec.name).record.from_model if spec.kind is ToolKind.INDEX else None
    if function is None:
        return False
    return all(item.name in held for item in read_signature(function).fields.values())


def _judge(spec: ToolSpec, lacks: Lacks) -> ToolFeasibility:
    if lacks.blocked:
        note = f"lacks {'; '.join(map(str, lacks.blocked))}"
    elif spec.climatology:
        note = f"needs --climatology with {spec.climatology}"
    elif lacks.partial:
        note = f"works without {'; '.join(map(str, lacks.partial))}"
    else:
        note = ""
    return ToolFeasibility(
        name=spec.name,
        kind=spec.kind,
        feasibility=lacks.state,
        missing=tuple(map(str, lacks.blocked or lacks.partial)),
        note=note,
    )
