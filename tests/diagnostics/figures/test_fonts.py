"""The bundled faces have every Chinese character that the package's own texts hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import diagnostics

PACKAGE = Path(diagnostics.__file__).parent
FACES = PACKAGE / "figures" / "fonts"


def characters(*paths: Path) -> set[int]:
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    return {ord(character) for character in re.findall(r"[\u4e00-\u9fff]", text)}


@pytest.mark.parametrize("face", ["NotoSansSC-Regular.otf", "NotoSansSC-Bold.otf"])
def test_no_text_of_reports_and_charts_shows_an_empty_box(face: str) -> None:
    texts = [
        PACKAGE / "messages" / "zh.ftl",
        *(PACKAGE / "figures" / "charts").glob("*.yaml"),
        *(PACKAGE / "guidelines" / "library").glob("*.yaml"),
    ]
    missing = characters(*texts) - set(TTFont(FACES / face).getBestCmap())
    assert "".join(map(chr, sorted(missing))) == "", "run scripts/build_chart_fonts.py"


def test_no_name_of_a_place_shows_an_empty_box() -> None:
    named = characters(PACKAGE / "grid" / "data" / "places.tsv")
    missing = named - set(TTFont(FACES / "NotoSansSC-Regular.otf").getBestCmap())
    assert "".join(map(chr, sorted(missing))) == "", "run scripts/build_chart_fonts.py"
