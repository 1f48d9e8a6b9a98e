"""A report as it is read: the words of its renderings, their claims, and both languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from diagnostics.contracts.base import canonical_bytes
from diagnostics.contracts.corrections import Edit, EditKind, apply_edits, in_own_words
from diagnostics.contracts.enums import Language
from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.reading import FactName, Reading, WrittenSentence
from diagnostics.contracts.report import OwnWords, Report, Section, Sentence, Topic
from diagnostics.contracts.report_parts import sentences_by_address
from diagnostics.contracts.request import DiagnosisRequest, LoopOptions
from diagnostics.contracts.steering import SteeringOrder
from diagnostics.errors import ModelOutputError
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import load_release
from diagnostics.loop import diagnose, rebuild_report
from diagnostics.ports import ControlSignal
from diagnostics.reporting import check_report, report_digest
from diagnostics.reporting.html import keep_together
from diagnostics.reporting.own_words import own_words_mark
from diagnostics.reporting.reading import report_in_words_of, write_reading
from diagnostics.reporting.values import fill, fill_table
from diagnostics.samples import sample_info
from tests.diagnostics.loop.test_stored_runs import RUNS, events_of, release_of
from tests.generated_samples import thinned

CASES = (
    *RUNS, "rainstorm", "quiet", "steered", "overlay",
    pytest.param("heat_wave", marks=pytest.mark.slow),
)  # fmt: skip
EN, ZH = Language.EN, Language.ZH
_KNOWN = {
    *(
        "UTC",
        "hPa",
        "dagpm",
        "km",
        "km²",
        "mm",
        "cm",
        "Pa",
        "kg",
        "PVU",
        "CAPE",
        "IVT",
        "TM",
        "MPV",
    ),
    *("m²", "lnP", "HVR", "Met", "cma", "ECMWF", "Benjamini", "Yekutieli"),
}
"""Units and names that stand in a Chinese report as they are."""
_NAMED_BY_OTHERS = re.compile(
    r"“[^”]*”|`[^`]*`|资料：[^（]*（|Data: [^(]*\(|指南库[\w.+-]+|为测评，未使用.*?，"
)
"""Names of a person's data and words, of a release, and of switched-off parts."""
_DOUBLED = re.compile(r"[。；，、：.;,:][。；，、：.;,:]|(?<=[（(])[，,]|  ")
WORDS = OwnWords.model_validate({"author": "person:wang", "written_at": "2026-07-05T06:00:00Z"})


@dataclass(frozen=True)
class Case:
    """A real run, and its report in both languages."""

    events: list[RecordedEvent]
    release: GuidelineRelease
    reports: dict[Language, Report]
    readings: dict[Language, Reading]


class Desk:
    """Gives its order from the beginning."""

    def poll(self) -> ControlSignal:
        order = {"id": "1", "action": "veto", "factor": "ivt", "author": "person:a", "reason": "no"}
        return ControlSignal(orders=(SteeringOrder.model_validate(order),))


@pytest.fixture(scope="module")
def case(
    finished_run: Any,
    request: pytest.FixtureRequest,
    sample: Callable[[str], Any],
    make_log: Any,
    make_ports: Any,
    shared_outcomes: Any,
) -> Callable[[str], Case]:
    known: dict[str, Case] = {}

    def run(name: str, source: Any, **changes: Any) -> list[RecordedEvent]:
        log = make_log()
        few = LoopOptions(max_turns=3) if name == "quiet" else LoopOptions()
        asked = DiagnosisRequest(source=name, region=sample_info(name).region, options=few)
        with pytest.MonkeyPatch.context() as patch:
            shared_outcomes(patch)
            outcome = diagnose(asked, make_ports(source, log, **changes))
        assert outcome.status == "finished", outcome.message
        return list(log.events)

    def events(name: str) -> list[RecordedEvent]:
        if name in RUNS:
            return events_of(name)
        if name == "rainstorm":
            return list(finished_run.log.events)
        if name == "steered":
            said = run("rainstorm", finished_run.source, control=Desk())
            assert "steered" in {event.body.type for event in said}
            return said
        if name == "overlay":
            return list(overlay().events)
        return run(name, MemorySource(thinned(name) if name == "quiet" else sample(name)))

    def overlay() -> Any:
        return request.getfixturevalue("overlay_run")

    def release(name: str) -> GuidelineRelease:
        if name in RUNS:
            return release_of(name)
        return overlay().release if name == "overlay" else load_release()

    def make(name: str) -> Case:
        if name not in known:
            said, pinned = events(name), release(name)
            reports = {language: rebuild_report(said, pinned, language)[0] for language in Language}
            readings = {key: write_reading(report, pinned) for key, report in reports.items()}
            known[name] = Case(said, pinned, reports, readings)
        return known[name]

    return make


