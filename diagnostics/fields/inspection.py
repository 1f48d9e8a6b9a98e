"""What is in a source: the inventory, with a look at a sample of the values."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Severity
from diagnostics.contracts.inventory import Finding, Inventory, VariableInfo
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.blocks import finding_of
from diagnostics.messages import Message
from diagnostics.ports import FieldRequest, FieldSource

_SAMPLED_LEVELS = 3
_SMALL = 160_000
"""Cells times times of a field that is read whole."""


def inspect_source(source: FieldSource) -> Inventory:
    """Return the inventory of a source, with the share of missing values and more findings.

    One time in the middle of each field is read (three levels of a level field), which is enough
    to meet wrong units, wrong packing and missing values; small surface fields are read at every
    time, so that single steps that are missing are found.

    Parameters
    ----------
    source : FieldSource

    Returns
    -------
    Inventory
    """
    inventory = source.inventory()
    findings = list(inventory.findings)
    if inventory.origin == "unknown":
        findings.append(
            finding_of("origin_unknown", Severity.INFO, Message(id="reader-origin_unknown"))
        )
    if inventory.step_hours is None and len(inventory.times) > 1:
        findings.append(
            finding_of(
                "uneven_times",
                Severity.WARNING,
                Message(id="reader-uneven_times", params={"count": f"{len(inventory.times)}"}),
            )
        )
    variables = tuple(_sampled(source, inventory, item, findings) for item in inventory.variables)
    return inventory.model_copy(update={"variables": variables, "findings": tuple(findings)})


def _sampled(
    source: FieldSource, inventory: Inventory, item: VariableInfo, findings: list[Finding]
) -> VariableInfo:
    if not inventory.times or inventory.grid is None:
        return item
    cells = inventory.grid.shape[0] * inventory.grid.shape[1]
    is_moving = any(finding.code == "moving_grid" for finding in inventory.findings)
    is_small = cells * len(inventory.times) <= _SMALL and not item.levels_hpa and not is_moving
    middle = inventory.times[len(inventory.times) // 2]
    request = FieldRequest(
        variables=(item.name,),
        levels_hpa=_some(item.levels_hpa),
        window=None if is_small else TimeWindow(start=middle, end=middle),
    )
    try:
        dataset = source.load(request)
    except DiagnosticsError as error:
        findings.append(finding_of(error.code, Severity.ERROR, error.text))
        return item
    findings.extend(
        Finding(code="values_masked", severity=Severity.WARNING, message=str(text))
        for text in dataset.attrs.get("warnings", ())
    )
    values = dataset[item.name]
    if is_small and "time" in values.dims:
        empty = np.isnan(values.values).reshape(values.sizes["time"], -1).all(axis=1)
        if 0 < empty.sum() < empty.size and item.times == len(inventory.times):
            when = [format_instant(inventory.times[i]) for i in np.flatnonzero(empty)[:4]]
            findings.append(
                finding_of(
                    "missing_steps",
                    Severity.WARNING,
                    Message(
                        id="reader-missing_steps",
                        params={
                            "name": item.name,
                            "count": f"{int(empty.sum())}",
                            "times": ", ".join(when) + (" ..." if empty.sum() > len(when) else ""),
                        },
                    ),
                )
            )
    fraction = float(np.isnan(values.values).mean()) if values.size else 0.0
    return item.model_copy(update={"missing_fraction": round(fraction, 4)})


def _some(levels: tuple[float, ...]) -> tuple[float, ...]:
    if len(levels) <= _SAMPLED_LEVELS:
        return levels
    return (levels[0], levels[len(levels) // 2], levels[-1])
