"""A page carries the Chinese characters that it uses, and only those."""

from __future__ import annotations

import base64
import io

from fontTools.ttLib import TTFont

from diagnostics.reporting.page_font import embedded_font, page_characters


def test_every_character_of_the_page_is_in_the_font() -> None:
    letters = page_characters("<p>24小时降水量，大暴雨 (rainstorm)</p>")
    font = TTFont(io.BytesIO(base64.b64decode(embedded_font(letters))))
    known = set(font.getBestCmap())
    assert {ord(letter) for letter in letters} <= known
    assert ord("a") not in known
    assert len(known) == len(letters)


def test_a_page_without_chinese_has_no_font() -> None:
    assert page_characters("Rain 25 mm – 3 °C · ok") == ""
    assert embedded_font("") == ""


def test_the_font_is_the_same_every_time() -> None:
    embedded_font.cache_clear()
    first = embedded_font("降雨雪风温")
    embedded_font.cache_clear()
    assert embedded_font("降雨雪风温") == first
