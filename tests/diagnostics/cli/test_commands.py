"""Every sub-command does its work: one JSON document, progress on standard error, exit 0."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

REGION = "110,27,126,35"
PEAK = "2026-07-05T06:00Z"


def test_catalog_lists_every_kind(hvrmet: Any) -> None:
    document = hvrmet("catalog", "--json").document
    assert set(document) == {"digest", "indices", "detectors", "figures"}
    assert all(document.values())
    assert "pwat" in hvrmet("catalog").out


def test_catalog_shows_one_tool(hvrmet: Any) -> None:
    document = hvrmet("catalog", "pwat", "--json").document
    assert document["name"] == "pwat"
    assert document["kind"] == "index"
    assert "mm" in hvrmet("catalog", "pwat").out


def test_inspect_tells_what_is_there_and_what_can_be_computed(hvrmet: Any, small: Path) -> None:
    document = hvrmet("inspect", "--data", small, "--json").document
    assert len(document["times"]) == 3
    assert {"t", "q", "u", "v"} <= {item["name"] for item in document["variables"]}
    assert {item["feasibility"] for item in document["tools"]} <= {"feasible", "partial", "blocked"}
    assert "What can be computed" in hvrmet("inspect", "--data", small).out


def test_inspect_groups_the_checks_that_could_not_run_by_what_they_need(
    hvrmet: Any, small: Path
) -> None:
    lacking = hvrmet("inspect", "--data", small, "--json").document["checked"]["not_run"]
    brief = hvrmet("inspect", "--data", small).out.splitlines()
    start = next(i for i, line in enumerate(brief) if line.startswith("checks that could not run"))
    assert f"{len(lacking)} (`--checks`" in brief[start]
    groups = [line for line in brief[start + 1 :] if line.startswith("  needs ")]
    assert sum(int(line.rsplit(": ", 1)[1]) for line in groups) == len(lacking)
    assert len({line.rsplit(": ", 1)[0] for line in groups}) == len(groups) > 1
    named = hvrmet("inspect", "--data", small, "--checks").out.splitlines()
    names = [line.rsplit(": ", 1)[1].split(", ") for line in named if line.startswith("  needs ")]
    assert [len(item) for item in names] == [int(line.rsplit(": ", 1)[1]) for line in groups]


def test_index_answers_with_the_contract(hvrmet: Any, small: Path) -> None:
    document = hvrmet(
        "index", "pwat", "--data", small, "--time", PEAK, "--region", REGION,
        "-p", "reduction=max", "--json",
    ).document  # fmt: skip
    assert set(document) >= {
        "name", "value", "unit", "status", "time", "region", "latitude", "longitude", "extra",
        "anomaly", "provenance",
    }  # fmt: skip
    assert document["status"] == "ok"
    assert document["unit"] == "mm"
    assert 40 < document["value"] < 90
    assert "pwat:" in hvrmet("index", "pwat", "--data", small, "--time", PEAK).out


def test_no_time_means_the_span_and_no_region_the_grid(hvrmet: Any, small: Path) -> None:
    document = hvrmet("index", "pwat", "--data", small, "-p", "reduction=max", "--json").document
    assert len(document["series"]) == 3
    assert document["value"] == max(point["value"] for point in document["series"])


def test_a_period_and_a_level_are_taken(hvrmet: Any, small: Path) -> None:
    span = "2026-07-05T00:00Z/2026-07-05T06:00Z"
    document = hvrmet(
        "index", "temperature_level", "--data", small, "--time", span, "--level", "850hPa", "--json"
    ).document
    assert document["level"] == 850
    assert len(document["series"]) == 2


def test_a_missing_field_is_an_answer_without_a_value(
    hvrmet: Any, small: Path, tmp_path: Path
) -> None:
    import xarray as xr

    path = tmp_path / "dry.nc"
    with xr.open_dataset(small) as whole:
        whole.drop_vars("q").to_netcdf(path)
    answer = hvrmet("index", "pwat", "--data", path, "--json")
    assert answer.code == 1
    assert answer.document["status"] == "missing_input"
    assert answer.document["value"] is None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_figure_writes_a_picture_and_reads_it_back(
    hvrmet: Any, small: Path, tmp_path: Path, language: str
) -> None:
    path = tmp_path / "chart.png"
    document = hvrmet(
        "figure", "pwat_map", "--data", small, "--time", PEAK, "--region", REGION,
        "--lang", language, "--out", path, "--json",
    ).document  # fmt: skip
    assert path.read_bytes().startswith(b"\x89PNG")
    assert document["path"] == str(path)
    assert document["check"]["score"] > 0
    assert set(document) >= {"features", "answers"}


@pytest.mark.slow
def test_features_with_one_detector_and_with_all(hvrmet: Any, small: Path) -> None:
    words = ("--data", small, "--time", PEAK, "--region", REGION, "--json")
    one = hvrmet("features", "moisture_tongue", *words).document
    assert one["detector"] == "moisture_tongue"
    every = hvrmet("features", *words).document["features"]
    assert "moisture_tongue" in {item["detector"] for item in every}


def test_detect_tests_all_five_types(hvrmet: Any, rainstorm: Path) -> None:
    document = hvrmet("detect", "--data", rainstorm, "--region", REGION, "--json").document
    assert document["primary"] == "rainstorm"
    assert len(document["assessments"]) == 5
    assert "Primary: rainstorm" in hvrmet("detect", "--data", rainstorm, "--region", REGION).out


def test_sample_says_where_its_event_is(hvrmet: Any, rainstorm: Path, cases: Path) -> None:
    from diagnostics.samples import sample_info

    info = sample_info("rainstorm", rainstorm)
    assert info.region.bounds() == [110, 27, 126, 35]
    assert rainstorm.stat().st_size > 0
    assert not list(cases.glob(".*.part"))


def test_diagnose_prints_its_conclusion(diagnosed: tuple[Path, Any]) -> None:
    folder, answer = diagnosed
    document = answer.document
    assert set(document) >= {"conclusion", "event", "confirmed", "refuted", "turns", "report"}
    assert document["conclusion"] == "event_supported"
    assert document["event"] == "rainstorm"
    assert len(document["counting"]) >= 5
    assert set(document["counting"]) <= set(document["confirmed"])
    assert document["report"] == str(folder / "report.md")
    assert "round 1" in answer.err
    assert all((folder / name).is_file() for name in document["figures"])


def test_diagnose_leaves_a_whole_folder(diagnosed: tuple[Path, Any]) -> None:
    folder, answer = diagnosed
    manifest = json.loads((folder / "manifest.json").read_text())
    names = {item.relative_to(folder).as_posix() for item in folder.rglob("*") if item.is_file()}
    assert set(manifest["files"]) == names - {"manifest.json"}
    assert {"diagnosis.json", "events.jsonl", "report.md", "report.html", "workflow.yaml"} <= names
    assert any(name.startswith("figures/") and name.endswith(".png") for name in names)
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    assert manifest["report_digest"] == answer.document["report_digest"]
    written = [(folder / name).stat().st_mtime_ns for name in manifest["files"]]
    assert (folder / "manifest.json").stat().st_mtime_ns >= max(written)


def test_replay_rebuilds_the_same_report(hvrmet: Any, diagnosed: tuple[Path, Any]) -> None:
    folder, answer = diagnosed
    document = hvrmet("replay", folder, "--json").document
    assert document["identical"] is True
    assert document["report_digest"] == answer.document["report_digest"]
    assert "identical" in hvrmet("replay", folder).out


@pytest.mark.slow
def test_replay_recomputes_the_workflow(hvrmet: Any, diagnosed: tuple[Path, Any]) -> None:
    folder, _ = diagnosed
    found = hvrmet("replay", folder, "--recompute", "--json").document["recompute"]
    assert found["within_tolerance"] is True
    assert found["identical"] is True
    assert all(step["identical"] for step in found["steps"])


def test_run_writes_answers_charts_and_records(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        "name: water\n"
        "steps:\n"
        "- {id: water, kind: index, tool: pwat, reduction: max, region: [110, 27, 126, 35]}\n"
        "- {id: map, kind: index_map, tool: pwat, of: water, time: '2026-07-05T06:00:00Z'}\n"
    )
    folder = tmp_path / "out"
    document = hvrmet("run", plan, "--data", small, "--out", folder, "--json").document
    assert [step["status"] for step in document["steps"]] == ["ok", "ok"]
    assert (folder / "figures" / "map_pwat.png").is_file()
    assert json.loads((folder / "results.json").read_text()) == document
    from diagnostics.workflow import read_plan

    done = read_plan((folder / "workflow.yaml").read_text())
    assert all(step.record and step.record.digest for step in done.steps)
    assert (folder / "manifest.json").is_file()


@pytest.mark.slow
def test_the_example_workflow_runs_on_its_sample(
    hvrmet: Any, rainstorm: Path, tmp_path: Path
) -> None:
    example = Path(__file__).parents[3] / "docs" / "examples" / "rainstorm.yaml"
    words = ("run", example, "--data", rainstorm, "--cache", tmp_path / "kept", "--json")
    picture = tmp_path / "plan.svg"
    checked = hvrmet(*words, "--check", "--diagram", picture).document
    assert checked == {"name": "Heavy rain at a glance", "valid": True, "steps": 8}
    assert "planned" in picture.read_text()
    first = hvrmet(*words, "--out", tmp_path / "one").document
    states = {step["step"]: step["status"] for step in first["steps"]}
    assert states.pop("dry_chart") == "not_wanted"
    assert set(states.values()) == {"ok"}
    from diagnostics.workflow import read_plan

    done = read_plan((tmp_path / "one" / "workflow.yaml").read_text())
    assert done.run.started_at is not None
    assert done.run.finished_at >= done.run.started_at
    assert done.environment
    assert done.source.data_digest
    drawn = (tmp_path / "one" / "workflow.svg").read_text()
    assert "not run: water_at_jet.value below 25 mm" in drawn
    again = hvrmet(
        "run", tmp_path / "one" / "workflow.yaml", "--data", rainstorm,
        "--cache", tmp_path / "kept", "--again", "jet", "--out", tmp_path / "two", "--json",
    ).document  # fmt: skip
    assert all(step["identical"] for step in again["steps"])


def test_a_run_needs_a_folder_or_a_check(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("steps: []")
    answer = hvrmet("run", plan, "--data", small, "--json")
    assert answer.code == 1
    assert answer.error["code"] == "output_needed"


def test_the_workflow_of_a_diagnosis_runs_again(
    hvrmet: Any, diagnosed: tuple[Path, Any], rainstorm: Path, tmp_path: Path
) -> None:
    folder, _ = diagnosed
    from diagnostics.workflow import read_plan, write_plan

    plan = read_plan((folder / "workflow.yaml").read_text())
    short = plan.model_copy(update={"steps": plan.steps[:2]})
    (tmp_path / "plan.yaml").write_text(write_plan(short))
    out = tmp_path / "out"
    answer = hvrmet("run", tmp_path / "plan.yaml", "--data", rainstorm, "--out", out, "--json")
    assert answer.code == 0, answer.out
    again = read_plan((out / "workflow.yaml").read_text())
    for old, new in zip(short.steps, again.steps, strict=True):
        assert old.record is not None
        assert new.record is not None
        assert new.record.digest == old.record.digest


def test_climatology_show(hvrmet: Any, tmp_path: Path) -> None:
    import numpy as np

    from diagnostics.climatology import BaselineSeries, IndexKey
    from diagnostics.climatology.baseline_file import write_series
    from diagnostics.contracts.space_time import Region

    dates = np.arange("2001-07-01", "2001-07-31", dtype="datetime64[D]")
    series = BaselineSeries(
        key=IndexKey(name="pwat", reduction="max"),
        region=Region(west=110, south=27, east=126, north=35),
        unit="mm",
        hours=np.array([0.0]),
        dates=dates,
        values=np.arange(dates.size, dtype=float)[None, :],
    )
    path = tmp_path / "climatology.nc"
    write_series(path, [series], {"name": "test"})
    document = hvrmet("climatology", "show", path, "--json").document
    assert document["name"] == "test"
    assert len(document["indices"]) == 1
    assert "pwat" in hvrmet("climatology", "show", path).out


@pytest.mark.parametrize("words", [["--region", "-100,35,-80,55"], ["--region=-100,35,-80,55"]])
def test_a_region_may_begin_with_a_minus(hvrmet: Any, small: Path, words: list[str]) -> None:
    error = hvrmet("index", "pwat", "--data", small, *words, "--json").error
    assert error["code"] == "region_outside_data"


def test_the_command_runs_as_a_process(small: Path) -> None:
    done = subprocess.run(
        [
            sys.executable, "-m", "diagnostics.cli", "index", "pwat", "--data", str(small),
            "--time", PEAK, "--json",
        ],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["status"] == "ok"


@pytest.mark.parametrize(
    "words", [[], ["nosuch"], ["index"], ["index", "pwat"], ["catalog", "--nosuch"]]
)
def test_wrong_usage_ends_with_two(hvrmet: Any, words: list[str]) -> None:
    answer = hvrmet(*words)
    assert answer.code == 2
    assert answer.out == ""
    assert "usage" in answer.err


@pytest.mark.slow
def test_diagnose_takes_standing_orders(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    """A factor to begin with and one to leave out, on the record of the run."""
    folder = tmp_path / "steered"
    named = ("--data", small, "--region", "110,27,126,35", "--out", folder)
    answer = hvrmet("diagnose", *named, "--pin", "cape", "--veto", "pwat", "--json")
    assert answer.code == 0, answer.err
    bodies = [
        json.loads(line)["body"] for line in (folder / "events.jsonl").read_text().splitlines()
    ]
    orders = [body for body in bodies if body["type"] == "steered"]
    assert [(body["action"], body["applied"]) for body in orders] == [("pin", True), ("veto", True)]
    tried = [body["evidence"]["entry_id"] for body in bodies if body["type"] == "factor_judged"]
    assert tried[0] == "g_rainstorm_cape"
    assert "g_rainstorm_pwat" not in tried
    assert "command line gave" in (folder / "report.md").read_text()
