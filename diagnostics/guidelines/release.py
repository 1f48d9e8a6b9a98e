"""The seed release of the Guideline Library, how a release is made, and its digest."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.guidelines import Curation, GuidelineEntry, GuidelineRelease, Reference
from diagnostics.contracts.library import Citation, Library, LibraryEntry, LibraryReference
from diagnostics.guidelines.exchange import library_problems, read_folder
from diagnostics.guidelines.presets import revised_presets

DRAFT, REVIEWED, ADJUSTED, OWN = "draft", "reviewed", "adjusted", "own"
"""States of entries: two curators found it right as a whole, a centre changed it, or added it."""


def release_digest(release: GuidelineRelease) -> str:
    """Sha256 over everything a release contains but the digest itself and who approved that."""
    return digest_of(release.model_dump(mode="json", exclude={"digest", "approval"}))


def release_of(library: Library) -> GuidelineRelease:
    """Make a release of a whole library: every entry with its references in full.

    Parameters
    ----------
    library : Library
        Without problems (`library_problems`).

    Returns
    -------
    GuidelineRelease
        With its digest.
    """
    references = {item.key: item for item in library.references}
    release = GuidelineRelease(
        id=library.id,
        version=library.version,
        title=library.title,
        entries=tuple(
            released_entry(
                entry,
                references,
                Curation(source=library.source, status=REVIEWED if entry.reviewed else DRAFT),
            )
            for entry in library.entries
        ),
        causes=library.causes,
        presets=revised_presets(library)[0],
    )
    return release.model_copy(update={"digest": release_digest(release)})


def released_entry(
    entry: LibraryEntry, references: Mapping[str, LibraryReference], curation: Curation
) -> GuidelineEntry:
    """Return an entry as a release holds it, with its references in full."""
    kept = {
        name: getattr(entry, name)
        for name in GuidelineEntry.model_fields
        if name not in ("references", "curation")
    }
    cited = tuple(_reference(item, references[item.reference]) for item in entry.citations)
    return GuidelineEntry(**kept, references=cited, curation=curation)


def _reference(citation: Citation, reference: LibraryReference) -> Reference:
    return Reference(
        text=reference.text,
        status=reference.status,
        doi=reference.doi,
        key=reference.key,
        passage=citation.passage or None,
        page=citation.page or None,
        quoted=citation.quoted or None,
    )


@cache
def load_library() -> Library:
    """Return the library that the package carries, as its curators keep it."""
    reading = read_folder(files("diagnostics.guidelines.library"))
    reading.refuse(library_problems(reading.library))
    return reading.library


@cache
def load_release() -> GuidelineRelease:
    """Return the seed release that the package carries."""
    return release_of(load_library())
