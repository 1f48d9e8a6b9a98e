"""Computations and questions in the worker, on generated data."""

from __future__ import annotations

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


def test_a_field_is_computed_by_the_worker_and_read_by_the_web_process(
    answer, sample, client
) -> None:
    asked = {
        "name": "precip_24h",
        "region": sample.region.bounds(),
        "time": sample.peak_time.isoformat(),
    }
    shown, centre = answer("computations", op="field", **asked)
    assert shown["status"] == "finished", shown["failure"]
    (info,) = client.get(shown["links"]["fields"], headers=centre.headers).json()["results"]
    field = client.get(info["url"], headers=centre.headers).json()
    assert (field["name"], field["unit"]) == ("precip_24h", shown["result"]["unit"])
    assert field["shape"] == shown["result"]["shape"]
    index, _ = answer("computations", op="index", params={"reduction": "max"}, **asked)
    most = index["result"]["value"]
    assert field["maximum"] == pytest.approx(most, rel=1e-6)
    place = f"{index['result']['longitude']},{index['result']['latitude']}"
    there = client.get(f"{info['url']}points/", {"point": place}, headers=centre.headers).json()
    assert there["points"][0]["values"] == [field["maximum"]]


def test_contours_are_computed_and_shown_as_geojson(answer, sample, client) -> None:
    asked = {"time": sample.peak_time.isoformat(), "region": sample.region.bounds()}
    shown, centre = answer("computations", op="contours", name="temperature_2m", **asked)
    assert shown["status"] == "finished", shown["failure"]
    lines = client.get(shown["links"]["features"], headers=centre.headers).json()["features"]
    assert len(lines) == len(shown["result"]["lines"]) > 0


def test_a_sounding_is_computed(answer, sample) -> None:
    west, south, _, _ = sample.region.bounds()
    point = [west + 2, south + 2, west + 2, south + 2]
    time = sample.peak_time.isoformat()
    shown, _ = answer("computations", op="sounding", time=time, region=point)
    assert shown["status"] == "finished", shown["failure"]
    assert len(shown["result"]["levels"]) > 3


def test_a_series_over_an_outline_is_computed(answer, sample) -> None:
    west, south, east, north = sample.region.bounds()
    outline = [[west, south], [east, south], [east, north], [west, south]]
    time = sample.peak_time.isoformat()
    name = "surface_wind_speed"
    shown, _ = answer("computations", op="series", name=name, time=time, outline=outline)
    assert shown["status"] == "finished", shown["failure"]
    (value,) = shown["result"]["values"]
    assert value["value"] > 1


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
