"""Positions and boxes as readers of each language write them."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from diagnostics.messages import Message, languages, positions, render


@pytest.mark.parametrize(
    ("box", "english", "chinese"),
    [
        ((-10, 35, 30, 60), "10°W to 30°E, 35°N to 60°N", "西经10°至东经30°、北纬35°至60°"),
        ((110, -12.5, 126, 0), "110°E to 126°E, 12.5°S to 0°", "东经110°至126°、南纬12.5°至0°"),
        ((170, -40, -160, -20), "170°E to 160°W, 40°S to 20°S", "东经170°至西经160°、南纬40°至20°"),
        ((0, 20, 180, 50), "0° to 180°, 20°N to 50°N", "0°至180°、北纬20°至50°"),
        ((-180, -90, 180, 90), "all longitudes, 90°S to 90°N", "全部经度、南纬90°至北纬90°"),
        ((112, 30, 112, 40), "112°E, 30°N to 40°N", "东经112°、北纬30°至40°"),
    ],
)
def test_a_box_is_said_with_its_hemispheres(
    box: tuple[float, float, float, float], english: str, chinese: str
) -> None:
    written = positions.box(box)
    assert (render(written, "en"), render(written, "zh")) == (english, chinese)


@pytest.mark.parametrize(
    ("place", "english", "chinese"),
    [
        ((31.97, 118.02), "31.97°N 118.02°E", "北纬31.97°、东经118.02°"),
        ((-33.5, -70.6), "33.5°S 70.6°W", "南纬33.5°、西经70.6°"),
        ((0.0, 185.0), "0° 175°W", "0°、西经175°"),
        ((-0.0, -360.0), "0° 0°", "0°、0°"),
    ],
)
def test_a_position_is_said_with_its_hemispheres(
    place: tuple[float, float], english: str, chinese: str
) -> None:
    written = positions.position(*place)
    assert (render(written, "en"), render(written, "zh")) == (english, chinese)


def test_a_span_in_chinese_names_its_hemisphere_once() -> None:
    assert render(positions.box((-30, -20, -10, -5)), "zh") == "西经30°至10°、南纬20°至5°"


ORDER = {
    "en": re.compile(r"\} \(W,S,E,N|W,S,E,N[ =]*\{"),
    "zh": re.compile(r"\}（西、南、东、北|西、南、东、北[，）为 ]*\{"),
}
"""What stands beside four bare numbers, so that a reader can tell which is which."""
TYPED_AGAIN = {"question-place_box", "command-grid"}
"""A box that a reader takes over into a question or an option stays as it is typed."""


@pytest.mark.parametrize("language", languages())
def test_no_message_leaves_the_order_of_a_box_to_its_reader(language: str) -> None:
    source = files("diagnostics.messages").joinpath(f"{language}.ftl").read_text(encoding="utf-8")
    entries = [line for line in source.splitlines() if line.startswith("question-place_box = ")]
    assert len(entries) == 1 and ORDER[language].search(entries[0])
    bare = {
        line.partition(" = ")[0] for line in source.splitlines() if ORDER[language].search(line)
    }
    assert bare <= TYPED_AGAIN


def test_a_refusal_says_both_boxes_and_what_to_do() -> None:
    said = Message(
        id="error-region_outside_data",
        params={
            "region": positions.box((-100, 35, -80, 55)),
            "extent": positions.box((-10, 35, 30, 60)),
        },
    )
    assert render(said, "en") == (
        "The region 100°W to 80°W, 35°N to 55°N lies outside the data, which cover "
        "10°W to 30°E, 35°N to 60°N: choose a region inside, or data that cover it."
    )
    assert "资料范围为西经10°至东经30°、北纬35°至60°" in render(said, "zh")
