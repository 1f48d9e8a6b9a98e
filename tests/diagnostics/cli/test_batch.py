"""Many requests in one process answer as each would by itself, and fail each for itself."""

from __future__ import annotations

import io
import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from diagnostics.cli import main
from diagnostics.cli.commands import batch
from diagnostics.errors import ArgumentError
from diagnostics.fields.write import write_dataset
from diagnostics.samples import generate
from diagnostics.service.data import DataSelection, OpenSources

PEAK = "2026-07-05T06:00:00Z"
BEFORE = "2026-07-05T00:00:00Z"
REGION = [110, 27, 126, 35]


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> str:
    times = [datetime.fromisoformat(text) for text in (BEFORE, PEAK)]
    path = tmp_path_factory.mktemp("batch") / "rainstorm.nc"
    return str(write_dataset(generate("rainstorm", times=times), path))


def line(identity: Any, op: str, name: str | None, case: str, **more: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(("level", "mode", "params", "out"))
    task = {"id": identity, "op": op, "name": name, "data": [case], "time": PEAK}
    return {**task, "region": REGION, **nothing, **more}


def answers(
    lines: list[dict[str, Any] | str | bytes],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    *options: str,
) -> list[dict[str, Any]]:
    texts = [json.dumps(item).encode() if isinstance(item, dict) else item for item in lines]
    tasks = tmp_path / "tasks.jsonl"
    tasks.write_bytes(
        b"\n".join(item.encode() if isinstance(item, str) else item for item in texts)
    )
    capsys.readouterr()
    assert main(["batch", str(tasks), "--json", *options]) == 0
    out = capsys.readouterr().out
    return [
        json.loads(item, parse_constant=lambda name: pytest.fail(name)) for item in out.splitlines()
    ]


def single(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    capsys.readouterr()
    main([*words, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_an_answer_is_that_of_the_single_command(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chart = str(tmp_path / "chart.png")
    found = answers(
        [
            line("i", "index", "pwat", case, mode="diagnose", params={"reduction": "max"}),
            line(2, "features", "jet_core", case),
            line(3.5, "figure", "pwat_map", case, out=chart),
        ],
        tmp_path,
        capsys,
    )
    assert [item.pop("id") for item in found] == ["i", 2, 3.5]
    assert [item.pop("answered") for item in found] == [True, True, True]
    words = ["--data", case, "--region", "110,27,126,35", "--time", PEAK]
    assert found == [
        single(capsys, "index", "pwat", *words, "--mode", "diagnose", "-p", "reduction=max"),
        single(capsys, "features", "jet_core", *words),
        single(capsys, "figure", "pwat_map", *words, "--out", chart),
    ]
    assert Path(chart).read_bytes().startswith(b"\x89PNG")


def test_an_error_is_that_lines_only(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong: list[tuple[dict[str, Any] | str | bytes, str]] = [
        ("{no json", "invalid_json"),
        ("[1, 2]", "invalid_json"),
        (b'{"id": "\xff"}', "invalid_json"),
        ('{"id": 1, "level": NaN}', "invalid_json"),
        ('{"id": 1, "level": ' + "9" * 5000 + "}", "invalid_json"),
        ({"id": 5}, "invalid_task"),
        (line(6, "index", "pwat", case, wish=1), "invalid_task"),
        (line(7, "guess", "pwat", case), "invalid_task"),
        (line(8, "index", None, case), "invalid_task"),
        (line(9, "index", "pwatt", case), "unknown_tool"),
        (line(10, "index", "pwat", case, time="2026-07-05T06:00"), "invalid_time"),
        (line(11, "index", "pwat", case, region=[1, 2, 3]), "invalid_task"),
        (line(11, "index", "pwat", case, region=[1, 2, 3, True]), "invalid_task"),
        (line(12, "index", "pwat", case, region=[1, 50, 3, 40]), "invalid_region"),
        (line(13, "index", "temperature_level", case, level="high"), "invalid_level"),
        (line(14, "index", "pwat", case, mode="fast"), "invalid_argument"),
        (line(15, "index", "pwat", case, params={"wish": 1}), "unknown_parameter"),
        (line(16, "index", "pwat", case + ".missing"), "file_not_found"),
        (line(16, "index", "pwat", case + "\0"), "invalid_task"),
        (line(17, "figure", "pwat_map", case), "output_needed"),
        (line(18, "figure", "pwat_map", case, out="x.png", params={"a": 1}), "unknown_parameter"),
        (line(19, "features", None, case, params={"a": 1}), "invalid_parameter"),
        (line(20, "features", "jet_core", case, time=None), "time_needed"),
        (
            line(21, "features", "jet_core", case, time={"start": BEFORE, "end": PEAK}),
            "invalid_time",
        ),
    ]
    good = line("good", "index", "pwat", case)
    lines = [entry for item, _ in wrong for entry in (item, good)]
    found = answers(lines, tmp_path, capsys)
    assert [item["error"]["code"] for item in found[::2]] == [code for _, code in wrong]
    assert all(set(item) == {"id", "error"} for item in found[::2])
    assert not any("tuple[" in item["error"]["message"] for item in found[::2])
    assert [item["error"]["data"]["line"] for item in found[::2]] == [
        1 + 2 * place for place in range(len(wrong))
    ]
    assert all(item["id"] == "good" and item["status"] == "ok" for item in found[1::2])


@pytest.mark.parametrize("words", ['"region": [NaN, 1, 2, 3]', '"level": 1e999'])
def test_a_line_with_a_number_that_is_none_keeps_its_id(
    case: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = json.dumps(line(7, "index", "pwat", case))[:-1]
    (found,) = answers([f"{head}, {words}}}"], tmp_path, capsys)
    assert (found["id"], found["error"]["code"]) == (7, "invalid_json")
    assert found["error"]["message"].startswith(words.split('"')[1])


def test_an_id_of_another_kind_is_refused_by_its_name(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = line({"case": [3]}, "index", "pwat", case)
    (found,) = answers([wrong], tmp_path, capsys)
    assert found["id"] == {"case": [3]}
    assert found["error"]["code"] == "invalid_task"


def test_an_unforeseen_defect_ends_its_line_and_is_reported(
    case: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(request: Any, *_: Any, **__: Any) -> Any:
        if request.name == "pwat":
            raise KeyError("level")
        raise ArgumentError("known", code="known")

    monkeypatch.setattr(batch, "answer_index", broken)
    found = answers(
        [line(1, "index", "pwat", case), line(2, "index", "gh500", case)], tmp_path, capsys
    )
    assert [item["error"]["code"] for item in found] == ["internal_error", "known"]


@pytest.mark.slow
def test_null_takes_what_the_data_have(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    period = {"start": BEFORE, "end": PEAK}
    found = answers(
        [
            line(1, "index", "pwat", case, time=None, region=None),
            line(2, "index", "pwat", case, time=period, params={"reduction": "max"}),
            {"id": 3, "op": "features", "data": [case], "time": PEAK, "level": 850},
        ],
        tmp_path,
        capsys,
    )
    assert [point["time"] for point in found[0]["series"]] == [BEFORE, PEAK]
    assert found[1]["time"] == period
    assert len(found[2]["features"]) > 30


def test_lines_that_name_the_same_data_share_one_source(
    case: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import diagnostics.fields

    opened: list[tuple[str, ...]] = []
    real = diagnostics.fields.open_source

    def counting(paths: tuple[str, ...], **hints: Any) -> Any:
        opened.append(paths)
        return real(paths, **hints)

    monkeypatch.setattr(diagnostics.fields, "open_source", counting)
    found = answers([line(k, "index", "pwat", case) for k in range(5)], tmp_path, capsys)
    assert [item["id"] for item in found] == list(range(5))
    assert len(opened) == 1


def test_the_longest_unused_source_is_closed_first(case: str) -> None:
    names = [case, str(Path(case).parent)]
    sources = OpenSources(limit=1)
    one, other = (DataSelection((name,)) for name in names)
    first = sources.of(one)
    assert sources.of(one) is first
    sources.of(other)
    assert sources.of(one) is not first


def test_data_that_changed_between_lines_are_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "data.nc"
    times = [datetime.fromisoformat(PEAK)]
    dataset = generate("rainstorm", times=times)
    write_dataset(dataset, path)
    asking = json.dumps(line(1, "index", "surface_low_pressure", str(path))).encode()
    answering = batch.Answering(None)
    before = answering.answer(asking, 1)
    dataset["msl"] = (dataset["msl"] - 1000.0).assign_attrs(dataset["msl"].attrs)
    write_dataset(dataset, path)
    after = answering.answer(asking, 2)
    assert after["value"] == pytest.approx(before["value"] - 10.0, abs=0.01)


def test_lines_come_from_standard_input_and_blank_ones_are_passed_over(
    case: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"\n{json.dumps(line('a', 'index', 'pwat', case))}\n  \n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["batch", "-"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("a: pwat ")
    assert "one answer, 0 errors" in captured.err


def test_a_missing_file_of_tasks_is_one_clean_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["batch", str(tmp_path / "none.jsonl"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "file_not_found"


def test_an_answer_is_also_written_where_out_names_a_file(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "answer.json"
    found = answers([line(1, "index", "pwat", case, out=str(out))], tmp_path, capsys)
    assert {"id": 1, **json.loads(out.read_text())} == found[0]
    assert found[0]["answered"] is True
