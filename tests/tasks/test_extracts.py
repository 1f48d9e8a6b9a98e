"""Maps, series and profiles at once, and the maps of evidence, on generated data."""

from __future__ import annotations

import hashlib
import io
import json
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from django.core.files.storage import default_storage
from django.utils import timezone
from hvrmet.celery_app import app
from hvrmet.core.db.scope import scope
from hvrmet.evidence.models import Extract
from hvrmet.evidence.storage import storage_key
from hvrmet.jobs.models import Job
from hvrmet.testing import IdleHeartbeat, make_centre
from PIL import Image

from tasks import diagnosis, interactive, upkeep

pytestmark = pytest.mark.django_db
POINT, NORTH = {"latitude": 30, "longitude": 115}, {"latitude": 40, "longitude": 120}


@pytest.fixture
def raster(rain_file: Any) -> dict[str, Any]:
    return {
        "source": "sample",
        "op": "raster",
        "name": "temperature",
        "level": 850,
        "time": rain_file.peak_time.isoformat(),
        "params": {"projection": "web_mercator"},
    }


class TestAtOnce:
    def test_a_raster_is_a_picture_of_numbers_at_its_content(self, call, client, watched, raster):
        reply = call("POST", "extracts/", raster)
        assert reply.status_code == 200, reply.content
        found = reply.json()
        (file,) = found["files"]
        shown = client.get(file["url"], headers=watched.headers)
        assert hashlib.sha256(shown.content).hexdigest() == file["sha256"]
        assert shown["Cache-Control"] == "private, max-age=31536000, immutable"
        result = found["result"]
        assert file["size"] <= 1_000_000
        picture = Image.open(io.BytesIO(shown.content))
        assert (picture.mode, picture.size) == ("RGBA", (result["width"], result["height"]))
        assert "icc_profile" not in picture.info
        pixels = np.asarray(picture).astype(int)
        assert set(np.unique(pixels[..., 3])) == {255}
        known = pixels[..., 2] == 0
        values = result["offset"] + result["scale"] * (256 * pixels[..., 0] + pixels[..., 1])
        assert values[known].max() == pytest.approx(result["maximum"], abs=result["scale"])
        with scope(watched.id):
            assert not Job.objects.exists()

    def test_the_same_is_given_from_what_is_kept(self, call, raster, watched, monkeypatch) -> None:
        first = call("POST", "extracts/", raster).json()
        monkeypatch.setattr("tasks.extracts.compute_from", lambda *_, **__: pytest.fail("again"))
        assert call("POST", "extracts/", raster).json() == first
        with scope(watched.id):
            assert Extract.objects.count() == 1

    @pytest.mark.parametrize(
        "asked",
        [
            {"op": "contours", "name": "height@500", "params": {"interval": 40}},
            {"op": "vectors", "name": "wind@250", "params": {"count": 200}},
            {"op": "features", "name": "jet_core"},
            {"op": "series", "name": "temperature_2m", "points": [POINT], "time": None},
            {"op": "sounding", "points": [POINT]},
            {
                "op": "section",
                "name": "wind",
                "points": [POINT, {"latitude": 40, "longitude": 120}],
            },
            {"op": "detections", "time": None, "params": {"lattice": 10}},
            {"op": "figure", "name": "gh500_map"},
        ],
        ids=lambda asked: asked["op"],
    )
    def test_every_operation_has_its_contract_and_file(self, call, rain_file, asked) -> None:
        body = {"source": "sample", "time": rain_file.peak_time.isoformat(), **asked}
        reply = call("POST", "extracts/", body)
        assert reply.status_code == 200, reply.content
        assert reply.json()["op"] == asked["op"]
        assert all(file["size"] > 0 for file in reply.json()["files"])
        assert len(reply.json()["files"]) == 1

    def test_an_index_has_no_file(self, call) -> None:
        body = {"source": "sample", "op": "index", "name": "pwat", "region": [110, 27, 126, 35]}
        found = call("POST", "extracts/", body).json()
        assert (found["files"], found["result"]["status"]) == ([], "ok")

    @pytest.mark.parametrize(
        ("change", "code", "status"),
        [
            ({"name": "hotness"}, "unknown_quantity", 400),
            ({"level": 333}, "missing_level", 422),
            ({"time": "2020-01-01T00:00Z"}, "missing_time", 422),
            ({"region": [-100, 35, -80, 55]}, "region_outside_data", 422),
            ({"region": [110.01, 30.01, 110.02, 30.02]}, "region_outside_data", 422),
            ({"region": [0, 86, 10, 100]}, "invalid_request", 400),
            ({"source": "gone"}, "file_not_found", 422),
            ({"op": "index", "name": "pwatt", "level": None, "params": {}}, "unknown_tool", 400),
        ],
    )
    def test_bad_requests_keep_nothing(self, call, watched, raster, change, code, status) -> None:
        reply = call("POST", "extracts/", {**raster, **change})
        assert (reply.status_code, reply.json()["code"]) == (status, code), reply.content
        assert reply.json()["detail"]
        with scope(watched.id):
            assert not Extract.objects.exists()

    def test_files_are_the_tenants_own(self, call, client, raster) -> None:
        (file,) = call("POST", "extracts/", raster).json()["files"]
        other = make_centre("beta")
        assert client.get(file["url"], headers=other.headers).status_code == 404

    def test_what_nobody_asks_for_is_removed(
        self, call, watched, raster, django_capture_on_commit_callbacks
    ) -> None:
        (file,) = call("POST", "extracts/", raster).json()["files"]
        key = storage_key(watched.id, file["sha256"])
        with scope(watched.id):
            Extract.objects.update(used_at=timezone.now() - timedelta(days=29))
        upkeep.forget_extracts()
        assert default_storage.exists(key)
        with scope(watched.id):
            Extract.objects.update(used_at=timezone.now() - timedelta(days=31))
        with django_capture_on_commit_callbacks(execute=True):
            upkeep.forget_extracts()
        assert not default_storage.exists(key)
        assert call("GET", f"files/{file['sha256']}/").status_code == 404


