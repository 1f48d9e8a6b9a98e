"""Evidence is kept once per call, artifacts once per content, and addresses expire."""

from __future__ import annotations

import hashlib
import os
import time
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
import time_machine
from django.core.files.storage import default_storage
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.models import Artifact, EvidenceItem, JobArtifact
from hvrmet.evidence.services import artifact_register, evidence_put
from hvrmet.evidence.storage import (
    content_read,
    content_write,
    draft_key,
    draft_take,
    draft_write,
    leftovers_remove,
    storage_key,
    untaken_remove,
)
from hvrmet.jobs.queue import leases
from hvrmet.testing import queue_job, sample_evidence

from diagnostics.errors import BudgetError

PNG = b"\x89PNG fake"


@pytest.fixture
def lease(alpha):
    return leases.claim(job_id=queue_job(alpha), tenant_id=alpha.id, worker="w")


def put(lease, item, attempt=None) -> None:
    with scope(lease.tenant_id):
        evidence_put(job_id=lease.job_id, item=item, attempt=attempt or lease.attempt)


def keep(lease, name="figures/z500.png", data=PNG, media_type="image/png"):
    sha256 = content_write(lease.tenant_id, data)
    with scope(lease.tenant_id):
        return artifact_register(
            job_id=lease.job_id,
            name=name,
            sha256=sha256,
            media_type=media_type,
            size=len(data),
            attempt=lease.attempt,
        )


@pytest.mark.django_db
class TestEvidence:
    def test_a_repeated_call_is_kept_once(self, lease) -> None:
        for _ in range(2):
            put(lease, sample_evidence())
        with scope(lease.tenant_id):
            row = EvidenceItem.objects.get()
        assert (row.factor, row.turn, row.verdict) == ("precipitable_water", 1, "")

    def test_is_listed_as_the_loop_left_it(self, client, alpha, lease) -> None:
        items = [sample_evidence(number) for number in (1, 2)]
        for item in items:
            put(lease, item)
        reply = client.get(f"/api/v1/diagnoses/{lease.job_id}/evidence/", headers=alpha.headers)
        assert reply.json()["results"] == [item.model_dump(mode="json") for item in items]

    def test_of_a_stale_attempt_is_refused(self, lease) -> None:
        with pytest.raises(BudgetError) as caught:
            put(lease, sample_evidence(), attempt=lease.attempt + 1)
        assert caught.value.code == "lease_lost"


