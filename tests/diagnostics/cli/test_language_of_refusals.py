"""With ``--lang zh`` no refusal on standard error is an English sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PEAK = "2026-07-05T06:00Z"
DATA = ["--data", "DATA"]
FIGURE = ["figure", "pwat_map", "--lang", "zh", "--out", "FOLDER/x.png"]
AT_PEAK = ["--time", PEAK]
ASK = ["ask", "最大风速是多少？", "--lang", "zh"]
REGION = ["--region", "110,27,126,35"]
DIAGNOSE = ["diagnose", "--lang", "zh", "--out", "FOLDER/out", *REGION]
REFUSED = [
    [*FIGURE, *AT_PEAK, "--data", "/nowhere/data.nc"],
    [*FIGURE, *AT_PEAK, "--data", "EMPTY"],
    [*FIGURE, *AT_PEAK, "--data", "TEXT"],
    [*FIGURE, *AT_PEAK, "--data", "PAGE"],
    [*FIGURE, *AT_PEAK, "--data", "PACKED"],
    [*FIGURE, *AT_PEAK, "--data", "BINARY"],
    [*FIGURE, *DATA],
    [*FIGURE, *DATA, "--time", "yesterday"],
    [*FIGURE, *DATA, "--time", "2026-07-05T06:00"],
    [*FIGURE, *DATA, "--time", "2020-01-01T00:00Z"],
    [*FIGURE, *DATA, *AT_PEAK, "--region", "Atlantiss"],
    [*FIGURE, *DATA, *AT_PEAK, "--region", "qqqqqqqq"],
    [*FIGURE, *DATA, *AT_PEAK, "--region", "1,2,3"],
    [*FIGURE, *DATA, *AT_PEAK, "--region", "0,60,10,50"],
    [*FIGURE, *DATA, *AT_PEAK, "--region", "-100,35,-80,55"],
    [*FIGURE, *DATA, *AT_PEAK, "--theme", "pink"],
    ["figure", "pwat_mapp", *FIGURE[2:], *DATA, *AT_PEAK],
    ["figure", "zzzzzzzz", *FIGURE[2:], *DATA, *AT_PEAK],
    ["figure", "pwat_map", "--lang", "zh", "--out", "FOLDER/no/x.png", *DATA, *AT_PEAK],
    [*ASK, "--data", "/nowhere/data.nc"],
    [*ASK, "--data", "TEXT"],
    [*ASK, *DATA, "--region", "1,2,3"],
    [*ASK, *DATA, "--time", "yesterday"],
    [*ASK, *DATA, "--time", "2026-07-05T12:00Z/2026-07-05T00:00Z"],
    [*ASK, *DATA, "--now", "yesterday"],
    ["ask", "", "--lang", "zh", *DATA],
    ["ask", "雨" * 9000, "--lang", "zh", *DATA],
    ["ask", "--lang", "zh", *DATA],
    [*DIAGNOSE, "--data", "/nowhere/data.nc"],
    [*DIAGNOSE, "--data", "TEXT"],
    [*DIAGNOSE, *DATA, "--region", "-100,35,-80,55"],
    [*DIAGNOSE, *DATA, "--start", PEAK],
    [*DIAGNOSE, *DATA, "--start", "2020-01-01T00:00Z", "--end", "2020-01-02T00:00Z"],
    [*DIAGNOSE, *DATA, "--preset", "metric"],
    [*DIAGNOSE, *DATA, "--timezone", "Mars/Olympus"],
    [*DIAGNOSE, *DATA, "--event", "hail"],
    [*DIAGNOSE, *DATA, "--event", "gail"],
    [*DIAGNOSE, *DATA, "--pin", "money"],
    [*DIAGNOSE, *DATA, "--max-turns", "many"],
    [*DIAGNOSE, *DATA, "--max-turns", "51"],
    [*DIAGNOSE, *DATA, "--resume"],
    ["diagnose", "--lang", "zh", "--out", "FULL", *REGION, *DATA],
    ["diagnose", "--lang", "zh", "--out", "TEXT/out", *REGION, *DATA],
]
ENGLISH = re.compile(r"[A-Za-z]{2,}(?:[ ,;]+[A-Za-z]{2,}){3,}")


@pytest.fixture(scope="module")
def places(small: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Good data and bad files by the names that the commands above give them."""
    folder = tmp_path_factory.mktemp("refused")
    contents = {
        "EMPTY": b"",
        "TEXT": b"these are words, not gridded data\n",
        "PAGE": b"<!doctype html><title>x</title>",
        "PACKED": b"\x1f\x8b\x08" + bytes(60),
        "BINARY": bytes(range(128, 256)) * 9,
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    full = folder / "FULL"
    full.mkdir()
    (full / "mine.txt").write_text("keep me")
    found = {name: folder / name for name in (*contents, "FULL")}
    return {**found, "DATA": small, "FOLDER": folder}


def placed(word: str, places: dict[str, Path]) -> str:
    name, slash, rest = word.partition("/")
    return f"{places[name]}{slash}{rest}" if name in places else word


def without_names(text: str) -> str:
    """The line without lists of names, quotations, commands and paths."""
    return re.sub(r"“[^”]*”|`[^`]*`|\S*/\S*|[a-z]+(?:, [a-z_]+)+", " ", text)


@pytest.mark.parametrize("words", REFUSED, ids=lambda words: " ".join(words)[:90])
def test_a_refusal_is_in_chinese(hvrmet: Any, places: dict[str, Path], words: list[str]) -> None:
    answer = hvrmet(*(placed(word, places) for word in words))
    assert answer.code == 1
    assert answer.err.strip()
    assert "英文说明" not in answer.err
    for line in filter(str.strip, answer.err.splitlines()):
        assert re.search(r"[\u4e00-\u9fff]", line), line
        assert ENGLISH.search(without_names(line)) is None, line


def test_an_untranslated_error_names_its_code_in_chinese_and_quotes_the_english() -> None:
    from diagnostics.errors import InputDataError

    error = InputDataError("the cube is round", code="round_cube")
    assert error.written("en") == "the cube is round"
    assert error.written("zh") == "无法执行（错误代码：round_cube），英文说明：“the cube is round”"


def test_the_document_for_programs_is_the_same_in_every_language(hvrmet: Any) -> None:
    words = ["ask", "雨量？", "--data", "/nowhere/data.nc", "--json"]
    english, chinese = (hvrmet(*words, "--lang", language).document for language in ("en", "zh"))
    assert english == chinese
    assert english["error"]["code"] == "file_not_found"
