"""Both sides of a change: releases, and the fields of an entry that decide something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from diagnostics.contracts.effect import CriteriaChange, EntryChange
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.library import Touch
from diagnostics.guidelines import changed_release, release_digest, touch_of

Progress = Callable[[int, int], None]
"""Told how much is done, of how much; may raise to interrupt."""

_COUNTS = frozenset({"finding", "restates_criterion"})
"""Fields that say whether a confirmed factor counts, and leave the verdict as it is."""


@dataclass(frozen=True)
class BothReleases:
    """A release with the entries of a change as they were, and as they are to be."""

    before: GuidelineRelease
    after: GuidelineRelease

    def each(self, make: Callable[[GuidelineRelease], GuidelineRelease]) -> BothReleases:
        """Return both with something done to each."""
        return BothReleases(make(self.before), make(self.after))


def with_digest(release: GuidelineRelease) -> GuidelineRelease:
    """Give a release its digest, which a run pins."""
    return release.model_copy(update={"digest": release_digest(release)})


def both_releases(release: GuidelineRelease, changes: Sequence[EntryChange]) -> BothReleases:
    """Put each side of a change into a release.

    Parameters
    ----------
    release : GuidelineRelease
        It may hold other words of the changed entries than either side.
    changes : sequence of EntryChange

    Returns
    -------
    BothReleases
        Without digests.
    """
    undone = [EntryChange(before=item.after, after=item.before) for item in changes]
    return BothReleases(changed_release(release, undone), changed_release(release, changes))


def criteria_releases(release: GuidelineRelease, change: CriteriaChange) -> BothReleases:
    """Put each side of changed criteria into a release that may hold others."""
    undone = CriteriaChange(preset=change.preset, before=change.after, after=change.before)
    return BothReleases(
        changed_release(release, (), [undone]), changed_release(release, (), [change])
    )


def events_of(change: EntryChange) -> frozenset[EventType]:
    """Return the types of event that an entry is about, before or after."""
    sides = (change.before, change.after)
    return frozenset(event for entry in sides if entry is not None for event in entry.event_types)


def judges_alike(change: EntryChange) -> bool:
    """Whether nothing differs that a verdict depends on, so that both sides share one."""
    return not any(_judges(name) for name in _differing(change))


def chooses_otherwise(change: EntryChange) -> bool:
    """Whether something differs that a verdict does not depend on, and a conclusion may."""
    return any(not _judges(name) for name in _differing(change))


def _judges(name: str) -> bool:
    return touch_of(name) is Touch.VERDICT and name not in _COUNTS


def _differing(change: EntryChange) -> frozenset[str]:
    """Return the fields that decide something and differ; all of a new or removed entry."""
    before, after = change.before, change.after
    return frozenset(
        name
        for name in GuidelineEntry.model_fields
        if touch_of(name) is not Touch.TEXT
        and (before is None or after is None or getattr(before, name) != getattr(after, name))
    )
