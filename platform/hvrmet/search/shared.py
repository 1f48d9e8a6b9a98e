"""What all centres share and search finds: the catalogue, and the entries of releases.

Both are read here when they are first asked for. Places come from the science, so a worker keeps
them (`tasks.places`).
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache, lru_cache

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import GuidelineRelease, Reference
from diagnostics.documentation.packaged import tool_pages
from diagnostics.messages import languages, message, render, term
from hvrmet.jobs.library import library
from hvrmet.search.indexing import Shared, shared_keep
from hvrmet.search.models import SharedDocument

PLACE, TOOL, ENTRY = "place", "catalog", "entry"
_WORDS = 3
"""Which words of tools and entries are kept: with another number they are written again."""
_SHORTEST_MISSPELT, _NEAR = 5, 0.85
"""From how many letters on a word may be taken for another one, and how alike they are then."""
_TOOL_BOOST, _ENTRY_BOOST = 0.5, 0.3


@cache
def _packaged_edition() -> str:
    titles = (f"{page.name} {page.title_en} {page.title_zh}" for page in tool_pages().values())
    return digest_of([*sorted(titles), _WORDS])


def catalogue_edition() -> str:
    """Return the edition of the packaged catalogue, and keep its documents where they are not."""
    edition = _packaged_edition()
    if _is_kept(TOOL, edition):
        return edition
    shared_keep(TOOL, edition, catalogue_documents())
    return edition


def catalogue_documents() -> list[Shared]:
    """Return what is searched of the packaged catalogue, a document for each tool."""
    return [
        Shared(
            key=page.name,
            title_en=page.title_en,
            title_zh=page.title_zh,
            titles=f"{page.name} {page.title_en} {page.title_zh}",
            body=" ".join(
                [
                    page.summary,
                    page.formula,
                    *page.description[:1],
                    *(f"{layer.title_en} {layer.title_zh}" for layer in page.layers),
                    *(_event_words(event) for event in page.events),
                ]
            ),
            data={"kind": page.kind.value, "events": [event.value for event in page.events]},
            boost=_TOOL_BOOST,
        )
        for page in tool_pages().values()
    ]


def release_edition() -> str:
    """Return the edition of the tenant's release, and keep its entries if they are not there.

    Raises
    ------
    ApplicationError
        With code ``no_guideline_release`` (503) when none was loaded.
    """
    digest = library().current_release_digest()
    edition = digest_of([digest, _WORDS])
    if _is_kept(ENTRY, edition):
        return edition
    shared_keep(ENTRY, edition, entry_documents(library().release_document(digest)))
    return edition


def entry_documents(release: GuidelineRelease) -> list[Shared]:
    """Return what is searched of a release, a document for each entry."""
    pages = tool_pages()
    documents = []
    for entry in release.entries:
        page = pages.get(entry.factor)
        titles = (page.title_en, page.title_zh) if page else (entry.factor, "")
        events = [_event_words(event) for event in entry.event_types]
        explained = [
            f"{cause.name} {cause.name_zh}"
            for cause in release.causes
            if cause.id in entry.supports and set(cause.event_types) & set(entry.event_types)
        ]
        documents.append(
            Shared(
                key=entry.id,
                title_en=titles[0],
                title_zh=titles[1],
                titles=f"{entry.factor} {' '.join(titles)} {' '.join(events)}",
                body=" ".join(
                    (
                        f"{entry.id} {entry.rationale} {entry.rationale_zh}",
                        entry.category.value,
                        *explained,
                        *(_cited(reference) for reference in entry.references),
                    )
                ),
                data={
                    "factor": entry.factor,
                    "events": [event.value for event in entry.event_types],
                    "modality": entry.modality.value,
                    "category": entry.category.value,
                    "release": release.digest,
                },
                boost=_ENTRY_BOOST,
            )
        )
    return documents


def _event_words(event: EventType) -> str:
    """Return the name of a type of event and other words for it, in all languages."""
    other = message(f"search-event_{event.value}")
    return " ".join(f"{term(event.value, one)} {render(other, one)}" for one in languages())


def _cited(reference: Reference) -> str:
    """Return what a reader may look for in a reference: who, when, what, where and its passages."""
    passages = (f"{passage.text} {passage.number}" for passage in reference.passages)
    return " ".join((reference.text, reference.title, reference.doi or "", *passages))


def known_tokens(kind: str, edition: str, tokens: Sequence[str]) -> list[str]:
    """Return tokens with those that no text of an edition has as the nearest that one has.

    For slips of the keyboard: numbers, short words and Chinese stay as they are, and so does what
    is near to nothing.

    Parameters
    ----------
    kind, edition : str
        Of the catalogue or of the entries of a release, whose words are few.
    tokens : sequence of str
    """
    long = [token for token in tokens if len(token) >= _SHORTEST_MISSPELT]
    words = [token for token in long if token.isascii() and token.isalpha()]
    if not words:
        return list(tokens)
    known = _vocabulary(kind, edition)
    meant = {
        word: near[0]
        for word in words
        if word not in known and (near := get_close_matches(word, known, 1, _NEAR))
    }
    return list(dict.fromkeys(meant.get(token, token) for token in tokens))


@lru_cache(maxsize=16)
def _vocabulary(kind: str, edition: str) -> frozenset[str]:
    kept = SharedDocument.objects.filter(kind=kind, edition=edition)
    rows = kept.values_list("tokens", flat=True)
    return frozenset(token for tokens in rows for token in tokens if token.isascii())


def places_edition() -> str | None:
    """Return the newest edition of the gazetteer, None where no worker has kept one yet."""
    found: str | None = (
        SharedDocument.objects.filter(kind=PLACE)
        .order_by("-created_at")
        .values_list("edition", flat=True)
        .first()
    )
    return found


def _is_kept(kind: str, edition: str) -> bool:
    return SharedDocument.objects.filter(kind=kind, edition=edition).exists()
