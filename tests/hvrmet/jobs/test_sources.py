"""What a centre sees of its sources, and what is refused because a source does not hold it."""

from __future__ import annotations

import json
import pathlib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hvrmet.accounts.roles import TenantRole
from hvrmet.jobs.models import SourceHolding
from hvrmet.jobs.registries.inventories import (
    inventory_failed,
    inventory_keep,
)
from hvrmet.testing import Centre, diagnosis_document, queue_job

from diagnostics.contracts.enums import EventType, Feasibility, Severity
from diagnostics.contracts.inventory import EventSupport, Finding, GridInfo, Inventory
from diagnostics.contracts.space_time import Region
from diagnostics.messages import Message
from tests.hvrmet.factories import person
from tests.hvrmet.jobs.test_lifecycle import fail

pytestmark = pytest.mark.django_db
URL = "/api/v1/sources/"
START = datetime(2024, 1, 10, tzinfo=UTC)
GRID = GridInfo(
    kind="latitude_longitude",
    shape=(41, 41),
    spacing_deg=0.5,
    region=Region(west=105, south=20, east=125, north=40),
)
HELD = Inventory(
    title="As the files call it",
    times=tuple(START + timedelta(hours=6 * step) for step in range(9)),
    step_hours=6,
    grid=GRID,
    events=(
        EventSupport(
            event=EventType.GALE,
            feasibility=Feasibility.PARTIAL,
            message=Message(id="support-no_gusts"),
        ),
    ),
)
FAILURE = Message(id="error-memory_exhausted")


def keep(
    name: str = "sample", inventory: Inventory = HELD, *, files: str = "a", **changes: Any
) -> SourceHolding:
    """Keep what a worker would have read of a source."""
    row = SourceHolding.objects.create(source=name, files=files)
    inventory_keep(row.pk, inventory, files="a", members=changes.pop("members", ()))
    SourceHolding.objects.filter(pk=row.pk).update(**changes)
    return SourceHolding.objects.get(source=name)


@pytest.fixture
def forecaster(alpha: Centre) -> Client:
    client = Client()
    client.force_login(person(alpha, "wang", TenantRole.FORECASTER))
    return client


def listed(client: Client, **headers: str) -> Any:
    reply = client.get(URL, **headers)
    assert reply.status_code == 200, reply.content
    return reply.json()["results"]


class TestTheList:
    def test_says_what_a_worker_read(self, forecaster: Client) -> None:
        keep(newest_at=START)
        (item,) = listed(forecaster)
        assert (item["state"], item["stale"], item["late"]) == ("ready", False, False)
        assert item["region"] == [105, 20, 125, 40]
        assert (item["times"], item["step_hours"], item["members"]) == (9, 6, [])
        assert datetime.fromisoformat(item["first"]) == HELD.times[0]
        assert datetime.fromisoformat(item["last"]) == HELD.times[-1]
        assert datetime.fromisoformat(item["newest_at"]) == START
        assert {"inventory", "failure", "paths"}.isdisjoint(item)

    def test_says_that_a_source_waits_or_failed(self, forecaster: Client) -> None:
        assert [item["state"] for item in listed(forecaster)] == ["waiting"]
        row = SourceHolding.objects.create(source="sample", files="a")
        assert [item["state"] for item in listed(forecaster)] == ["waiting"]
        inventory_failed(row.pk, FAILURE)
        (item,) = listed(forecaster)
        assert (item["state"], item["region"], item["first"], item["times"]) == (
            "failed",
            None,
            None,
            0,
        )

    def test_what_was_known_stays_ready_while_new_files_fail(self, forecaster: Client) -> None:
        row = keep(files="b")
        inventory_failed(row.pk, FAILURE)
        (item,) = listed(forecaster)
        assert (item["state"], item["stale"], item["times"]) == ("ready", True, 9)

    def test_late_is_what_the_situation_says(
        self, forecaster: Client, settings: Any, alpha: Centre
    ) -> None:
        late = {"paths": ["a.nc"], "title": "A", "late_after_hours": 6}
        use = settings.ENVIRONMENT.model_copy
        settings.ENVIRONMENT = use(update={"hvrmet_sources": json.dumps({"sample": late})})
        for hours, wanted in ((5, False), (7, True)):
            SourceHolding.objects.all().delete()
            keep(newest_at=timezone.now() - timedelta(hours=hours))
            assert [item["late"] for item in listed(forecaster)] == [wanted]
            situation = forecaster.get("/api/v1/situation/").json()["sources"]
            assert [item["late"] for item in situation] == [wanted]

    def test_asks_as_often_for_many_as_for_one(self, forecaster: Client, settings: Any) -> None:
        def register(count: int) -> None:
            each = {f"s{number}": {"paths": ["a"], "title": "A"} for number in range(count)}
            use = settings.ENVIRONMENT.model_copy
            settings.ENVIRONMENT = use(update={"hvrmet_sources": json.dumps(each)})
            for name in each:
                SourceHolding.objects.filter(source=name).delete()
                keep(name)

        counts = []
        for count in (1, 30):
            register(count)
            listed(forecaster)
            with CaptureQueriesContext(connection) as captured:
                assert len(listed(forecaster)) == count
            counts.append(len(captured))
        assert counts[0] == counts[1]
        read = [item["sql"] for item in captured if "jobs_sourceholding" in item["sql"]]
        assert len(read) == 1
        assert '"document",' not in read[0]


