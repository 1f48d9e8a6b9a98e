"""The coasts and borders of a job's maps: those that were pinned, or a clear error."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.storage import AtomicFileStorage
from hvrmet.testing import Centre

from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.figures.boundaries import NATURAL_EARTH
from tasks.boundaries import pinned_boundaries
from tasks.diagnosis import describe_failure
from tests.hvrmet.evidence.test_full_store import no_room

pytestmark = pytest.mark.django_db
LINE = {"type": "LineString", "coordinates": [[100, 30], [110, 35]]}


def document(credit: str) -> bytes:
    feature = {"type": "Feature", "properties": {}, "geometry": LINE}
    collection = {"type": "FeatureCollection", "attribution": credit, "features": [feature]}
    return json.dumps(collection).encode()


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def own(alpha: Centre, platform_settings: Any, tmp_path: Path) -> Path:
    """The file that is registered for the centre."""
    path = tmp_path / "own.json"
    path.write_bytes(document("Survey of A"))
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_boundaries": json.dumps({"own": {"path": str(path)}})}
    )
    return path


def test_a_file_that_was_drawn_once_outlives_its_replacement(alpha: Centre, own: Path) -> None:
    first = digest(own.read_bytes())
    assert pinned_boundaries(first, tenant_id=alpha.id).credit == "Survey of A"
    own.write_bytes(document("Survey of B"))
    again = pinned_boundaries(first, tenant_id=alpha.id)
    assert (again.credit, again.digest) == ("Survey of A", first)
    second = digest(own.read_bytes())
    assert pinned_boundaries(second, tenant_id=alpha.id).credit == "Survey of B"


def test_a_file_that_finds_no_room_ends_the_job_by_name(alpha, own, monkeypatch) -> None:
    monkeypatch.setattr(AtomicFileStorage, "_save", no_room)
    with pytest.raises(OSError, match="No space") as caught:
        pinned_boundaries(digest(own.read_bytes()), tenant_id=alpha.id)
    assert describe_failure(caught.value).code == "storage_full"


def test_a_file_that_was_replaced_before_it_was_drawn_is_an_error(alpha, own) -> None:
    with pytest.raises(InputDataError) as caught:
        pinned_boundaries("0" * 64, tenant_id=alpha.id)
    assert caught.value.code == "boundaries_changed"
    assert "queue it again" in caught.value.message


def test_a_file_that_is_no_map_says_what_is_wrong(alpha, own) -> None:
    own.write_bytes(b"{}")
    with pytest.raises(ArgumentError, match="FeatureCollection"):
        pinned_boundaries(digest(b"{}"), tenant_id=alpha.id)


def test_a_file_that_is_gone_is_reported(alpha, own) -> None:
    own.unlink()
    with pytest.raises(ApplicationError) as caught:
        pinned_boundaries("0" * 64, tenant_id=alpha.id)
    assert caught.value.code == "boundaries_unusable"


def test_without_a_pin_natural_earth_is_drawn(alpha, own) -> None:
    assert pinned_boundaries(None, tenant_id=alpha.id) is NATURAL_EARTH
