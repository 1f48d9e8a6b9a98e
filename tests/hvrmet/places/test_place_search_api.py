"""Places by name over REST."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db
URL = "/api/v1/places/"


def find(client, centre, **query):
    reply = client.get(URL, query, headers=centre.headers)
    assert reply.status_code == 200, reply.content
    return reply.json()["results"]


def test_a_place_is_found_in_both_languages(client, alpha) -> None:
    for text in ("zhengz", "郑州"):
        first = find(client, alpha, q=text)[0]
        assert (first["name"], first["name_zh"]) == ("Zhengzhou", "郑州")
        assert first["label"] == "Zhengzhou (town, CN)"
        assert (first["country"], first["country_name"]) == ("CN", "China")
        assert first["country_name_zh"] == "中国"
        west, south, east, north = first["region"]
        assert west < first["longitude"] < east
        assert south < first["latitude"] < north


def test_the_region_is_what_a_request_with_the_label_covers(client, alpha) -> None:
    for place in find(client, alpha, q="springfield", limit=5):
        reply = client.post(
            "/api/v1/requests/read/",
            {"text": f"Rain in {place['label']} on 20 July 2021"},
            content_type="application/json",
            headers=alpha.headers,
        ).json()
        (where,) = (slot for slot in reply["slots"] if slot["slot"] == "where")
        assert where["region"] == pytest.approx(place["region"])
        assert (where["country"], where["point"]) == (place["country"], True)


def test_no_more_than_the_limit(client, alpha) -> None:
    assert len(find(client, alpha, q="a")) == 10
    assert len(find(client, alpha, q="a", limit=50)) == 50
    assert find(client, alpha, q="xqzzyvw") == []
    assert find(client, alpha, q=" ") == []


@pytest.mark.parametrize(
    "query", ["", "?q=", "?q=x&limit=0", "?q=x&limit=51", "?q=x&limit=a", f"?q={'x' * 101}"]
)
def test_a_wrong_question_is_refused(client, alpha, query) -> None:
    reply = client.get(f"{URL}{query}", headers=alpha.headers)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")


def test_nobody_finds_nothing(client) -> None:
    assert client.get(f"{URL}?q=oslo").status_code == 401