class TestOneSource:
    def test_has_the_inventory(self, forecaster: Client) -> None:
        keep()
        reply = forecaster.get(f"{URL}sample/").json()
        assert Inventory.model_validate(reply["inventory"]) == HELD
        assert reply["inventory"]["events"][0]["feasibility"] == "partial"
        assert (reply["failure"], reply["failure_text"]) == (None, "")

    def test_says_why_it_could_not_be_read(self, forecaster: Client) -> None:
        row = SourceHolding.objects.create(source="sample", files="a")
        inventory_failed(row.pk, FAILURE)
        reply = forecaster.get(f"{URL}sample/").json()
        assert reply["failure"]["id"] == FAILURE.id
        assert "memory" in reply["failure_text"]
        assert (reply["state"], reply["inventory"]) == ("failed", None)

    def test_answers_that_nothing_has_changed(self, forecaster: Client) -> None:
        keep()
        tag = forecaster.get(f"{URL}sample/")["ETag"]
        again = forecaster.get(f"{URL}sample/", headers={"If-None-Match": tag})
        assert again.status_code == 304

    def test_of_another_centre_is_not_found(self, forecaster: Client, beta: Centre) -> None:
        keep("private")
        for name in ("private", "nowhere"):
            reply = forecaster.get(f"{URL}{name}/")
            assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
        assert Client().get(f"{URL}private/", headers=beta.headers).status_code == 200
        assert Client().get(f"{URL}sample/").status_code == 401

    def test_no_request_opens_a_file(
        self, forecaster: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        keep()
        forecaster.get(URL)

        def refuse(*_: Any, **__: Any) -> Any:
            raise AssertionError("a request looks at files")

        # Each answer names the build of the pages, whose manifest lies beside the code.
        monkeypatch.setattr("hvrmet.dashboard.middleware.built_pages", lambda: None)
        with monkeypatch.context() as without_files:
            for name in ("open", "stat", "iterdir", "rglob", "exists"):
                without_files.setattr(pathlib.Path, name, refuse)
            without_files.setattr("diagnostics.fields.open_source", refuse)
            statuses = [forecaster.get(url).status_code for url in (URL, f"{URL}sample/")]
        assert statuses == [200, 200]

    def test_an_inventory_is_parsed_once_in_a_process(
        self, forecaster: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        inventory = HELD.model_copy(update={"title": "of this test alone"})
        keep(inventory=inventory)
        first = SourceHolding.objects.get(source="sample").inventory
        assert first == inventory
        assert SourceHolding.objects.get(source="sample").inventory is first


def ask(client: Client, **changes: Any) -> Any:
    body = diagnosis_document(**changes)
    return client.post("/api/v1/diagnoses/", body, content_type="application/json")


PERIOD = {"start": "2024-01-10T01:00:00Z", "end": "2024-01-10T05:00:00Z"}
LATER = {"start": "2024-02-01T00:00:00Z", "end": "2024-02-02T00:00:00Z"}


@pytest.mark.usefixtures("sent")
class TestRefusals:
    @pytest.mark.parametrize(
        ("changes", "code", "data"),
        [
            ({"region": [0, 20, 10, 40]}, "region_not_held", {"region": [105, 20, 125, 40]}),
            ({"region": [105, 50, 125, 60]}, "region_not_held", {"region": [105, 20, 125, 40]}),
            ({"window": LATER}, "period_not_held", {"last": "2024-01-12T00:00:00Z"}),
            ({"window": PERIOD}, "period_not_held", {"step_hours": 6}),
        ],
    )
    def test_what_the_source_does_not_hold(
        self, forecaster: Client, changes: Any, code: str, data: Any
    ) -> None:
        keep()
        reply = ask(forecaster, **changes)
        assert (reply.status_code, reply.json()["code"]) == (422, code)
        assert reply.json()["data"].items() >= data.items()
        assert "choose" in reply.json()["detail"]

    @pytest.mark.parametrize(
        "changes",
        [
            {"region": [90, 10, 106, 21]},
            {"region": [-180, -90, 180, 90]},
            {"region": [110.1, 30.1, 110.2, 30.2]},
            {"window": {"start": "2000-01-01T00:00:00Z", "end": "2024-01-10T00:00:00Z"}},
            {"window": None},
        ],
    )
    def test_what_it_holds_in_part_is_queued(self, forecaster: Client, changes: Any) -> None:
        keep()
        assert ask(forecaster, **changes).status_code == 202

    @pytest.mark.parametrize(
        "changed",
        [
            {"files": "b"},
            {"files": "", "read_files": ""},
            {"looked_at": START},
            {"failure": FAILURE.model_dump(mode="json")},
        ],
    )
    def test_nothing_where_it_is_not_known_what_it_holds_now(
        self, forecaster: Client, changed: Any
    ) -> None:
        keep(**changed) if "files" not in changed else keep(
            files=changed["files"], read_files=changed.get("read_files", "a")
        )
        assert ask(forecaster, window=LATER, region=[0, 20, 10, 40]).status_code == 202

    def test_nothing_before_it_was_read(self, forecaster: Client) -> None:
        assert ask(forecaster, window=LATER).status_code == 202

    def test_a_member_of_an_ensemble_must_be_named(self, forecaster: Client) -> None:
        keep(members=[3, 5])
        for members in ([], [4]):
            reply = ask(forecaster, members=members)
            assert (reply.status_code, reply.json()["code"]) == (422, "member_not_held")
            assert reply.json()["data"] == {"members": [3, 5]}
        assert ask(forecaster, members=[5]).status_code == 202

    def test_another_run_than_the_only_one(self, forecaster: Client) -> None:
        run = {"run": "2024-01-10T00:00:00Z"}
        keep(inventory=HELD.model_copy(update={"origin": "forecast", "init_time": START}))
        assert ask(forecaster, **run).status_code == 202
        reply = ask(forecaster, run="2024-01-09T12:00:00Z")
        assert (reply.status_code, reply.json()["code"]) == (422, "run_not_held")
        assert reply.json()["data"] == run

    def test_other_runs_where_there_are_several(self, forecaster: Client) -> None:
        several = Finding(code="several_runs", severity=Severity.WARNING, message="several")
        change = {"init_time": START, "findings": (several,)}
        keep(inventory=HELD.model_copy(update=change))
        assert ask(forecaster, run="2024-01-09T12:00:00Z").status_code == 202

    def test_a_rerun_is_a_new_request_and_a_retry_is_none(
        self, forecaster: Client, alpha: Centre
    ) -> None:
        job_id = queue_job(alpha, window=LATER)
        fail(alpha, job_id)
        keep()
        job = f"/api/v1/diagnoses/{job_id}/"

        def again(act: str, **body: Any) -> Any:
            return forecaster.post(f"{job}{act}/", body, content_type="application/json")

        reply = again("rerun")
        assert (reply.status_code, reply.json()["code"]) == (422, "period_not_held")
        assert again("rerun", changes={"window": None}).status_code == 202
        assert again("retry").status_code == 202

    def test_a_repeated_request_gives_the_first_one_whatever_is_held_by_then(
        self, forecaster: Client
    ) -> None:
        key = {"Idempotency-Key": "once"}
        body = diagnosis_document(window=LATER)
        url = "/api/v1/diagnoses/"
        first = forecaster.post(url, body, content_type="application/json", headers=key)
        keep()
        again = forecaster.post(url, body, content_type="application/json", headers=key)
        assert (first.status_code, again.json()["id"]) == (202, first.json()["id"])
