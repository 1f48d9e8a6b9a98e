"""Asking for fields: what a source does not hold is refused, the same again is the same job."""

from __future__ import annotations

from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.jobs.events.log import append, lock_job
from hvrmet.jobs.models import QueueRow, SourceHolding
from hvrmet.jobs.queue import leases
from hvrmet.jobs.services.answers import answer_store

from diagnostics.contracts.events import Answered
from tests.hvrmet.jobs.test_sources import GRID, HELD, START, keep

pytestmark = pytest.mark.django_db
FIELD = {
    "source": "sample",
    "op": "field",
    "name": "temperature",
    "level": 850,
    "time": START.isoformat(),
}
LEVELS = (1000.0, 850.0, 500.0)
POINT = [110, 30, 110, 30]
CONTOURS = {
    "name": "temperature",
    "title": "850 hPa temperature",
    "unit": "°C",
    "time": START.isoformat(),
    "region": [105, 20, 125, 40],
    "interval": 5.0,
    "levels": [5.0],
    "lines": [{"value": 5.0, "closed": False, "line": [[179, 30], [182, 31]]}],
}
PROVENANCE = {"tool": "jet_core", "tool_version": "1"}


@pytest.fixture
def ask(client, alpha):
    """Return a function that asks for a field as alpha."""

    def post(**changes: Any) -> Any:
        return client.post(
            "/api/v1/computations/",
            {**FIELD, **changes},
            content_type="application/json",
            headers=alpha.headers,
        )

    return post


def test_what_is_certain_to_fail_is_refused_and_nothing_queued(ask) -> None:
    keep(inventory=HELD.model_copy(update={"levels_hpa": LEVELS, "grid": GRID}))
    for changes, status, code, words in (
        ({"name": "temperatur"}, 400, "unknown_tool", "temperature"),
        ({"name": None}, 400, "invalid_request", "name"),
        ({"level": 925}, 422, "level_not_held", "1000, 850, 500"),
        ({"name": "temperature_level", "level": 925}, 422, "level_not_held", "850"),
        ({"time": "2024-01-10T03:00:00Z"}, 422, "period_not_held", "9"),
        ({"region": [0, 20, 10, 40]}, 422, "region_not_held", "105,20,125,40"),
        ({"region": [110, 80, 120, 95]}, 400, "invalid_request", "90"),
        ({"second_opinion": True}, 400, "invalid_request", "index"),
        ({"source": "private"}, 400, "unknown_source", "sample"),
    ):
        reply = ask(**changes)
        assert (reply.status_code, reply.json()["code"]) == (status, code), reply.content
        assert words in reply.json()["detail"]
    assert not QueueRow.objects.exists()
    assert ask(name="isentropic_pressure", level=315).status_code == 202


def finish(alpha: Any, job_id: str, document: dict[str, Any] | None = None) -> None:
    """End a job as its worker would."""
    lease = leases.claim(job_id=job_id, tenant_id=alpha.id, worker="w")
    assert lease is not None
    with scope(alpha.id):
        answer_store(
            job_id=lease.job_id,
            document=document or {"a": 1},
            artifacts=(),
            attempt=lease.attempt,
        )


def test_the_same_again_is_the_same_job_while_the_data_stay(client, alpha, beta, ask) -> None:
    keep(inventory=HELD.model_copy(update={"levels_hpa": LEVELS, "grid": GRID}))
    first = ask()
    assert first.status_code == 202
    shown = first.json()
    waiting = ask()
    assert (waiting.status_code, waiting.json()["id"]) == (202, shown["id"])
    assert QueueRow.objects.count() == 1
    finish(alpha, shown["id"])
    there = ask()
    assert (there.status_code, there["Location"]) == (200, shown["url"])
    assert ask(level=500).json()["id"] != shown["id"]
    other = client.post(
        "/api/v1/computations/", FIELD, content_type="application/json", headers=beta.headers
    )
    assert (other.status_code, other.json()["id"] == shown["id"]) == (202, False)
    SourceHolding.objects.update(files="b", read_files="b")
    assert ask().status_code == 202


def test_without_certain_data_each_request_is_a_job_of_its_own(ask) -> None:
    ids = {ask(level=level).json()["id"] for level in (850, 850)}
    assert len(ids) == 2


def test_a_cancelled_or_destroyed_field_is_computed_again(client, alpha, ask) -> None:
    keep(inventory=HELD.model_copy(update={"levels_hpa": LEVELS, "grid": GRID}))
    first = ask().json()
    client.post(
        f"{first['url']}cancel/", {}, content_type="application/json", headers=alpha.headers
    )
    second = ask().json()
    assert second["id"] != first["id"]
    lease = leases.claim(job_id=second["id"], tenant_id=alpha.id, worker="w")
    assert lease is not None
    ended = Answered(digest="0" * 64, artifacts=())
    with scope(alpha.id):
        append(lock_job(lease.job_id), ended, attempt=lease.attempt)
    assert client.get(second["url"], headers=alpha.headers).json()["code"] == "answer_destroyed"
    assert ask().json()["id"] != second["id"]


