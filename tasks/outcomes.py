"""What a finished diagnosis showed of each entry that it judged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime

from hvrmet.jobs.models import Job, SteeringOrder
from hvrmet.reports.models import Publication
from hvrmet.reviews.models import Correction

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.enums import EventType, OccurrenceStatus
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.report import Report
from diagnostics.guidelines.likelihood import half_year_of
from knowledge.models import Outcome
from knowledge.selectors.releases import release_document

_OCCURRED = {OccurrenceStatus.MET: True, OccurrenceStatus.NOT_MET: False}
_CELL = 10.0
_ACCEPTED = ("approved", "published", "superseded")


def outcomes_of(jobs: Iterable[Job]) -> Iterator[Outcome]:
    """Yield an outcome for each entry that a diagnosis judged, in the open scope of its centre.

    Whether the event occurred is what the data say of its criterion: unknown where they cannot
    test it.
    """
    releases: dict[str, GuidelineRelease] = {}
    for job in jobs:
        row = (
            Publication.objects.filter(report__job=job)
            .select_related("version")
            .order_by("version__number")
            .first()
        )
        if row is None:
            continue
        if job.release_digest not in releases:
            releases[job.release_digest] = release_document(job.release_digest)
        report = Report.model_validate(row.version.document, extra="ignore")
        yield from _outcomes(job, report, releases[job.release_digest])


def _outcomes(job: Job, report: Report, release: GuidelineRelease) -> Iterator[Outcome]:
    event = report.conclusion.event or report.conclusion.occurrence.event
    if event is None:
        return
    occurred = _OCCURRED.get(report.conclusion.occurrence.status)
    latitude, longitude = report.request.region.center
    moment = _moment(report, event)
    grid = report.inventory.grid
    orders = Counter(SteeringOrder.objects.filter(job=job).values_list("factor", flat=True))
    corrections = [
        json.dumps([one.edits, one.quantities])
        for one in Correction.objects.filter(report__job=job)
    ]
    accepted = Publication.objects.filter(report__job=job, status__in=_ACCEPTED).exists()
    entries = {entry.id: entry for entry in release.entries}
    for item in report.evidence:
        entry = entries.get(item.entry_id or "")
        if entry is None or item.judgement is None:
            continue
        yield Outcome(
            job_id=job.pk,
            entry_name=entry.id,
            entry_digest=digest_of(entry),
            release_digest=job.release_digest,
            event_type=event.value,
            season=half_year_of(moment.month, latitude),
            region=_cell(latitude, longitude),
            resolution_deg=None if grid is None else grid.spacing_deg,
            occurred=occurred,
            verdict=item.judgement.verdict.value,
            steered=orders[entry.id] + orders[entry.factor],
            corrected=sum(f'"{item.id}"' in text for text in corrections),
            accepted=accepted or None,
            at=job.moved_at,
        )


def _moment(report: Report, event: EventType) -> datetime:
    found = report.classification.assessment(event)
    peak = found.metrics.peak_time if found.metrics else None
    return peak or report.inventory.times[len(report.inventory.times) // 2]


def _cell(latitude: float, longitude: float) -> str:
    """Name the box of ten degrees that a place lies in by its south-western corner."""
    south = int(latitude // _CELL * _CELL)
    west = int(((longitude + 180.0) % 360.0 - 180.0) // _CELL * _CELL)
    return f"{abs(south)}{'N' if south >= 0 else 'S'} {abs(west)}{'E' if west >= 0 else 'W'}"
