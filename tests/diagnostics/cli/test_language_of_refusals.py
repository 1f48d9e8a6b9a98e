"""With ``--lang zh`` no refusal on standard error is an English sentence."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from typing import Any

import pytest

from diagnostics.cli.usage import language_of
from diagnostics.messages import Message, render

PEAK = "2026-07-05T06:00Z"
DATA = ["--data", "DATA"]
ZH = ["--lang", "zh"]
BOTH = ["--index", "pwat", "--field", "t@850"]
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
    ["index", "pwat", *ZH, *DATA, "--time", "yesterday"],
    ["index", "pwattt", *ZH, *DATA],
    ["index", "pwat", *ZH, *DATA, "-p", "x"],
    ["index", "pwat", *ZH, *DATA, "-p", "x=1"],
    ["index", "temperature_level", *ZH, *DATA, "--level", "123", *AT_PEAK],
    ["index", "pwat", *ZH, "--data", "CUT"],
    ["index", "pwat", *ZH, "--data", "BROKEN"],
    ["index", "pwat", *ZH, *DATA, "--member", "one"],
    ["index", "pwat", *ZH, *DATA, "--climatology", "/nowhere/clim.json"],
    ["index", "pwat", *ZH, *DATA, "--climatology", "TEXT"],
    ["features", "jet_coree", *ZH, *DATA, *REGION, *AT_PEAK],
    ["features", *ZH, *DATA, *REGION, "--time", "2020-01-01T00:00Z"],
    ["detect", *ZH, *DATA, *REGION, "--preset", "metric"],
    ["inspect", *ZH, "--data", "TEXT"],
    ["inspect", *ZH, "--data", "CUT"],
    ["run", "/nowhere/flow.yaml", *ZH, *DATA],
    ["run", "TEXT", *ZH, *DATA, "--check"],
    ["batch", "/nowhere/tasks.jsonl", *ZH],
    ["sample", "nothing", *ZH, "--out", "FOLDER/s.nc"],
    ["sample", "rainstorm", *ZH, "--out", "FOLDER/no/s.nc"],
    ["score", "FOLDER/none", *ZH],
    ["replay", "FOLDER/none", *ZH],
    ["catalog", "pwattt", *ZH],
    ["climatology", "show", "/nowhere/clim.nc", *ZH],
    ["climatology", "build", *ZH, *DATA, *BOTH, "--out", "FOLDER/c"],
    ["figure", "pwat_map", *ZH, *DATA, *AT_PEAK, "--out", "FOLDER/x.gif"],
    ["figure", *ZH, *DATA, *AT_PEAK, "--out", "FOLDER/x.png", "--spec", "TEXT"],
    ["figure", "pwat_map", *ZH, *DATA, *AT_PEAK, "--out", "FOLDER/x.png", "--boundaries", "TEXT"],
]
WITHOUT_LANG = [
    ["ask", "最大风速是多少？", "--data", "/nowhere/data.nc"],
    ["ask", "最大风速是多少？", *DATA, "--time", "yesterday"],
    ["ask", "最大风速是多少？", *DATA, "--region", "1,2,3"],
    ["ask", "--claim", "850 hPa风速超过12 m/s。", "--data", "TEXT"],
    ["ask", "--claim=850 hPa风速超过12 m/s。", "--data", "TEXT"],
    ["diagnose", "--request", "诊断武汉的暴雨", "--data", "TEXT", "--out", "FOLDER/out"],
    ["diagnose", "--request", "诊断北京和广州的暴雨", *DATA, "--out", "FOLDER/out"],
    ["diagnose", "--request", "诊断武汉7月3日、7月5日的暴雨", *DATA, "--out", "FOLDER/out"],
    ["diagnose", "--request=诊断武汉的暴雨", *DATA, "--out", "FOLDER/o", "--preset", "metric"],
]
"""Asked in Chinese: the language of the request is that of its refusal."""
USAGE = [
    ["ask", "最大风速是多少？"],
    ["ask", "最大风速是多少？", *DATA, "--colour", "red"],
    ["diagnose", "--request", "诊断武汉的暴雨", *DATA],
    ["index", "pwat", *ZH],
    ["index", "pwat", *ZH, *DATA, "--colour", "red"],
    ["index", "pwat", "--lang=zh", "--data"],
    ["diagnose", *ZH, *DATA, "--out", "FOLDER/out"],
    ["inspect", *ZH, *DATA, "--json=yes"],
    ["nothing", *ZH],
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
        "CUT": small.read_bytes()[: small.stat().st_size // 2],
        "BROKEN": b"\x89HDF\r\n\x1a\n" + bytes(600),
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


@pytest.mark.parametrize("words", REFUSED + WITHOUT_LANG, ids=lambda words: " ".join(words)[:90])
def test_a_refusal_is_in_chinese(hvrmet: Any, places: dict[str, Path], words: list[str]) -> None:
    answer = hvrmet(*(placed(word, places) for word in words))
    assert answer.code == 1
    assert answer.err.strip()
    assert "英文说明" not in answer.err
    for line in filter(str.strip, answer.err.splitlines()):
        require_chinese(line)


def require_chinese(line: str) -> None:
    assert re.search(r"[\u4e00-\u9fff]", line), line
    assert ENGLISH.search(without_names(line)) is None, line


@pytest.mark.parametrize("words", USAGE, ids=" ".join)
def test_a_line_that_cannot_be_parsed_is_refused_in_chinese(
    hvrmet: Any, places: dict[str, Path], words: list[str]
) -> None:
    answer = hvrmet(*(placed(word, places) for word in words))
    assert answer.code == 2
    problem = answer.err.strip().splitlines()[-1]
    assert "用法有误" in problem
    require_chinese(problem)


@pytest.mark.slow
def test_a_diagnosis_in_chinese_ends_in_chinese(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    answer = hvrmet("diagnose", *ZH, *REGION, "--data", small, "--out", tmp_path / "run")
    assert answer.code == 0, answer.err
    # what happened, why, what counts, what does not count, where the report is
    assert len(answer.out.splitlines()) == 5
    for line in answer.out.splitlines():
        require_chinese(line)
    assert ENGLISH.search(without_names(answer.err)) is None


def test_what_the_system_says_is_translated_whole() -> None:
    from diagnostics.errors import reason_of

    for number in (errno.ENOENT, errno.EACCES, errno.ENOSPC, errno.EROFS, errno.EISDIR):
        reason = reason_of(OSError(number, os.strerror(number)))
        assert isinstance(reason, Message)
        assert render(reason, "en") == os.strerror(number)
        assert re.fullmatch(r"[\u4e00-\u9fff]+", render(reason, "zh"))
    assert reason_of(OSError(99999, "Odd failure")) == "Odd failure"


def test_an_untranslated_error_names_its_code_in_chinese_and_quotes_the_english() -> None:
    from diagnostics.errors import InputDataError

    error = InputDataError("the cube is round", code="round_cube")
    assert error.written("en") == "the cube is round"
    assert error.written("zh") == "无法执行（错误代码：round_cube），英文说明：“the cube is round”"


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["ask", "how much rain?", "--data", "/资料/a.nc"], "en"),
        (["ask", "多少雨？", "--lang", "en"], "en"),
        (["ask", "--json", "多少雨？"], "zh"),
        (["figure", "pwat_map", "--data", "/资料/a.nc"], "en"),
        (["diagnose", "--req", "诊断暴雨"], "zh"),
        (["index", "pwat", "--lang", "fr"], "en"),
    ],
)
def test_the_language_is_that_of_the_option_or_of_the_words(
    words: list[str], language: str
) -> None:
    assert language_of(words) == language


def test_the_document_for_programs_is_the_same_in_every_language(hvrmet: Any) -> None:
    words = ["ask", "雨量？", "--data", "/nowhere/data.nc", "--json"]
    english, chinese = (hvrmet(*words, "--lang", language).document for language in ("en", "zh"))
    assert english == chinese
    assert english["error"]["code"] == "file_not_found"
