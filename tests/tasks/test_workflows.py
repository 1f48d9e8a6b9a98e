"""Workflows over REST, on generated data."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job
from hvrmet.testing import IdleHeartbeat

from tasks import diagnosis

pytestmark = pytest.mark.django_db
WORKFLOW = """
name: Water at the jet
steps:
- id: jet
  kind: index
  tool: low_level_jet
  region: [110, 27, 126, 35]
  window: {start: 2026-07-05T00:00:00Z, end: 2026-07-05T12:00:00Z}
  reduction: max
- id: water
  kind: index
  tool: pwat
  reduction: mean
  wires:
  - {to: region, of: jet, output: position, margin: 3}
  - {to: window, of: jet, output: time, margin: 6}
- id: map
  kind: index_map
  tool: pwat
  of: water
  wires:
  - {to: time, of: jet, output: time}
"""


@pytest.fixture
def run(call: Any, watched: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that queues a workflow, lets the worker run it, and reads it."""
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)

    def go(**changes: Any) -> Any:
        reply = call("POST", "workflows/", {"source": "sample", "workflow": WORKFLOW, **changes})
        assert reply.status_code == 202, reply.content
        assert reply["Location"] == reply.json()["url"]
        diagnosis.run(reply.json()["id"], str(watched.id))
        return call("GET", reply.json()["url"].removeprefix("/api/v1/")).json()

    return go


def test_one_is_checked_and_drawn_without_a_job(call, watched) -> None:
    reply = call("POST", "workflows/check/", {"source": "sample", "workflow": WORKFLOW})
    assert reply.status_code == 200, reply.content
    found = reply.json()
    assert [step["id"] for step in found["steps"]] == ["jet", "water", "map"]
    assert found["steps"][1]["needs"] == ["jet"]
    assert found["diagram"].startswith("<svg")
    with scope(watched.id):
        assert not Job.objects.exists()


def test_one_runs_and_is_followed_step_by_step(call, client, watched, run) -> None:
    done = run()
    assert done["status"] == "finished", done["failure"]
    assert [step["status"] for step in done["result"]["steps"]] == ["ok"] * 3
    events = call("GET", done["links"]["events"].removeprefix("/api/v1/")).json()["results"]
    steps = [
        item["body"]["step"] for item in events if item["body"]["type"] == "workflow_step_ended"
    ]
    assert [(one["step"], one["number"], one["total"]) for one in steps] == [
        ("jet", 1, 3),
        ("water", 2, 3),
        ("map", 3, 3),
    ]
    files = call("GET", done["links"]["artifacts"].removeprefix("/api/v1/")).json()["results"]
    assert {file["name"] for file in files} == {
        *("figures/map_pwat.png", "results.json", "workflow.svg", "workflow.yaml"),
    }
    diagram = client.get(done["links"]["diagram"], headers=watched.headers)
    assert (diagram["Content-Type"], diagram.content[:4]) == ("image/svg+xml", b"<svg")
    record = next(file for file in files if file["name"] == "workflow.yaml")
    recorded = yaml.safe_load(client.get(record["url"]).content)
    assert [step["record"]["digest"] for step in recorded["steps"]] == [
        step["digest"] for step in done["result"]["steps"]
    ]


def test_a_part_is_run_again_from_what_was_computed(run, monkeypatch) -> None:
    first = run()
    monkeypatch.setattr(
        "diagnostics.workflow.engine.run_step", lambda *_, **__: pytest.fail("computed again")
    )
    again = run()
    assert [step["digest"] for step in again["result"]["steps"]] == [
        step["digest"] for step in first["result"]["steps"]
    ]


def test_only_some_steps_are_run(run) -> None:
    done = run(only=["jet"])
    assert [step["status"] for step in done["result"]["steps"]] == [
        "ok",
        "not_wanted",
        "not_wanted",
    ]


LONG = yaml.safe_dump(
    {"steps": [{"id": f"s{n}", "kind": "index", "tool": "pwat"} for n in range(1000)]}
)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"workflow": "steps: [{id: a, kind: index, tool: pwatt}]"}, "invalid_plan"),
        ({"workflow": "steps: {"}, "invalid_plan"),
        ({"workflow": LONG}, "too_many_steps"),
        ({"workflow": " "}, "invalid_request"),
        ({"source": "nowhere"}, "unknown_source"),
        ({"source": "gone"}, "file_not_found"),
        ({"only": ["rain"]}, "unknown_step"),
    ],
)
def test_what_cannot_run_is_never_queued(call, watched, change, code) -> None:
    reply = call("POST", "workflows/", {"source": "sample", "workflow": WORKFLOW, **change})
    assert (reply.status_code in (400, 422), reply.json()["code"]) == (True, code), reply.content
    assert reply.json()["detail"]
    with scope(watched.id):
        assert not Job.objects.exists()


def test_quotas_count_them(call, watched, platform_settings) -> None:
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_quota_jobs_per_hour": 0}
    )
    reply = call("POST", "workflows/", {"source": "sample", "workflow": WORKFLOW})
    assert (reply.status_code, reply.json()["code"]) == (429, "quota_jobs_per_hour")
