"""The filters of a list of jobs, as queries."""

from __future__ import annotations

from django.db.models import Case, F, FloatField, Q, When
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast

from diagnostics.contracts.space_time import Region
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.db.regions import CIRCLE, meets
from hvrmet.jobs.schemas import DiagnosisQuery


def jobs_chosen(jobs: OwnedQuerySet, query: DiagnosisQuery) -> OwnedQuerySet:
    """Return the jobs that pass every given filter."""
    chosen = jobs
    if query.status:
        chosen = chosen.filter(status__in=query.status)
    if query.event is not None:
        chosen = chosen.filter(Q(request__event=query.event) | Q(state__event=query.event))
    for name, value in (
        ("source", query.source),
        ("requested_by", query.requested_by),
        ("requested_by_id", query.requested_by_id),
        ("parent_id", query.parent),
        ("created_at__gte", query.since),
        ("created_at__lt", query.until),
    ):
        if value is not None:
            chosen = chosen.filter(**{name: value})
    return chosen if query.region is None else jobs_meeting(chosen, query.region)


def jobs_meeting(jobs: OwnedQuerySet, region: Region) -> OwnedQuerySet:
    """Return the jobs whose region shares a point with `region`, around the globe.

    A stored box across the date line has its east edge, within -180..180, west of its west edge.
    """
    west, south, edge, north = (
        Cast(KeyTextTransform(number, KeyTransform("region", "request")), FloatField())
        for number in range(4)
    )
    placed = jobs.alias(west=west, south=south, edge=edge, north=north).alias(
        east=Case(When(edge__lt=F("west"), then=F("edge") + CIRCLE), default=F("edge"))
    )
    found: OwnedQuerySet = placed.filter(meets(region))
    return found
