"""Papers that curators give in the browser or over REST: read by a worker, drafted, let go of."""

from __future__ import annotations

import base64
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hvrmet.core.db.scope import scope
from hvrmet.core.http.limits import LONGEST_BODY, LONGEST_UPLOAD, UPLOADS, longest_body
from hvrmet.testing import Centre

from diagnostics.messages import localise
from knowledge.models import Draft, PaperReading, WaitingWork
from knowledge.services import papers as services
from knowledge.services.waiting import SILENT
from knowledge.states import Origin
from tasks.papers import read
from tests.diagnostics.literature import papers
from tests.knowledge.test_pages import li, signed_in, text_of  # noqa: F401
from tests.knowledge.test_papers import TEXT

pytestmark = pytest.mark.django_db
GIVEN = reverse("curation-papers")
REST = "/api/v1/library/papers/"


@pytest.fixture
def pdf(tmp_path: Path) -> bytes:
    return papers.paper(tmp_path, *TEXT).read_bytes()


def give(client: Client, content: bytes, **more: Any) -> Any:
    file = SimpleUploadedFile("li-2020.pdf", content, content_type="application/pdf")
    return client.post(GIVEN, {"file": file, "reference": "Li 2020", **more}, follow=True)


def given(centre: Centre) -> PaperReading:
    with scope(centre.id):
        return PaperReading.objects.get()


def work(centre: Centre) -> PaperReading:
    """Do what the worker does, and once more, as a repeated delivery would."""
    for _ in range(2):
        read(str(given(centre).pk), str(centre.id))
    return given(centre)


def test_a_paper_becomes_drafts_and_is_let_go_of(alpha, li, pdf) -> None:  # noqa: F811
    waiting = text_of(give(li, pdf))
    assert localise("curation-ui_paper_running", "en") in waiting
    assert bytes(given(alpha).content) == pdf
    row = work(alpha)
    assert (row.status, row.content, WaitingWork.objects.count()) == ("done", None, 0)
    names = row.result["added"]
    assert len(names) == 2
    with scope(alpha.id):
        drafts = Draft.objects.filter(origin=Origin.LITERATURE)
        assert sorted(draft.entry.entry_id for draft in drafts) == sorted(names)
        assert {draft.opened_by for draft in drafts} == {row.asked_by}
    page = text_of(li.get(reverse("curation-paper", args=[row.pk])))
    assert all(f'href="{reverse("curation-entry", args=[name])}"' in page for name in names)
    assert "50 mm" in page and "Li 2020" in page
    assert "precipitable water exceeds" not in page, "the licence allows no quotation"
    queue = text_of(li.get(reverse("curation-queue"), {"origin": "literature"}))
    assert all(name in queue for name in names)


def test_the_same_paper_again_is_the_same_reading(alpha, li, pdf) -> None:  # noqa: F811
    give(li, pdf)
    first = work(alpha)
    give(li, pdf)
    assert given(alpha).pk == first.pk
    give(li, pdf, licence="CC-BY-4.0")
    with scope(alpha.id):
        other = PaperReading.objects.exclude(pk=first.pk).get()
    read(str(other.pk), str(alpha.id))
    with scope(alpha.id):
        other.refresh_from_db()
        assert (other.result["added"], other.result["unchanged"]) == ([], 2)
        assert other.result["quotes"] is True
        assert Draft.objects.filter(origin=Origin.LITERATURE).count() == 2


@pytest.mark.parametrize("language", ["en", "zh"])
def test_why_a_paper_was_not_read_is_said(alpha, language) -> None:
    client = signed_in(alpha, "li", language=language)
    client.post(reverse("curation-begin"))
    give(client, b"%PDF-1.7 and nothing that a reader knows")
    row = work(alpha)
    assert (row.status, row.content, row.result) == ("failed", None, None)
    page = text_of(client.get(reverse("curation-paper", args=[row.pk])))
    assert row.problem["id"] == "paper-refused_broken"
    assert "li-2020.pdf" in page and 'role="alert"' in page
    give(client, b"%PDF-1.7 and nothing that a reader knows")
    with scope(alpha.id):
        assert PaperReading.objects.count() == 2, "what failed may be tried again"


def test_what_is_no_paper_is_refused_at_once(alpha, li, pdf, monkeypatch) -> None:  # noqa: F811
    assert give(li, b"<html>a page that asks to sign in</html>").status_code == 400
    assert give(li, pdf, licence="GPL").status_code == 400
    assert give(li, pdf, event="tornado").status_code == 400
    assert li.post(GIVEN, {"reference": "Li 2020"}).status_code == 400
    monkeypatch.setattr(services, "LARGEST", 500)
    assert give(li, pdf).status_code == 413
    with scope(alpha.id):
        assert not PaperReading.objects.exists()
    assert not WaitingWork.objects.exists()


def test_a_centre_has_so_many_papers_waiting(alpha, li, pdf, monkeypatch) -> None:  # noqa: F811
    monkeypatch.setattr(services, "MOST_WAITING", 1)
    assert give(li, pdf).status_code == 200
    refused = give(li, pdf + b"\n% another copy")
    assert (refused.status_code, "1" in text_of(refused)) == (429, True)
    work(alpha)
    assert give(li, pdf + b"\n% another copy").status_code == 200


def test_another_worker_takes_it_on_only_after_silence(alpha, li, pdf) -> None:  # noqa: F811
    give(li, pdf)
    row = given(alpha)
    with scope(alpha.id):
        assert services.paper_claim(row.pk) is not None
        assert services.paper_claim(row.pk) is None
        long_ago = timezone.now() - SILENT - timedelta(seconds=1)
        PaperReading.objects.filter(pk=row.pk).update(beat_at=long_ago)
        taken = services.paper_claim(row.pk)
        assert taken is not None
        assert bytes(taken.content) == pdf


def test_over_rest(alpha, beta, li, pdf, client) -> None:  # noqa: F811
    body = {"name": "li-2020.pdf", "content": base64.b64encode(pdf).decode(), "events": ["gale"]}
    reply = li.post(REST, body, content_type="application/json")
    assert reply.status_code == 202, reply.content
    address = reply["Location"]
    assert li.get(address).json()["status"] == "waiting"
    work(alpha)
    document = li.get(address).json()
    assert (document["status"], document["events"]) == ("done", ["gale"])
    assert document["result"]["passages"][0]["number"] == "50 mm"
    assert "content" not in document
    assert client.get(address, headers=beta.headers).status_code == 404
    assert client.get(REST, headers=beta.headers).json()["results"] == []
    assert [one["id"] for one in li.get(REST).json()["results"]] == [document["id"]]


def test_only_where_files_are_given_a_body_may_be_long(li) -> None:  # noqa: F811
    long = {"name": "a.pdf", "content": "A" * (LONGEST_BODY + 4)}
    assert li.post(REST, long, content_type="application/json").status_code == 400
    longer = {"name": "a.pdf", "content": "A" * (LONGEST_UPLOAD + 4)}
    refused = li.post(REST, longer, content_type="application/json")
    assert (refused.status_code, str(LONGEST_UPLOAD) in refused.json()["detail"]) == (413, True)
    import_address = "/api/v1/library/import/"
    assert li.post(import_address, long, content_type="application/json").status_code == 413
    assert {longest_body(path) for path in UPLOADS} == {LONGEST_UPLOAD}
    assert set(UPLOADS) == {REST, GIVEN}
