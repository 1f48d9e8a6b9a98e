"""Over REST, with the worker's own task: an ensemble, and a file that would take all memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import netCDF4
import numpy as np
import pytest
import xarray as xr
from hvrmet.core.db.scope import scope
from hvrmet.reports.models import ReportVersion
from hvrmet.testing import IdleHeartbeat, make_centre

from tasks import diagnosis
from tests.peak_memory import peak

pytestmark = pytest.mark.django_db
HALF = 0.5
FIRST, SECOND = "2026-07-05T00:00:00Z", "2026-07-05T06:00:00Z"
MOST_GROWTH = 400 * 2**20


@pytest.fixture(scope="module")
def ensemble(tmp_path_factory: pytest.TempPathFactory, written_sample: Any) -> tuple[Path, Any]:
    """Two members of the rainstorm; the second holds half of the first one's humidity."""
    folder = tmp_path_factory.mktemp("ensemble")
    sample = written_sample("rainstorm", folder / "one.nc")
    with xr.open_dataset(sample.path) as one:
        dry = one.assign(q=one["q"] * HALF)
        both = xr.concat([one, dry], "number", data_vars="all").load()
    path = folder / "two.nc"
    both.assign_coords(number=("number", np.arange(2))).to_netcdf(path)
    return path, sample


@pytest.fixture(scope="module")
def forecasts(ensemble: tuple[Path, Any], two_runs_of_two: Any) -> Path:
    """Two forecast runs of two members each."""
    path: Path = two_runs_of_two(
        ensemble[1].path, ensemble[0].with_name("forecasts.nc"), (FIRST, SECOND)
    )
    return path


@pytest.fixture
def bomb(tmp_path: Path) -> Path:
    """A file of some kB whose only chunk decodes to 2.4 GB."""
    path = tmp_path / "bomb.nc"
    axes = (
        ("time", 300, "hours since 2026-01-01"),
        ("latitude", 1000, "degrees_north"),
        ("longitude", 2000, "degrees_east"),
    )
    with netCDF4.Dataset(path, "w") as file:
        for name, size, unit in axes:
            file.createDimension(name, size)
            file.createVariable(name, "f8", (name,))[:] = np.arange(size) * 0.05
            file[name].units = unit
        shape = tuple(size for _, size, _ in axes)
        dims = tuple(name for name, _, _ in axes)
        values = file.createVariable("msl", "f4", dims, zlib=True, chunksizes=shape)
        values.units = "Pa"
    return path


@pytest.fixture
def ask(client, platform_settings, ensemble, forecasts, bomb, whole_library, monkeypatch) -> Any:
    """Return a function that asks over REST, lets the worker's task work, and reads the job."""
    sources = {
        "ensemble": {"paths": [str(ensemble[0])], "title": "Two members"},
        "forecasts": {"paths": [str(forecasts)], "title": "Two runs of two members"},
        "bomb": {"paths": [str(bomb)], "title": "One chunk"},
    }
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(sources)}
    )
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    centre = make_centre("alpha")

    def go(kind: str, **body: Any) -> Any:
        reply = client.post(
            f"/api/v1/{kind}/", body, content_type="application/json", headers=centre.headers
        )
        assert reply.status_code == 202, reply.content
        shown = reply.json()
        while shown["status"] in {"queued", "running"}:
            diagnosis.run(shown["id"], str(centre.id))
            shown = client.get(shown["url"], headers=centre.headers).json()
        return shown, centre

    return go


@pytest.mark.slow
def test_each_member_of_an_ensemble_is_computed_by_itself(ask, ensemble) -> None:
    region = ensemble[1].region.bounds()
    wanted = {"source": "ensemble", "op": "index", "name": "pwat", "region": region, "mode": "qa"}
    first, second = (ask("computations", **wanted, member=member)[0] for member in (0, 1))
    values = [shown["result"]["value"] for shown in (first, second)]
    assert values[1] == pytest.approx(HALF * values[0], rel=1e-3)


def test_a_computation_of_an_ensemble_names_its_member(ask, ensemble) -> None:
    region = ensemble[1].region.bounds()
    wanted = {"source": "ensemble", "op": "index", "name": "pwat", "region": region}
    for member, code in ((None, "several_members"), (7, "missing_member")):
        shown, _ = ask("computations", **wanted, member=member)
        assert shown["status"] == "failed", shown["result"]
        assert shown["failure"]["code"] == code