def text_of(sentence: WrittenSentence) -> str:
    return "".join(piece.text for piece in sentence.pieces)


def words_of(report: Report, section: Section, *adapt: Any) -> Iterator[str]:
    """What a page says of a section, in the order of `parts_of`."""
    yield from (fill(item, report, *adapt) for item in section.sentences)
    yield from (fill(figure.caption, report, *adapt) for figure in section.figures)
    yield from (cell for row in fill_table(section.table, report, *adapt) for cell in row)


def parts_of(section: Section) -> Iterator[Sentence]:
    """Every sentence of a section in one order."""
    yield from section.sentences
    yield from (figure.caption for figure in section.figures)
    yield from (cell for row in section.table for cell in row)


def lines_of(reading: Reading) -> dict[FactName, list[str]]:
    return {fact.name: [text_of(line) for line in fact.lines] for fact in reading.facts}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", CASES)
def test_the_pieces_are_the_words_of_the_page(case: Any, name: str, language: Language) -> None:
    report, reading = case(name).reports[language], case(name).readings[language]
    values = {claim.id: claim for claim in reading.claims}
    assert text_of(reading.title) == fill(report.title, report, keep_together)
    seen = 0
    for section, written in zip(report.sections, reading.sections, strict=True):
        words = words_of(report, section, keep_together)
        for sentence, shown, whole in zip(parts_of(section), parts_of(written), words, strict=True):
            assert isinstance(shown, WrittenSentence)
            assert text_of(shown) == whole
            assert "{claim:" not in whole
            named = [piece.claim for piece in shown.pieces if piece.claim is not None]
            assert set(named) == set(sentence.claims) <= set(values)
            assert all(piece.text for piece in shown.pieces)
            seen += len(named)
    assert seen > 10
    assert values.items() >= {claim.id: claim for claim in report.claims}.items()


@pytest.mark.parametrize("name", CASES)
def test_addresses_are_those_of_reviews_and_corrections(case: Any, name: str) -> None:
    report, reading = case(name).reports[ZH], case(name).readings[ZH]
    written = [reading.title]
    for section in reading.sections:
        written += [*section.sentences, *(figure.caption for figure in section.figures)]
        assert {cell.address for row in section.table for cell in row} <= {""}
    found = {item.address: (item.text, item.claims) for item in written}
    assert len(found) == len(written)
    named = sentences_by_address(report).items()
    assert found == {address: (item.text, item.claims) for address, item in named}


def bound(report: Report, section: Section) -> Counter[tuple[str, str]]:
    """What the values of a section are bound to; a name in either language is the same name."""
    claims = {claim.id: claim for claim in report.claims}

    def of(name: str) -> tuple[str, str]:
        path = claims[name].path.removesuffix("_zh")
        return claims[name].source, "title" if path == "title_en" else path

    return Counter(of(name) for item in parts_of(section) for name in item.claims)


