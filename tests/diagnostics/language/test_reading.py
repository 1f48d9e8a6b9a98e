"""The catalogue in words: every index can be asked for by its titles, in both languages."""

from __future__ import annotations

import pytest

from diagnostics.contracts.enums import Language
from diagnostics.language.grammar.vocabulary import words_of
from diagnostics.language.lexicon import entries, tools
from diagnostics.language.text_normalisation import chinese_number, language_of


def test_every_index_of_the_catalogue_can_be_asked_for_by_both_titles() -> None:
    missed = []
    for name, tool in tools().items():
        if tool["kind"] != "index":
            continue
        assert name in {entry.operator for entry in entries().values()}
        for title in (tool["title_en"], tool["title_zh"]):
            named = [
                entries()[found.value].operator
                for item in words_of(title)
                if (found := item.read_as("QUANT")) is not None and found.value in entries()
            ]
            if name not in named:
                missed.append((name, title, named))
    assert len(missed) <= 12, missed


@pytest.mark.parametrize(("text", "number"), [("二十四", 24.0), ("十", 10.0), ("一百零五", 105.0)])
def test_chinese_numbers(text: str, number: float) -> None:
    assert chinese_number(text) == number


def test_the_language_is_that_of_the_text() -> None:
    assert language_of("temperature") is Language.EN
    assert language_of("850hPa气温") is Language.ZH
