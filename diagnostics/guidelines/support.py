"""What an explanation rests on: its own factors, and when they are enough to confirm it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from diagnostics.contracts.enums import Category, CauseStanding
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.roles import BY_CLASSIFICATION, CauseWeight

ENOUGH_FACTORS = 3
"""Factors of its own that confirm an explanation, where none that counts speaks against it [D]."""
ENOUGH_CATEGORIES = 2
"""Categories that these are of, at least [D]."""
ENOUGH_IN_PART = 2
"""Factors of its own that confirm an explanation in part [D]."""
BY_STRUCTURE = frozenset({"tropical_cyclone", "tropical_system"})
"""What a low is by its structure, a warm core: a deep low or moist air alone leaves it open."""


@dataclass(frozen=True)
class Support:
    """What speaks for and against the leading explanation, of what counts.

    Attributes
    ----------
    cause : str
        Empty where none leads.
    own : tuple of EvidenceItem
        Confirmed factors that count and that the library lists as speaking for it.
    categories : frozenset of Category
        Theirs.
    against : tuple of str
        Ids of confirmed factors that count and speak against it. A factor of its own that was not
        found is none: that lowers its weight.
    by_structure : bool
        The classification found the structure that it is by: then it is the cause, in part at
        least, whatever else could be tested.
    """

    cause: str = ""
    own: tuple[EvidenceItem, ...] = ()
    categories: frozenset[Category] = frozenset()
    against: tuple[str, ...] = ()
    by_structure: bool = False

    @property
    def confirms(self) -> bool:
        """Whether the explanation is confirmed."""
        return not (self.against or self.lacking)

    @property
    def in_part(self) -> bool:
        """Whether the explanation is confirmed in part at least."""
        return self.by_structure or len(self.own) >= ENOUGH_IN_PART

    @property
    def lacks_only_a_category(self) -> bool:
        """Whether its own factors are many enough, but all of one kind."""
        return len(self.own) >= ENOUGH_FACTORS and len(self.categories) < ENOUGH_CATEGORIES

    @property
    def lacking(self) -> int:
        """How many more factors of its own would be enough."""
        factors = max(0, ENOUGH_FACTORS - len(self.own))
        return max(factors, min(1, ENOUGH_CATEGORIES - len(self.categories)))


def support_of(
    causes: Iterable[CauseWeight],
    counting: Collection[EvidenceItem],
    entries: Mapping[str, GuidelineEntry],
) -> Support:
    """Return what the leading explanation rests on.

    Parameters
    ----------
    causes : iterable of CauseWeight
        As they were weighed.
    counting : collection of EvidenceItem
        Confirmed evidence that counts.
    entries : mapping
        Of the release, by id.
    """
    leading = next((item for item in causes if item.standing is CauseStanding.LEADING), None)
    if leading is None:
        return Support()
    own = [
        (item, entry)
        for item in counting
        if (entry := entries.get(item.entry_id or "")) and leading.cause in entry.supports
    ]
    known = {item.id for item in counting} | {BY_CLASSIFICATION}
    return Support(
        cause=leading.cause,
        own=tuple(item for item, _ in own),
        categories=frozenset(entry.category for _, entry in own),
        against=tuple(name for name in leading.opposed_by if name in known),
        by_structure=leading.cause in BY_STRUCTURE and BY_CLASSIFICATION in leading.supported_by,
    )
