"""What an answer is held against: each check lists the problems, an empty list accepts."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from diagnostics.agents.models.choices import (
    ChartChoice,
    FieldChoice,
    IndexChoice,
    VerdictChoice,
)
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Verdict
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.roles import IndexCall, RetrievalPlan

MOST_NAMED = 6


def known_ids(ids: Sequence[str], offered: Collection[str], what: str) -> list[str]:
    """Every id must be among those offered, once."""
    problems = []
    for name in dict.fromkeys(ids):
        if name not in offered:
            near = difflib.get_close_matches(name, offered, n=3) or sorted(offered)[:3]
            problems.append(f"{name!r} is not {what} offered; near it are {_list(near)}")
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        problems.append(f"named twice: {_list(twice)}")
    return problems


def whole_choice(ids: Sequence[str], kept: Sequence[str], wanted: int) -> list[str]:
    """The rules of a hypothesis must leave the choice as it is."""
    if len(ids) != wanted:
        return [f"choose exactly {wanted} entries, not {len(ids)}"]
    lost = [name for name in ids if name not in kept]
    if lost:
        instead = [name for name in kept if name not in ids]
        return [
            f"{_list(lost)} cannot stand beside the others (a category or modality would be "
            f"missing, or two factors say the same); take for example {_list(instead)}"
        ]
    return []


def serving_retrieval(
    fields: Sequence[FieldChoice], needs: Iterable[tuple[str, Sequence[float]]], plan: RetrievalPlan
) -> list[str]:
    """Everything in `needs` must be read, and nothing that no factor of the plan can use."""
    needed = [(name, set(levels)) for name, levels in needs]
    given = {item.name for item in fields}
    levels = {level for item in fields for level in item.levels_hpa}
    missing = sorted({name for name, _ in needed} - given)
    too_few = sorted(set().union(*(part for _, part in needed)) - levels)
    superfluous = sorted(given.difference(plan.variables))
    too_many = sorted(levels.difference(plan.levels_hpa))
    told = (
        ("fields missing", missing),
        ("levels missing, in hPa", too_few),
        ("fields that no factor uses", superfluous),
        ("levels that no factor uses, in hPa", too_many),
    )
    return [f"{what}: {_list([f'{item}' for item in found])}" for what, found in told if found]


def same_call(choice: IndexChoice, call: IndexCall) -> list[str]:
    """Tool, reduction, level and parameters must be those of the library entry."""
    problems = []
    for name in ("tool", "reduction", "level", "params"):
        given, pinned = getattr(choice, name), getattr(call, name)
        if given != pinned:
            problems.append(f"{name} must be {pinned!r}, the entry's thresholds are made for it")
    return problems


def offered_times(choice: ChartChoice, offered: Collection[datetime]) -> list[str]:
    """Every time must be one of the data's times in the period that counts."""
    wrong = [format_instant(time) for time in choice.times if time not in offered]
    problems = [f"not among the times offered: {_list(wrong)}"] if wrong else []
    if len(set(choice.times)) < len(choice.times):
        problems.append("a time is named twice")
    return problems


def same_verdict(
    choice: VerdictChoice, verdict: Verdict, entry: GuidelineEntry, allowed: Collection[str]
) -> list[str]:
    """The verdict is the criteria's; explanations must be those that the entry names."""
    problems = []
    if choice.verdict is not verdict:
        problems.append(
            f"the criteria of {entry.id} give {verdict.value!r} on the arrays, "
            f"not {choice.verdict.value!r}"
        )
    named = [*choice.speaks_for, *choice.speaks_against]
    problems.extend(known_ids(named, allowed, "an explanation"))
    return problems


def every_one(ids: Sequence[str], needed: Collection[str]) -> list[str]:
    """All of `needed` must be named."""
    missing = [name for name in needed if name not in ids]
    return [f"missing: {_list(missing)}"] if missing else []


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(str(name)[:60] for name in names[:MOST_NAMED])
    return shown + (f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else "")
