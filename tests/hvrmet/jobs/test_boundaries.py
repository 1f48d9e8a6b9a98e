"""Centres' own coasts and borders: who gets which file, and what a job pins."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from hvrmet.core.db.scope import scope
from hvrmet.jobs.registries.boundaries import boundaries_of, read_boundaries
from hvrmet.jobs.selectors import job_get
from hvrmet.testing import Centre, diagnosis_document, queue_job

pytestmark = pytest.mark.django_db


@pytest.fixture
def register(platform_settings: Any) -> Any:
    def make(registry: dict[str, Any]) -> None:
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_boundaries": json.dumps(registry)}
        )

    return make


def file_of(centre: Centre) -> Path | None:
    with scope(centre.id):
        return boundaries_of(centre.id)


def test_each_centre_has_its_own_file_or_the_one_of_all_others(alpha, beta, register) -> None:
    assert file_of(alpha) is None
    register({"own": {"path": "/b/own.json", "tenants": ["alpha"]}})
    assert (file_of(alpha), file_of(beta)) == (Path("/b/own.json"), None)
    register({"rest": {"path": "/b/rest.json"}, "own": {"path": "/b/a.json", "tenants": ["alpha"]}})
    assert (file_of(alpha), file_of(beta)) == (Path("/b/a.json"), Path("/b/rest.json"))


def test_a_job_pins_the_content_of_the_file(alpha, register, tmp_path, sent) -> None:
    file = tmp_path / "own.json"
    file.write_text("{}")
    register({"own": {"path": str(file), "tenants": ["alpha"]}})
    job_id = queue_job(alpha)
    with scope(alpha.id):
        pinned = job_get(job_id).request["boundaries"]
    assert pinned == hashlib.sha256(b"{}").hexdigest()


def test_requests_name_no_boundaries(alpha, client) -> None:
    refused = client.post(
        "/api/v1/diagnoses/",
        diagnosis_document(boundaries="0" * 64),
        content_type="application/json",
        headers=alpha.headers,
    )
    assert (refused.status_code, refused.json()["code"]) == (400, "unknown_boundaries")


def test_a_file_that_is_gone_is_the_operators_to_repair(alpha, client, register, tmp_path) -> None:
    register({"own": {"path": str(tmp_path / "gone.json")}})
    refused = client.post(
        "/api/v1/diagnoses/",
        diagnosis_document(),
        content_type="application/json",
        headers=alpha.headers,
    )
    assert (refused.status_code, refused.json()["code"]) == (503, "boundaries_unusable")
    assert "HVRMET_BOUNDARIES" in refused.json()["detail"]
    assert str(tmp_path) not in refused.json()["detail"]


@pytest.mark.parametrize(
    "setting",
    [
        '{"own": {"path": "a", "tenants": ["x"]}, "other": {"path": "b", "tenants": ["x"]}}',
        '{"own": {"path": "a"}, "other": {"path": "b"}}',
        '{"own": {"file": "a"}}',
        "/nowhere/boundaries.yaml",
    ],
)
def test_a_registry_that_cannot_be_meant_is_refused(setting: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="HVRMET_BOUNDARIES"):
        read_boundaries(setting)
