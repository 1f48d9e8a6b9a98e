"""Reading the library as its curators keep it: what is in force, and how it came about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet
from hvrmet.core.errors import NotFoundError

from diagnostics.contracts import library as contracts
from diagnostics.contracts.enums import Category, EventType, Modality
from diagnostics.contracts.tools import ToolSpec
from diagnostics.documentation.packaged import catalog_document
from knowledge.models import (
    Citation,
    Detector,
    EntryRevision,
    ExplanationRevision,
    LibraryImport,
    LibraryReference,
    ReferenceRevision,
    Threshold,
)
from knowledge.selectors.rows import Part, entry_of, explanation_of, reference_of

R = TypeVar("R", EntryRevision, ReferenceRevision, ExplanationRevision)


@dataclass(frozen=True)
class LibraryFilter:
    """Which entries are wanted; every part that is given narrows it."""

    event: EventType | None = None
    category: Category | None = None
    modality: Modality | None = None
    factor: str | None = None
    reference: str | None = None
    tag: str | None = None
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
        found = found.filter(_saying(asked.text))
    plain = {"category": asked.category, "modality": asked.modality, "factor": asked.factor}
    return found.filter(**{name: value for name, value in plain.items() if value is not None})


def references_in_force(
    outcome: contracts.CheckOutcome | None = None, text: str | None = None
) -> QuerySet[ReferenceRevision]:
    """Return the publications in force: of one outcome of the check, with words of their data."""
    found = latest(ReferenceRevision).filter(removed=False)
    if outcome is not None:
        found = found.filter(outcome=outcome.value)
    if text is not None:
        columns = ("item__key", "authors", "title", "container", "doi")
        found = found.filter(_holding(text, columns))
    return found


def explanations_in_force() -> QuerySet[ExplanationRevision]:
    """Return the explanations in force."""
    return latest(ExplanationRevision).filter(removed=False)


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


def entry_history(key: str) -> QuerySet[EntryRevision]:
    """Return every revision of an entry, newest first.

    Raises
    ------
    NotFoundError
        When the library never had such an entry.
    """
    found = EntryRevision.objects.filter(item__key=key)
    found = found.select_related("item", "imported", "proposal")
    if not found.exists():
        raise NotFoundError("entry of the library")
    return found.order_by("-number")


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


def library_in_force() -> contracts.Library:
    """Return the whole library as it is now, its entries without the numbers of their revisions."""
    head = LibraryImport.objects.exclude(library_id="").order_by("-created_at").first()
    names: dict[str, Any] = {}
    if head is not None:
        names = {"id": head.library_id, "version": head.version}
        names |= {"title": head.title, "source": head.source}
    return contracts.Library(
        **names,
        entries=tuple(
            entry.model_copy(update={"revision": None}) for entry in entries_of(entries_in_force())
        ),
        causes=tuple(explanation_of(row) for row in explanations_in_force()),
        references=tuple(reference_of(row.item.key, row) for row in references_in_force()),
    )


def library_selection(wanted: LibraryFilter) -> contracts.Library:
    """Return the entries that a filter lets pass, each with the number of its revision."""
    return contracts.Library(entries=entries_of(entries_in_force(wanted)))


@cache
def tools_by_name() -> dict[str, ToolSpec]:
    """Return the packaged catalogue's indices, charts and detectors; empty without it."""
    tools = catalog_document().get("tools", ())
    return {tool["name"]: ToolSpec.model_validate(tool) for tool in tools}


def _saying(text: str) -> Q:
    words = text.casefold()
    titled = [
        name
        for name, spec in tools_by_name().items()
        if any(words in title.casefold() for title in (spec.title_en, spec.title_zh))
    ]
    columns = ("item__key", "factor", "rationale", "rationale_zh", "note", "note_zh")
    return Q(factor__in=titled) | _holding(text, columns)


def _holding(text: str, columns: Iterable[str]) -> Q:
    found = Q()
    for column in columns:
        found |= Q(**{f"{column}__icontains": text})
    return found
