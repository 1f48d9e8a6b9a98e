"""Contradictions planted in finished reports: two places say different things of one thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import Literal

from pydantic import Field, JsonValue, model_validator

from diagnostics.bench.known_cases import KnownCase
from diagnostics.bench.planted.planting import rebound
from diagnostics.bench.runs import run_case
from diagnostics.contracts.base import Contract
from diagnostics.contracts.enums import Language
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.report import Claim, OwnWords, Report, Section, Sentence
from diagnostics.documents import read_yaml
from diagnostics.reporting import claim_problems
from diagnostics.reporting.values import sentence_pieces

AUTHORS = {"own": "contradictions.yaml", "blind": "planted_contradictions.yaml"}
"""Files of plants: by who wrote the check, and by people who have not seen it."""
Part = Literal["text", "table", "caption"]
ContradictionKind = Literal[
    "amount",
    "time",
    "place",
    "direction",
    "trend",
    "criterion",
    "factor",
    "explanation",
    "count",
    "presence",
]
_WORDS = OwnWords(author="person:plant", written_at=datetime(2026, 1, 1, tzinfo=UTC))


class Exchange(Contract):
    """Words, as readers see them, and what is put in their place."""

    old: str = Field(min_length=1)
    new: str


class OtherValue(Contract):
    """A claim, as its source and path, that one place shows with another value."""

    claim: str = Field(pattern=r"^\S+ \S+$")
    to: JsonValue


class OtherRecord(Contract):
    """A value of the record that is changed wherever it is shown."""

    source: str
    path: str
    to: JsonValue


class Change(Contract):
    """What is changed: exactly one of these."""

    words: Exchange | None = None
    say: str = ""
    value: OtherValue | None = None
    record: OtherRecord | None = None

    @model_validator(mode="after")
    def _one(self) -> Change:
        if sum(map(bool, (self.words, self.say, self.value, self.record))) != 1:
            raise ValueError("a plant changes words, a value or a record, or says something")
        return self


class Plant(Contract):
    """One contradiction: in which report, where, and what it contradicts."""

    name: str
    kind: ContradictionKind
    case: str
    language: Language
    section: str = ""
    part: Part | None = None
    change: Change
    contradicts: str = Field(description="for people: what the report says elsewhere")


@dataclass(frozen=True)
class PlantOutcome:
    """What became of a plant; None for `found` where its report does not hold what it changes."""

    plant: Plant
    found: bool | None
    by: tuple[str, ...] = ()


def read_plants(author: str) -> tuple[Plant, ...]:
    """Return the plants of an author in :data:`AUTHORS`.

    Parameters
    ----------
    author : str

    Returns
    -------
    tuple of Plant
    """
    text = files("diagnostics.bench").joinpath("data", AUTHORS[author]).read_text("utf-8")
    return tuple(Plant.model_validate(item) for item in read_yaml(text))


def outcomes_of(
    plants: Sequence[Plant], cases: Sequence[KnownCase], release: GuidelineRelease
) -> Iterator[PlantOutcome]:
    """Diagnose the cases of plants in their languages, and yield what became of each plant."""
    reports: dict[tuple[str, Language], Report] = {}
    known = {case.name: case for case in cases}
    for plant in plants:
        case, key = known.get(plant.case), (plant.case, plant.language)
        if case is None:
            continue
        if key not in reports:
            request = case.request.model_copy(update={"language": plant.language})
            reports[key] = run_case(request, case.source)[0].report
        yield outcome_of(plant, reports[key], release)


def outcome_of(plant: Plant, report: Report, release: GuidelineRelease) -> PlantOutcome:
    """Plant a contradiction in a report and see whether the report is refused."""
    changed = planted(plant, report, release)
    if changed is None:
        return PlantOutcome(plant, None)
    before = {(one.where, one.message) for one in claim_problems(report, release)}
    new = [
        one for one in claim_problems(changed, release) if (one.where, one.message) not in before
    ]
    return PlantOutcome(plant, bool(new), tuple(one.message for one in new))


def planted(plant: Plant, report: Report, release: GuidelineRelease) -> Report | None:
    """Return a report with a contradiction; None where it does not hold what would be changed.

    Parameters
    ----------
    plant : Plant
    report : Report
        Stays as it is.
    release : GuidelineRelease

    Returns
    -------
    Report or None
    """
    change = plant.change
    if change.record is not None:
        return _recorded(change.record, report, release)
    if change.value is not None:
        return _valued(plant, change.value, report)
    if change.say:
        return _said(plant.section, change.say, report)
    assert change.words is not None
    for place, item in _sentences(plant, report):
        other = _reworded(item, change.words, report)
        if other is not None:
            return _put(report, place, other)
    return None


_Place = tuple[int, Part | Literal["title"], int, int]


def _sentences(plant: Plant, report: Report) -> Iterator[tuple[_Place, Sentence]]:
    """Yield the sentences of a section with where they stand."""
    if plant.section == "title":
        yield (-1, "title", 0, 0), report.title
    for number, section in enumerate(report.sections):
        if section.id != plant.section:
            continue
        if plant.part in (None, "text"):
            for place, item in enumerate(section.sentences):
                yield (number, "text", place, 0), item
        if plant.part in (None, "table"):
            for row, cells in enumerate(section.table):
                for column, cell in enumerate(cells):
                    yield (number, "table", row, column), cell
        if plant.part in (None, "caption"):
            for place, figure in enumerate(section.figures):
                yield (number, "caption", place, 0), figure.caption


def _put(report: Report, place: _Place, sentence: Sentence) -> Report:
    number, part, row, column = place
    if part == "title":
        return report.model_copy(update={"title": sentence})
    section = report.sections[number]
    sections = list(report.sections)
    sections[number] = section.model_copy(update=_changed(section, part, row, column, sentence))
    return report.model_copy(update={"sections": tuple(sections)})


def _changed(
    section: Section, part: str, row: int, column: int, sentence: Sentence
) -> dict[str, object]:
    if part == "text":
        said = list(section.sentences)
        said[row] = sentence
        return {"sentences": tuple(said)}
    if part == "caption":
        figures = list(section.figures)
        figures[row] = figures[row].model_copy(update={"caption": sentence})
        return {"figures": tuple(figures)}
    table = [list(cells) for cells in section.table]
    table[row][column] = sentence
    return {"table": tuple(tuple(cells) for cells in table)}


def _reworded(item: Sentence, words: Exchange, report: Report) -> Sentence | None:
    """Exchange words of a sentence as it is read; values that they touch are written out."""
    claims = {claim.id: claim for claim in report.claims}
    for alone in (False, True):
        pieces = sentence_pieces(item, claims, report.language, stands_alone=alone)
        text = "".join(piece.text for piece in pieces)
        start = text.find(words.old)
        if start < 0:
            continue
        end, place, made = start + len(words.old), 0, ""
        for piece in pieces:
            stop = place + len(piece.text)
            if piece.claim is not None and (stop <= start or place >= end):
                made += f"{{claim:{piece.claim}}}"
            else:
                made += piece.text[: max(0, start - place)]
                made += words.new if place <= start < stop else ""
                made += piece.text[max(0, end - place) :] if end < stop or place >= end else ""
            place = stop
        ids = tuple(name for name in item.claims if f"{{claim:{name}}}" in made)
        return item.model_copy(update={"text": made, "claims": ids, "own": _WORDS})
    return None


def _said(section: str, words: str, report: Report) -> Report:
    sentence = Sentence(text=words, own=_WORDS)
    sections = tuple(
        part.model_copy(update={"sentences": (*part.sentences, sentence)})
        if part.id == section
        else part
        for part in report.sections
    )
    return report.model_copy(update={"sections": sections})


def _valued(plant: Plant, value: OtherValue, report: Report) -> Report | None:
    """Let one place show another value of a claim, which the other places keep."""
    source, path = value.claim.split(" ")
    claims = {claim.id: claim for claim in report.claims}
    for place, item in _sentences(plant, report):
        for name in item.claims:
            claim = claims[name]
            if (claim.source, claim.path) != (source, path):
                continue
            other: Claim = claim.model_copy(update={"id": f"{name}x", "value": value.to})
            text = item.text.replace(f"{{claim:{name}}}", f"{{claim:{other.id}}}")
            ids = tuple(other.id if one == name else one for one in item.claims)
            changed = report.model_copy(update={"claims": (*report.claims, other)})
            return _put(changed, place, item.model_copy(update={"text": text, "claims": ids}))
    return None


def _recorded(record: OtherRecord, report: Report, release: GuidelineRelease) -> Report | None:
    """Change a value of the record, and bind every claim again."""
    document = report.model_dump(mode="json")
    kind, _, key = record.source.partition(":")
    held: object = document.get(kind)
    if kind == "evidence":
        items = (*document.get("measured", ()), *document["evidence"])
        held = next((item for item in items if item["id"] == key), None)
    *steps, last = record.path.split(".")
    for step in steps:
        held = _step(held, step)
    if isinstance(held, list) and last.isdigit() and int(last) < len(held):
        held[int(last)] = record.to
    elif isinstance(held, dict) and last in held:
        held[last] = record.to
    else:
        return None
    return Report.model_validate(rebound(document, release))


def _step(held: object, step: str) -> object:
    if isinstance(held, dict):
        return held.get(step)
    if isinstance(held, list) and step.isdigit() and int(step) < len(held):
        return held[int(step)]
    return None
