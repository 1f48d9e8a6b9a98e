"""The catalogue of texts: complete, used, and the only place of text in every language."""

from __future__ import annotations

import ast
import re
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from diagnostics.contracts.enums import (
    Basis,
    Category,
    ConclusionKind,
    EventType,
    ExplanationStatus,
    Firing,
    OccurrenceStatus,
    ReferenceStatus,
)
from diagnostics.detection.features import DETECTORS
from diagnostics.messages import (
    Listing,
    Measure,
    Message,
    MessageError,
    Moment,
    Term,
    catalogue,
    is_term,
    languages,
    localise,
    render,
    term,
)
from diagnostics.messages.catalogue import SOURCE
from diagnostics.reporting.checker import unbound_parts
from tests.diagnostics.messages.made_up_language import (
    made_up_language,
    nodes_of,
    source_text,
    words_in_english,
)

ROOT = Path(__file__).resolve().parents[3]
CODE = [
    path
    for part in ("diagnostics", "platform/hvrmet", "knowledge", "tasks")
    for path in (ROOT / part).rglob("*.py")
]
WRITTEN_BY_CODE = ("format-", "term-")
"""Sections that the catalogue itself and names in data use."""
OF_OLDER_RECORDS = {
    "event-withdrawn",
    "event-threshold_scaled",
    "event-one_cell",
    "event-share_labelled",
    "event-area_and_share_reached",
    "event-needed_either",
    "event-land_with_run",
    "event-cold_needed_scaled",
    "event-land_meets_both",
    "event-area_with_run",
}
"""Reasons in classifications that older releases stored, and that are still shown."""


NUMBERS = {"month": 1, "weekday": 0}
"""Variables by which an entry chooses, or that it writes as a number."""


@cache
def variables_of(language: str) -> dict[str, frozenset[str]]:
    """The variables of every entry."""
    return catalogue(language).variables()


def slots_filled(identifier: str, language: str) -> str:
    """Write an entry with harmless words in its variables."""
    params = {name: NUMBERS.get(name, " ") for name in variables_of(language)[identifier]}
    return catalogue(language).text(identifier, dict(params))


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_entries(language: str) -> None:
    assert set(variables_of(language)) == set(variables_of(SOURCE))


def test_an_entry_has_the_same_variables_in_every_language() -> None:
    different = {
        name
        for name in variables_of(SOURCE)
        if len({variables_of(language)[name] for language in languages()}) > 1
    }
    # A date is written from other parts in other languages; labels of records come in both.
    dates = {"format-moment", "format-clock_day", "map-started", "map-first_time", "map-last_time"}
    assert different == {*dates, "chart-name"}


@pytest.mark.parametrize("language", languages())
def test_a_sentence_of_a_report_claims_nothing_of_its_own(language: str) -> None:
    sentences = [name for name in variables_of(language) if name.startswith("report-")]
    assert len(sentences) > 100
    claiming = {name: unbound_parts(slots_filled(name, language)) for name in sentences}
    assert {name: parts for name, parts in claiming.items() if parts} == {}


def test_a_chinese_text_has_no_english_sentence() -> None:
    names = {"HVR", "Met", "Benjamini", "Yekutieli", "UTC", "Natural", "Earth"}
    names |= {"NetCDF", "Zarr", "GRIB", "IANA", "Asia", "Shanghai", "ISO", "CF", "WeatherBench"}
    names |= {"JSON", "YAML", "PNG", "MiB", "Pa", "hPa", "kg", "mm"}
    english = {}
    for identifier in variables_of("zh"):
        if identifier.startswith("term-") or identifier == "report-reason_key":
            continue
        prose = re.sub(r"`[^`]*`|--\w+", "", slots_filled(identifier, "zh"))
        words = set(re.findall(r"[A-Za-z]{2,}", prose)) - names
        if len(words) > 1:
            english[identifier] = words
    assert english == {}