def test_its_values_are_awaited_with_where_to_look(client, alpha, ask) -> None:
    shown = ask().json()
    assert shown["links"]["fields"] == f"{shown['url']}fields/"
    for part in ("", "points/?point=110,30", "line/?vertex=110,30&vertex=120,30"):
        reply = client.get(f"{shown['url']}fields/temperature/{part}", headers=alpha.headers)
        assert (reply.status_code, reply["Location"]) == (202, shown["url"])
        assert int(reply["Retry-After"]) > 0
        assert reply.json() == {"job": shown["url"], "status": "queued"}
    finish(alpha, shown["id"])
    reply = client.get(f"{shown['url']}fields/temperature/", headers=alpha.headers)
    assert reply.status_code == 404


def test_contours_and_features_are_shown_as_geojson(client, alpha, ask) -> None:
    contours = ask(op="contours", params={"interval": 5}).json()
    assert contours["links"]["fields"] is None
    url = contours["links"]["features"]
    waiting = client.get(url, headers=alpha.headers)
    assert (waiting.status_code, waiting["Location"]) == (202, contours["url"])
    finish(alpha, contours["id"], CONTOURS)
    shown = client.get(url, headers=alpha.headers)
    assert shown.json()["type"] == "FeatureCollection"
    (line,) = shown.json()["features"]
    assert line["geometry"] == {"type": "LineString", "coordinates": [[179, 30], [182, 31]]}
    properties = {"layer": "contour", "name": "temperature", "value": 5.0, "unit": "°C"}
    assert line["properties"].items() >= properties.items()
    unchanged = {**alpha.headers, "If-None-Match": shown["ETag"]}
    assert client.get(url, headers=unchanged).status_code == 304
    features = ask(op="features", name=None, level=None).json()
    feature = {"kind": "jet", "latitude": 30.0, "longitude": 110.0, "value": 60.0}
    found = [
        {**feature, "line": [[30, 110], [31, 112]]},
        {**feature, "line": []},
    ]
    answer = {"detector": "jet_core", "passed": True, "features": found, "provenance": PROVENANCE}
    finish(alpha, features["id"], {"features": [answer]})
    shown = client.get(features["links"]["features"], headers=alpha.headers).json()["features"]
    assert [item["geometry"]["type"] for item in shown] == ["LineString", "Point"]
    assert {item["properties"]["layer"] for item in shown} == {"jet_core"}


def test_what_has_no_lines_has_no_geojson(client, alpha, ask) -> None:
    field, sounding = ask().json(), ask(op="sounding", name=None, level=None, region=POINT).json()
    for shown in (field, sounding):
        assert shown["links"]["features"] is None
        reply = client.get(f"{shown['url']}features/", headers=alpha.headers)
        assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


def test_contours_and_soundings_are_refused_like_fields(ask) -> None:
    keep(inventory=HELD.model_copy(update={"levels_hpa": LEVELS, "grid": GRID}))
    for changes, status, code in (
        ({"op": "contours", "level": 925}, 422, "level_not_held"),
        ({"op": "contours", "name": "temperatur"}, 400, "unknown_tool"),
        ({"op": "contours", "params": {"interval": -1}}, 400, "invalid_request"),
        ({"op": "sounding", "name": None, "region": [110, 30, 111, 31]}, 400, "invalid_request"),
        ({"op": "sounding", "name": None, "region": [0, 30, 0, 30]}, 422, "region_not_held"),
    ):
        reply = ask(**changes)
        assert (reply.status_code, reply.json()["code"]) == (status, code), reply.content
    assert not QueueRow.objects.exists()
    first, again = (ask(op="sounding", name=None, level=None, region=POINT) for _ in range(2))
    assert first.json()["id"] == again.json()["id"]


def test_a_series_over_an_outline_is_refused_where_it_is_no_area(ask) -> None:
    keep(inventory=HELD.model_copy(update={"levels_hpa": LEVELS, "grid": GRID}))
    series = {"op": "series", "name": "pwat", "level": None}
    for outline, status, code, words in (
        ([[110, 25], [112, 27], [112, 25], [110, 27], [110, 25]], 422, "outline_invalid", "111 26"),
        ([[110, 25], [112, 27], [112, 25]], 400, "invalid_request", "4"),
        ([[110, 25], [112, 27], [112, 25], [110, 27]], 400, "invalid_request", "last position"),
        ([[110, 95], [112, 27], [112, 25], [110, 95]], 400, "invalid_request", "90"),
        ([[0, 25], [2, 27], [2, 25], [0, 25]], 422, "region_not_held", "105,20,125,40"),
    ):
        reply = ask(**series, outline=outline)
        assert (reply.status_code, reply.json()["code"]) == (status, code), reply.content
        assert words in reply.json()["detail"]
    assert not QueueRow.objects.exists()
    triangle = [[110, 25], [112, 27], [112, 25], [110, 25]]
    first, again = (ask(**series, outline=triangle).json() for _ in range(2))
    assert first["id"] == again["id"]
    assert first["request"]["outline"] == triangle
