"""Climatologies as jobs: built in slices, gone on with after a kill, chosen and used."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command
from django.db.models.functions import Now
from hvrmet.accounts.roles import TenantRole
from hvrmet.core.db.scope import scope
from hvrmet.evidence.models import EvidenceItem
from hvrmet.evidence.storage import content_file
from hvrmet.jobs.models import Job, JobEvent, QueueRow
from hvrmet.jobs.queue import leases
from hvrmet.testing import Centre, IdleHeartbeat, make_centre

from diagnostics.catalog.grid_climatology_statistics import Gridding
from diagnostics.catalog.index_climatology_build import library_indices
from diagnostics.climatology.open_climatology import open_climatologies
from diagnostics.contracts.enums import EventType
from diagnostics.fields.write import write_dataset
from diagnostics.guidelines import load_release
from diagnostics.samples import climatology_path
from knowledge.services import release_import
from tasks import diagnosis, interactive
from tests.diagnostics.climatology.conftest import januaries, many_times
from tests.hvrmet.factories import built_climatology, key_headers

pytestmark = pytest.mark.django_db
FIELDS = ["msl", "t@850", "pwat"]
BUILD = {"source": "archive", "name": "Januaries", "fields": FIELDS}
ANOMALY = {
    "source": "january",
    "op": "index",
    "name": "mslp_standardized_anomaly",
    "region": [111, 31, 115, 34],
    "time": "2026-01-17T12:00:00Z",
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Twenty Januaries, and a day of low pressure in another one."""
    folder = tmp_path_factory.mktemp("years")
    low = np.array(["2026-01-17T12"], dtype="datetime64[ns]")
    return {
        "archive": str(write_dataset(many_times(januaries()), folder / "archive.nc")),
        "january": str(write_dataset(many_times(low, msl=-2700.0), folder / "january.nc")),
    }


@pytest.fixture(autouse=True)
def sources(watched: Centre, platform_settings: Any, archive: Any, rain_file: Any) -> None:
    """Sources without a climatology of the operator's."""
    known = {name: {"paths": [path], "title": name} for name, path in archive.items()}
    known["sample"] = {"paths": [str(rain_file.path)], "title": "Generated"}
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(known)}
    )


