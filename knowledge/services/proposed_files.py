"""Proposing what a file says otherwise than the library: nobody is overwritten, others decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from hvrmet.accounts.principals import Principal
from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.library import Library, LibraryEntry
from diagnostics.guidelines.exchange import entry_document, fields_of, plain_document
from knowledge.models import Proposal
from knowledge.selectors.outcomes import name_of
from knowledge.selectors.proposals import Present, items_now
from knowledge.services.field_edits import FieldEdit
from knowledge.services.library import library_read_text, refuse_file
from knowledge.services.proposals import proposal_create

_COUNTED = ("revision", "experience")
"""What a file says of an entry that nobody proposes."""


@transaction.atomic
def file_propose(*, principal: Principal, name: str, text: str, reason: str = "") -> Proposal:
    """Begin a draft with every field that a file says otherwise than the library.

    Parameters
    ----------
    principal : Principal
    name : str
        Of the file; it ends in ``.csv`` or ``.yaml``.
    text : str
        A part of the library, as exports write it. A table leaves what it has no column for.
    reason : str

    Raises
    ------
    InputDataError
        ``invalid_library``: everything that is wrong with it, with its line; nothing is kept.
    ArgumentError
        ``unknown_format`` for a file of another kind.
    ApplicationError
        ``nothing_proposed`` (400) where the library says all of it already, or as
        `proposal_create`.
    """
    reading = library_read_text(name, text)
    refuse_file(reading)
    edits = [*_edits(reading.library)]
    if not edits:
        raise ApplicationError(
            f"the library says everything in {name} already", code="nothing_proposed"
        )
    return proposal_create(principal=principal, reason=reason, edits=edits)


def _edits(library: Library) -> Iterator[FieldEdit]:
    """Give each field in which a file differs from the library; counts are not proposed."""
    present = items_now({name_of(item) for item in library.items})
    for item in library.items:
        kind, key = name_of(item)
        now = present[kind, key]
        document = entry_document(item) if isinstance(item, LibraryEntry) else plain_document(item)
        wanted = {field: document[field] for field in document if field not in _COUNTED}
        if now.document is None:
            yield FieldEdit(kind, key, "", 0, wanted)
        else:
            yield from _changed(kind, key, now, wanted)


def _changed(kind: str, key: str, now: Present, wanted: Mapping[str, Any]) -> Iterator[FieldEdit]:
    held = {path: value for path, value in fields_of(now.document or {}) if _proposed(path)}
    given = dict(fields_of(wanted))
    for path in dict.fromkeys([*given, *held]):
        if given.get(path) != held.get(path):
            yield FieldEdit(kind, key, path, now.revision, given.get(path))


def _proposed(path: str) -> bool:
    return path.split(".", 1)[0] not in _COUNTED
