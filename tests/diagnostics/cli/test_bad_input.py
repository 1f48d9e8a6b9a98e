"""Bad input ends cleanly: exit 1, a stable code, a cure in the message, and nothing left behind."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

REGION = "110,27,126,35"
PEAK = "2026-07-05T06:00Z"


@pytest.fixture(scope="session")
def text_file(cases: Path) -> Path:
    path = cases / "text.nc"
    path.write_text("these are words, not gridded data\n")
    return path


@pytest.fixture(scope="session")
def truncated_grib(cases: Path) -> Path:
    """A GRIB message that ends in the middle."""
    import eccodes

    handle = eccodes.codes_grib_new_from_samples("regular_ll_pl_grib2")
    try:
        message = eccodes.codes_get_message(handle)
    finally:
        eccodes.codes_release(handle)
    path = cases / "cut.grib2"
    path.write_bytes(message[: len(message) // 2])
    return path


@pytest.fixture(scope="session")
def truncated_netcdf(small: Path, cases: Path) -> Path:
    path = cases / "cut.nc"
    path.write_bytes(small.read_bytes()[: small.stat().st_size // 2])
    return path


COMMANDS = {
    "inspect": ["inspect"],
    "index": ["index", "pwat"],
    "figure": ["figure", "pwat_map", "--time", PEAK],
    "features": ["features", "moisture_tongue", "--time", PEAK],
    "detect": ["detect"],
    "diagnose": ["diagnose", "--region", REGION],
}


def words_of(name: str, folder: Path) -> list[str]:
    """A command with an output in `folder` where it needs one."""
    out = {"figure": ["--out", str(folder / "out.png")], "diagnose": ["--out", str(folder / "out")]}
    return [*COMMANDS[name], *out.get(name, []), "--json"]


def nothing_left(folder: Path) -> bool:
    return list(folder.iterdir()) == []


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("missing", "file_not_found"),
        ("text_file", "unrecognised_format"),
        ("truncated_grib", None),
        ("truncated_netcdf", None),
    ],
)
def test_data_that_cannot_be_read(
    hvrmet: Any,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    name: str,
    data: str,
    code: str | None,
) -> None:
    path = "/nowhere/data.nc" if data == "missing" else request.getfixturevalue(data)
    error = hvrmet(*words_of(name, tmp_path), "--data", path).error
    if code is not None:
        assert error["code"] == code
    assert Path(path).name in error["message"] or data.startswith("truncated")
    assert nothing_left(tmp_path)


@pytest.mark.parametrize(
    ("name", "words", "code"),
    [
        ("index", ["--region", "nonsense"], "unknown_place"),
        ("index", ["--region", "1,2,3"], "invalid_region"),
        ("index", ["--region", "0,60,10,50"], "invalid_region"),
        ("index", ["--region", "-100,35,-80,55"], "region_outside_data"),
        ("figure", ["--region", "-100,35,-80,55"], "region_outside_data"),
        ("features", ["--region", "-100,35,-80,55"], "region_outside_data"),
        ("detect", ["--region", "-100,35,-80,55"], "region_outside_data"),
        ("diagnose", ["--region", "-100,35,-80,55"], "region_outside_data"),
        ("index", ["--time", "yesterday"], "invalid_time"),
        ("index", ["--time", "2026-07-05T06:00"], "invalid_time"),
        ("figure", ["--time", "2026-07-05T06:00"], "invalid_time"),
        ("index", ["--time", "2026-07-05T12:00Z/2026-07-05T00:00Z"], "invalid_time"),
        ("detect", ["--start", PEAK], "invalid_time"),
        (
            "detect",
            ["--start", "2020-01-01T00:00Z", "--end", "2020-01-02T00:00Z"],
            "period_without_data",
        ),
        (
            "diagnose",
            ["--start", "2020-01-01T00:00Z", "--end", "2020-01-02T00:00Z"],
            "period_without_data",
        ),
        ("detect", ["--preset", "metric"], "unknown_preset"),
        ("diagnose", ["--preset", "metric"], "unknown_preset"),
        ("diagnose", ["--event", "hail"], "invalid_argument"),
        ("diagnose", ["--pin", "money"], "unknown_factor"),
        ("diagnose", ["--veto", "money"], "unknown_factor"),
        ("diagnose", ["--lang", "fr"], "invalid_argument"),
        ("diagnose", ["--max-turns", "many"], None),
        ("diagnose", ["--max-turns", "51"], "invalid_request"),
        ("diagnose", ["--region", "110,30,110,30"], None),
        ("diagnose", ["--timezone", "Mars/Olympus"], None),
        ("diagnose", ["--model", "some:model"], "model_not_configured"),
        ("diagnose", ["--climatology", "/nowhere/clim.nc"], None),
        ("diagnose", ["--resume"], "nothing_to_resume"),
        ("index", ["--level", "high"], "invalid_level"),
        ("index", ["--mode", "guess"], "invalid_argument"),
        ("index", ["-p", "definition"], "invalid_parameter"),
        ("index", ["-p", "nosuch=1"], None),
        ("index", ["-p", "reduction=biggest"], None),
        ("index", ["-p", "p_top=-5"], None),
    ],
)
def test_arguments_that_do_not_hold(
    hvrmet: Any, small: Path, tmp_path: Path, name: str, words: list[str], code: str | None
) -> None:
    error = hvrmet(*words_of(name, tmp_path), "--data", small, *words).error
    if code is not None:
        assert error["code"] == code
    assert error["code"].replace("_", "").isalpha()
    assert len(error["message"]) > 15
    assert nothing_left(tmp_path)


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["catalog", "pwatt"], "pwat"),
        (["index", "pwatt", "--data", "x"], "pwat"),
        (["figure", "pwat_mapp", "--data", "x", "--out", "x.png"], "pwat_map"),
        (["features", "trough_axe", "--data", "x"], "trough_axis"),
        (["sample", "rainstrom", "--out", "x.nc"], "rainstorm"),
    ],
)
def test_an_unknown_name_is_told_the_nearest(hvrmet: Any, words: list[str], near: str) -> None:
    error = hvrmet(*words, "--json").error
    assert near in error["message"]


def test_a_level_that_is_not_in_the_data_names_those_that_are(hvrmet: Any, small: Path) -> None:
    error = hvrmet("index", "temperature_level", "--data", small, "--level", "333", "--json").error
    assert "333" in error["message"]
    assert "850" in error["message"]


def test_a_non_empty_folder_is_refused_untouched(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me")
    words = ("diagnose", "--data", small, "--region", REGION, "--out", tmp_path, "--json")
    assert hvrmet(*words).error["code"] == "output_not_empty"
    assert [item.name for item in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_in_place_of_the_folder_is_refused(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("a file")
    words = ("diagnose", "--data", small, "--region", REGION, "--out", path, "--json")
    assert hvrmet(*words).error["code"] == "output_not_empty"
    assert path.read_text() == "a file"


def test_a_folder_that_cannot_be_written(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    """A file stands where a folder is needed: refused for every user, root included."""
    (tmp_path / "blocked").write_text("a file")
    path = tmp_path / "blocked" / "out"
    words = ("diagnose", "--data", small, "--region", REGION, "--out", path, "--json")
    error = hvrmet(*words).error
    assert error["code"] == "file_error"
    assert [item.name for item in tmp_path.iterdir()] == ["blocked"]


def test_a_read_only_folder(hvrmet: Any, small: Path) -> None:
    """One in which nobody may write, not even root."""
    folder = Path("/proc/sys/kernel/random")
    before = sorted(folder.iterdir())
    words = ("diagnose", "--data", small, "--region", REGION, "--out", folder / "o", "--json")
    assert hvrmet(*words).error["code"] == "file_error"
    assert sorted(folder.iterdir()) == before


def test_a_chart_for_a_folder_that_is_not_there(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "chart.png"
    words = ("figure", "pwat_map", "--data", small, "--time", PEAK, "--out", path, "--json")
    assert hvrmet(*words).error["code"] == "output_folder_missing"


@pytest.mark.parametrize(
    "words",
    [
        ("sample", "quiet"),
        ("figure", "pwat_map", "--time", PEAK, "--data"),
        ("climatology", "build", "--region", REGION, "--data"),
        ("climatology", "build", "--field", "pwat", "--data"),
    ],
    ids=["sample", "figure", "indices", "fields"],
)
@pytest.mark.parametrize("named", [".", "/", "folder.nc"])
def test_a_folder_is_no_file_to_write(
    hvrmet: Any,
    small: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    named: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.nc").mkdir()
    data = (small,) if words[-1] == "--data" else ()
    error = hvrmet(*words, *data, "--out", named, "--json").error
    assert error["code"] == "output_is_folder"
    assert named in error["message"]
    assert [item.name for item in tmp_path.iterdir()] == ["folder.nc"]


def test_several_times_need_one_to_be_named(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    path = tmp_path / "chart.png"
    error = hvrmet("figure", "pwat_map", "--data", small, "--out", path, "--json").error
    assert error["code"] == "time_needed"
    assert not path.exists()


@pytest.mark.parametrize(
    "text", ["", "steps: [", "steps: [{id: a, kind: index, tool: pwatt}]", "[]"]
)
def test_a_broken_workflow(hvrmet: Any, small: Path, tmp_path: Path, text: str) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(text)
    out = tmp_path / "out"
    assert hvrmet("run", plan, "--data", small, "--out", out, "--json").error["code"] == (
        "invalid_plan"
    )
    assert not out.exists()


def test_a_workflow_that_is_not_there(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    words = ("run", tmp_path / "no.yaml", "--data", small, "--out", tmp_path / "out", "--json")
    assert hvrmet(*words).error["code"] == "file_not_found"


@pytest.mark.parametrize("content", [None, "", "not json\n", '{"seq": 1}\n'])
def test_a_folder_without_a_whole_run_is_not_replayed(
    hvrmet: Any, tmp_path: Path, content: str | None
) -> None:
    if content is not None:
        (tmp_path / "events.jsonl").write_text(content)
    error = hvrmet("replay", tmp_path, "--json").error
    assert error["code"] in {"no_run", "broken_event_log", "unfinished_run"}


@pytest.mark.slow
def test_a_changed_log_is_noticed(hvrmet: Any, diagnosed: tuple[Path, Any], tmp_path: Path) -> None:
    folder, _ = diagnosed
    lines = (folder / "events.jsonl").read_text().splitlines()
    (tmp_path / "events.jsonl").write_text("\n".join([*lines[:5], *lines[6:]]) + "\n")
    assert hvrmet("replay", tmp_path, "--json").error["code"] == "broken_event_log"


def test_without_json_an_error_is_one_line_on_standard_error(hvrmet: Any) -> None:
    answer = hvrmet("inspect", "--data", "/nowhere/data.nc")
    assert answer.code == 1
    assert answer.out == ""
    assert answer.err.startswith("error (file_not_found): ")


def test_an_error_of_a_process_has_no_traceback(text_file: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "diagnostics.cli", "inspect", "--data", str(text_file), "--json"],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["code"] == "unrecognised_format"
    assert "Traceback" not in done.stderr