@pytest.fixture(autouse=True)
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread beside the worker."""
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)


def sliced(platform_settings: Any, seconds: int) -> None:
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_slice_seconds": seconds}
    )


def queued(call: Any, **changes: Any) -> dict[str, Any]:
    reply = call("POST", "climatologies/", {**BUILD, **changes})
    assert reply.status_code == 202, reply.content
    job: dict[str, Any] = reply.json()
    assert reply["Location"] == job["url"]
    return job


def shown(call: Any, job: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = call("GET", job["url"].removeprefix("/api/v1/")).json()
    return found


def events_of(call: Any, job: dict[str, Any], kind: str) -> list[Any]:
    rows = call("GET", job["links"]["events"].removeprefix("/api/v1/")).json()["results"]
    return [row["body"] for row in rows if row["body"]["type"] == kind]


@pytest.fixture
def built(call: Any, watched: Centre) -> dict[str, Any]:
    job = queued(call)
    diagnosis.run(job["id"], str(watched.id))
    done = shown(call, job)
    assert done["status"] == "finished", done["failure"]
    return done


@pytest.fixture
def choose(client: Any, watched: Centre) -> Any:
    """Return a function that chooses a climatology for a source."""

    def go(source: str, climatology: str | None, centre: Centre = watched) -> Any:
        return client.put(
            f"/api/v1/sources/{source}/climatologies/choice/",
            {"climatology": climatology},
            content_type="application/json",
            headers=centre.headers,
        )

    return go


def test_one_is_built_and_followed_part_by_part(call: Any, client: Any, built: Any) -> None:
    parts = [body["part"] for body in events_of(call, built, "climatology_part_ended")]
    assert [(part["done"], part["total"]) for part in parts] == [(1, 3), (2, 3), (3, 3)]
    assert parts[1]["label"].startswith("t@850")
    assert built["progress"] == parts[-1]
    assert [item["key"] for item in built["result"]["quantities"]] == ["msl", "t", "pwat"]
    assert built["result"]["attributes"]["base_period"].startswith("1991-01-01")
    assert built["cost"] is not None
    (file,) = call("GET", built["links"]["artifacts"].removeprefix("/api/v1/")).json()["results"]
    assert (file["name"], file["media_type"]) == ("climatology.nc", "application/x-netcdf")
    data = client.get(file["url"]).content
    assert data.startswith(b"\x89HDF")
    (listed,) = call("GET", "climatologies/").json()["results"]
    assert (listed["id"], listed["request"]["name"]) == (built["id"], "Januaries")
    assert "result" not in listed


def test_one_of_indices_is_what_the_command_line_builds(call: Any, watched: Centre) -> None:
    job = queued(call, fields=[], indices=["pwat"], region=[111, 31, 115, 34])
    diagnosis.run(job["id"], str(watched.id))
    done = shown(call, job)
    assert done["status"] == "finished", done["failure"]
    (index,) = done["result"]["indices"]
    assert (index["key"], index["years"], index["sample_count"]) == ("pwat", 20, 1240)
    assert len(events_of(call, done, "climatology_part_ended")) == done["progress"]["total"]


def test_the_librarys_indices_are_those_of_the_release_that_the_job_is_pinned_to(
    call: Any, watched: Centre
) -> None:
    whole = load_release()
    water = tuple(
        entry.model_copy(update={"alternatives": (), "opposes": (), "supports": ()})
        for entry in whole.entries
        if entry.factor == "pwat"
    )
    known = library_indices(whole.model_copy(update={"entries": water}), [EventType.RAINSTORM])
    assert 0 < len(known) < len(library_indices(whole, [EventType.RAINSTORM]))
    release_import(whole.model_copy(update={"entries": water}))
    job = queued(call, fields=[], events=["rainstorm"], region=[111, 31, 115, 34])
    release_import(whole.model_copy(update={"version": "9.9.9"}))
    diagnosis.run(job["id"], str(watched.id))
    done = shown(call, job)
    assert done["status"] == "finished", done["failure"]
    assert len(done["result"]["indices"]) == len(known)
    assert {index["key"].partition(":")[0] for index in done["result"]["indices"]} == {"pwat"}


def test_the_worker_is_given_back_between_parts(
    call: Any, watched: Centre, platform_settings: Any
) -> None:
    sliced(platform_settings, 0)
    job = queued(call)
    states = []
    for _ in range(3):
        diagnosis.run(job["id"], str(watched.id))
        states.append(shown(call, job))
    assert [state["status"] for state in states] == ["running", "running", "finished"]
    assert [state["progress"]["done"] for state in states] == [1, 2, 3]
    assert len(events_of(call, job, "climatology_part_ended")) == 3


def test_slices_of_a_climatology_of_indices_get_further_each(
    call: Any, watched: Centre, platform_settings: Any
) -> None:
    sliced(platform_settings, 0)
    job = queued(call, fields=[], indices=["pwat"], region=[111, 31, 115, 34])
    for number in range(1, 4):
        diagnosis.run(job["id"], str(watched.id))
        assert shown(call, job)["progress"]["done"] == number
    sliced(platform_settings, 600)
    diagnosis.run(job["id"], str(watched.id))
    done = shown(call, job)
    assert (done["status"], done["progress"]["done"]) == ("finished", done["progress"]["total"])
    parts = events_of(call, job, "climatology_part_ended")
    assert [body["part"]["done"] for body in parts] == list(range(1, len(parts) + 1))


class KilledError(BaseException):
    """The process is gone: nothing catches it."""


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The quantities whose statistics were computed; the worker dies where the list holds `die`."""
    names: list[str] = []
    compute = Gridding.__call__

    def counted(self: Gridding, block: Any) -> Any:
        label = self.quantities[block.quantity].label
        if "die" in names and label == "t@850":
            names.remove("die")
            raise KilledError
        names.append(label)
        return compute(self, block)

    monkeypatch.setattr(Gridding, "__call__", counted)
    return names


def test_a_killed_worker_loses_the_part_in_work_alone(
    call: Any, watched: Centre, computed: list[str]
) -> None:
    job = queued(call)
    computed.append("die")
    with pytest.raises(KilledError):
        diagnosis.run(job["id"], str(watched.id))
    assert computed == ["msl"]
    QueueRow.objects.filter(job_id=job["id"]).update(lease_expires_at=Now())
    assert leases.reap() == 1
    diagnosis.run(job["id"], str(watched.id))
    assert shown(call, job)["status"] == "finished"
    assert computed == FIELDS
    done = [body["part"]["done"] for body in events_of(call, job, "climatology_part_ended")]
    assert done == [1, 2, 3]