TIME = "2026-07-05T12:00:00Z"
NAMED = [
    ("computations", {"op": "index", "name": "pwat", "time": TIME}),
    ("computations", {"op": "index", "name": "snowfall_24h", "time": TIME}),
    ("computations", {"op": "features", "name": "jet_core", "time": TIME}),
    ("computations", {"op": "figure", "name": "pwat_map", "time": TIME}),
    ("questions", {"text": "What is the maximum precipitable water?"}),
    ("questions", {"claim": "The precipitable water exceeds 10 mm."}),
    ("questions", {"text": "What is the colour of the moon?"}),
]
"""What takes a run and a member over REST, beside diagnoses."""


def provenances(document: Any) -> list[Any]:
    """Every choice that an answer records: its own, and those of its provenance."""
    if isinstance(document, list):
        return [found for item in document for found in provenances(item)]
    if not isinstance(document, dict):
        return []
    own = [document["choice"]] if "choice" in document else []
    for name, value in document.items():
        if name == "provenance":
            parts = value if isinstance(value, list) else [value]
            own += [item.get("choice") for item in parts]
        elif name != "choice":
            own += provenances(value)
    return own


@pytest.mark.parametrize(
    "choice", [pytest.param((FIRST, 0), marks=pytest.mark.slow), (SECOND, 1)], ids=str
)
@pytest.mark.parametrize(("kind", "body"), NAMED, ids=str)
def test_every_answer_names_its_run_and_member(ask, ensemble, kind, body, choice) -> None:
    run, member = choice
    region = ensemble[1].region.bounds()
    shown, _ = ask(kind, source="forecasts", region=region, run=run, member=member, **body)
    assert shown["status"] == "finished", shown
    found = provenances(shown["result"])
    assert found
    assert all(item == {"run": run, "member": member} for item in found)


def test_what_cannot_follow_them_refuses_them_by_name(client, ask, ensemble) -> None:
    centre = make_centre("beta")
    region = ensemble[1].region.bounds()
    body = {"source": "forecasts", "region": region, "member": 1}
    refused = [
        client.post(
            "/api/v1/diagnoses/", body, content_type="application/json", headers=centre.headers
        ),
        client.get("/api/v1/sources/?member=1", headers=centre.headers),
    ]
    for reply, name in zip(refused, ("member", "member"), strict=True):
        assert reply.status_code == 400, reply.content
        assert name in reply.content.decode()


@pytest.mark.slow
def test_a_member_of_an_ensemble_is_diagnosed_and_the_report_says_which(ask, ensemble) -> None:
    region = ensemble[1].region.bounds()
    wanted = {"source": "ensemble", "region": region, "options": {"target_factors": 3}}
    shown, centre = ask("diagnoses", **wanted, members=[1])
    assert shown["status"] == "finished", shown["state"]["failure"]
    with scope(centre.id):
        report = ReportVersion.objects.get(report__job_id=shown["id"])
    assert "ensemble member 1" in report.markdown
    shown, _ = ask("diagnoses", **wanted)
    assert (shown["status"], shown["state"]["failure"]["code"]) == ("failed", "several_members")


KINDS = ["diagnoses", "computations", "questions"]


@pytest.fixture
def ask_for_bomb(ask, ensemble, bomb) -> Any:
    """Return a function that asks for what needs the chunk, and reads the job's failure."""
    assert bomb.stat().st_size < 5_000_000
    region = {"region": ensemble[1].region.bounds()}
    asked = {
        "diagnoses": region,
        "computations": {"op": "index", "name": "pwat", **region},
        "questions": {"text": "What is the lowest pressure?"},
    }

    def go(kind: str) -> Any:
        shown, _ = ask(kind, source="bomb", **asked[kind])
        failure = shown["state"]["failure"] if kind == "diagnoses" else shown["failure"]
        assert (shown["status"], failure["code"]) == ("failed", "chunk_too_large")
        return failure

    return go


@pytest.mark.parametrize("kind", KINDS)
def test_a_chunk_that_would_take_all_memory_ends_its_job_alone(
    ask, ensemble, ask_for_bomb, kind
) -> None:
    assert "bomb" in ask_for_bomb(kind)["message"]
    region = ensemble[1].region.bounds()
    wanted = {"source": "ensemble", "op": "index", "name": "pwat", "mode": "qa", "region": region}
    assert ask("computations", **wanted, member=0)[0]["status"] == "finished"


@pytest.mark.processes
@pytest.mark.parametrize("kind", KINDS)
def test_a_job_that_is_refused_such_a_chunk_takes_little_memory(ask_for_bomb, bomb, kind) -> None:
    ask_for_bomb(kind)  # loads what is loaded once
    with peak() as refusal:
        ask_for_bomb(kind)
    assert refusal.growth < MOST_GROWTH
    with peak() as reading, netCDF4.Dataset(bomb) as file:
        file["msl"][:80]
    assert reading.growth > MOST_GROWTH, "a reader that reads it would be seen"