@pytest.mark.parametrize("name", CASES)
def test_both_languages_say_the_same(case: Any, name: str) -> None:
    found = case(name)
    english, chinese = found.reports[EN], found.reports[ZH]
    for report in (english, chinese):
        check_report(report, found.release)
    assert (english.language, chinese.language) == (EN, ZH)
    for one, other in zip(english.sections, chinese.sections, strict=True):
        assert one.id == other.id
        assert [item.topic for item in one.sentences] == [item.topic for item in other.sentences]
        assert [len(row) for row in one.table] == [len(row) for row in other.table]
        assert [item.artifact for item in one.figures] == [item.artifact for item in other.figures]
        assert bound(english, one) == bound(chinese, other), one.id
    same = {"request", "language", "claims", "sections", "title", "report_digest"}
    assert english.model_dump(exclude=same) == chinese.model_dump(exclude=same)
    counts = [[len(fact.lines) for fact in found.readings[language].facts] for language in Language]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("name", CASES)
def test_without_a_language_the_run_says_what_it_said(case: Any, name: str) -> None:
    found = case(name)
    plain, state = rebuild_report(found.events, found.release)
    assert state.started is not None
    own = found.reports[state.started.request.language]
    assert canonical_bytes(plain) == canonical_bytes(own)


def test_the_first_facts_of_a_rainstorm(case: Any) -> None:
    reading = case("rainstorm").readings[EN]
    found = lines_of(reading)
    assert list(found) == list(FactName)
    what, grade, sure = found[FactName.WHAT]
    assert (what, grade) == ("Rainstorm: criterion met", "Grade: heavy rainstorm")
    assert sure.startswith("Confidence: high (")
    assert found[FactName.DATA][0].startswith("Idealised case: ")
    assert found[FactName.WHERE][0].startswith("The Middle and Lower Yangtze (")
    assert found[FactName.WHERE][1].startswith("Peak near ")
    assert " or later (the data end)" in found[FactName.WHEN][0]
    assert any(line.startswith("Threshold: ") for line in found[FactName.SEVERITY])
    assert found[FactName.WHEN][1].startswith("Peak: 24\N{NO-BREAK SPACE}h to ")
    assert any(
        line.startswith("Share of the region at its widest: ") for line in found[FactName.SEVERITY]
    )
    assert found[FactName.CAUSE][1].startswith("Confirmed; confidence high (")
    assert lines_of(case("rainstorm").readings[ZH])[FactName.WHAT][0] == "暴雨：判据满足"


def test_the_first_facts_without_an_event(case: Any) -> None:
    found = lines_of(case("quiet").readings[EN])
    assert found[FactName.WHAT][0] == "No significant event"
    assert found[FactName.WHEN][0].startswith("Period examined: ")
    assert found[FactName.CAUSE] == ["No event"]
    nearest, peak, threshold = found[FactName.SEVERITY]
    assert nearest == "Nearest to its criterion: gale"
    assert peak.startswith("10-m gust ")
    assert threshold.startswith("Threshold: ")


@pytest.mark.parametrize("name", CASES)
def test_every_number_of_the_facts_is_a_claim(case: Any, name: str) -> None:
    for reading in case(name).readings.values():
        lines = [line for fact in reading.facts for line in fact.lines]
        words = [piece.text for line in lines for piece in line.pieces if piece.claim is None]
        assert len(lines) >= len(FactName)
        assert not any(character.isdigit() for text in words for character in text)


def test_facts_that_the_evidence_does_not_carry_are_refused(case: Any) -> None:
    found = case("rainstorm")
    report = found.reports[EN]
    claims = [
        claim.model_copy(update={"value": "gale"}) if claim.path == "occurrence.event" else claim
        for claim in report.claims
    ]
    assert claims != list(report.claims)
    with pytest.raises(ModelOutputError) as refused:
        write_reading(report.model_copy(update={"claims": tuple(claims)}), found.release)
    assert refused.value.code == "unsupported_claims"


