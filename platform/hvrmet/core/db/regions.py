"""Boxes on the globe, as queries."""

from __future__ import annotations

from django.db.models import Q

from diagnostics.contracts.space_time import Region

CIRCLE = 360.0


def meets(region: Region) -> Q:
    """Select rows whose box ``west, south, east, north`` shares a point with `region`.

    Either may cross the date line, so the comparison is made three times, a turn apart.
    """
    beside = Q()
    for turn in (-CIRCLE, 0.0, CIRCLE):
        beside |= Q(west__lte=region.east + turn, east__gte=region.west + turn)
    return beside & Q(south__lte=region.north, north__gte=region.south)
