"""What an answer is compared with: each check lists the problems, an empty list accepts."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence
from datetime import datetime

from diagnostics.agents.llm.answer_types import ChartChoice
from diagnostics.contracts.base import format_instant

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


def offered_times(choice: ChartChoice, offered: Collection[datetime]) -> list[str]:
    """Every time must be one of the data's times in the period that counts."""
    wrong = [format_instant(time) for time in choice.times if time not in offered]
    problems = [f"not among the times offered: {_list(wrong)}"] if wrong else []
    if len(set(choice.times)) < len(choice.times):
        problems.append("a time is named twice")
    return problems


def every_one(ids: Sequence[str], needed: Collection[str]) -> list[str]:
    """All of `needed` must be named."""
    missing = [name for name in needed if name not in ids]
    return [f"missing: {_list(missing)}"] if missing else []


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(str(name)[:60] for name in names[:MOST_NAMED])
    return shown + (f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else "")
