"""The catalogue of sentences: complete in both languages, and without claims of its own."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
import yaml

from diagnostics.contracts.enums import (
    Basis,
    Category,
    ConclusionKind,
    EventType,
    Firing,
    Language,
    ReferenceStatus,
)
from diagnostics.reporting.checker import unbound_parts
from diagnostics.reporting.phrases import phrase, term

_SLOT = re.compile(r"<(\w+)>")


def catalogue(name: str) -> dict[str, dict[str, str]]:
    text = files("diagnostics.reporting").joinpath(name).read_text(encoding="utf-8")
    return yaml.safe_load(text)


PHRASES = catalogue("phrases.yaml")
TERMS = catalogue("terms.yaml")


@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_has_the_same_slots_in_both_languages(key: str) -> None:
    assert set(PHRASES[key]) == {"en", "zh"}
    assert set(_SLOT.findall(PHRASES[key]["en"])) == set(_SLOT.findall(PHRASES[key]["zh"]))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_claims_nothing_of_its_own(key: str, language: str) -> None:
    assert unbound_parts(_SLOT.sub(" ", PHRASES[key][language])) == []


@pytest.mark.parametrize("key", [key for key in PHRASES if key != "reason_key"])
def test_a_chinese_phrase_has_no_english_sentence(key: str) -> None:
    bare = _SLOT.sub(" ", PHRASES[key]["zh"])
    words = re.findall(r"[A-Za-z]{2,}", bare)
    assert set(words) <= {"HVR", "Met", "Benjamini", "Yekutieli"}


def test_every_term_is_in_both_languages() -> None:
    for name, item in TERMS.items():
        assert set(item) == {"en", "zh"}, name
        assert all(item.values()), name


@pytest.mark.parametrize(
    "kind", [EventType, Firing, Category, ConclusionKind, Basis, ReferenceStatus]
)
def test_closed_vocabularies_have_chinese_terms(kind: type) -> None:
    missing = [item.value for item in kind if not re.search(r"[\u4e00-\u9fff]", term(item, _ZH))]
    assert missing == []


_ZH = Language.ZH


def test_detectors_have_terms_in_both_languages() -> None:
    from diagnostics.catalog import get_catalog

    missing = [tool.name for tool in get_catalog().detectors() if tool.name not in TERMS]
    assert missing == []


def test_every_flag_of_the_classification_has_a_term() -> None:
    folder = files("diagnostics.detection.events")
    sources = [item.read_text() for item in folder.iterdir() if item.name.endswith(".py")]
    flags = {flag for text in sources for flag in re.findall(r'warn\(\s*"(\w+)"', text)}
    assert "tmax_undersampled" in flags
    assert flags - set(TERMS) == set()


def test_an_unknown_term_is_shown_with_its_words_apart() -> None:
    assert term("some_new_flag", Language.EN) == "some new flag"


def test_linked_events_are_translated_one_by_one() -> None:
    assert term("cold_wave+gale", Language.ZH) == "寒潮 + 大风"


def test_a_scaled_grade_is_never_the_national_grade() -> None:
    name = "model-scaled equivalent of heavy rainstorm"
    assert term(name, Language.EN) == "equivalent to “heavy rainstorm” at the scale of the grid"
    assert term(name, Language.ZH) == "按格距折算相当于“大暴雨”"


def test_phrases_come_in_the_language_asked_for() -> None:
    assert phrase("section_summary", Language.EN) == "Summary"
    assert phrase("section_summary", Language.ZH) == "摘要"
