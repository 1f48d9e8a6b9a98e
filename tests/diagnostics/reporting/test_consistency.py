"""A report says one thing of one thing: what contradicts is found, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from diagnostics.contracts.report import Claim, OwnWords, Report, Sentence
from diagnostics.errors import ModelOutputError
from diagnostics.guidelines import load_release
from diagnostics.messages import render
from diagnostics.reporting import build_report, check_report, claim_problems
from diagnostics.reporting.checker import INCONSISTENT
from diagnostics.reporting.consistency import contradictions
from diagnostics.reporting.consistency_of_cells import cells_apart
from diagnostics.reporting.consistency_reading import shown_in
from diagnostics.reporting.consistency_subjects import Statements
from diagnostics.reporting.values import fill, format_claim

WORDS = OwnWords(author="person:Chen", written_at=datetime(2026, 7, 6, tzinfo=UTC))


@pytest.fixture(scope="session", params=["en", "zh"])
def report(in_language: Callable[..., Any], request: pytest.FixtureRequest) -> Report:
    return build_report(in_language(request.param))


def saying(report: Report, words: str) -> Report:
    """Add a paragraph of a person's own words to the first section."""
    first, *rest = report.sections
    said = (*first.sentences, Sentence(text=words, own=WORDS))
    sections = (first.model_copy(update={"sentences": said}), *rest)
    return report.model_copy(update={"sections": sections})


def as_own(report: Report, change: Callable[[Sentence], Sentence]) -> Report:
    """Change the sentences of a report, and say that a person wrote all of it."""

    def own(item: Sentence) -> Sentence:
        return change(item).model_copy(update={"own": WORDS})

    sections = tuple(
        part.model_copy(
            update={
                "sentences": tuple(map(own, part.sentences)),
                "table": tuple(tuple(map(own, row)) for row in part.table),
            }
        )
        for part in report.sections
    )
    return report.model_copy(update={"sections": sections})


def test_the_report_of_a_run_does_not_contradict_itself(report: Report) -> None:
    assert contradictions(report) == ()
    check_report(report, load_release())


def test_the_same_words_from_a_person_do_not_contradict(report: Report) -> None:
    assert contradictions(as_own(report, lambda item: item)) == ()


def test_the_same_summary_without_bound_values_does_not_contradict(report: Report) -> None:
    first, *rest = report.sections
    said = tuple(
        Sentence(text=fill(item, report), own=WORDS, topic=item.topic) for item in first.sentences
    )
    written = report.model_copy(
        update={"sections": (first.model_copy(update={"sentences": said}), *rest)}
    )
    assert contradictions(written) == ()


def otherwise(claim: Claim) -> object:
    """Return another value for a claim, beyond rounding; None for what has none."""
    value = claim.value
    if claim.kind == "number" and isinstance(value, float) and value:
        return 1.37 * value
    if claim.kind in ("time", "day") and isinstance(value, str):
        return (datetime.fromisoformat(value) + timedelta(hours=42)).isoformat()
    if claim.kind == "place" and isinstance(value, list) and len(value) == 2:
        latitude, longitude = (float(str(item)) for item in value)
        return [latitude + 3.0, longitude + 4.0]
    return None


def corrected(report: Report, section: str) -> Iterator[tuple[str, Report]]:
    """Yield reports in which a person writes another value into a sentence of a section."""
    claims = {claim.id: claim for claim in report.claims}
    number = next(n for n, part in enumerate(report.sections) if part.id == section)
    part = report.sections[number]
    for place, item in enumerate(part.sentences):
        for name in item.claims:
            value = otherwise(claims[name])
            if value is None:
                continue
            other = claims[name].model_copy(update={"value": value})
            words = format_claim(other, report.language)
            if words == format_claim(claims[name], report.language):
                continue
            text = item.text.replace(f"{{claim:{name}}}", words)
            left = tuple(one for one in item.claims if one != name)
            said = list(part.sentences)
            said[place] = Sentence(text=text, claims=left, own=WORDS)
            sections = list(report.sections)
            sections[number] = part.model_copy(update={"sentences": tuple(said)})
            yield (
                f"{claims[name].path}: {words}",
                report.model_copy(update={"sections": tuple(sections)}),
            )


