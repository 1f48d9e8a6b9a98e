"""Tell what data hold: fields, levels, times, grid; what can be computed; what is missing."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import add_data, data_selection
from diagnostics.cli.output import Output
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.inventory import Inventory
from diagnostics.service.inspection import inspect


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_data(parser)


def run(options: argparse.Namespace, output: Output) -> None:
    """Print the inventory of the data."""
    inventory = inspect(data_selection(options.data, options))
    if output.json:
        output.document(inventory)
    else:
        _print(inventory, output)


def _print(inventory: Inventory, output: Output) -> None:
    output.text(f"{inventory.title or 'data'} ({inventory.format}, {inventory.origin})")
    if inventory.grid is not None:
        grid = inventory.grid
        output.text(
            f"grid: {grid.kind}, {grid.shape[0]} x {grid.shape[1]}, about {grid.spacing_deg:g} "
            f"degrees, W,S,E,N = {','.join(f'{edge:g}' for edge in grid.region.bounds())}"
        )
    if inventory.times:
        first, last = inventory.times[0], inventory.times[-1]
        output.text(
            f"times: {len(inventory.times)}, {format_instant(first)} to {format_instant(last)}"
        )
    if inventory.levels_hpa:
        output.text("levels (hPa): " + ", ".join(f"{level:g}" for level in inventory.levels_hpa))
    rows = [
        [item.name, item.long_name, item.unit, item.source_name, str(len(item.levels_hpa) or "")]
        for item in inventory.variables
    ]
    output.table("Fields", ["name", "what", "unit", "in the file", "levels"], rows)
    rows = [[item.severity.value, item.code, item.message] for item in inventory.findings]
    if rows:
        output.table("Findings", ["weight", "code", "what"], rows)
    rows = [
        [item.kind.value, item.name, item.feasibility.value, ", ".join(item.missing)]
        for item in inventory.tools
    ]
    output.table("What can be computed", ["kind", "name", "", "missing"], rows)
