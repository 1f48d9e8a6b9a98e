"""Diagnoses over REST: queueing, reading, cancelling, and what other tenants see."""

from __future__ import annotations

from uuid import uuid4

import pytest
from hvrmet.accounts.roles import TenantRole
from hvrmet.accounts.services import api_key_create
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job, OutboxRow, QueueRow
from hvrmet.testing import diagnosis_document, queue_job

pytestmark = pytest.mark.django_db
URL = "/api/v1/diagnoses/"


def post(client, centre, document, **headers):
    return client.post(
        URL, document, content_type="application/json", headers={**centre.headers, **headers}
    )


class TestCreate:
    def test_queues_a_job_with_everything_that_belongs_to_it(self, client, alpha) -> None:
        reply = post(client, alpha, diagnosis_document())
        assert reply.status_code == 202
        document = reply.json()
        assert reply["Location"] == document["url"] == f"{URL}{document['id']}/"
        assert document["status"] == "queued"
        assert document["request"]["region"] == [100, 20, 120, 40]
        assert QueueRow.objects.get().tenant_id == alpha.id
        assert OutboxRow.objects.get().task == "tasks.diagnosis.run"
        with scope(alpha.id):
            assert Job.objects.get().last_seq == 1
            record = AuditRecord.objects.get(action="diagnosis.created")
            assert (str(record.subject_id), record.actor) == (document["id"], "service:suite")
            assert record.request_id == reply["X-Request-ID"]

    def test_takes_times_as_texts_with_a_zone(self, client, alpha) -> None:
        window = {"start": "2026-07-01T08:00:00+08:00", "end": "2026-07-02T00:00:00Z"}
        reply = post(client, alpha, diagnosis_document(window=window, run="2026-07-01T00:00Z"))
        assert reply.status_code == 202, reply.content
        assert reply.json()["request"]["window"]["start"] == "2026-07-01T00:00:00Z"
        reply = post(client, alpha, diagnosis_document(run=1782864000))
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")

    def test_the_message_goes_out_after_the_commit_and_carries_ids_only(
        self, client, alpha, sent, django_capture_on_commit_callbacks
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            job_id = post(client, alpha, diagnosis_document()).json()["id"]
            assert sent == []
        assert sent == [("tasks.diagnosis.run", [job_id, str(alpha.id)])]
        assert not OutboxRow.objects.exists()

    @pytest.mark.parametrize(
        ("change", "code", "words"),
        [
            ({"source": "nowhere"}, "unknown_source", "sample"),
            ({"source": "private"}, "unknown_source", "sample"),
            ({"region": [1, 2, 3]}, "invalid_request", "four numbers"),
            ({"region": [1, 2, 1, 4]}, "invalid_request", "no area"),
            ({"region": "x,y,z,w"}, "invalid_request", "could not convert"),
            ({"window": {"start": "2026-01-01", "end": "2026-01-02"}}, "invalid_request", "zone"),
            ({"event": "tornado"}, "invalid_request", "rainstorm"),
            ({"colour": "red"}, "invalid_request", "colour"),
            ({"preset": "nobody"}, "unknown_preset", "cma, nws"),
            ({"timezone": "Mars/Olympus"}, "unknown_timezone", "Asia/Shanghai"),
            ({"timezone": "+25:00"}, "unknown_timezone", "+08:00"),
            ({"climatology": "/etc/passwd"}, "unknown_climatology", "source"),
            ({"options": {"max_turns": 51}}, "invalid_request", "50"),
        ],
    )
    def test_refuses_with_a_stable_code(self, client, alpha, change, code, words) -> None:
        reply = post(client, alpha, diagnosis_document(**change))
        assert reply.status_code == 400
        assert reply["Content-Type"] == "application/problem+json"
        problem = reply.json()
        assert (problem["code"], problem["status"]) == (code, 400)
        assert words in problem["detail"]
        assert problem["request_id"] == reply["X-Request-ID"]
        assert not QueueRow.objects.exists()

    @pytest.mark.parametrize("body", ["{", "[]", '"text"', "null"])
    def test_refuses_what_is_no_document(self, client, alpha, body) -> None:
        reply = post(client, alpha, body)
        assert reply.status_code == 400
        assert reply.json()["code"] in {"malformed_json", "invalid_request"}

    def test_refuses_other_media(self, client, alpha) -> None:
        reply = client.post(URL, "x", content_type="text/plain", headers=alpha.headers)
        assert (reply.status_code, reply.json()["code"]) == (415, "unsupported_media_type")

    def test_says_when_no_library_is_loaded(self, client, platform_settings) -> None:
        from hvrmet.testing import make_centre

        reply = post(client, make_centre("early"), diagnosis_document())
        assert (reply.status_code, reply.json()["code"]) == (503, "no_guideline_release")
        assert "load_library" in reply.json()["detail"]


class TestIdempotency:
    def test_the_same_key_gives_the_same_job(self, client, alpha) -> None:
        first = post(client, alpha, diagnosis_document(), **{"Idempotency-Key": "k1"})
        again = post(client, alpha, diagnosis_document(), **{"Idempotency-Key": "k1"})
        assert first.json()["id"] == again.json()["id"]
        assert (again.status_code, again["Idempotent-Replayed"]) == (202, "true")
        assert QueueRow.objects.count() == 1

    def test_refuses_the_key_with_another_request(self, client, alpha) -> None:
        post(client, alpha, diagnosis_document(), **{"Idempotency-Key": "k1"})
        reply = post(client, alpha, diagnosis_document(preset="nws"), **{"Idempotency-Key": "k1"})
        assert (reply.status_code, reply.json()["code"]) == (422, "idempotency_key_reused")

    def test_keys_of_two_centres_do_not_meet(self, client, alpha, beta) -> None:
        ids = {
            post(client, centre, diagnosis_document(), **{"Idempotency-Key": "k1"}).json()["id"]
            for centre in (alpha, beta)
        }
        assert len(ids) == 2

    def test_a_refused_request_keeps_no_key(self, client, alpha) -> None:
        bad = post(client, alpha, diagnosis_document(source="nowhere"), **{"Idempotency-Key": "k"})
        assert bad.status_code == 400
        assert (
            post(client, alpha, diagnosis_document(), **{"Idempotency-Key": "k"}).status_code == 202
        )


class TestRead:
    def test_lists_newest_first_in_pages(self, client, alpha) -> None:
        ids = [str(queue_job(alpha)) for _ in range(5)]
        first = client.get(f"{URL}?page_size=3", headers=alpha.headers).json()
        second = client.get(first["next"], headers=alpha.headers).json()
        listed = [item["id"] for item in first["results"] + second["results"]]
        assert listed == ids[::-1]
        assert second["next"] is None

    def test_filters_by_status(self, client, alpha) -> None:
        queue_job(alpha)
        for status, count in (("queued", 1), ("running", 0)):
            reply = client.get(f"{URL}?status={status}", headers=alpha.headers)
            assert len(reply.json()["results"]) == count
        reply = client.get(f"{URL}?status=asleep", headers=alpha.headers)
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid_request")

    def test_shows_events_after_a_number(self, client, alpha) -> None:
        job_id = queue_job(alpha)
        url = f"{URL}{job_id}/events/"
        page = client.get(url, headers=alpha.headers).json()
        assert [event["seq"] for event in page["results"]] == [1]
        assert page["results"][0]["body"]["type"] == "job_queued"
        assert client.get(f"{url}?after=1", headers=alpha.headers).json()["results"] == []
        assert client.get(f"{url}?after=-1", headers=alpha.headers).status_code == 400

    @pytest.mark.parametrize("count", [1, 12])
    def test_the_number_of_queries_is_fixed(
        self, client, alpha, count, django_assert_num_queries
    ) -> None:
        jobs = [queue_job(alpha) for _ in range(count)]
        # The key, BEGIN and its tenant, and one read; each page of events the job and numbers.
        with django_assert_num_queries(5):
            client.get(URL, headers=alpha.headers)
        with django_assert_num_queries(5):
            client.get(f"{URL}{jobs[0]}/", headers=alpha.headers)
        # An event is read the first time only.
        for queries in (7, 6):
            with django_assert_num_queries(queries):
                client.get(f"{URL}{jobs[0]}/events/", headers=alpha.headers)

    def test_queueing_has_a_query_budget(
        self, client, alpha, django_assert_max_num_queries
    ) -> None:
        with django_assert_max_num_queries(20):
            post(client, alpha, diagnosis_document())


class TestCancel:
    def test_ends_a_waiting_job_at_once(self, client, alpha) -> None:
        job_id = queue_job(alpha)
        reply = client.post(
            f"{URL}{job_id}/cancel/",
            {"reason": "wrong region"},
            content_type="application/json",
            headers=alpha.headers,
        )
        assert (reply.status_code, reply.json()["status"]) == (202, "cancelled")
        assert not QueueRow.objects.exists()
        events = client.get(f"{URL}{job_id}/events/", headers=alpha.headers).json()["results"]
        assert events[-1]["body"] == {
            "type": "cancelled",
            "author": "service:suite",
            "reason": "wrong region",
        }
        again = client.generic("POST", f"{URL}{job_id}/cancel/", headers=alpha.headers)
        assert (again.status_code, again.json()["code"]) == (409, "job_ended")


PATHS = [
    ("GET", ""),
    ("GET", "events/"),
    ("GET", "evidence/"),
    ("GET", "artifacts/"),
    ("GET", "report/"),
    ("GET", "report/versions/1/"),
    ("GET", "report/versions/1/export/html/"),
    ("POST", "cancel/"),
]


@pytest.mark.parametrize(("method", "path"), PATHS)
class TestOtherTenants:
    def test_see_nothing(self, client, alpha, beta, method, path) -> None:
        job_id = queue_job(alpha)
        foreign = client.generic(method, f"{URL}{job_id}/{path}", headers=beta.headers)
        unknown = client.generic(method, f"{URL}{uuid4()}/{path}", headers=beta.headers)
        assert foreign.status_code == unknown.status_code == 404
        assert foreign.json()["code"] == "not_found"
        assert {**foreign.json(), "request_id": ""} == {**unknown.json(), "request_id": ""}

    def test_nobody_sees_anything_without_a_key(self, client, alpha, method, path) -> None:
        reply = client.generic(method, f"{URL}{queue_job(alpha)}/{path}")
        assert (reply.status_code, reply.json()["code"]) == (401, "not_authenticated")
        assert reply["WWW-Authenticate"] == "Bearer"


def test_a_list_shows_only_the_own_jobs(client, alpha, beta) -> None:
    queue_job(alpha)
    assert client.get(URL, headers=beta.headers).json()["results"] == []


def test_a_viewer_may_read_and_not_write(client, alpha) -> None:
    job_id = queue_job(alpha)
    key = api_key_create(tenant_id=alpha.id, name="viewer", roles=[TenantRole.VIEWER])
    headers = {"Authorization": f"Bearer {key.text}"}
    assert client.get(URL, headers=headers).status_code == 200
    for url in (URL, f"{URL}{job_id}/cancel/"):
        reply = client.post(url, {}, content_type="application/json", headers=headers)
        assert (reply.status_code, reply.json()["code"]) == (403, "permission_denied")


def test_sources_are_those_of_the_tenant_and_hide_their_paths(client, alpha, beta) -> None:
    def names(centre):
        reply = client.get("/api/v1/sources/", headers=centre.headers).json()["results"]
        assert all("paths" not in item for item in reply)
        return [item["name"] for item in reply]

    assert names(alpha) == ["sample"]
    assert names(beta) == ["private", "sample"]