@pytest.mark.parametrize("section", ["summary", "chain"])
def test_another_value_in_one_place_is_found(report: Report, section: str) -> None:
    made = list(corrected(report, section))[::3]
    missed = [what for what, other in made if not contradictions(other)]
    assert len(made) >= 3
    # by chance another value of the same feature is the same
    assert len(missed) <= max(1, 0.1 * len(made)), missed


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("classification.assessments.0.metrics.peak", 320.0),
        ("classification.assessments.0.metrics.area_fraction", 1.4),
        ("classification.assessments.0.metrics.end", "2026-07-02T00:00:00Z"),
        ("classification.assessments.0.firing", "not_fired"),
        ("classification.assessments.0.grade_name", "rainstorm"),
        ("conclusion.occurrence.confidence_level", "low"),
        ("conclusion.explanation.confidence", 0.12),
        ("systems.pressure.0.position.distance_km", 900.0),
        ("systems.pressure.0.position.bearing_deg", 315.0),
        ("systems.jets.0.position.bearing_deg", 60.0),
        ("systems.axes.0.position.distance_km", 20.0),
        ("evidence.0.judgement.verdict", "refuted"),
        ("evidence.0.judgement.decisive_time", "2026-06-20T00:00:00Z"),
    ],
)
def test_a_record_that_contradicts_itself_is_found(
    finished_run: Any, path: str, value: object
) -> None:
    document = finished_run.report.model_dump(mode="json")
    *steps, last = path.split(".")
    held: Any = document
    for step in steps:
        held = held[int(step)] if step.isdigit() else held[step]
    assert held[last] != value
    held[last] = value
    assert contradictions(Report.model_validate(document))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_correction_that_contradicts_is_refused_with_both_places(
    in_language: Callable[..., Any], language: str
) -> None:
    before = build_report(in_language(language))
    said = {"en": "The rainstorm criterion is not met.", "zh": "暴雨判据未满足。"}[language]
    after = saying(before, said)
    with pytest.raises(ModelOutputError) as caught:
        check_report(after, load_release(), before)
    assert caught.value.code == "unsupported_claims"
    problem = caught.value.data["problems"][0]
    assert problem["kind"] == INCONSISTENT
    (found,) = contradictions(after)
    words = render(found.wording, language)
    titles = {part.id: part.title for part in before.sections}
    assert titles["summary"] in words
    assert titles["event"] in words
    assert json.loads(json.dumps(caught.value.data)) == caught.value.data


def test_what_contradicted_before_is_not_held_against_a_correction(finished_run: Any) -> None:
    before = saying(finished_run.report, "The rainstorm criterion is not met.")
    after = before.model_copy(update={"title": before.title.model_copy(update={"own": WORDS})})
    assert [one.kind for one in claim_problems(after, load_release())] == [INCONSISTENT]
    check_report(after, load_release(), before)


@pytest.mark.parametrize(
    "words",
    [
        "Residents reported flooded cellars in 40 streets.",
        "Another bulletin follows.",
        "The rainstorm criterion is met.",
        "当地有40条街道积水。",
        "暴雨判据满足。",
    ],
)
def test_what_a_person_adds_is_not_refused(report: Report, words: str) -> None:
    assert contradictions(saying(report, words)) == ()


@pytest.mark.parametrize(
    ("en", "zh"),
    [
        ("An occluded front lies north of the rain.", "雨区北侧有一条锢囚锋。"),
        (
            "The rain was mainly caused by a tropical warm-core low.",
            "这次降雨主要由热带的暖心低值系统引起。",
        ),
        ("The criterion of gale is met.", "大风判据满足。"),
    ],
)
def test_what_the_report_denies_is_not_added(report: Report, en: str, zh: str) -> None:
    words = en if report.language == "en" else zh
    assert contradictions(saying(report, words))


