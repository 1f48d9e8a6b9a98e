"""What a report says of a centre's overlay in the release that its run is pinned to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from diagnostics.contracts.enums import Basis, EventType, Language
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import Curation, EntryName, ReleaseApproval
from diagnostics.contracts.recipes import RecipeRole
from diagnostics.contracts.report import Report
from diagnostics.guidelines import load_release, says_otherwise
from diagnostics.loop import rebuild_report
from diagnostics.messages import term
from diagnostics.reporting import build_report, check_report
from diagnostics.reporting.reading import write_reading
from diagnostics.reporting.values import fill

HEADS = {
    Language.EN: "limits, conditions or weights that the centre has set, and all others by the "
    "shared release: ",
    Language.ZH: "本中心自定的阈值、条件或权重，其余均采用公共版本：",
}


def methods(report: Report) -> str:
    section = next(item for item in report.sections if item.id == "data")
    return " ".join(fill(item, report) for item in section.sentences)


@pytest.fixture(scope="module")
def report(overlay_run: Any) -> Callable[[Language], Report]:
    return lambda language: rebuild_report(overlay_run.events, overlay_run.release, language)[0]


def evidence_of(report: Report, entry_id: str) -> EvidenceItem:
    return next(item for item in report.evidence if item.entry_id == entry_id)


@pytest.mark.parametrize("language", Language)
def test_the_factors_are_named_of_which_the_centre_has_set_what_decides(
    report: Any, overlay_run: Any, language: Language
) -> None:
    words = methods(report(language))
    assert words.count(HEADS[language]) == 1
    end = "。" if language is Language.ZH else "."
    named = words.partition(HEADS[language])[2].partition(end)[0]
    names = named.split("；" if language is Language.ZH else "; ")
    own = {overlay_run.limited.id, overlay_run.weighted.id, "our_own"}
    found = report(language)
    ids = {item.id for item in found.evidence if item.entry_id in own}
    reading = write_reading(found, overlay_run.release)
    assert len(ids) == len(own)
    written = (
        note.name.replace("\N{NO-BREAK SPACE}", " ") for note in reading.evidence if note.id in ids
    )
    assert sorted(names) == sorted(written)


@pytest.mark.parametrize("language", Language)
def test_the_release_is_printed_with_the_number_of_the_overlay(
    report: Any, language: Language
) -> None:
    shared = load_release()
    assert f"{shared.id}-{shared.version}+centre.3" in methods(report(language))


def test_without_an_overlay_nothing_is_said(in_language: Callable[..., Any]) -> None:
    for language in Language:
        assert HEADS[language] not in methods(build_report(in_language(language.value)))


def test_only_what_was_tested_is_named(in_language: Callable[..., Any]) -> None:
    def with_own(entries: Any) -> str:
        release = load_release()
        own = Curation(status="own")
        changed = tuple(
            entry.model_copy(update={"curation": own}) if entry.id in entries else entry
            for entry in release.entries
        )
        release = release.model_copy(update={"entries": changed})
        return methods(build_report(in_language("en", release=release)))

    used = {item.entry_id for item in in_language("en").evidence}
    others = {entry.id for entry in load_release().entries} - used
    assert HEADS[Language.EN] not in with_own(others)
    assert HEADS[Language.EN] in with_own(used)


def test_a_limit_that_did_not_decide_is_not_named(in_language: Callable[..., Any]) -> None:
    def said(path: str) -> bool:
        release = load_release()
        own = Curation(status="adjusted", adjusted=(path,))
        changed = [entry.model_copy(update={"curation": own}) for entry in release.entries]
        release = release.model_copy(update={"entries": tuple(changed)})
        return HEADS[Language.EN] in methods(build_report(in_language("en", release=release)))

    bases = {item.judgement.basis for item in in_language("en").evidence if item.judgement}
    assert Basis.ABSOLUTE in bases
    assert said("expected.absolute.value")
    assert said("weight")
    assert said("expected.clim.threshold") == any(name.value.startswith("clim") for name in bases)


@pytest.mark.parametrize("language", Language)
def test_what_the_centre_does_not_use_is_named(
    in_language: Callable[..., Any], language: Language
) -> None:
    event = in_language(language.value).conclusion.event
    others = [one for one in EventType if one is not event]
    for events, is_said in (((event,), True), (others, False)):
        unused = EntryName(id="x", factor="cape", event_types=tuple(events))
        release = load_release().model_copy(update={"unused": (unused,)})
        words = methods(build_report(in_language(language.value, release=release)))
        head = {Language.EN: "does not use these factors", Language.ZH: "本中心不予采用"}
        assert (head[language] in words) == is_said


def test_defaults_of_the_library_are_not_said_to_be_the_centres(report: Any) -> None:
    words = " ".join(
        fill(item, report(Language.EN))
        for section in report(Language.EN).sections
        for item in section.sentences
    )
    assert "except where the centre has set its own, are defaults" in words
    assert "The entries of the shared release are drafts" in words
    assert "The library entries used are drafts" not in words


def test_where_the_entries_used_stand_in_the_review_is_said(
    in_language: Callable[..., Any],
) -> None:
    used = {item.entry_id for item in in_language("en").evidence}
    one = min(used)

    def said(reviewed: Any, language: str = "en") -> str:
        release = load_release()
        state = Curation(status="reviewed")
        changed = [
            entry.model_copy(update={"curation": state}) if entry.id in reviewed else entry
            for entry in release.entries
        ]
        release = release.model_copy(update={"entries": tuple(changed)})
        report = build_report(in_language(language, release=release))
        check_report(report, release)
        return methods(report)

    assert "The library entries used are drafts" in said(set())
    others = {entry.id for entry in load_release().entries} - used
    assert "The library entries used are drafts" in said(others), "of the used ones none is"
    assert "except those of these factors, which are drafts" in said({one})
    assert "except those" in said(used - {one})
    assert "drafts" not in said(used)
    assert "Curators have reviewed each library entry used as a whole" in said(used)
    assert ["草案" in said(chosen, "zh") for chosen in (set(), {one}, used)] == [True, True, False]


@pytest.mark.parametrize("language", Language)
def test_who_approved_the_release_is_said(
    in_language: Callable[..., Any], language: Language
) -> None:
    material = in_language(language.value)
    head = {Language.EN: "This shared release was approved by ", Language.ZH: "该公共版本由"}
    assert head[language] not in methods(build_report(material))
    at = datetime(2026, 11, 30, 6, tzinfo=UTC)
    approval = ReleaseApproval(by=("person:li", "person:wang"), at=at)
    software = material.software.model_copy(update={"release_approval": approval})
    report = build_report(in_language(language.value, software=software))
    check_report(report, material.release)
    words = methods(report).partition(head[language])[2]
    day = "30 November 2026" if language is Language.EN else "2026年11月30日"
    assert words.startswith("li, wang (" if language is Language.EN else "li、wang批准（")
    assert day in words


def test_the_report_holds(report: Any, overlay_run: Any) -> None:
    for language in Language:
        check_report(report(language), overlay_run.release)


def test_where_a_limit_comes_from_is_said_of_each(report: Any, overlay_run: Any) -> None:
    """A limit that the centre has set is not that of the library, and the other way round."""
    found = report(Language.EN)
    own = {overlay_run.limited.id, "our_own"}
    said = {}
    for recipe in found.recipes:
        if recipe.operator == "guideline_library" and recipe.source.startswith("evidence:"):
            item = next(one for one in found.evidence if f"evidence:{one.id}" == recipe.source)
            assert set(recipe.gives.values()) == {RecipeRole.LIMIT}
            assert recipe.version == overlay_run.release.digest[:12]
            said[item.entry_id] = "set by the centre" in recipe.formula
    assert {name for name, is_own in said.items() if is_own} == own & set(said)
    assert overlay_run.limited.id in said
    assert set(said.values()) == {True, False}


def test_of_several_limits_the_one_is_the_centres_that_it_has_changed(overlay_run: Any) -> None:
    entry = overlay_run.release.entry(overlay_run.limited.id)
    assert says_otherwise(entry)
    assert says_otherwise(entry, "expected.absolute")
    assert not says_otherwise(entry, "expected.clim")
    assert not says_otherwise(entry, "expected.abs")
    assert not says_otherwise(overlay_run.release.entry(overlay_run.reworded.id))
    assert says_otherwise(overlay_run.release.entry("our_own"), "expected.clim")


def test_the_limit_of_the_centre_decides(report: Any, overlay_run: Any) -> None:
    judged = evidence_of(report(Language.EN), overlay_run.limited.id).judgement
    assert judged is not None
    assert judged.basis is Basis.ABSOLUTE
    assert judged.threshold == overlay_run.limited.expected.absolute.value * 1.01


def test_where_an_entry_stands_has_words() -> None:
    for status in ("adjusted", "own", "reviewed"):
        assert [term(status, language) == status for language in ("en", "zh")] == [False, False]
