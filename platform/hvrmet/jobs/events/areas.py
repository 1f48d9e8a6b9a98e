"""Where a diagnosis found its events, kept beside its log: maps read many diagnoses at once."""

from __future__ import annotations

from diagnostics.contracts.detection import Classification, EventObject
from hvrmet.jobs.models import EventAreas, Job

MOST_AREAS = 3
"""Events of one diagnosis that are kept."""


def areas_keep(job: Job, classification: Classification) -> None:
    """Keep the first events of a classification; a later one of the same job takes its place."""
    found = ranked_objects(classification)
    EventAreas.objects.update_or_create(
        job=job,
        defaults={
            "objects_shown": [item.model_dump(mode="json") for item in found[:MOST_AREAS]],
            "found": len(found),
        },
    )


def ranked_objects(classification: Classification) -> list[EventObject]:
    """Return the events of all types: the one that is diagnosed, its type, then the most severe."""
    main = classification.declared or classification.primary
    found = [item for assessment in classification.assessments for item in assessment.objects]
    return sorted(
        found,
        key=lambda item: (item.id != classification.chosen, item.event != main, -item.severity),
    )
