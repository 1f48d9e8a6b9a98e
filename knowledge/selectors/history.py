"""The states that an item of the library had, whatever its kind, and who made them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from hvrmet.core.errors import NotFoundError

from diagnostics.guidelines import preset_document
from diagnostics.guidelines.exchange import entry_document, field_value, plain_document
from knowledge.models import (
    EntryRevision,
    ExplanationRevision,
    PresetRevision,
    ProposedKind,
    ReferenceRevision,
    Revision,
)
from knowledge.selectors.library import entries_of
from knowledge.selectors.rows import explanation_of, preset_of, reference_of

REVISIONS: Mapping[str, Any] = {
    ProposedKind.ENTRY: EntryRevision,
    ProposedKind.REFERENCE: ReferenceRevision,
    ProposedKind.CAUSE: ExplanationRevision,
    ProposedKind.PRESET: PresetRevision,
}
_NAMES = {
    ProposedKind.ENTRY: "entry",
    ProposedKind.REFERENCE: "reference",
    ProposedKind.CAUSE: "explanation",
    ProposedKind.PRESET: "criteria",
}
Field = tuple[str, str, str]
"""Kind and name of an item, and path of the field; an empty path is the whole item."""


def kind_of(row: Revision) -> str:
    """Return the kind of item that a revision is of."""
    return next(kind for kind, model in REVISIONS.items() if isinstance(row, model))


def item_history(kind: str, key: str) -> QuerySet[Any]:
    """Return every revision of an item, newest first.

    Raises
    ------
    NotFoundError
        When the library never had such an item.
    """
    found = REVISIONS[kind].objects.filter(item__key=key)
    if not found.exists():
        raise NotFoundError(f"{_NAMES[ProposedKind(kind)]} of the library")
    history: QuerySet[Any] = found.select_related("item", "imported", "proposal")
    return history.order_by("-number")


def documents_of(kind: str, rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Return what revisions of one kind say, in a number of queries that does not grow."""
    if kind == ProposedKind.ENTRY:
        entries = entries_of(rows)
        return [entry_document(one.model_copy(update={"revision": None})) for one in entries]
    if kind == ProposedKind.REFERENCE:
        return [plain_document(reference_of(row.item.key, row)) for row in rows]
    if kind == ProposedKind.PRESET:
        return [preset_document(preset_of(row)) for row in rows]
    return [plain_document(explanation_of(row)) for row in rows]


def last_changes(fields: Iterable[tuple[Field, int]]) -> dict[Field, Revision]:
    """Return, of fields, the revision after a given one that made them say what they say.

    Of a field that says what it said, it is the last revision of its item.

    Parameters
    ----------
    fields : iterable
        Each with the number of the revision after which it is looked for.
    """
    since = dict(fields)
    found: dict[Field, Revision] = {}
    for kind, model in REVISIONS.items():
        asked = {field: after for field, after in since.items() if field[0] == kind}
        wanted = Q()
        for (_, key, _), after in asked.items():
            wanted |= Q(item__key=key, number__gte=after)
        if not asked:
            continue
        rows = list(model.objects.filter(wanted).select_related("item").order_by("number"))
        states: dict[str, list[tuple[Any, Any]]] = defaultdict(list)
        for row, document in zip(rows, documents_of(kind, rows), strict=True):
            states[row.item.key].append((row, None if row.removed else document))
        for field, after in asked.items():
            changed = _last_change(states[field[1]], field[2], after)
            if changed is not None:
                found[field] = changed
    return found


def _last_change(states: Sequence[tuple[Any, Any]], path: str, after: int) -> Any:
    newest, changed, said = None, None, None
    for row, document in states:
        says = document if not path or document is None else field_value(document, path)
        if row.number > after:
            newest = row
            changed = row if says != said else changed
        said = says
    return changed or newest
