"""A computation of the platform is answered as the command of the same name does."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from diagnostics.cli import main
from diagnostics.contracts.computations import ComputationRequest, Operation
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError
from diagnostics.fields.write import write_dataset
from diagnostics.samples import generate
from diagnostics.service.computations import compute
from diagnostics.service.data import DataSelection

PEAK = datetime.fromisoformat("2026-07-05T06:00:00Z")
REGION = Region.model_validate((110, 27, 126, 35))


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("service") / "rainstorm.nc"
    return str(write_dataset(generate("rainstorm", times=[PEAK]), path))


def wanted(op: Operation, name: str | None, **more: Any) -> ComputationRequest:
    return ComputationRequest(source="case", op=op, name=name, region=REGION, **more)


def printed(words: list[str], case: str, capsys: pytest.CaptureFixture[str]) -> Any:
    common = ["--data", case, "--region", "110,27,126,35", "--json"]
    assert main([*words, *common]) == 0
    return json.loads(capsys.readouterr().out)


def test_an_index_is_that_of_the_command(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    computed = compute(wanted(Operation.INDEX, "k_index"), DataSelection((case,)))
    assert computed.picture is None
    assert computed.document == printed(["index", "k_index"], case, capsys)


def test_a_chart_is_that_of_the_command(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    request = wanted(Operation.FIGURE, "gh500_map", params={"lang": "zh", "theme": "dark"})
    computed = compute(request, DataSelection((case,)))
    out = tmp_path / "chart.png"
    words = ["figure", "gh500_map", "--lang", "zh", "--theme", "dark", "--out", str(out)]
    document = printed(words, case, capsys)
    assert computed.picture == out.read_bytes()
    assert {**computed.document, "path": str(out)} == document


def test_a_level_may_be_a_number_or_a_text(case: str) -> None:
    request = wanted(Operation.INDEX, "thetae_850_max", level=700)
    number = compute(request, DataSelection((case,))).document
    text = compute(request.model_copy(update={"level": "700"}), DataSelection((case,))).document
    assert number == text
    assert number["level"] == 700


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"params": {"colour": "red"}}, "unknown_parameter"),
        ({"params": {"theme": "pink"}}, "invalid_argument"),
        ({"level": "high"}, "invalid_level"),
        ({"time": TimeWindow(start=PEAK, end=PEAK + timedelta(hours=6))}, "invalid_time"),
    ],
)
def test_what_is_refused_by_its_words_needs_no_data(more: dict[str, Any], code: str) -> None:
    request = wanted(Operation.FIGURE, "gh500_map", **more)
    with pytest.raises(ArgumentError) as refused:
        compute(request, DataSelection(("/nowhere/at/all.nc",)))
    assert refused.value.code == code
