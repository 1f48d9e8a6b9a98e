"""The climatologies of sources over REST."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hvrmet.testing import Centre

from diagnostics.climatology.open_climatology import open_climatologies
from diagnostics.samples import climatology_path

pytestmark = pytest.mark.django_db


@pytest.fixture
def with_climatology(platform_settings: Any, watched: Centre, rain_file: Any) -> str:
    """The path of a climatology that is registered for one source of two."""
    path = str(climatology_path("rainstorm"))
    files = {"paths": [str(rain_file.path)], "title": "Generated"}
    sources = {
        "sample": {**files, "climatology": path},
        "bare": files,
        "private": {**files, "climatology": path, "tenants": ["beta"]},
    }
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(sources)}
    )
    return path


def address(source: str, **query: Any) -> str:
    asked = {"latitude": 30, "longitude": 118, "time": "2041-07-04T06:00Z", **query}
    return f"sources/{source}/climatologies/point/?" + "&".join(
        f"{name}={value}" for name, value in asked.items()
    )


def test_they_are_listed_without_their_paths(call: Any, with_climatology: str) -> None:
    reply = call("GET", "sources/sample/climatologies/")
    assert reply.status_code == 200, reply.content
    (baseline,) = reply.json()["baselines"]
    (known,) = open_climatologies([with_climatology]).reduced
    assert baseline["digest"] == known.digest
    assert len(baseline["indices"]) == len(known.series)
    assert with_climatology not in reply.content.decode()
    bare = call("GET", "sources/bare/climatologies/").json()
    assert bare == {"baselines": [], "grids": []}


def test_a_place_and_a_day_have_statistics(call: Any, with_climatology: str) -> None:
    found = call("GET", address("sample", name="pwat")).json()
    assert found["results"]
    for one in found["results"]:
        assert (one["name"], one["mode"]) == ("pwat", "A")
        values = [quantile["value"] for quantile in one["quantiles"]]
        assert values[0] < one["statistics"]["mean"] < values[-1]
    every = call("GET", address("sample")).json()["results"]
    assert len(every) > len(found["results"])
    assert call("GET", address("sample", latitude=-40)).json()["results"] == []
    assert call("GET", address("bare")).json()["results"] == []


@pytest.mark.parametrize("path", ["sources/private/climatologies/", address("private")])
def test_a_source_of_another_centre_is_not_there(
    call: Any, with_climatology: str, path: str
) -> None:
    reply = call("GET", path)
    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "query", [{"latitude": 91}, {"longitude": "x"}, {"time": "July"}, {"level": 0}]
)
def test_what_is_no_place_or_moment_is_refused(
    call: Any, with_climatology: str, query: dict[str, Any]
) -> None:
    reply = call("GET", address("sample", **query))
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")
