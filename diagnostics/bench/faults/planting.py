"""What a planted fault is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import xarray as xr

Plant = Callable[["xr.Dataset"], "xr.Dataset | None"]


@dataclass(frozen=True)
class Fault:
    """One kind of fault.

    Attributes
    ----------
    name : str
    needs : tuple of tuple of str
        Sets of canonical fields and axes (``time``, ``level``, ``latitude``, ``longitude``); with
        any one of them whole in the data the fault can be seen. ``any`` stands for any field.
    plant : callable
        Returns a copy with the fault, or None where the data do not allow it.
    hard : bool
        Whether a miss is honest: the traces that it leaves are weak by nature.
    """

    name: str
    needs: tuple[tuple[str, ...], ...]
    plant: Plant
    hard: bool = False

    def visible_in(self, dataset: xr.Dataset) -> bool:
        """Whether the fields that betray the fault are there."""
        known = {"any", *(str(name) for name in (*dataset.data_vars, *dataset.sizes))}
        return any(known.issuperset(names) for names in self.needs)


def changed_fields(clean: xr.Dataset, bad: xr.Dataset) -> frozenset[str]:
    """Return the fields whose values, unit or axes a fault has changed."""
    found = set()
    for name in {*clean.data_vars, *bad.data_vars}:
        if name not in clean or name not in bad or not clean[name].identical(bad[name]):
            found.add(str(name))
    return frozenset(found)


def faults_of(faults: Iterable[Fault]) -> dict[str, Fault]:
    """Return faults by name.

    Raises
    ------
    ValueError
        When a name stands twice.
    """
    found: dict[str, Fault] = {}
    for item in faults:
        if item.name in found:
            raise ValueError(f"the fault {item.name} stands twice")
        found[item.name] = item
    return found
