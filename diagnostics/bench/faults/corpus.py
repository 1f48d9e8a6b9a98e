"""The corpus: every planter with the fields that betray its fault."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from types import ModuleType

from diagnostics.bench.faults import planters_of_axes, planters_of_values
from diagnostics.bench.faults.planting import Fault, Plant
from diagnostics.documents import read_yaml

_PREFIX = "fault_"


@cache
def corpus() -> dict[str, Fault]:
    """Return the faults by name.

    Raises
    ------
    KeyError
        When a planter has no record of the fields that betray it.
    """
    text = files("diagnostics.bench.faults").joinpath("corpus.yaml").read_text("utf-8")
    records = read_yaml(text)
    found: dict[str, Fault] = {}
    for module in (planters_of_values, planters_of_axes):
        for name, plant in _planters(module):
            record = records[name]
            needs = tuple(tuple(item.split()) for item in record["needs"])
            found[name] = Fault(name, needs, plant, bool(record.get("hard", False)))
    return found


def _planters(module: ModuleType) -> list[tuple[str, Plant]]:
    return [
        (name.removeprefix(_PREFIX), item)
        for name, item in vars(module).items()
        if name.startswith(_PREFIX)
    ]