class Mentioned(NamedTuple):
    """What the code says of the catalogue's entries."""

    literals: frozenset[str]
    """Identifiers in string literals."""
    composed: tuple[re.Pattern[str], ...]
    """Patterns of identifiers that are made of parts."""
    asked: frozenset[tuple[str, str]]
    """Places of calls, and the identifiers that they ask for."""


@cache
def _mentioned() -> Mentioned:
    sections = "|".join(catalogue(SOURCE).sections)
    whole = re.compile(rf"(?:{sections})-[\w-]+")
    literals: set[str] = set()
    patterns: set[str] = set()
    asked: set[tuple[str, str]] = set()
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                literals.add(node.value)
            if isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w-]+"
                    for part in node.values
                ]
                patterns.add("".join(parts))
            if isinstance(node, ast.Call) and (identifier := _asked_for(node)) is not None:
                asked.add((f"{path.relative_to(ROOT)}:{node.lineno}", identifier))
    known = frozenset(value for value in literals if whole.fullmatch(value))
    composed = tuple(re.compile(text) for text in patterns if re.search(r"[a-z]{3}", text))
    # Reports name a sentence by what follows its section.
    known |= {f"report-{value}" for value in literals if value.isidentifier()}
    return Mentioned(known, composed, frozenset(asked))