def test_one_cancelled_half_way_is_gone_on_with(
    call: Any, watched: Centre, platform_settings: Any, computed: list[str]
) -> None:
    sliced(platform_settings, 0)
    job = queued(call)
    diagnosis.run(job["id"], str(watched.id))
    reply = call("POST", f"climatologies/{job['id']}/cancel/", {"reason": "later"})
    assert (reply.status_code, reply.json()["status"]) == (202, "cancelled")
    diagnosis.run(job["id"], str(watched.id))
    assert computed == ["msl"]
    again = call("POST", f"climatologies/{job['id']}/resume/")
    assert again.status_code == 202, again.content
    child = again.json()
    assert child["parent"] == job["id"]
    sliced(platform_settings, 60)
    diagnosis.run(child["id"], str(watched.id))
    assert shown(call, child)["status"] == "finished"
    assert computed == FIELDS
    refused = call("POST", f"climatologies/{child['id']}/resume/")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_retryable")


def test_one_that_runs_is_cancelled_between_parts(
    call: Any, watched: Centre, computed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = queued(call)
    compute = Gridding.__call__

    def cancelled(self: Gridding, block: Any) -> Any:
        with scope(watched.id):
            Job.objects.filter(pk=job["id"]).update(cancel_requested_by="key:suite")
        return compute(self, block)

    monkeypatch.setattr(Gridding, "__call__", cancelled)
    diagnosis.run(job["id"], str(watched.id))
    assert shown(call, job)["status"] == "cancelled"
    assert computed == ["msl"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"fields": ["warmth"]}, "unknown_tool"),
        ({"fields": ["u@500"]}, "nothing_to_build"),
        ({"years_needed": 30}, "too_few_years"),
        ({"exclude_years": [1995]}, "too_few_years"),
        ({"timezone": "Moon/Crater"}, "unknown_timezone"),
        ({"fields": []}, "invalid_request"),
        ({"indices": ["pwat"]}, "invalid_request"),
        ({"fields": [], "indices": ["warmth"], "region": [1, 2, 3, 4]}, "unknown_tool"),
        ({"source": "nowhere"}, "unknown_source"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_cannot_be_built_is_never_queued(
    call: Any, watched: Centre, change: dict[str, Any], code: str, language: str
) -> None:
    reply = call("POST", "climatologies/", {**BUILD, **change}, **{"Accept-Language": language})
    assert (reply.status_code // 100, reply.json()["code"]) == (4, code), reply.content
    assert reply.json()["detail"]
    with scope(watched.id):
        assert not Job.objects.exists()


def test_what_a_source_is_used_with_is_chosen(
    call: Any, watched: Centre, built: Any, choose: Any
) -> None:
    where = "sources/january/climatologies/"
    assert call("GET", where).json() == {"baselines": [], "grids": []}
    before = call("POST", "computations/", ANOMALY).json()
    chosen = choose("january", built["id"])
    assert chosen.status_code == 200, chosen.content
    document = call("GET", f"{where}choice/").json()
    assert document == chosen.json()
    assert (document["climatology"], document["shared"]) == (built["id"], False)
    (held,) = call("GET", where).json()["grids"]
    assert held["digest"] == built["result"]["digest"]
    after = call("POST", "computations/", ANOMALY).json()
    assert after["request"]["climatology"] == document["digest"]
    assert choose("january", None).json()["climatology"] is None
    named = call("POST", "computations/", {**ANOMALY, "climatology": built["id"]}).json()
    results = []
    for job in (before, after, named):
        diagnosis.run(job["id"], str(watched.id))
        results.append(call("GET", job["url"].removeprefix("/api/v1/")).json())
    assert "climatology" not in results[0]["request"]
    assert results[0]["result"] is None or results[0]["result"]["value"] is None
    failures = [done["failure"] for done in results[1:]]
    assert failures == [None, None]
    assert results[1]["result"]["value"] < -1.0
    assert results[1]["result"]["value"] == results[2]["result"]["value"]
    with scope(watched.id):
        assert JobEvent.objects.filter(type="answered", job_id=after["id"]).exists()


def test_a_series_uses_the_chosen_one_at_once(call: Any, built: Any, choose: Any) -> None:
    series = {
        "source": "january",
        "op": "series",
        "name": "mean_sea_level_pressure",
        "points": [{"latitude": 32, "longitude": 113}],
    }
    bare = call("POST", "extracts/", series)
    assert bare.status_code == 200, bare.content
    assert choose("january", built["id"]).status_code == 200
    banded = call("POST", "extracts/", series).json()["result"]
    assert "Januaries" in json.dumps(banded)
    assert "Januaries" not in bare.content.decode()


def test_a_climatology_is_its_own_centres(
    call: Any, client: Any, built: Any, choose: Any, watched: Centre
) -> None:
    other = make_centre("beta")
    theirs = [
        client.get(built["url"], headers=other.headers),
        client.get(built["links"]["artifacts"], headers=other.headers),
        client.post(f"{built['url']}resume/", headers=other.headers),
        choose("january", built["id"], other),
        client.post(
            "/api/v1/computations/",
            {**ANOMALY, "climatology": built["id"]},
            content_type="application/json",
            headers=other.headers,
        ),
        client.post(
            "/api/v1/computations/",
            {**ANOMALY, "climatology": sha_of(call, built)},
            content_type="application/json",
            headers=other.headers,
        ),
    ]
    assert [(one.status_code, one.json()["code"]) for one in theirs] == [(404, "not_found")] * 6
    assert choose("january", built["id"]).status_code == 200
    where = "/api/v1/sources/january/climatologies/choice/"
    assert client.get(where, headers=other.headers).json()["climatology"] is None
    viewer = key_headers(watched, "looks", TenantRole.VIEWER)
    refused = client.put(
        where, {"climatology": None}, content_type="application/json", headers=viewer
    )
    assert refused.status_code == 403


def test_a_question_is_pinned_to_the_chosen_one_of_its_centre_alone(
    call: Any, client: Any, watched: Centre, built: Any, choose: Any
) -> None:
    assert choose("january", built["id"]).status_code == 200
    asked = {
        "source": "january",
        "text": "What is the standardised anomaly of the mean sea level pressure?",
        "region": [111, 31, 115, 34],
    }
    answers = []
    for centre in (watched, make_centre("beta")):
        reply = client.post(
            "/api/v1/questions/", asked, content_type="application/json", headers=centre.headers
        )
        assert reply.status_code == 202, reply.content
        diagnosis.run(reply.json()["id"], str(centre.id))
        answers.append(client.get(reply.json()["url"], headers=centre.headers).json())
    own, theirs = answers
    assert own["request"]["climatology"] == sha_of(call, built)
    assert own["result"]["value"] < -1.0
    digest = open_climatologies([content_file(watched.id, sha_of(call, built))]).digest
    assert {one["parameters"].get("climatology") for one in own["result"]["provenance"]} == {digest}
    assert "climatology" not in theirs["request"]
    assert (theirs["result"] or {}).get("value") is None


def sha_of(call: Any, built: dict[str, Any]) -> str:
    (answered,) = events_of(call, built, "answered")
    return str(answered["artifacts"][0]["sha256"])


def test_only_what_has_finished_is_chosen(call: Any, watched: Centre, choose: Any) -> None:
    job = queued(call)
    for reply in (
        choose("january", job["id"]),
        call("POST", "computations/", {**ANOMALY, "climatology": job["id"]}),
    ):
        assert (reply.status_code, reply.json()["code"]) == (409, "climatology_not_ready")
    wrong = call("POST", "computations/", {**ANOMALY, "climatology": "/etc/passwd"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "unknown_climatology")


@pytest.mark.slow
def test_a_diagnosis_uses_what_is_chosen_and_stays_pinned_to_it(
    call: Any, watched: Centre, choose: Any, rain_file: Any
) -> None:
    call_command("load_library", verbosity=0)
    path = climatology_path("rainstorm")
    interactive.look_at_source("sample")
    assert choose("sample", str(built_climatology(watched, path.read_bytes()))).status_code == 200
    body = {
        "source": "sample",
        "region": list(rain_file.region.bounds()),
        "options": {"target_factors": 2},
    }
    job = call("POST", "diagnoses/", body).json()
    digest = call("GET", "sources/sample/climatologies/choice/").json()["digest"]
    assert job["request"]["climatology"] == digest
    assert choose("sample", None).status_code == 200
    diagnosis.run(job["id"], str(watched.id))
    done = call("GET", job["url"].removeprefix("/api/v1/")).json()
    assert done["status"] == "finished", done["state"]["failure"]
    known = open_climatologies([path])
    with scope(watched.id):
        texts = [json.dumps(row.document) for row in EvidenceItem.objects.filter(job_id=job["id"])]
    assert any(known.digest in text or known.name in text for text in texts)
    again = call("POST", f"diagnoses/{job['id']}/rerun/", {}).json()
    assert again["request"]["climatology"] == digest
