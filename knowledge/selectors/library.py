"""Reading the library as its curators keep it: what is in force, and how it came about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import QuerySet
from hvrmet.core.errors import NotFoundError

from diagnostics.contracts import library as contracts
from diagnostics.contracts.enums import Category, EventType, Modality
from knowledge.models import (
    Citation,
    Detector,
    EntryRevision,
    ExplanationRevision,
    LibraryImport,
    LibraryReference,
    PresetRevision,
    ProposedKind,
    ReferenceRevision,
    Threshold,
)
from knowledge.selectors.rows import Part, entry_of, explanation_of, preset_of, reference_of
from knowledge.selectors.search import found_keys

R = TypeVar("R", EntryRevision, ReferenceRevision, ExplanationRevision, PresetRevision)


@dataclass(frozen=True)
class LibraryFilter:
    """Which entries are wanted; every part that is given narrows it."""

    event: EventType | None = None
    category: Category | None = None
    modality: Modality | None = None
    factor: str | None = None
    reference: str | None = None
    tag: str | None = None
    reviewed: bool | None = None
    text: str | None = None


def latest(model: type[R]) -> QuerySet[R]:
    """Return the last revision of every item, removed ones among them, in the library's order."""
    last = model.objects.order_by("item", "-number").distinct("item").values("pk")
    found: QuerySet[R] = model.objects.filter(pk__in=last)
    found = found.select_related("item", "imported", "proposal")
    return found.order_by("item__position", "item__key")


def entries_in_force(wanted: LibraryFilter | None = None) -> QuerySet[EntryRevision]:
    """Return the entries in force that a filter lets pass, in the library's order."""
    found = latest(EntryRevision).filter(removed=False)
    asked = wanted or LibraryFilter()
    if asked.event is not None:
        found = found.filter(event_types__contains=[str(asked.event)])
    if asked.tag is not None:
        found = found.filter(tags__contains=[asked.tag])
    if asked.reference is not None:
        found = found.filter(
            pk__in=Citation.objects.filter(reference__key=asked.reference).values("revision")
        )
    if asked.text is not None:
        found = found.filter(item__key__in=found_keys(asked.text, ProposedKind.ENTRY))
    plain = {
        "category": asked.category,
        "modality": asked.modality,
        "factor": asked.factor,
        "reviewed": asked.reviewed,
    }
    return found.filter(**{name: value for name, value in plain.items() if value is not None})


def references_in_force(
    outcome: contracts.CheckOutcome | None = None, text: str | None = None
) -> QuerySet[ReferenceRevision]:
    """Return the publications in force: of one outcome of the check, with words of their data."""
    found = latest(ReferenceRevision).filter(removed=False)
    if outcome is not None:
        found = found.filter(outcome=outcome.value)
    if text is not None:
        found = found.filter(item__key__in=found_keys(text, ProposedKind.REFERENCE))
    return found


def explanations_in_force(text: str | None = None) -> QuerySet[ExplanationRevision]:
    """Return the explanations in force, with words that they hold."""
    found = latest(ExplanationRevision).filter(removed=False)
    if text is not None:
        found = found.filter(item__key__in=found_keys(text, ProposedKind.CAUSE))
    return found


def presets_in_force() -> QuerySet[PresetRevision]:
    """Return the criteria of events."""
    return latest(PresetRevision).filter(removed=False)


def entry_in_force(key: str) -> EntryRevision:
    """Return an entry's revision that is in force.

    Raises
    ------
    NotFoundError
        When the library has no such entry, or no longer.
    """
    found = entries_in_force().filter(item__key=key).first()
    if found is None:
        raise NotFoundError("entry of the library")
    return found


def reference_in_force(key: str) -> ReferenceRevision:
    """Return a publication's revision that is in force.

    Raises
    ------
    NotFoundError
        When the bibliography has no such publication.
    """
    found = references_in_force().filter(item__key=key).first()
    if found is None:
        raise NotFoundError("reference of the library")
    return found


def citing_entries(key: str) -> list[str]:
    """Return the names of the entries in force that cite a publication."""
    found = entries_in_force(LibraryFilter(reference=key))
    return list(found.values_list("item__key", flat=True))


def import_list() -> QuerySet[LibraryImport]:
    """Return every taking over of files into the library."""
    return LibraryImport.objects.all()


def entries_of(revisions: Iterable[EntryRevision]) -> tuple[contracts.LibraryEntry, ...]:
    """Return what revisions of entries say, in five queries for any number of them."""
    rows = list(revisions)
    parts: dict[UUID, list[Part]] = defaultdict(list)
    for model in (Threshold, Detector, Citation):
        for part in model.objects.filter(revision__in=rows):
            parts[part.revision_id].append(part)
    keys = dict(LibraryReference.objects.values_list("pk", "key"))
    return tuple(entry_of(row.item.key, row, parts[row.pk], keys) for row in rows)


@lru_cache(maxsize=2)
def _entries_said(ids: tuple[UUID, ...]) -> tuple[contracts.LibraryEntry, ...]:
    """Return what revisions of entries say, kept because no revision is ever changed."""
    rows = EntryRevision.objects.select_related("item").in_bulk(ids)
    entries = entries_of(rows[one] for one in ids)
    return tuple(entry.model_copy(update={"revision": None}) for entry in entries)


def library_in_force() -> contracts.Library:
    """Return the whole library as it is now, its entries without the numbers of their revisions."""
    head = LibraryImport.objects.exclude(library_id="").order_by("-created_at").first()
    names: dict[str, Any] = {}
    if head is not None:
        names = {"id": head.library_id, "version": head.version}
        names |= {"title": head.title, "source": head.source}
    return contracts.Library(
        **names,
        entries=_entries_said(tuple(entries_in_force().values_list("pk", flat=True))),
        causes=tuple(explanation_of(row) for row in explanations_in_force()),
        references=tuple(reference_of(row.item.key, row) for row in references_in_force()),
        presets=tuple(preset_of(row) for row in presets_in_force()),
    )


def library_selection(wanted: LibraryFilter) -> contracts.Library:
    """Return the entries that a filter lets pass, each with the number of its revision."""
    return contracts.Library(entries=entries_of(entries_in_force(wanted)))