def test_a_front_comes_nearer_or_goes(report: Report) -> None:
    systems = report.systems
    assert systems is not None
    assert systems.fronts
    fronts = tuple(one.model_copy(update={"approach": "away"}) for one in systems.fronts)
    leaving = systems.model_copy(update={"fronts": fronts})
    held = report.model_copy(update={"systems": leaving})
    nearer, farther = (
        ("The front is approaching.", "The front moves away.")
        if report.language == "en"
        else ("锋面正在靠近。", "锋面正在远离。")
    )
    assert contradictions(saying(held, nearer))
    assert contradictions(saying(held, farther)) == contradictions(held)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("986.7 hPa, 1380 km to the north-east", ["amount", "amount", "direction"]),
        ("东北侧1380公里处，中心值986.7百帕", ["direction", "amount", "amount"]),
        ("near 37.5° N, 90.0° W (Missouri), 18 January 1996", ["place", "time"]),
        ("1996年1月18日06时（UTC；当地时间17日18时）", ["time"]),
        ("over the North Sea and South Dakota", []),
        ("factors (4): a list", ["count"]),
    ],
)
def test_words_are_read_as_they_are_written(text: str, kinds: list[str]) -> None:
    assert [one.kind for one in shown_in(text)] == kinds


def corrected_cells(report: Report, name: str) -> Iterator[tuple[str, Report]]:
    """Yield reports in which a cell of a table holds the words of another row of its column."""
    claims = {claim.id: claim for claim in report.claims}
    number = next(n for n, part in enumerate(report.sections) if part.id == name)
    part = report.sections[number]

    def kinds(cell: Sentence) -> list[tuple[str, str]]:
        return [(claims[one].kind, claims[one].path.split(".")[-1]) for one in cell.claims]

    for (row, own), (_, other) in pairwise(enumerate(part.table[1:], start=1)):
        for column, (cell, another) in enumerate(zip(own, other, strict=True)):
            words = fill(another, report)
            if not cell.claims or kinds(cell) != kinds(another) or words == fill(cell, report):
                continue
            table = [list(cells) for cells in part.table]
            table[row][column] = Sentence(text=words, own=WORDS)
            sections = list(report.sections)
            sections[number] = part.model_copy(update={"table": tuple(map(tuple, table))})
            yield (
                f"{name}, row {row}: {words}",
                report.model_copy(update={"sections": tuple(sections)}),
            )


def test_a_cell_with_the_words_of_another_row_is_found(report: Report) -> None:
    """Of the evidence the factor and its value, of types the verdict and the peak."""
    made = [*corrected_cells(report, "chain"), *corrected_cells(report, "event")]
    assert len(made) >= 8
    tried = made[::2]
    found = [what for what, other in tried if list(cells_apart(Statements(other)))]
    assert len(found) >= 0.5 * len(tried), {what for what, _ in tried} - set(found)


@pytest.mark.parametrize("name", ["chain", "event", "timeline"])
def test_a_cell_that_is_written_out_as_it_is_raises_no_alarm(report: Report, name: str) -> None:
    number = next(n for n, part in enumerate(report.sections) if part.id == name)
    part = report.sections[number]
    for row, cells in enumerate(part.table[1:], start=1):
        for column, cell in enumerate(cells):
            table = [list(each) for each in part.table]
            table[row][column] = Sentence(text=fill(cell, report), own=WORDS)
            sections = list(report.sections)
            sections[number] = part.model_copy(update={"table": tuple(map(tuple, table))})
            written = report.model_copy(update={"sections": tuple(sections)})
            assert list(cells_apart(Statements(written))) == [], fill(cell, report)


def test_a_factor_is_known_without_the_word_for_its_measure(report: Report) -> None:
    """The wind of the low-level jet is that of "low-level jet strength"."""
    jet = {"en": "The low-level jet blows from the north-east.", "zh": "低空急流为东北风。"}
    assert contradictions(saying(report, jet[report.language.value]))
    right = {"en": "The low-level jet blows from the south-west.", "zh": "低空急流为西南风。"}
    assert contradictions(saying(report, right[report.language.value])) == ()
