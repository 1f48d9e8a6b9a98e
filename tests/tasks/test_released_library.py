"""What curators release is what the next diagnosis runs with: with the real loop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.evidence.models import EvidenceItem
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.testing import queue_job

from diagnostics.contracts.events import RunStarted
from diagnostics.literature import draft_entries, find_statements, licence_of, read_paper
from knowledge.selectors.releases import release_document
from knowledge.selectors.workspaces import head_entries
from knowledge.services.drafts import Author, entry_change
from knowledge.services.imports import library_import
from knowledge.services.proposals import proposal_create, proposal_release, proposal_submit
from knowledge.services.releases import adoption_confirm, adoption_propose, release_viewed
from knowledge.services.workspaces import workspace_open
from tests.diagnostics.literature import papers
from tests.knowledge.test_proposals import People
from tests.tasks.test_real_loop import centre, sample, work  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
TEXT = "Heavy rain usually falls where precipitable water exceeds 50 mm."


def drafted(people: People, folder: Path) -> str:
    """Draft an entry from a paper, and correct it as a curator would."""
    paper = read_paper(papers.paper(folder, TEXT))
    made = draft_entries(paper, find_statements(paper.pages), licence_of(paper))
    author = Author.of(people.li)
    (name,) = library_import(author=author, release=made.release, reason="Li 2020").added
    entry = head_entries()[name].model_copy(update={"weight": 4})
    entry_change(author=author, entry=entry, based_on=1)
    return name


def adopted(people: People, name: str) -> str:
    made = proposal_create(principal=people.li, title="water", reason="Li 2020", entries=[name])
    proposal = proposal_submit(principal=people.li, number=made.number)
    people.approve(proposal.number)
    release = proposal_release(principal=people.wang, number=proposal.number)
    adoption = adoption_propose(principal=people.wang, digest=release.digest)
    release_viewed(people.chen, release)
    adoption_confirm(principal=people.chen, adoption_id=adoption.pk)
    return str(release.digest)


def test_a_draft_from_a_paper_is_used_once_its_release_is_adopted(centre, tmp_path) -> None:  # noqa: F811
    with scope(centre.id):
        people = People(centre)
        workspace_open(principal=people.li)
        name = drafted(people, tmp_path)
        digest = adopted(people, name)
    job_id = queue_job(centre, region=[110, 27, 126, 35], event="rainstorm")
    state: Any = work(centre, job_id)
    assert state.status == "finished", state.failure
    with scope(centre.id):
        bodies = [event.body for event in event_list(job_get(job_id))]
        (started,) = [body for body in bodies if isinstance(body, RunStarted)]
        assert started.release_digest == digest
        assert name in {entry.id for entry in release_document(digest).entries}
        assert EvidenceItem.objects.filter(job_id=job_id, verdict="confirmed").count() >= 3
