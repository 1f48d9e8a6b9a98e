"""Computations and questions in the worker, on generated data."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hvrmet.evidence.storage import AtomicFileStorage
from hvrmet.testing import IdleHeartbeat, make_centre

from tasks import diagnosis
from tests.hvrmet.evidence.test_full_store import no_room

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def sample(tmp_path_factory, written_sample) -> Any:
    return written_sample("rainstorm", tmp_path_factory.mktemp("sample") / "sample.nc")


@pytest.fixture
def answer(client, platform_settings, release, sample, monkeypatch) -> Any:
    """Return a function that asks, lets the worker answer, and reads the job."""
    sources = {"sample": {"paths": [str(sample.path)], "title": "Generated"}}
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(sources)}
    )
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    centre = make_centre("alpha")

    def go(kind: str, **body: Any) -> Any:
        reply = client.post(
            f"/api/v1/{kind}/",
            {"source": "sample", **body},
            content_type="application/json",
            headers=centre.headers,
        )
        assert reply.status_code == 202, reply.content
        shown = reply.json()
        diagnosis.run(shown["id"], str(centre.id))
        return client.get(shown["url"], headers=centre.headers).json(), centre

    return go


def test_an_index_is_that_of_the_command_line(answer, sample) -> None:
    shown, _ = answer(
        "computations", op="index", name="pwat", region=sample.region.bounds(), mode="qa"
    )
    assert shown["status"] == "finished", shown["failure"]
    assert (shown["result"]["name"], shown["result"]["status"]) == ("pwat", "ok")
    assert shown["result"]["value"] > 30


def test_a_chart_comes_with_a_signed_address(answer, sample, client) -> None:
    shown, centre = answer(
        "computations",
        op="figure",
        name="gh500_map",
        region=sample.region.bounds(),
        time=sample.peak_time.isoformat(),
        params={"lang": "zh"},
    )
    assert shown["status"] == "finished", shown["failure"]
    (file,) = client.get(shown["links"]["artifacts"], headers=centre.headers).json()["results"]
    assert file["name"] == shown["result"]["path"] == "figures/gh500_map.png"
    assert client.get(file["url"]).content.startswith(b"\x89PNG")


def test_a_raster_is_kept_for_ever_at_its_content(answer, sample, client) -> None:
    shown, centre = answer(
        "computations",
        op="raster",
        name="temperature",
        level=850,
        region=sample.region.bounds(),
        time=sample.peak_time.isoformat(),
        params={"projection": "web_mercator"},
    )
    assert shown["status"] == "finished", shown["failure"]
    (named,) = shown["result"]["files"]
    (listed,) = client.get(shown["links"]["artifacts"], headers=centre.headers).json()["results"]
    assert {**listed, "url": ""} == {**named, "url": ""}
    address = f"{shown['links']['artifacts']}{named['sha256']}/"
    reply = client.get(address, headers=centre.headers)
    assert (reply["Content-Type"], reply["Cache-Control"]) == (
        "image/png",
        "private, max-age=31536000, immutable",
    )
    assert hashlib.sha256(reply.content).hexdigest() == named["sha256"]
    again = client.get(address, headers={**centre.headers, "If-None-Match": reply["ETag"]})
    assert again.status_code == 304
    other = make_centre("beta")
    assert client.get(address, headers=other.headers).status_code == 404


def test_series_and_sections_come_with_a_file(answer, sample, client) -> None:
    point = {"latitude": 30, "longitude": 115}
    shown, _ = answer("computations", op="series", name="temperature_2m", points=[point])
    assert len(shown["result"]["places"][0]["values"]) > 10
    shown, _ = answer(
        "computations",
        op="section",
        name="wind",
        points=[point, {"latitude": 34, "longitude": 122}],
        time=sample.peak_time.isoformat(),
    )
    assert shown["result"]["files"][0]["media_type"] == "application/x-netcdf"
    assert len(shown["result"]["values"]) == len(shown["result"]["pressure_hpa"])


def test_features_come_as_geojson_too(answer, sample, client) -> None:
    shown, centre = answer(
        "computations", op="features", name="jet_core", time=sample.peak_time.isoformat()
    )
    (file,) = client.get(shown["links"]["artifacts"], headers=centre.headers).json()["results"]
    found = json.loads(client.get(file["url"]).content)
    assert file["media_type"] == "application/geo+json"
    assert len(found["features"]) == len(shown["result"]["features"])


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"op": "raster", "name": "hotness@850"}, "unknown_quantity"),
        ({"op": "raster", "name": "temperature@333"}, "missing_level"),
        ({"op": "contours", "name": "T850", "region": [-100, 35, -80, 55]}, "region_outside_data"),
    ],
)
def test_what_cannot_be_taken_out_fails_by_name(answer, sample, asked, code) -> None:
    shown, _ = answer("computations", **asked, time=sample.peak_time.isoformat())
    assert (shown["status"], shown["failure"]["code"]) == ("failed", code)
    assert shown["result"] is None


def test_a_chart_that_finds_no_room_fails_by_name(answer, sample, client, monkeypatch) -> None:
    monkeypatch.setattr(AtomicFileStorage, "_save", no_room)
    shown, centre = answer(
        "computations",
        op="figure",
        name="gh500_map",
        region=sample.region.bounds(),
        time=sample.peak_time.isoformat(),
    )
    assert (shown["status"], shown["failure"]["code"]) == ("failed", "storage_full")
    named = client.get(shown["links"]["artifacts"], headers=centre.headers).json()["results"]
    assert not named


def test_a_question_and_a_claim_are_answered(answer, sample) -> None:
    region = sample.region.bounds()
    reply, _ = answer("questions", text="What is the maximum precipitable water?", region=region)
    assert reply["status"] == "finished", reply["failure"]
    assert reply["result"]["answered"], reply["result"]["reason"]
    checked, _ = answer(
        "questions", claim="Precipitable water stayed below 5 mm.", region=region, language="en"
    )
    assert checked["result"]["verdict"] == "contradicted"


def test_what_cannot_be_computed_fails_with_its_reason(answer) -> None:
    shown, _ = answer("computations", op="index", name="pwat", region=[-80, -50, -60, -30])
    assert (shown["status"], shown["failure"]["code"]) == ("failed", "region_outside_data")
