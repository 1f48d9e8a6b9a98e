"""Finding items of the library by words: the shared ones in the index, a centre's own beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from knowledge.models import AdjustedKind, CentreAdjustment, ProposedKind
from knowledge.selectors.releases import adjustments_of, adoption_in_force
from knowledge.selectors.search_texts import WEIGHTS, Text, centre_texts
from knowledge.words import Stems, Term, terms_of, vector_of, words_of

Name = tuple[str, str]
"""Kind and key of an item."""

# Of the weights D, C, B and A.
_RANKS = "{0.05, 0.2, 0.4, 1.0}"
# What a centre says of an item stands beside what the library says of it.
_SAID = """
WITH centre AS (
    SELECT * FROM unnest(%(kinds)s::text[], %(keys)s::text[], %(vectors)s::text[])
        AS row(kind, key, vector)
), said AS (
    SELECT kind, key, vector FROM knowledge_searcheditem WHERE vector @@ %(query)s::tsquery
    UNION ALL
    SELECT kind, key, centre.vector::tsvector || coalesce(shared.vector, '')
    FROM centre LEFT JOIN knowledge_searcheditem AS shared USING (kind, key)
)
SELECT kind, key, max(ts_rank(%(ranks)s, vector, %(any)s::tsquery)) AS rank,
    max((SELECT count(*) FROM unnest(%(terms)s::text[]) AS term WHERE vector @@ term::tsquery))
FROM said WHERE vector @@ %(query)s::tsquery GROUP BY kind, key
ORDER BY rank DESC, kind, key
"""


@dataclass(frozen=True)
class Found:
    """What a search found, best first.

    Attributes
    ----------
    terms : tuple of Term
        What was searched for; empty where the query holds no word.
    names : tuple of Name
    holds_all : bool
        Whether what was found holds all words, not only most of them.
    own : mapping
        What the centre says of items.
    """

    terms: tuple[Term, ...] = ()
    names: tuple[Name, ...] = ()
    holds_all: bool = True
    own: Mapping[Name, Sequence[Text]] = field(default_factory=dict)


def library_find(text: str) -> Found:
    """Find items that hold the words of a query; where none holds all, those that hold most.

    Parameters
    ----------
    text : str
        In any language. The last word may be half typed.
    """
    own = _centre_texts()
    asked = [word.text for word in words_of(text)]
    if not asked:
        return Found()
    said = (word.text for texts in own.values() for part in texts for word in words_of(part.text))
    stems = stems_of([*asked, *said])
    terms = terms_of(text, stems)
    vectors = {name: weighted_vector(texts, stems) for name, texts in own.items()}
    rows = _matching(" & ".join(term.query for term in terms), terms, vectors)
    if rows or len(terms) == 1:
        return Found(terms, tuple(name for name, _ in rows), own=own)
    rows = _matching(" | ".join(term.query for term in terms), terms, vectors)
    most = max((met for _, met in rows), default=0)
    names = tuple(name for name, met in rows if met == most and 2 * met > len(terms))
    return Found(terms, names, holds_all=False, own=own)


def found_keys(text: str, kind: ProposedKind) -> list[str]:
    """Return the names of the items of a kind that a query finds."""
    return [key for held, key in library_find(text).names if held == kind]


def stems_of(words: Iterable[str]) -> Stems:
    """Return what the database's English stemmer makes of words, in one query."""
    plain = {word for word in words if word.isascii() and word.isalpha()}
    if not plain:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT word, ts_lexize('english_stem', word) FROM unnest(%s::text[]) AS word",
            [sorted(plain)],
        )
        return dict(cursor.fetchall())


def weighted_vector(texts: Iterable[Text], stems: Stems) -> str:
    """Return texts as PostgreSQL reads them, each with the weight of its place."""
    return vector_of(((part.text, WEIGHTS[part.place]) for part in texts), stems)


def _matching(
    query: str, terms: Sequence[Term], vectors: Mapping[Name, str]
) -> list[tuple[Name, int]]:
    """Return the items that meet a query, best first, and how many of the terms each meets."""
    params: dict[str, Any] = {
        "kinds": [kind for kind, _ in vectors],
        "keys": [key for _, key in vectors],
        "vectors": [*vectors.values()],
        "query": query,
        "any": " | ".join(term.query for term in terms),
        "terms": [term.query for term in terms],
        "ranks": _RANKS,
    }
    with connection.cursor() as cursor:
        cursor.execute(_SAID, params)
        return [((kind, key), met) for kind, key, _, met in cursor.fetchall()]


def _centre_texts() -> dict[Name, list[Text]]:
    """Return what the open scope's centre says of items: in the draft, and in use."""
    kinds = (AdjustedKind.ENTRY, AdjustedKind.CAUSE)
    rows = list(CentreAdjustment.objects.filter(dropped=False, kind__in=kinds))
    decided = adoption_in_force()
    used = adjustments_of(decided.overlay) if decided is not None and decided.overlay else ()
    found: dict[Name, list[Text]] = defaultdict(list)
    for row in (*rows, *(item for item in used if item.kind in kinds)):
        for text in centre_texts(row):
            if text not in found[row.kind, row.item]:
                found[row.kind, row.item].append(text)
    return {name: texts for name, texts in found.items() if texts}
