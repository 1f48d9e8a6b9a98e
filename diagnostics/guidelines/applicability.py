"""Whether an entry applies to a case: season, latitude, place and subtype."""

from __future__ import annotations

from datetime import datetime

from diagnostics.contracts.base import Contract
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.space_time import Region
from diagnostics.messages import Listing, Message, Param, Term

_HALF_YEAR = 6


class CaseProfile(Contract):
    """What the machine conditions of an entry look at.

    `latitude` and `longitude` are those of the region's centre, in degrees; `month` is the
    calendar month of the event; `subtypes` come from the classification.
    """

    event: EventType
    month: int
    latitude: float
    longitude: float
    subtypes: tuple[str, ...] = ()


def case_profile(
    event: EventType, region: Region, classification: Classification, *, middle: datetime
) -> CaseProfile:
    """Return the profile of a case: season, place and subtype of an event.

    Parameters
    ----------
    event : EventType
    region : Region
        Of the request.
    classification : Classification
    middle : datetime
        Stands for the peak where nothing was measured.
    """
    found = classification.assessment(event)
    peak = found.metrics.peak_time if found.metrics else None
    latitude, longitude = region.center
    return CaseProfile(
        event=event,
        month=(peak or middle).month,
        latitude=latitude,
        longitude=longitude,
        subtypes=(found.subtype,) if found.subtype else (),
    )


def northern_month(month: int, latitude: float) -> int:
    """Return the month that the Northern Hemisphere would call the season of a place."""
    return month if latitude >= 0 else (month + _HALF_YEAR - 1) % 12 + 1


def _inside(profile: CaseProfile, box: tuple[float, float, float, float]) -> bool:
    west, south, east, north = box
    width = (east - west) % 360.0 or 360.0
    offset = (profile.longitude - west) % 360.0
    return south <= profile.latitude <= north and offset <= width


def inapplicable_reason(entry: GuidelineEntry, profile: CaseProfile) -> Message | None:
    """Say why an entry does not apply to a case; None when it does.

    An entry with a subtype applies where the classification names that subtype or none at all.
    """
    conditions = entry.conditions_machine
    if profile.event not in entry.event_types:
        return Message(id="inapplicable-event", params={"event": Term(term=profile.event.value)})
    month = northern_month(profile.month, profile.latitude)
    if conditions.months_nh and month not in conditions.months_nh:
        return Message(id="inapplicable-season", params={"month": f"{profile.month}"})
    if conditions.abs_lat_range is not None:
        low, high = conditions.abs_lat_range
        if not low <= abs(profile.latitude) <= high:
            params: dict[str, Param] = {
                "latitude": f"{profile.latitude:.1f}",
                "low": f"{low:g}",
                "high": f"{high:g}",
            }
            return Message(id="inapplicable-latitude", params=params)
    if conditions.event_centre_in is not None and not _inside(profile, conditions.event_centre_in):
        return Message(id="inapplicable-area")
    wanted, named = set(conditions.subtype), set(profile.subtypes)
    if wanted and named and not wanted & named:
        params = {
            "wanted": Listing(items=tuple(Term(term=one) for one in conditions.subtype)),
            "named": Listing(items=tuple(Term(term=one) for one in profile.subtypes)),
        }
        return Message(id="inapplicable-subtype", params=params)
    return None
