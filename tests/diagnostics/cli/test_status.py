"""The exit status says whether there is a value, and a chart's score goes with its faults."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.events import FigureChecked
from diagnostics.contracts.evidence import FigureCheck, FigureFinding
from diagnostics.loop.drawn_evidence import say_checked
from diagnostics.service.tools import shows_all

PEAK = "2026-07-05T06:00Z"


@pytest.fixture(scope="session")
def dry(small: Path, cases: Path) -> Path:
    """Data without humidity: the precipitable water is an answer without a value."""
    import xarray as xr

    path = cases / "dry.nc"
    with xr.open_dataset(small) as whole:
        wet = [name for name in ("q", "r", "td2m", "d2m", "tcwv", "tp") if name in whole]
        whole.drop_vars(wet).to_netcdf(path)
    return path


def test_an_index_without_a_value_ends_with_status_1(hvrmet: Any, small: Path, dry: Path) -> None:
    words = ("index", "pwat", "--time", PEAK, "--json", "--data")
    with_value, without = hvrmet(*words, small), hvrmet(*words, dry)
    assert (with_value.code, with_value.document["value"] is None) == (0, False)
    assert (without.code, without.document["value"]) == (1, None)
    assert without.document["status"] == "missing_input"


def test_a_line_of_a_batch_says_so_too(hvrmet: Any, small: Path, dry: Path, tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.jsonl"
    lines = [
        {"id": number, "op": "index", "name": "pwat", "data": [str(path)], "time": PEAK}
        for number, path in enumerate((small, dry))
    ]
    tasks.write_text("\n".join(json.dumps(line) for line in lines))
    answers = [json.loads(line) for line in hvrmet("batch", tasks, "--json").out.splitlines()]
    assert [item["answered"] for item in answers] == [True, False]


def test_a_chart_with_a_layer_missing_is_no_answer() -> None:
    assert [shows_all(FigureCheck(score=score)) for score in (0, 1, 2, 5)] == [
        False, False, True, True,
    ]  # fmt: skip


def test_a_perfect_score_names_no_failed_rule() -> None:
    """Findings that cost nothing are kept with the chart, and not listed as failures."""
    said: list[FigureChecked] = []
    run = SimpleNamespace(state=SimpleNamespace(checked={}, turn=1), say=said.append)
    noted = FigureFinding(rule="data_edge", severity=Severity.INFO, message="the data end here")
    fault = FigureFinding(rule="line_weight", severity=Severity.WARNING, message="too thin")
    say_checked(run, "e01", FigureCheck(score=5, findings=(noted,)))  # type: ignore[arg-type]
    say_checked(run, "e02", FigureCheck(score=3, findings=(noted, fault)))  # type: ignore[arg-type]
    assert [(item.score, item.findings, item.rules) for item in said] == [
        (5, 0, ()), (3, 1, ("line_weight",)),
    ]  # fmt: skip