@pytest.fixture
def diagnosed(call: Any, watched: Any, monkeypatch: pytest.MonkeyPatch, rain_file: Any) -> Any:
    """A finished diagnosis of the generated case."""
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    body = {
        "source": "sample",
        "region": rain_file.region.bounds(),
        "options": {"target_factors": 1, "max_turns": 1},
    }
    shown = call("POST", "diagnoses/", body).json()
    diagnosis.run(shown["id"], str(watched.id))
    return call("GET", shown["url"].removeprefix("/api/v1/")).json()


@pytest.mark.slow
class TestEvidence:
    def test_every_piece_has_its_map(self, call, client, watched, diagnosed, monkeypatch) -> None:
        assert diagnosed["status"] == "finished", diagnosed["state"]["failure"]
        path = diagnosed["links"]["evidence"].removeprefix("/api/v1/")
        kinds = set()
        for item in call("GET", path).json()["results"]:
            reply = call("GET", f"{path}{item['id']}/layers/?projection=plate_carree")
            assert reply.status_code == 200, reply.content
            shown = reply.json()
            assert (shown["evidence_id"], bool(shown["time"])) == (item["id"], True)
            for layer in shown["layers"]:
                kinds.add(layer["kind"])
                assert bool(layer["url"]) is not bool(layer["reason"])
                if layer["url"]:
                    assert client.get(layer["url"], headers=watched.headers).status_code == 200
        assert kinds >= {"raster", "contours", "features"}
        monkeypatch.setattr(app, "send_task", lambda *_, **__: pytest.fail("asked again"))
        again = call("GET", f"{path}{item['id']}/layers/?projection=plate_carree")
        assert again.json() == shown
        assert call("GET", f"{path}none/layers/").status_code == 404

    def test_they_are_made_when_the_diagnosis_ends(self, call, watched, diagnosed) -> None:
        interactive.prepare_layers(diagnosed["id"], str(watched.id))
        with scope(watched.id):
            count = Extract.objects.count()
        path = diagnosed["links"]["evidence"].removeprefix("/api/v1/")
        assert len(call("GET", path).json()["results"]) == count

    def test_other_data_make_no_map_of_it(
        self, call, watched, diagnosed, platform_settings, tmp_path, written_sample
    ) -> None:
        other = written_sample("gale", tmp_path / "other.nc")
        changed = {"sample": {"paths": [str(other.path)], "title": "Other"}}
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_sources": json.dumps(changed)}
        )
        path = diagnosed["links"]["evidence"].removeprefix("/api/v1/")
        reply = call("GET", f"{path}event/layers/")
        assert (reply.status_code, reply.json()["code"]) == (422, "data_changed")
        interactive.prepare_layers(diagnosed["id"], str(watched.id))
        with scope(watched.id):
            assert not Extract.objects.exists()
