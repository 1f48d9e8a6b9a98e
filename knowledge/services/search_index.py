"""The index of the library's words: it says what the items in force say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import connection
from django.db.models import Q

from knowledge.models import Citation, ProposedKind, SearchedItem
from knowledge.selectors.library import entries_in_force
from knowledge.selectors.search import Name, stems_of, weighted_vector
from knowledge.selectors.search_hits import items_said
from knowledge.words import words_of

_STORE = """
INSERT INTO knowledge_searcheditem AS held (id, created_at, kind, key, vector)
SELECT gen_random_uuid(), now(), kind, key, vector::tsvector
FROM unnest(%s::text[], %s::text[], %s::text[]) AS row(kind, key, vector)
ON CONFLICT (kind, key) DO UPDATE SET vector = excluded.vector WHERE held.vector <> excluded.vector
"""


def index_write(kind: ProposedKind, keys: Iterable[str]) -> None:
    """Write the words of items that were changed, and of the entries that name them.

    Call it where the library was changed, under its lock.
    """
    changed = {*keys}
    names = {(kind.value, key) for key in changed}
    names |= {(ProposedKind.ENTRY.value, key) for key in _naming(kind, changed)}
    _store(names, vectors_in_force(names))


def index_rebuild() -> int:
    """Write the words of everything in force; return how many items the index said otherwise."""
    vectors = vectors_in_force()
    indexed = SearchedItem.objects.exclude(vector="").values_list("kind", "key")
    return _store({*vectors, *indexed}, vectors)


def vectors_in_force(names: Iterable[Name] | None = None) -> dict[Name, str]:
    """Return the words of items in force as the index keeps them; of all items without names."""
    said = items_said(names)
    texts = (text for item in said.values() for text in item.texts)
    stems = stems_of(word.text for text in texts for word in words_of(text.text))
    return {name: weighted_vector(item.texts, stems) for name, item in said.items()}


def _naming(kind: ProposedKind, keys: Iterable[str]) -> Iterable[str]:
    """Return the entries in force that name explanations or publications."""
    if kind in (ProposedKind.ENTRY, ProposedKind.PRESET):
        return ()
    if kind is ProposedKind.REFERENCE:
        citing = Citation.objects.filter(reference__key__in=keys).values("revision")
        named = Q(pk__in=citing)
    else:
        names = [key.partition("/")[2] for key in keys]
        named = Q(supports__overlap=names) | Q(opposes__overlap=names)
    return entries_in_force().filter(named).values_list("item__key", flat=True)


def _store(names: Iterable[Name], vectors: Mapping[Name, str]) -> int:
    """Keep the words of items, none of those that are not in force."""
    rows = [(*name, vectors.get(name, "")) for name in sorted(names)]
    if not rows:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(_STORE, [list(column) for column in zip(*rows, strict=True)])
        return int(cursor.rowcount)
