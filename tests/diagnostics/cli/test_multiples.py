"""`hvrmet figure --times`: a map at several times on one checked sheet, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

WORDS = ("--region", "112,28,124,34", "--json")
TIMES = "2026-07-05T00:00Z,2026-07-05T06:00Z,2026-07-05T12:00Z"


@pytest.fixture
def figure(hvrmet: Any, small: Path, tmp_path: Path) -> Any:
    def draw(name: str, *words: object, out: str = "sheet.png") -> Any:
        return hvrmet("figure", name, "--data", small, *WORDS, "--out", tmp_path / out, *words)

    return draw


@pytest.mark.parametrize("out", ["sheet.png", pytest.param("sheet.webp", marks=pytest.mark.slow)])
def test_a_sheet_is_drawn_checked_and_written(figure: Any, tmp_path: Path, out: str) -> None:
    answer = figure("t850_wind850", "--times", TIMES, "--lang", "zh", out=out).document
    assert answer["specification"]["map"]["panels"] == [
        "2026-07-05T00:00Z",
        "2026-07-05T06:00Z",
        "2026-07-05T12:00Z",
    ]
    assert answer["check"]["score"] == 5.0, answer["check"]
    with Image.open(tmp_path / out) as picture:
        assert picture.size == (answer["width"], answer["height"])


@pytest.mark.parametrize(
    ("name", "words", "code"),
    [
        ("t850_wind850", ("--times", "2026-07-05T06:00Z,2026-07-05T00:00Z"), "invalid_times"),
        ("t850_wind850", ("--times", "2026-07-05T06:00Z"), "invalid_times"),
        ("t850_wind850", ("--times", "2026-07-05T06:00Z,2026-07-05T07:00Z"), "missing_time"),
        ("skewt_point", ("--times", TIMES), "not_a_map"),
        ("t850_wind850", ("--times", TIMES, "--time", "2026-07-05T06:00Z"), "invalid_argument"),
        ("t850_wind850", ("--times", TIMES, "--level", "700"), "invalid_argument"),
    ],
)
def test_what_cannot_be_a_sheet_is_refused(
    figure: Any, tmp_path: Path, name: str, words: tuple[str, ...], code: str
) -> None:
    assert figure(name, *words).error["code"] == code
    assert not list(tmp_path.iterdir())