def _asked_for(call: ast.Call) -> str | None:
    """The identifier that a call writes out, where it asks for an entry."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    name = call.func.id if isinstance(call.func, ast.Name) else name
    first = call.args[0] if call.args else None
    if name == "Message":
        first = next((word.value for word in call.keywords if word.arg == "id"), first)
    if name not in ("localise", "Message", "message") or not isinstance(first, ast.Constant):
        return None
    return first.value if isinstance(first.value, str) else None


def _named_by_texts() -> set[str]:
    """Identifiers of the entries that others refer to."""
    entries = FluentParser(with_spans=False).parse(source_text())
    return {item.id.name for item in nodes_of(entries, ftl.MessageReference)}


def test_every_text_is_used() -> None:
    literals, patterns, _ = _mentioned()
    literals |= _named_by_texts()
    unused = [
        identifier
        for identifier in variables_of(SOURCE)
        if not identifier.startswith(WRITTEN_BY_CODE)
        and identifier not in OF_OLDER_RECORDS
        and identifier not in literals
        and not any(
            pattern.fullmatch(identifier) or pattern.fullmatch(identifier.partition("-")[2])
            for pattern in patterns
        )
    ]
    assert unused == []


def test_every_identifier_in_the_code_has_a_text() -> None:
    asked = _mentioned().asked
    assert len(asked) > 100
    assert {one for one in asked if one[1] not in variables_of(SOURCE)} == set()


def test_a_third_language_is_one_file() -> None:
    made_up = made_up_language()
    assert made_up.variables() == variables_of("en")
    message = Message(
        id="report-peak_at",
        params={
            "quantity": Term(term="gale"),
            "window": Term(term="maximum of 3 h"),
            "value": Measure(measure=24.04, unit="m s-1"),
            "place": "Anqing",
            "time": Moment(moment=datetime(2026, 7, 5, 6, tzinfo=UTC)),
        },
    )
    written = made_up.text(message.id, message.params)
    # What is left are values and names, none of them a word of the program.
    assert words_in_english(written) == {"m", "s", "Anqing", "UTC"}


def test_values_are_written_as_the_language_writes_them() -> None:
    many = Listing(items=("A", "B", Term(term="gale")), style="and")
    message = Message(id="report-cell", params={"value": many})
    assert render(message, "en") == "A, B and gale"
    assert render(message, "zh") == "A、B和大风"
    moment = Moment(moment=datetime(2026, 7, 5, 6, tzinfo=UTC))
    assert localise("report-cell", "zh", value=moment) == "2026年7月5日06:00（UTC）"
    assert localise("report-cell", "en", value=Measure(measure=-3.21, unit="degC")) == "−3.21 °C"


def test_a_message_survives_json() -> None:
    inner = Message(id="report-part_of", params={"place": "Jiangsu"})
    message = Message(
        id="report-cell",
        params={"value": Listing(items=(inner, 3, 2.5, True, Measure(measure=1.0)))},
    )
    assert Message.model_validate_json(message.model_dump_json()) == message


def test_a_missing_text_or_parameter_is_an_error() -> None:
    with pytest.raises(MessageError, match="report-nothing"):
        localise("report-nothing", "en")
    with pytest.raises(MessageError, match="place"):
        localise("report-part_of", "en")
    with pytest.raises(MessageError, match="en, zh"):
        catalogue("xx")


@pytest.mark.parametrize(
    "kind",
    [
        EventType,
        Firing,
        Category,
        ConclusionKind,
        ExplanationStatus,
        OccurrenceStatus,
        Basis,
        ReferenceStatus,
    ],
)
def test_closed_vocabularies_have_terms(kind: type[EventType]) -> None:
    assert [item.value for item in kind if not is_term(item.value)] == []


def test_detectors_have_terms() -> None:
    assert [name for name in DETECTORS if not is_term(name)] == []


def test_every_detector_has_a_title_and_nothing_else_has() -> None:
    named = {
        name.partition("-")[2] for name in variables_of(SOURCE) if name.startswith("detector-")
    }
    assert named == set(DETECTORS)


def test_every_flag_of_the_classification_has_a_term() -> None:
    folder = files("diagnostics.detection.events")
    sources = [item.read_text() for item in folder.iterdir() if item.name.endswith(".py")]
    flags = {flag for text in sources for flag in re.findall(r'warn\(\s*"(\w+)"', text)}
    assert "tmax_undersampled" in flags
    assert [flag for flag in flags if not is_term(flag)] == []


def test_an_unknown_term_is_shown_with_its_words_apart() -> None:
    assert term("some_new_flag", "en") == "some new flag"


def test_a_scaled_grade_is_never_the_national_grade() -> None:
    name = "model-scaled equivalent of heavy rainstorm"
    assert term(name, "en") == "equivalent to “heavy rainstorm” at the scale of the grid"
    assert term(name, "zh") == "按格距折算相当于“大暴雨”"


def test_every_quantity_of_a_criterion_has_a_name_in_every_language() -> None:
    """Names of quantities and windows are written by criteria, and shown to readers as terms."""
    events = ROOT / "diagnostics" / "detection" / "events"
    named = set()
    for path in sorted(events.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            values = [item.value for item in node.keywords if item.arg == "quantity"]
            if isinstance(node.func, ast.Name) and node.func.id == "measured_at":
                values += node.args[:1]
            for value in values:
                for part in () if isinstance(value, ast.JoinedStr) else ast.walk(value):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        named.add(part.value)
    assert len(named) >= 4
    assert {name for name in named if not is_term(name)} == set()


@pytest.mark.parametrize(("language", "stop"), [("en", "."), ("zh", "。")])
def test_a_sentence_inside_a_sentence_ends_once(language: str, stop: str) -> None:
    inner = Message(id="reader-unit_of_name", params={"name": "tp06", "unit": "m"})
    assert render(inner, language).endswith(stop)
    text = render(Message(id="question-doubt", params={"reason": inner}), language)
    assert text.endswith(stop)
    assert not text.endswith(2 * stop)
    shortened = Message(id="question-doubt", params={"reason": "and so on.. /data/../rain.nc"})
    assert "/data/../rain.nc" in render(shortened, language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_parameter_may_be_of_any_length(language: str) -> None:
    words = "河南" * 3000
    message = Message(id="grammar-unused_words", params={"words": words})
    assert words in render(message, language)
    listed = Message(id="grammar-unused_words", params={"words": Listing(items=("word",) * 2000)})
    assert render(listed, language).count("word") >= 2000
