"""Adding states to items of the library: the one place that writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from django.db import connection

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.library import LibraryItem
from knowledge import models
from knowledge.models import LibraryImport, Proposal, ProposedKind
from knowledge.selectors.library import latest
from knowledge.selectors.rows import (
    entry_columns,
    entry_parts,
    explanation_columns,
    preset_columns,
    reference_columns,
)
from knowledge.services.search_index import index_write

_LOCK = "knowledge.library"
Latest = Mapping[str, Any]
"""The last revision of each item, by the item's name."""


@dataclass(frozen=True)
class ItemKind:
    """How one kind of item is kept: the models of its names and of its revisions."""

    name: ProposedKind
    item: Any
    revision: Any
    key: Callable[[Any], str]
    columns: Callable[[Any], dict[str, Any]]


REFERENCES = ItemKind(
    ProposedKind.REFERENCE,
    models.LibraryReference,
    models.ReferenceRevision,
    lambda reference: reference.key,
    reference_columns,
)
EXPLANATIONS = ItemKind(
    ProposedKind.CAUSE,
    models.LibraryExplanation,
    models.ExplanationRevision,
    lambda cause: cause.key,
    explanation_columns,
)
CRITERIA = ItemKind(
    ProposedKind.PRESET,
    models.LibraryPreset,
    models.PresetRevision,
    lambda preset: preset.name,
    preset_columns,
)
ENTRIES = ItemKind(
    ProposedKind.ENTRY,
    models.LibraryEntry,
    models.EntryRevision,
    lambda entry: entry.id,
    entry_columns,
)
_PARTS: tuple[Any, ...] = (models.Threshold, models.Detector, models.Citation)


@dataclass(frozen=True)
class Made:
    """How revisions came about: by whom, why, and from which files or which proposal."""

    actor: str
    actor_id: UUID | None = None
    reason: str = ""
    imported: LibraryImport | None = None
    proposal: Proposal | None = None


def library_lock() -> None:
    """Let one transaction at a time change the library, until its end."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [_LOCK])


def last_revisions(kind: ItemKind) -> Latest:
    """Return the last revision of every item of a kind, removed ones among them, by name."""
    return {row.item.key: row for row in latest(kind.revision)}


def item_digest(item: LibraryItem) -> str:
    """Return the sha256 of what an item says."""
    return digest_of(item.model_dump(mode="json", exclude={"revision"}))


def new_states(
    kind: ItemKind, items: Iterable[LibraryItem], last: Latest
) -> Iterator[tuple[str, LibraryItem, str]]:
    """Give, of what is new or says something else than the last revision, name, item and digest."""
    for item in items:
        key = kind.key(item)
        digest = item_digest(item)
        row = last.get(key)
        if row is None or row.removed or row.digest != digest:
            yield key, item, digest


def revisions_write(
    kind: ItemKind,
    documents: Sequence[tuple[str, LibraryItem, str]],
    last: Latest,
    made: Made,
) -> None:
    """Add a revision of each item, and the item where it is new.

    Parameters
    ----------
    kind : ItemKind
    documents : sequence
        Name, item and digest of each.
    last : mapping
        The last revisions of this kind.
    made : Made
    """
    if not documents:
        return
    places = count(kind.item.objects.count())
    items = {key: row.item for key, row in last.items()}
    new = [kind.item(key=key, position=next(places)) for key, _, _ in documents if key not in items]
    kind.item.objects.bulk_create(new)
    items |= {item.key: item for item in new}
    rows = [
        kind.revision(
            item=items[key],
            number=last[key].number + 1 if key in last else 1,
            digest=digest,
            **vars(made),
            **kind.columns(document),
        )
        for key, document, digest in documents
    ]
    kind.revision.objects.bulk_create(rows)
    if kind is ENTRIES:
        _write_parts(rows, [document for _, document, _ in documents])
    index_write(kind.name, [key for key, _, _ in documents])


def revisions_remove(kind: ItemKind, rows: Iterable[Any], made: Made) -> None:
    """Add the revisions that take items out, with what they said last."""
    gone = [(row, _removed(row, made)) for row in rows]
    if not gone:
        return
    kind.revision.objects.bulk_create(removed for _, removed in gone)
    if kind is ENTRIES:
        _copy_parts({row.pk: removed for row, removed in gone})
    index_write(kind.name, [row.item.key for row, _ in gone])


def _copy_parts(removed: Mapping[UUID, Any]) -> None:
    """Give revisions the parts of other ones, by the ids of those."""
    for model in _PARTS:
        parts = list(model.objects.filter(revision__in=removed))
        for part in parts:
            part.revision, part.pk = removed[part.revision_id], uuid4()
            part._state.adding = True
        model.objects.bulk_create(parts)


def _write_parts(rows: Sequence[Any], entries: Sequence[Any]) -> None:
    references = dict(models.LibraryReference.objects.values_list("key", "pk"))
    parts = [
        part
        for row, entry in zip(rows, entries, strict=True)
        for part in entry_parts(row, entry, references)
    ]
    for model in _PARTS:
        model.objects.bulk_create(part for part in parts if isinstance(part, model))


def _removed(row: Any, made: Made) -> Any:
    kept = {
        column.attname: getattr(row, column.attname)
        for column in row._meta.concrete_fields
        if column.name not in ("id", "created_at", "number", "removed", *vars(made))
    }
    return type(row)(**kept, **vars(made), number=row.number + 1, removed=True)