@pytest.mark.django_db
class TestArtifacts:
    def test_are_stored_once_below_the_tenant(self, lease) -> None:
        ref = keep(lease)
        keep(lease, name="figures/again.png")
        assert ref.sha256 == hashlib.sha256(PNG).hexdigest()
        assert storage_key(lease.tenant_id, ref.sha256).startswith(f"{lease.tenant_id}/")
        with scope(lease.tenant_id):
            assert Artifact.objects.count() == 1
            assert JobArtifact.objects.count() == 2

    @pytest.mark.parametrize("name", ["/etc/passwd", "../up", "a/../../b", "x" * 256])
    def test_names_stay_inside_the_run(self, lease, name) -> None:
        with pytest.raises(ApplicationError) as caught:
            keep(lease, name=name)
        assert caught.value.code == "invalid_artifact_name"

    def test_are_served_by_a_signed_address(self, client, alpha, lease) -> None:
        keep(lease)
        listed = client.get(f"/api/v1/diagnoses/{lease.job_id}/artifacts/", headers=alpha.headers)
        (info,) = listed.json()["results"]
        assert (info["name"], info["size"]) == ("figures/z500.png", len(PNG))
        reply = client.get(info["url"])
        assert (reply.content, reply["Content-Type"]) == (PNG, "image/png")
        assert reply["Content-Disposition"] == 'inline; filename="z500.png"'
        assert reply["X-Content-Type-Options"] == "nosniff"

    def test_pages_are_served_as_files(self, client, alpha, lease) -> None:
        keep(lease, name="notes.html", data=b"<p>", media_type="text/html")
        listed = client.get(f"/api/v1/diagnoses/{lease.job_id}/artifacts/", headers=alpha.headers)
        reply = client.get(listed.json()["results"][0]["url"])
        assert reply["Content-Disposition"].startswith("attachment")
        assert "sandbox" in reply["Content-Security-Policy"]

    def test_addresses_stay_the_same_for_a_while(self, client, alpha, lease, settings) -> None:
        keep(lease)
        path = f"/api/v1/diagnoses/{lease.job_id}/artifacts/"
        window = settings.ENVIRONMENT.hvrmet_download_seconds // 2
        begin = (int(time.time()) // window + 1) * window
        with time_machine.travel(begin + 1, tick=False):
            first = client.get(path, headers=alpha.headers)
        known = {**alpha.headers, "If-None-Match": first["ETag"]}
        with time_machine.travel(begin + window - 1, tick=False):
            assert client.get(path, headers=known).status_code == 304
        with time_machine.travel(begin + window + 1, tick=False):
            later = client.get(path, headers=known)
        assert (later.status_code, later["ETag"] == first["ETag"]) == (200, False)

    def test_an_address_expires_and_cannot_be_made_up(self, client, alpha, lease, settings) -> None:
        keep(lease)
        listed = client.get(f"/api/v1/diagnoses/{lease.job_id}/artifacts/", headers=alpha.headers)
        url = listed.json()["results"][0]["url"]
        forged = client.get(url[:-3] + "xx/")
        assert (forged.status_code, forged.json()["code"]) == (404, "download_invalid")
        life = settings.ENVIRONMENT.hvrmet_download_seconds
        with time_machine.travel(time.time() + life - 1):
            assert client.get(url).status_code == 200
        with time_machine.travel(time.time() + 1.5 * life + 1):
            late = client.get(url)
        assert (late.status_code, late.json()["code"]) == (410, "download_expired")
        assert late["Content-Type"] == "application/problem+json"


class TestStore:
    def test_notices_damage_and_loss(self, platform_settings, tmp_path: Path) -> None:
        tenant_id = uuid4()
        sha256 = content_write(tenant_id, PNG)
        assert content_read(tenant_id, sha256) == PNG
        path = tmp_path / "store" / storage_key(tenant_id, sha256)
        path.write_bytes(b"changed")
        for code, prepare in (
            ("artifact_damaged", lambda: None),
            ("artifact_missing", path.unlink),
        ):
            prepare()
            with pytest.raises(ApplicationError) as caught:
                content_read(tenant_id, sha256)
            assert caught.value.code == code

    def test_what_killed_workers_began_is_removed_after_a_day(self, platform_settings) -> None:
        tenant = uuid4()
        kept = content_write(tenant, b"whole")
        drafts = default_storage.drafts
        for name, age in (("old", timedelta(days=2)), ("new", timedelta(hours=1))):
            draft = drafts / name
            draft.write_bytes(b"half")
            then = time.time() - age.total_seconds()
            os.utime(draft, (then, then))
        assert leftovers_remove(timedelta(days=1)) == 1
        assert [path.name for path in drafts.iterdir()] == ["new"]
        assert content_read(tenant, kept) == b"whole"

    def test_a_picture_drawn_ahead_is_taken_once(self, platform_settings) -> None:
        tenant, job = uuid4(), uuid4()
        kept, ahead = content_write(tenant, PNG), draft_write(tenant, job, PNG)
        assert draft_take(tenant, job, ahead) == PNG
        with pytest.raises(ApplicationError) as caught:
            draft_take(tenant, job, ahead)
        assert caught.value.code == "artifact_missing"
        assert content_read(tenant, kept) == PNG, "what is kept is another file"

    def test_pictures_drawn_ahead_in_vain_are_removed(self, platform_settings) -> None:
        tenant, other, job = uuid4(), uuid4(), uuid4()
        kept = content_write(tenant, PNG)
        old, new = draft_write(tenant, job, PNG), draft_write(other, job, b"just drawn")
        then = time.time() - timedelta(hours=2).total_seconds()
        for key in (draft_key(tenant, job, old), storage_key(tenant, kept)):
            os.utime(default_storage.path(key), (then, then))
        assert untaken_remove(timedelta(hours=1)) == 1
        assert untaken_remove(timedelta(hours=1)) == 0
        assert content_read(tenant, kept) == PNG
        assert draft_take(other, job, new) == b"just drawn"