def test_paragraphs_of_the_summary_have_their_topics(case: Any) -> None:
    summary = case("rainstorm").readings[EN].sections[0]
    topics = [item.topic for item in summary.sentences]
    assert topics[0] is Topic.HAPPENED
    assert Topic.WHY in topics
    order = list(Topic)
    assert topics == sorted(topics, key=order.index)
    document = case("rainstorm").reports[EN].model_dump(mode="json")
    others = [item for part in document["sections"][1:] for item in part["sentences"]]
    assert others
    assert not any("topic" in item for item in others)


def test_own_words_keep_their_mark_and_the_place_they_take(case: Any) -> None:
    found = case("rainstorm")
    report = found.reports[ZH]
    claim = report.sections[0].sentences[0].claims[0]
    edit = Edit(op=EditKind.REPLACE, at="summary.1", text=f"My own: {{claim:{claim}}}.")
    report = apply_edits(report, [edit], lambda edit: in_own_words(edit, WORDS))
    first = write_reading(report, found.release).sections[0].sentences[0]
    assert first.mark == own_words_mark(WORDS, ZH)
    assert (first.own, first.topic) == (WORDS, Topic.HAPPENED)
    assert [piece.claim for piece in first.pieces] == [None, claim, None]
    others = found.readings[ZH].sections[0].sentences
    assert {item.mark for item in others} == {""}


@pytest.mark.parametrize("name", CASES)
def test_a_report_comes_back_from_its_reading(case: Any, name: str) -> None:
    found = case(name)
    again = report_in_words_of(found.readings[ZH], found.reports[EN])
    check_report(again, found.release)
    wanted = found.reports[ZH].model_copy(update={"claims": again.claims})
    assert report_digest(again) == report_digest(wanted)
    assert write_reading(again, found.release) == found.readings[ZH]


@pytest.mark.parametrize("name", CASES)
def test_all_evidence_is_named_with_its_verdict_in_both_languages(case: Any, name: str) -> None:
    found = case(name)
    report = found.reports[EN]
    items = [*report.measured, *report.evidence]
    for language, reading in found.readings.items():
        assert [note.id for note in reading.evidence] == [item.id for item in items]
        for note, item in zip(reading.evidence, items, strict=True):
            judged = item.judgement
            assert note.name
            assert "{claim:" not in note.name + note.reason
            assert note.verdict == (judged and judged.verdict)
            assert bool(note.reason) is (judged is not None)
        names = "".join(note.name + note.reason for note in reading.evidence)
        is_chinese = any("\u4e00" <= character <= "\u9fff" for character in names)
        assert is_chinese is (bool(items) and language is ZH)


def texts_of(report: Report) -> Iterator[str]:
    yield fill(report.title, report)
    for section in report.sections:
        for sentence, words in zip(parts_of(section), words_of(report, section), strict=True):
            if sentence.own is None:
                yield words


@pytest.mark.parametrize("name", CASES)
def test_no_english_is_left_in_a_chinese_report(case: Any, name: str) -> None:
    for text in texts_of(case(name).reports[ZH]):
        words = re.findall(r"[^\W\d\u4e00-\u9fff]{2,}", _NAMED_BY_OTHERS.sub("", text))
        assert set(words) <= _KNOWN, text


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", CASES)
def test_no_identifier_of_the_program_is_left(case: Any, name: str, language: Language) -> None:
    for text in texts_of(case(name).reports[language]):
        assert not re.search(r"\b[a-z]+:\w|[a-z\d]_[a-z\d]", _NAMED_BY_OTHERS.sub("", text)), text


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", CASES)
def test_no_stop_is_doubled_and_no_bracket_nested(case: Any, name: str, language: Language) -> None:
    for text in texts_of(case(name).reports[language]):
        assert not _DOUBLED.search(text), text
        assert not re.search(r"（[^（）]*（|\([^()]*° [NS], [^()]*\(", text), text
        assert not re.search(r"(?<![\d.])0 km\b", text), text
