"""What the library would say with a proposal, and what would be wrong with it then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from diagnostics.contracts.library import (
    Library,
    LibraryEntry,
    LibraryItem,
    LibraryPreset,
    LibraryReference,
)
from diagnostics.errors import ArgumentError
from diagnostics.guidelines import library_preset
from diagnostics.guidelines.exchange import (
    Problem,
    library_problems,
    patched,
    read_items,
    removal_problems,
    tool_problems,
    twin_problems,
)
from diagnostics.messages import Message
from knowledge.catalog import tools_by_name
from knowledge.models import ProposedField, ProposedKind
from knowledge.selectors.library import library_in_force
from knowledge.selectors.proposals import Item, Present, ProposalStanding


@dataclass(frozen=True)
class Outcome:
    """What the library would say with a proposal, and what is wrong with it.

    Attributes
    ----------
    changed : Library
        The items that it changes or adds, alone.
    removed : frozenset of Item
    problems : tuple of Problem
    before, after : Library
        The whole library without the proposal, and with it.
    """

    changed: Library
    removed: frozenset[Item]
    problems: tuple[Problem, ...]
    before: Library
    after: Library


def proposal_outcome(standing: ProposalStanding) -> Outcome:
    """Put a proposal's values into the library, without keeping it, and check the result."""
    removed = frozenset(
        (item.row.kind, item.row.item) for item in standing.fields if not item.row.path
    )
    values: dict[Item, dict[str, Any]] = defaultdict(dict)
    present: dict[Item, Present] = {}
    for item in standing.fields:
        name = (item.row.kind, item.row.item)
        present[name] = item.present
        if name not in removed:
            values[name][item.row.path] = item.row.value
    before = library_in_force()
    presets = {preset.name: preset for preset in before.presets}
    revised = []
    documents: list[tuple[str, Any]] = []
    problems: list[Problem] = []
    for (kind, key), changes in values.items():
        if kind == ProposedKind.PRESET:
            revised.append(library_preset(presets.get(key, LibraryPreset(name=key)), changes))
            continue
        try:
            base = present[kind, key].document or _named(kind, key)
            documents.append((kind, patched(base, changes)))
        except ArgumentError as error:
            problems.append(Problem(kind, key, "", error.text))
    changed, wrong = read_items(documents)
    changed = changed.model_copy(update={"presets": tuple(revised)})
    problems += wrong
    problems += _renamed(changed, values)
    tools = tools_by_name()
    units = {}
    for entry in changed.entries:
        problems += tool_problems(entry, tools)
        units[entry.id] = getattr(entry.expected, "unit", "")
    problems += [
        _other_unit(item.row, units[item.row.item])
        for item in standing.fields
        if item.row.unit and units.get(item.row.item, item.row.unit) != item.row.unit
    ]
    library = _without(before, removed).joined(changed)
    problems += removal_problems(library, removed) or library_problems(library)
    problems += twin_problems(library.entries, changed.entries)
    return Outcome(changed, removed, tuple(problems), before, library)


def _other_unit(row: ProposedField, unit: str) -> Problem:
    params = {"given": row.unit, "unit": unit}
    return Problem(
        "entry", row.item, row.path, Message(id="libraryerror-unit_changed", params=params)
    )


def _named(kind: str, key: str) -> dict[str, Any]:
    """Return a new item's document, which holds nothing but its name."""
    if kind == ProposedKind.CAUSE:
        return {"id": key.rpartition("/")[2]}
    return {"id" if kind == ProposedKind.ENTRY else "key": key}


def name_of(item: LibraryItem) -> Item:
    """Return the kind and the name of an item."""
    if isinstance(item, LibraryEntry):
        return ProposedKind.ENTRY, item.id
    if isinstance(item, LibraryPreset):
        return ProposedKind.PRESET, item.name
    kind = ProposedKind.REFERENCE if isinstance(item, LibraryReference) else ProposedKind.CAUSE
    return kind, item.key


def _renamed(changed: Library, wanted: Iterable[Item]) -> list[Problem]:
    """Find explanations whose name would not be that of their first type of event any more."""
    known = set(wanted)
    return [
        Problem("cause", cause.key, "event_types", Message(id="libraryerror-renamed"))
        for cause in changed.causes
        if name_of(cause) not in known
    ]


def _without(library: Library, removed: frozenset[Item]) -> Library:
    if not removed:
        return library
    return library.model_copy(
        update={
            "entries": tuple(item for item in library.entries if name_of(item) not in removed),
            "causes": tuple(item for item in library.causes if name_of(item) not in removed),
            "references": tuple(
                item for item in library.references if name_of(item) not in removed
            ),
        }
    )
