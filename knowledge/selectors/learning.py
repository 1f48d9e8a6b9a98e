"""What use shows of entries, in the open tenant scope."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal

from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import NotFoundError

from diagnostics.contracts.learned_experience import LearnedExperience
from diagnostics.messages import message
from knowledge.models import ExperienceSnapshot, Outcome
from knowledge.statistics import Tally, tally_of

Grouping = Literal["entry", "event_type", "season", "region", "resolution"]


def outcome_list(entry: str | None = None) -> OwnedQuerySet:
    """Return the outcomes of the centre, of one entry where it is named."""
    found: OwnedQuerySet = Outcome.objects.order_by("at")
    return found if entry is None else found.filter(entry_name=entry)


def group_of(row: Outcome, by: Grouping) -> str:
    """Return the group that an outcome belongs to."""
    if by == "resolution":
        return "" if row.resolution_deg is None else f"{row.resolution_deg:g}"
    name: str = {
        "entry": row.entry_name,
        "event_type": row.event_type,
        "season": row.season,
        "region": row.region,
    }[by]
    return name


def tallies(by: Grouping = "entry", *, entry: str | None = None) -> list[Tally]:
    """Return what use shows, by group, in the order of their names."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for row in outcome_list(entry):
        groups[group_of(row, by)].append(row)
    return [tally_of(name, rows) for name, rows in sorted(groups.items())]


def tallies_of(entries: Iterable[str]) -> dict[str, Tally]:
    """Return what use shows of some entries; those without a case are left out."""
    wanted = set(entries)
    return {one.group: one for one in tallies() if one.group in wanted}


def experience_newest() -> ExperienceSnapshot | None:
    """Return the newest snapshot of what use showed, or None."""
    found: ExperienceSnapshot | None = ExperienceSnapshot.objects.order_by("-created_at").first()
    return found


def experience_of(digest: str) -> LearnedExperience:
    """Return the experience with a digest, as a run takes it.

    Raises
    ------
    NotFoundError
        When the centre has none with it.
    """
    row: ExperienceSnapshot | None = ExperienceSnapshot.objects.filter(digest=digest).first()
    if row is None:
        raise NotFoundError(message("refusal-an_experience"))
    return LearnedExperience.model_validate(row.document)
