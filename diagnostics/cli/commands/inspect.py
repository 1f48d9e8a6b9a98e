"""Tell what data hold: fields, levels, times, grid; what can be computed; what is missing."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from diagnostics.cli.arguments import add_data, data_selection
from diagnostics.cli.output import Output
from diagnostics.cli.record_table import print_records
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.checking import DataCheck
from diagnostics.contracts.enums import Language
from diagnostics.contracts.inventory import Inventory, VariableInfo
from diagnostics.messages import Listing, Message, Param, Term, is_term, render
from diagnostics.reporting.messages import translated
from diagnostics.service.inspection import inspect


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_data(parser)
    parser.add_argument("--checks", action="store_true", help="name the checks that could not run")


def run(options: argparse.Namespace, output: Output) -> None:
    """Print the inventory of the data."""
    inventory = inspect(data_selection(options.data, options))
    if output.json:
        output.document(inventory)
    else:
        _print(inventory, output, checks=options.checks)


def _origin(info: VariableInfo) -> str:
    """Return the names in the file, with the spacing of a grid that is not the source's own."""
    return info.source_name + (f" [{info.grid.spacing_deg:g}°]" if info.grid else "")


def _print(inventory: Inventory, output: Output, *, checks: bool) -> None:
    what: Param = inventory.title or Message(id="command-data")
    about: dict[str, Param] = {
        "title": what,
        "format": inventory.format,
        "origin": Term(term=inventory.origin),
    }
    output.say(Message(id="command-inventory", params=about))
    output.choice(inventory.choice)
    for line in _extent(inventory):
        output.say(line)
    rows: list[list[Param]] = [
        [item.name, _name_of(item), item.unit, _origin(item), str(len(item.levels_hpa) or "")]
        for item in inventory.variables
    ]
    heads = ("name", "what", "unit", "in_the_file", "levels")
    output.table(Message(id="command-fields"), heads, rows)
    print_records(inventory, output)
    checked = inventory.checked
    repeated = [item.reason for item in checked.findings] if checked is not None else []
    rows = [
        [
            Term(term=f"severity_{item.severity.value}"),
            item.code,
            item.wording or translated(item.message, Language(output.language)),
        ]
        for item in inventory.findings
        if (item.wording or item.message) not in repeated
    ]
    if rows:
        output.table(Message(id="command-findings"), ("weight", "code", "what"), rows)
    rows = [[item.name, item.wording, ", ".join(item.nearest)] for item in inventory.left_out]
    if rows:
        output.table(Message(id="data-left_out"), ("", "", "nearest"), rows)
    if inventory.checked is not None:
        _print_check(inventory.checked, checks, output)
    rows = [
        [
            Term(term=item.event.value),
            Term(term=f"feasibility_{item.feasibility.value}"),
            _names_of(item.fields),
            _names_of(item.missing),
            item.message or "",
        ]
        for item in inventory.events
    ]
    heads = ("type", "", "fields", "missing", "what")
    output.table(Message(id="command-event_support"), heads, rows)
    rows = [
        [
            Term(term=item.kind.value),
            item.name,
            Term(term=f"feasibility_{item.feasibility.value}"),
            ", ".join(item.missing),
        ]
        for item in inventory.tools
    ]
    output.table(Message(id="command-computable"), ("kind", "name", "", "missing"), rows)


def _name_of(info: VariableInfo) -> Param:
    """Return what a field is called: by the vocabulary where it is in it, else by its file."""
    known = f"field_{info.name}"
    return Term(term=known) if is_term(known) else info.long_name


def _names_of(fields: Iterable[str]) -> Param:
    """Return what fields are called, in a row."""
    known = ((name, f"field_{name}") for name in fields)
    return Listing(items=tuple(Term(term=term) if is_term(term) else name for name, term in known))


def _extent(inventory: Inventory) -> Iterable[Message]:
    grid = inventory.grid
    if grid is not None:
        params: dict[str, Param] = {
            "kind": Term(term=f"grid_{grid.kind}"),
            "rows": str(grid.shape[0]),
            "columns": str(grid.shape[1]),
            "spacing": f"{grid.spacing_deg:g}",
            "edges": ",".join(f"{edge:g}" for edge in grid.region.bounds()),
        }
        yield Message(id="command-grid", params=params)
    if inventory.times:
        span: dict[str, Param] = {
            "count": str(len(inventory.times)),
            "first": format_instant(inventory.times[0]),
            "last": format_instant(inventory.times[-1]),
        }
        yield Message(id="command-times", params=span)
    if inventory.levels_hpa:
        levels = ", ".join(f"{level:g}" for level in inventory.levels_hpa)
        yield Message(id="command-levels", params={"levels": levels})


def _print_check(check: DataCheck, names: bool, output: Output) -> None:
    rows: list[list[Param]] = [
        [
            Term(term=f"weight_{item.weight.value}"),
            Term(term=f"check_{item.rule}") if output.is_translated() else item.rule,
            ", ".join(item.fields),
            Message(
                id="command-finding_with_cure", params={"finding": item.wording, "cure": item.cure}
            ),
        ]
        for item in check.findings
    ]
    if rows:
        heads = ("weight", "check", "fields", "what")
        output.table(Message(id="command-checks"), heads, rows)
    counts: dict[str, Param] = {"ran": str(len(check.ran)), "found": str(len(check.findings))}
    output.say(Message(id="command-checks_ran", params=counts))
    lacks: dict[str, list[Param]] = {}
    for item in check.not_run:
        lack = render(item.lack, output.language)
        lacks.setdefault(lack, []).append(Term(term=f"check_{item.rule}"))
    if lacks:
        entry = "command-checks_not_run" if names else "command-checks_not_run_unnamed"
        output.say(Message(id=entry, params={"count": str(len(check.not_run))}))
    for lack, checks in lacks.items():
        listed: Param = Listing(items=tuple(checks)) if names else str(len(checks))
        line = Message(id="command-check_lacks", params={"lack": lack, "checks": listed})
        output.text(f"  {render(line, output.language)}")
