"""Stored pages name the pictures of their run, and readers get them as they were rendered."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from hvrmet.accounts.roles import TenantRole, Verb
from hvrmet.core.db.scope import scope
from hvrmet.evidence.services import artifact_register
from hvrmet.evidence.storage import content_write, storage_key
from hvrmet.jobs.events.log import lock_job
from hvrmet.jobs.queue import leases
from hvrmet.reports.models import ReportVersion
from hvrmet.reports.page_images import page_whole
from hvrmet.reports.services import report_version_create
from hvrmet.testing import diagnosis_document, queue_job, sample_report

from diagnostics.contracts.report import PICTURE_PREFIX
from diagnostics.contracts.request import DiagnosisRequest
from tests.hvrmet.factories import key_headers

pytestmark = pytest.mark.django_db
KEPT, FOREIGN = b"\x89PNG kept" * 500, b"\x89PNG of nobody" * 500
DIGEST = hashlib.sha256(KEPT).hexdigest()
ODD = f"{PICTURE_PREFIX}QQ="  # no such base64
NOT_CANONICAL = f"{PICTURE_PREFIX}QR=="  # decodes to what is written QQ==


def shown(data: bytes) -> str:
    return PICTURE_PREFIX + b64encode(data).decode()


def image(address: str) -> str:
    return f'<img src="{address}" alt="a">'


@pytest.fixture
def job_id(alpha):
    """Queue a job that keeps a picture, and the letter A."""
    found = queue_job(alpha)
    lease = leases.claim(job_id=found, tenant_id=alpha.id, worker="w")
    for data in (KEPT, b"A"):
        sha256 = content_write(alpha.id, data)
        with scope(alpha.id):
            artifact_register(
                job_id=found,
                name=f"figures/{sha256}.png",
                sha256=sha256,
                media_type="image/png",
                size=len(data),
                attempt=lease.attempt,
            )
    return found


def store(centre, job_id, page: str) -> ReportVersion:
    report = sample_report(DiagnosisRequest.model_validate(diagnosis_document()))
    with scope(centre.id):
        found = report_version_create(
            job=lock_job(job_id), report=report, markdown="# A", html=page, author="hvrmet"
        )
        return ReportVersion.objects.get(pk=found.pk)


def exported(client, alpha, job_id, kind: str = "html"):
    scopes = [Verb.REPORT_VIEW, Verb.REPORT_DRAFT]
    headers = key_headers(alpha, kind, TenantRole.SERVICE, scopes=scopes)
    return client.get(
        f"/api/v1/diagnoses/{job_id}/report/versions/1/export/{kind}/", headers=headers
    )


def test_a_picture_of_the_run_is_stored_by_its_address(client, alpha, job_id) -> None:
    page = f"<main>{image(shown(KEPT))} and again {image(shown(KEPT))}</main>"
    version = store(alpha, job_id, page)
    assert version.html.count(f'src="artifact:{DIGEST}"') == 2
    assert len(version.html) < len(page) / 10
    assert page_whole(version) == page
    assert exported(client, alpha, job_id).content.decode() == page


@pytest.mark.parametrize(
    "page",
    [
        image(shown(FOREIGN)),
        image(ODD),
        image(NOT_CANONICAL),
        f"<p>src=&#34;artifact:{DIGEST}&#34;, artifact:{DIGEST}</p>",
        "<p>no picture</p>",
    ],
)
def test_anything_else_stays_in_the_page(client, alpha, job_id, page) -> None:
    version = store(alpha, job_id, page)
    assert version.html == page
    assert exported(client, alpha, job_id).content.decode() == page


def test_a_picture_of_another_job_stays_in_the_page(alpha, job_id) -> None:
    page = image(shown(KEPT))
    assert store(alpha, queue_job(alpha), page).html == page


def test_a_page_that_was_stored_whole_is_read_as_it_is(client, alpha, job_id) -> None:
    page = image(shown(KEPT))
    version = store(alpha, job_id, page)
    version.html = page
    assert page_whole(version) == page


@pytest.mark.parametrize("lost", [True, False])
def test_a_picture_that_the_store_lost_is_named(client, alpha, job_id, lost) -> None:
    store(alpha, job_id, image(shown(KEPT)))
    path = Path(default_storage.path(storage_key(alpha.id, DIGEST)))
    path.unlink() if lost else path.write_bytes(b"else")
    reply = exported(client, alpha, job_id)
    problem = reply.json()
    assert (reply.status_code, problem["code"]) == (500, "report_picture_missing")
    assert problem["data"] == {"version": 1, "sha256": DIGEST}
    assert "version 1" in problem["detail"] and "backup" in problem["detail"]
    assert exported(client, alpha, job_id, "md").status_code == 200
