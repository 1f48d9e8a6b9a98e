"""Keeping what diagnoses showed of entries, and the experience that later runs are given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone
from hvrmet.jobs.models import Job
from hvrmet.jobs.states import JobKind, JobStatus

from diagnostics.contracts.guidelines import Experience
from diagnostics.contracts.learned_experience import LearnedExperience
from knowledge.models import ExperienceSnapshot, Outcome

AGAIN = timedelta(days=30)
"""So long after its end a diagnosis is counted again: reviews and corrections come later."""
BATCH = 200
_COUNTED = (
    *("entry_digest", "release_digest", "event_type", "season", "region", "resolution_deg"),
    *("occurred", "verdict", "steered", "corrected", "accepted", "seconds", "at"),
)


def jobs_to_count() -> list[Job]:
    """Return finished diagnoses that are not counted, and those whose reviews may still come."""
    counted = Outcome.objects.filter(job_id=OuterRef("pk"))
    finished = Job.objects.filter(kind=JobKind.DIAGNOSIS, status=JobStatus.FINISHED)
    fresh = list(finished.filter(~Exists(counted)).order_by("created_at")[:BATCH])
    recent = finished.filter(moved_at__gt=timezone.now() - AGAIN).order_by("-moved_at")[:BATCH]
    return [*fresh, *(job for job in recent if job not in fresh)]


def outcomes_store(found: Iterable[Outcome]) -> int:
    """Store outcomes; what is known of a diagnosis already is brought up to date."""
    rows = list(found)
    Outcome.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=("tenant", "job_id", "entry_name"),
        update_fields=_COUNTED,
        batch_size=500,
    )
    return len(rows)


def experience_take() -> ExperienceSnapshot | None:
    """Take a snapshot of what use shows, unless it is the newest one; None without a case.

    Only verdicts of cases whose event is known to have occurred or not are in it. Runs that begin
    later are given it and record its digest; a released entry stays as it is.
    """
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    total = 0
    decided = Outcome.objects.filter(occurred__isnull=False, verdict__in=("confirmed", "refuted"))
    for name, occurred, verdict in decided.values_list("entry_name", "occurred", "verdict"):
        suffix = "" if occurred else "_without"
        counts[name][f"tested{suffix}"] += 1
        counts[name][f"confirmed{suffix}"] += verdict == "confirmed"
        total += 1
    if not total:
        return None
    learned = LearnedExperience(
        entries={name: Experience(**counts[name]) for name in sorted(counts)}
    )
    known: ExperienceSnapshot | None = ExperienceSnapshot.objects.filter(
        digest=learned.digest
    ).first()
    if known is not None:
        return known
    row: ExperienceSnapshot = ExperienceSnapshot.objects.create(
        digest=learned.digest, document=learned.model_dump(mode="json"), outcomes=total
    )
    return row
