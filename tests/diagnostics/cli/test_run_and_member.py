"""Each answer names the forecast run and the member it is of; what reads no data refuses them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from diagnostics.catalog import get_catalog
from diagnostics.cli.main import COMMANDS, build_parser
from diagnostics.contracts.base import digest_of
from diagnostics.contracts.evidence import IndexAnswer

FIRST, SECOND = "2026-07-05T00:00:00Z", "2026-07-05T06:00:00Z"
CHOICES = [(FIRST, 0), (SECOND, 1), (None, 1)]
REGION = ["--region", "110,27,126,35"]
AT = ["--time", "2026-07-05T12:00Z"]
FLOW = """name: water
steps:
  - {id: a, kind: index, tool: pwat, region: [110, 27, 126, 35]}
  - {id: b, kind: features, tool: jet_core, time: 2026-07-05T12:00Z, region: [110, 27, 126, 35]}
"""
NAMED: dict[str, list[list[str]]] = {
    "index": [["pwat", *REGION, *AT], ["snowfall_24h", *REGION, *AT]],
    "figure": [["pwat_map", *REGION, *AT, "--out", "FOLDER/a.png"]],
    "features": [["jet_core", *REGION, *AT]],
    "detect": [REGION, [*REGION, "--lattice", "8"]],
    "map": [["raster", "temperature@850", *REGION, *AT]],
    "series": [["precipitable_water", "--point", "30,115"]],
    "profile": [["--point", "30,115", *AT]],
    "ask": [
        ["what is the highest wind speed?", *REGION, *AT],
        ["--claim", "the wind at 850 hPa exceeds 12 m/s", *REGION, *AT],
        ["what is the colour of the moon?"],
    ],
    "inspect": [[]],
    "run": [["FLOW", "--out", "FOLDER/run"]],
}
"""Commands whose document is searched; `diagnose` and `climatology` have their own tests."""
NOT_TAKEN = {
    "catalog": ["pwat"],
    "batch": ["FLOW"],
    "sample": ["quiet", "--out", "FOLDER/x.nc"],
    "score": ["FOLDER"],
    "replay": ["FOLDER"],
    "library": ["read-paper", "FOLDER/paper.pdf", "--out", "FOLDER"],
    "bench": ["memory"],
}


@pytest.fixture(scope="session")
def forecasts(rainstorm: Path, cases: Path, two_runs_of_two: Any) -> Path:
    """Two forecast runs of two members each; every member has its own humidity."""
    path: Path = two_runs_of_two(rainstorm, cases / "forecasts.nc", (FIRST, SECOND))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "FLOW").write_text(FLOW)
    return {"FOLDER": str(tmp_path), "FLOW": str(tmp_path / "FLOW")}


def chosen(run: str | None, member: int | None) -> list[str]:
    return [
        *([] if run is None else ["--run", run]),
        *([] if member is None else ["--member", str(member)]),
    ]


def expected(run: str | None, member: int | None) -> dict[str, Any]:
    found = {"run": run, "member": member}
    return {name: value for name, value in found.items() if value is not None}


def placed(words: list[str], folder: dict[str, str]) -> list[str]:
    found = []
    for word in words:
        name, slash, rest = word.partition("/")
        found.append(f"{folder[name]}{slash}{rest}" if name in folder else word)
    return found


def within(document: Any, key: str) -> Iterator[Any]:
    """Every value of a key, at any depth."""
    if isinstance(document, dict):
        for name, value in document.items():
            if name == key:
                yield value
            yield from within(value, key)
    elif isinstance(document, list):
        for item in document:
            yield from within(item, key)


def provenances(document: Any) -> Iterator[dict[str, Any]]:
    for found in within(document, "provenance"):
        yield from found if isinstance(found, list) else [found]


def parsers_below(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return {
        name: below
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for name, below in action.choices.items()
    }


def takes(parser: argparse.ArgumentParser) -> bool:
    """Whether a command, or one below it, has both ``--run`` and ``--member``."""
    own = {"--run", "--member"} <= set(parser._option_string_actions)
    return own or any(takes(below) for below in parsers_below(parser).values())


def takers() -> set[str]:
    return {name for name, parser in parsers_below(build_parser()).items() if takes(parser)}


def test_every_command_is_examined() -> None:
    assert takers() == {*NAMED, "diagnose", "climatology", "mcp"}
    assert set(COMMANDS) - takers() == set(NOT_TAKEN)


@pytest.mark.parametrize("choice", CHOICES, ids=str)
@pytest.mark.parametrize(
    ("command", "words"),
    [(name, line) for name, lines in NAMED.items() for line in lines],
    ids=lambda part: " ".join(part) if isinstance(part, list) else part,
)
@pytest.mark.sweep(8)
def test_every_answer_names_what_it_is_of(
    hvrmet: Any,
    forecasts: Path,
    folder: dict[str, str],
    command: str,
    words: list[str],
    choice: Any,
) -> None:
    run, member = choice
    line = [command, *placed(words, folder), "--data", forecasts, *chosen(run, member), "--json"]
    document = hvrmet(*line).document
    assert "error" not in document
    named = [*within(document, "choice"), *(item.get("choice") for item in provenances(document))]
    assert named
    assert all(item == expected(run, member) for item in named)


@pytest.mark.parametrize(("command", "words"), NOT_TAKEN.items())
@pytest.mark.parametrize("option", [["--run", FIRST], ["--member", "1"]], ids=str)
def test_what_reads_no_data_refuses_them_by_name(
    hvrmet: Any, folder: dict[str, str], command: str, words: list[str], option: list[str]
) -> None:
    answer = hvrmet(command, *placed(words, folder), *option)
    assert answer.code == 2
    assert f"unrecognized arguments: {' '.join(option)}" in answer.err


def test_every_detector_names_them(hvrmet: Any, forecasts: Path) -> None:
    words = ["features", *REGION, *AT, "--data", forecasts, *chosen(SECOND, 1), "--json"]
    answers = hvrmet(*words).document["features"]
    assert len(answers) == len(get_catalog().detectors())
    for answer in answers:
        assert answer["provenance"]["choice"] == expected(SECOND, 1), answer["detector"]


def test_a_run_alone_does_not_choose_the_member(hvrmet: Any, forecasts: Path) -> None:
    answer = hvrmet("index", "pwat", "--data", forecasts, *chosen(SECOND, None), "--json")
    assert answer.error["code"] == "several_members"


@pytest.mark.parametrize(
    ("command", "language"),
    [
        *((name, "en") for name in ("index", "figure", "features", "detect", "ask", "inspect")),
        ("index", "zh"),
    ],
)
def test_people_are_told_as_well(
    hvrmet: Any, forecasts: Path, folder: dict[str, str], command: str, language: str
) -> None:
    words = placed(NAMED[command][0], folder)
    answer = hvrmet(command, *words, "--data", forecasts, *chosen(SECOND, 1), "--lang", language)
    for line in {
        "en": (f"of the forecast run of {SECOND}", "of ensemble member 1"),
        "zh": (f"起报时间：{SECOND}", "集合成员：1"),
    }[language]:
        assert line in answer.out.splitlines()


def test_a_line_of_a_batch_names_its_own(hvrmet: Any, forecasts: Path, tmp_path: Path) -> None:
    box = [110, 27, 126, 35]
    lines = [
        {"id": f"{op} {run} {member}", "op": op, "data": str(forecasts), "region": box,
         "time": "2026-07-05T12:00Z", "run": run, "member": member, "name": name,
         "out": str(tmp_path / "x.png") if op == "figure" else None}
        for op, name in (("index", "pwat"), ("features", "jet_core"), ("figure", "pwat_map"))
        for run, member in ((FIRST, 0), (SECOND, 1))
    ]  # fmt: skip
    path = tmp_path / "tasks.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines))
    answer = hvrmet("batch", path, "--json")
    documents = [json.loads(line) for line in answer.out.splitlines()]
    assert len(documents) == len(lines)
    for line, document in zip(lines, documents, strict=True):
        named = [item["choice"] for item in provenances(document)]
        assert named
        assert all(item == expected(line["run"], line["member"]) for item in named)


def test_a_climatology_names_what_it_was_built_from(
    hvrmet: Any, forecasts: Path, tmp_path: Path
) -> None:
    out = tmp_path / "c.nc"
    words = [*REGION, "--index", "pwat", "--years", "1", "--out", out, *chosen(SECOND, 1)]
    built = hvrmet("climatology", "build", "--data", forecasts, *words, "--json").document
    shown = hvrmet("climatology", "show", out, "--json").document
    for document in (built, shown):
        assert document["attributes"]["provenance"].endswith("run 2026-07-05T06:00Z, member 1")
    refused = hvrmet("climatology", "show", out, "--member", "1")
    assert refused.code == 2
    assert "--member 1" in refused.err


@pytest.mark.slow
def test_all_evidence_of_a_diagnosis_names_them_and_a_replay_reads_the_same_again(
    hvrmet: Any, forecasts: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    words = ["--data", forecasts, *REGION, *chosen(SECOND, 1), "--jobs", "1", "--out", out]
    answer = hvrmet("diagnose", *words, "--json")
    assert answer.code == 0, answer.err
    report = json.loads((out / "diagnosis.json").read_text())
    assert (report["request"]["run"], report["request"]["members"]) == (SECOND, [1])
    for part in (report, *map(json.loads, (out / "events.jsonl").read_text().splitlines())):
        assert all(item["choice"] == expected(SECOND, 1) for item in provenances(part))
    assert report["evidence"]
    assert all(list(provenances(item)) for item in report["evidence"])
    assert "ensemble member 1" in (out / "report.md").read_text()
    again = hvrmet("replay", out, "--recompute", "--json")
    assert again.code == 0, again.err
    assert again.document["recompute"]["within_tolerance"]


def test_answers_without_a_choice_stay_as_they_were(hvrmet: Any, small: Path) -> None:
    answer = hvrmet("index", "pwat", "--data", small, *REGION, *AT, "--json").document
    assert not list(within(answer, "choice"))
    read = IndexAnswer.model_validate(answer)
    assert digest_of(read) == digest_of(answer)
