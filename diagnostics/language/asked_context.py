"""What a request in words is read against: the data that it may name, and what stands beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from diagnostics.contracts.asked_words import (
    Slot,
    SlotName,
    WhenSlot,
    WhereSlot,
)
from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region


@dataclass(frozen=True)
class KnownSource:
    """Data that a request may name.

    Parameters
    ----------
    name, title, title_zh : str
    times : sequence of datetime
        UTC, ascending; empty where they are not known.
    region : Region, optional
        Extent; None where it is not known.
    """

    name: str
    title: str = ""
    title_zh: str = ""
    times: Sequence[datetime] = ()
    region: Region | None = None

    def written(self, language: Language) -> str:
        """Return its title in a language."""
        return (self.title_zh if language is Language.ZH else "") or self.title or self.name


@dataclass(frozen=True)
class AskedContext:
    """What a request in words is read against.

    Parameters
    ----------
    sources : sequence of KnownSource
        All that a request may name.
    source : str, optional
        The one whose times and area count where the words name none; the only one without it.
    now : datetime, optional
        What relative times count from; the last time of the data otherwise.
    timezone : str, optional
        Zone of times that name none: an IANA name or an offset.
    timezone_assumed : bool
        Whether nobody asked for that zone.
    language : Language, optional
        Of the answer; that of the text otherwise.
    given : set of SlotName
        Parts that stand beside the text: their words are read and not used.
    """

    sources: Sequence[KnownSource] = ()
    source: str | None = None
    now: datetime | None = None
    timezone: str | None = None
    timezone_assumed: bool = False
    language: Language | None = None
    given: frozenset[SlotName] = frozenset()


def may_hold(source: KnownSource, slots: Iterable[Slot]) -> bool:
    """Whether data may hold the place and the period."""
    areas = [slot.region for slot in slots if isinstance(slot, WhereSlot)]
    periods = [slot.window for slot in slots if isinstance(slot, WhenSlot)]
    return all(source.region is None or _share(source.region, area) for area in areas) and all(
        not source.times or (one.start <= source.times[-1] and source.times[0] <= one.end)
        for one in periods
    )


def _share(one: Region, other: Region) -> bool:
    """Whether two boxes share any of their area."""
    if one.south > other.north or other.south > one.north:
        return False
    return any(
        one.west <= other.east + turn and other.west + turn <= one.east
        for turn in (-360.0, 0.0, 360.0)
    )
