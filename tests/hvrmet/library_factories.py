"""A centre's library with one of everything, for tests of the whole API."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.utils import timezone
from hvrmet.accounts.principals import Principal

from diagnostics.contracts.guidelines import GuidelineEntry, Passage
from diagnostics.guidelines import load_release
from knowledge.models import (
    CauseRow,
    CentreRelease,
    Draft,
    EffectRun,
    ExperienceSnapshot,
    Outcome,
    OverlayChange,
    PaperReading,
    Proposal,
    ProposalItem,
    ProposalReview,
)
from knowledge.papers import PaperPassage, PaperResult
from knowledge.selectors.workspaces import library_entry_get
from knowledge.services.comments import comment_add
from knowledge.services.drafts import Author, entry_create
from knowledge.services.proposals import proposal_create
from knowledge.services.workspaces import entry_row_create, revisions_store, workspace_open
from knowledge.states import Origin

WHO = {"author": "person:li", "author_id": uuid4()}


def library_entry(name: str, place: int = 1) -> GuidelineEntry:
    """Return an entry of the seed release under another name, with a passage."""
    entry = load_release().entries[place]
    first = entry.references[0].model_copy(update={"passages": (Passage(page="3"),)})
    references = (first, *entry.references[1:])
    return entry.model_copy(update={"id": name, "references": references})


def furnish_library(principal: Principal, slug: str) -> dict[str, Any]:
    """Give a centre a workspace, an entry, a proposal and so on; return what addresses name."""
    workspace_open(principal=principal)
    name = f"g_rainstorm_of_{slug}"
    entry_create(author=Author.of(principal), entry=library_entry(name))
    comment = comment_add(principal=principal, entry_id=name, text=f"of {slug}")
    proposal = proposal_create(principal=principal, title=f"of {slug}", reason="r", entries=[name])
    # Numbers begin with 1 in each centre: here one's own are of one's own.
    proposal.number = 100 + sum(slug.encode())
    proposal.save()
    effect = EffectRun.objects.create(
        proposal=proposal, digest="1" * 64, base_digest="2" * 64, status="done", asked_by="li",
        asked_by_id=principal.id,
    )  # fmt: skip
    paper = _paper(f"paper of {slug}.pdf")
    overlaid = f"g_gale_of_{slug}"
    _overlay(overlaid)
    return {
        "entry_id": name,
        "comment_id": comment.pk,
        "proposal_number": proposal.number,
        "effect_id": effect.pk,
        "paper_id": paper.pk,
        "overlaid": overlaid,
    }


def _paper(name: str) -> PaperReading:
    passage = PaperPassage(
        page=1, offset=0, kind="criterion", quantity="precipitable water", quantity_zh="可降水量",
        number="50 mm", text="", drafts=(), no_draft="no_event",
    )  # fmt: skip
    result = PaperResult(
        title="t", doi=None, pages=1, pages_without_text=(), licence=None, quotes=False,
        passages=(passage,), added=(), unchanged=0,
    )  # fmt: skip
    row: PaperReading = PaperReading.objects.create(
        name=name, sha256="3" * 64, size=1, status="done", result=result.model_dump(mode="json"),
        asked_by="li", asked_by_id=uuid4(),
    )  # fmt: skip
    return row


def _overlay(name: str) -> None:
    document = library_entry(name).model_dump(mode="json")
    OverlayChange.objects.create(
        entry_name=name, action="add", document=document, base_digest="0" * 64, reason="r", **WHO
    )


def grow_library(things: Any, number: int) -> None:
    """Add one more of everything that the library's lists show."""
    name = f"g_rainstorm_{number}_of_{things.centre.slug}"
    for place, entry_id in ((1, name), (2, f"{name}_too")):
        row = entry_row_create(entry_id)
        entry = library_entry(entry_id, place)
        reference = entry.references[0].model_copy(update={"text": f"A. 2000: {number} {place}"})
        entry = entry.model_copy(update={"references": (reference, *entry.references)})
        stored = revisions_store([(row, entry)], author="li", author_id=None, origin=Origin.EDITED)
        row.head = stored[row.pk]
        row.save()
    figure = next(e for e in load_release().entries if e.expected.kind == "figure")
    row = library_entry_get(things.values["entry_id"])
    update = {"id": row.entry_id, "discrimination": measured().discrimination}
    revisions_store(
        [(row, figure.model_copy(update=update))], author="li", author_id=None, origin=Origin.EDITED
    )
    draft = Draft.objects.create(
        entry=library_entry_get(name), kind="add", status="open", opened_by="li", origin="edited"
    )
    proposal = Proposal.objects.get(number=things.values["proposal_number"])
    ProposalItem.objects.create(proposal=proposal, draft=draft, revision=draft.entry.head)
    ProposalReview.objects.create(
        proposal=proposal, digest="1" * 64, reviewer="li", reviewer_id=uuid4(), verdict="approve"
    )
    Proposal.objects.create(
        number=1000 + number, title="t", reason="r", status="draft", base_digest="0" * 64, **WHO
    )
    EffectRun.objects.create(
        proposal=proposal, digest="1" * 64, base_digest="2" * 64, status="done", asked_by="li",
        asked_by_id=uuid4(),
    )  # fmt: skip
    _paper(f"{number}.pdf")
    CauseRow.objects.create(
        position=1000 + number, cause_id=f"c{number}", event_types=["gale"], name="n",
        name_zh="n", chain="c", chain_zh="c",
    )  # fmt: skip
    CentreRelease.objects.create(
        kind="released", release_id="r", version=str(number), title="t", digest=f"{number:064d}",
        base_digest="0" * 64, document={}, entry_count=1, released_by="li", released_by_id=uuid4(),
    )  # fmt: skip
    _overlay(f"g_gale_{number}_of_{things.centre.slug}")
    Outcome.objects.create(
        job_id=uuid4(), entry_name=name, entry_digest="0" * 64, release_digest="0" * 64,
        event_type="gale", season="warm", region="30N 110E", verdict="confirmed", occurred=True,
        at=timezone.now(),
    )  # fmt: skip
    ExperienceSnapshot.objects.create(digest=f"{number:064d}", document={}, outcomes=number)


def measured() -> GuidelineEntry:
    """Return an entry of the seed release whose discrimination was measured."""
    return next(entry for entry in load_release().entries if entry.discrimination)


def grow_comments(principal: Principal, things: Any, number: int) -> None:
    """Add one more remark to the centre's entry."""
    comment_add(principal=principal, entry_id=things.values["entry_id"], text=f"{number}")
