"""Reading which papers curators gave."""

from __future__ import annotations

from uuid import UUID

from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import NotFoundError

from diagnostics.messages import message
from knowledge.models import PaperReading


def paper_list() -> OwnedQuerySet:
    """Return the papers of the centre, without their files."""
    found: OwnedQuerySet = PaperReading.objects.defer("content")
    return found


def paper_get(paper_id: UUID) -> PaperReading:
    """Return a paper of the centre, without its file.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    row: PaperReading | None = paper_list().filter(pk=paper_id).first()
    if row is None:
        raise NotFoundError(message("refusal-a_paper"))
    return row
