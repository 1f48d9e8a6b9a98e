"""Saved regions: boxes and polygons, by name, of one centre."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.regions.models import SavedRegion
from hvrmet.regions.schemas import NewRegion
from hvrmet.testing import Centre
from hypothesis import given
from hypothesis import strategies as st

pytestmark = pytest.mark.django_db
BASIN = {"name": "Lower Yangtze", "region": [110, 27, 126, 35]}
TRIANGLE = [[110, 27], [126, 27], [118, 35]]


def send(client: Client, centre: Centre, method: str, path: str, body: Any = None) -> Any:
    return client.generic(
        method,
        f"/api/v1/regions/{path}",
        b"" if body is None else json.dumps(body).encode(),
        content_type="application/json",
        headers=centre.headers,
    )


@pytest.fixture
def saved(client: Client, alpha: Centre) -> str:
    reply = send(client, alpha, "POST", "", BASIN)
    assert reply.status_code == 201
    return str(reply.json()["id"])


def test_a_box_comes_back_as_it_was_saved(client, alpha, saved) -> None:
    [found] = send(client, alpha, "GET", "").json()["results"]
    assert (found["name"], found["region"]) == (BASIN["name"], [110.0, 27.0, 126.0, 35.0])
    assert (found["polygon"], found["created_by"]) == (None, alpha.principal.label)


def test_a_polygon_has_the_box_around_it_and_is_not_closed_twice(client, alpha) -> None:
    body = {"name": "triangle", "polygon": [*TRIANGLE, TRIANGLE[0]]}
    found = send(client, alpha, "POST", "", body).json()
    assert found["polygon"] == [[float(a), float(b)] for a, b in TRIANGLE]
    assert found["region"] == [110.0, 27.0, 126.0, 35.0]


def test_a_box_over_the_date_line_keeps_its_sides(client, alpha) -> None:
    body = {"name": "Fiji", "region": [170, -25, -170, -10]}
    assert send(client, alpha, "POST", "", body).json()["region"] == [170.0, -25.0, -170.0, -10.0]


def test_it_is_changed_and_removed_on_record(client, alpha, saved) -> None:
    changed = {"name": "Triangle", "polygon": TRIANGLE}
    assert send(client, alpha, "PUT", f"{saved}/", changed).json()["name"] == "Triangle"
    assert send(client, alpha, "DELETE", f"{saved}/").status_code == 204
    assert send(client, alpha, "GET", f"{saved}/").status_code == 404
    with scope(alpha.id):
        records = AuditRecord.objects.filter(action__startswith="region.").order_by("seq")
        actions = list(records.values_list("action", flat=True))
        assert actions == ["region.saved", "region.changed", "region.removed"]
        assert records[1].before["name"] == BASIN["name"]
        assert records[1].after == {
            "name": "Triangle",
            "box": [110.0, 27.0, 126.0, 35.0],
            "corners": 3,
        }


def test_a_name_is_taken_once_in_a_centre_and_free_in_another(client, alpha, beta, saved) -> None:
    reply = send(client, alpha, "POST", "", BASIN)
    assert (reply.status_code, reply.json()["code"]) == (409, "region_name_taken")
    assert send(client, beta, "POST", "", BASIN).status_code == 201
    other = send(client, alpha, "POST", "", {**BASIN, "name": "other"}).json()["id"]
    assert send(client, alpha, "PUT", f"{other}/", BASIN).json()["code"] == "region_name_taken"


def test_another_centre_sees_and_changes_nothing(client, alpha, beta, saved) -> None:
    assert send(client, beta, "GET", "").json()["results"] == []
    for method, body in (("GET", None), ("PUT", BASIN), ("DELETE", None)):
        assert send(client, beta, method, f"{saved}/", body).status_code == 404, method
    with scope(alpha.id):
        assert SavedRegion.objects.count() == 1


def test_a_centre_has_so_many_and_no_more(client, alpha, saved, monkeypatch) -> None:
    monkeypatch.setattr("hvrmet.regions.services.MOST_REGIONS", 1)
    reply = send(client, alpha, "POST", "", {**BASIN, "name": "one more"})
    assert (reply.status_code, reply.json()["code"]) == (409, "too_many_regions")


@pytest.mark.parametrize(
    "body",
    [
        {"name": "neither"},
        {"name": "both", "region": [1, 2, 3, 4], "polygon": TRIANGLE},
        {"name": "two corners", "polygon": TRIANGLE[:2]},
        {"name": "a line", "polygon": [[1, 1], [2, 1], [3, 1]]},
        {"name": "the same corner", "polygon": [[1, 1], [1, 1], [1, 1]]},
        {"name": "too far north", "polygon": [[1, 1], [2, 95], [3, 1]]},
        {"name": "around twice", "polygon": [[-180, 0], [300, 10], [0, 20]]},
        {"name": "too many", "polygon": [[i / 10, i % 7] for i in range(501)]},
        {"name": " ", "region": [1, 2, 3, 4]},
        {"name": "unknown field", "region": [1, 2, 3, 4], "colour": "red"},
        {"name": "upside down", "region": [1, 4, 3, 2]},
    ],
    ids=lambda body: str(body["name"]).replace(" ", "_"),
)
def test_what_is_no_region_is_refused_and_nothing_is_saved(client, alpha, body) -> None:
    reply = send(client, alpha, "POST", "", body)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")
    with scope(alpha.id):
        assert not SavedRegion.objects.exists()


corners = st.tuples(
    st.floats(-180, 180, allow_nan=False).map(lambda value: round(value, 3)),
    st.floats(-90, 90, allow_nan=False).map(lambda value: round(value, 3)),
)


areas = st.lists(corners, min_size=3, max_size=20, unique=True).filter(
    lambda ring: all(len({corner[axis] for corner in ring}) > 1 for axis in (0, 1))
)


@given(ring=areas)
def test_the_box_of_a_polygon_holds_every_corner(ring) -> None:
    box = NewRegion(name="any", polygon=tuple(ring)).box()
    width = max(x for x, _ in ring) - min(x for x, _ in ring)
    assert box.east - box.west == pytest.approx(width)
    assert all(box.south <= y <= box.north for _, y in ring)
