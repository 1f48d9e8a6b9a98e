"""What is possible, before it is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job

pytestmark = pytest.mark.django_db
REGION = [110, 27, 126, 35]


def test_criteria_tools_and_entries_are_told_of(call) -> None:
    reply = call("POST", "feasibility/", {"source": "sample", "region": REGION})
    assert reply.status_code == 200, reply.content
    found = reply.json()
    assert {item["event"]: item["testable"] for item in found["criteria"]} == dict.fromkeys(
        ("rainstorm", "snowstorm", "gale", "heat_wave", "cold_wave"), "fully"
    )
    assert found["times"] == 17
    lacking = {item["name"]: item for item in found["indices"] if item["testable"] != "fully"}
    anomaly = lacking["pwat_standardized_anomaly"]["missing"][0]
    assert (anomaly["kind"], bool(anomaly["message"]), bool(anomaly["cure"])) == (
        "climatology",
        True,
        True,
    )
    assert all(item["missing"] for item in lacking.values())
    assert {item["event"] for item in found["entries"]} <= {
        item["event"] for item in found["criteria"]
    }


def test_one_event_under_a_preset_of_percentiles(call) -> None:
    body = {"source": "sample", "event": "heat_wave", "preset": "etccdi"}
    found = call("POST", "feasibility/", body, **{"Accept-Language": "zh"}).json()
    (criterion,) = found["criteria"]
    assert criterion["testable"] == "not"
    assert "气候态" in criterion["missing"][0]["message"]
    assert {item["event"] for item in found["entries"]} <= {"heat_wave"}


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"region": [-100, 35, -80, 55]}, "region"),
        ({"window": {"start": "2020-01-01T00:00Z", "end": "2020-01-02T00:00Z"}}, "period"),
    ],
)
def test_what_lies_outside_the_data_cannot_be_tested(call, change, kind) -> None:
    found = call("POST", "feasibility/", {"source": "sample", **change}).json()
    assert [item["kind"] for item in found["missing"]] == [kind]
    assert {item["testable"] for item in found["indices"]} == {"not"}
    assert found["missing"][0]["cure"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"source": "nowhere"}, "unknown_source"),
        ({"source": "gone"}, "file_not_found"),
        ({"source": "sample", "preset": "mine"}, "unknown_preset"),
        ({"source": "sample", "region": [0, 80, 10, 100]}, "invalid_request"),
        ({"source": "sample", "run": "2020-01-01T00:00Z"}, "missing_run"),
    ],
)
def test_bad_requests_are_refused(call, body, code) -> None:
    reply = call("POST", "feasibility/", body)
    assert (reply.status_code in (400, 422), reply.json()["code"]) == (True, code)


class TestDryRun:
    def ask(self, call, **changes: Any) -> Any:
        body = {"source": "sample", "region": REGION, **changes}
        return call("POST", "diagnoses/?dry_run=true", body)

    def test_it_plans_and_queues_nothing(self, call, watched) -> None:
        reply = self.ask(call)
        assert reply.status_code == 200, reply.content
        plan = reply.json()
        assert plan["event"] == "rainstorm"
        (factor,) = plan["factors"]  # the release of the suite has one entry
        assert (bool(factor["refuted_by"]), factor["value"] > 0) == (True, True)
        assert plan["bytes"] == sum(field["bytes"] for field in plan["fields"]) > 0
        assert plan["times"]
        assert (plan["estimated_seconds"], plan["estimated_from"]) == (None, 0)
        with scope(watched.id):
            assert not Job.objects.exists()

    def test_it_plans_in_words_too(self, call, watched) -> None:
        body = {"source": "sample", "text": "Why the heavy rain over Jiangsu on 5 July 2026?"}
        plan = call("POST", "diagnoses/?dry_run=true", body).json()
        assert plan["request"]["text"] == body["text"]
        assert plan["event"] == "rainstorm"

    def test_a_quiet_period_plans_no_factor(self, call) -> None:
        quiet = {"start": "2026-07-02T00:00Z", "end": "2026-07-02T06:00Z"}
        plan = self.ask(call, region=[98, 15, 104, 19], window=quiet).json()
        assert (plan["event"], plan["factors"], plan["fields"]) == (None, [], [])

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"source": "gone"}, "file_not_found"),
            ({"source": "nowhere"}, "unknown_source"),
            ({"region": [-100, 35, -80, 55]}, "region_outside_data"),
            ({"region": [110.01, 30.01, 110.02, 30.02]}, "region_outside_data"),
            ({"members": [1, 2]}, "several_members"),
            (
                {"window": {"start": "2020-01-01T00:00Z", "end": "2020-01-02T00:00Z"}},
                "period_without_data",
            ),
        ],
    )
    def test_what_cannot_be_diagnosed_is_said_at_once(self, call, watched, change, code) -> None:
        reply = self.ask(call, **change)
        assert reply.json()["code"] == code, reply.content
        assert (400 <= reply.status_code < 500, bool(reply.json()["detail"])) == (True, True)
        with scope(watched.id):
            assert not Job.objects.exists()
