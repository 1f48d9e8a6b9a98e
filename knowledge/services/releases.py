"""Taking a release into the database."""

from __future__ import annotations

from django.db import transaction

from diagnostics.contracts.guidelines import GuidelineRelease
from knowledge.models import Entry, Release


@transaction.atomic
def release_import(release: GuidelineRelease) -> tuple[Release, bool]:
    """Store a release with its entries, unless its digest is there already.

    Returns
    -------
    tuple of Release and bool
        The stored release, and whether this call stored it.
    """
    row, created = Release.objects.get_or_create(
        digest=release.digest,
        defaults={
            "release_id": release.id,
            "version": release.version,
            "title": release.title,
            "document": release.model_dump(mode="json"),
        },
    )
    if created:
        Entry.objects.bulk_create(
            Entry(
                release=row,
                entry_id=entry.id,
                factor=entry.factor,
                modality=entry.modality,
                category=entry.category,
                event_types=[event.value for event in entry.event_types],
                weight=entry.weight,
                document=entry.model_dump(mode="json"),
            )
            for entry in release.entries
        )
    return row, created
