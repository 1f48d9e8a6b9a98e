"""The catalogue of texts: complete, used, and the only place of text in every language."""

from __future__ import annotations

import ast
import re
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path

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
    API,
    Count,
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
    recorded,
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


@cache
def variables(language: str) -> dict[str, frozenset[str]]:
    """The variables of every text of a language; parsing them all takes a second."""
    return catalogue(language).variables()


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


OF_COMMANDS = ("command-", "commanderror-", "help-", "bench-", "score-")
"""Sections that the command line alone writes."""
COMMAND = re.compile(r"hvrmet [a-z]+|manage\.py|`make |(?<!\w)--[a-z]", re.ASCII)
"""What a reader without a command line can do nothing with."""
MET_BY_COMMANDS = {
    *("error-half_a_period", "error-output_folder_missing", "error-output_not_empty"),
    *("error-question_or_claim", "error-max_turns", "error-run_without_report"),
    *("catalogerror-block_too_large", "catalogerror-field_form", "catalogerror-field_days"),
    *("catalogerror-field_level", "catalogerror-field_departure", "catalogerror-worker_killed"),
    *("catalogerror-field_level_missing", "catalogerror-distributed_missing"),
    *("catalogerror-workers_killed", "climatologyerror-partial_differs"),
    *("looperror-unfinished_run", "serviceerror-output_folder_missing"),
    *("serviceerror-request_differs", "serviceerror-data_changed"),
}
"""Errors of folders, options and builds, which only a command can meet."""
NUMBERS = {"seconds": 2, "month": 1, "weekday": 0}
"""Variables by which an entry chooses, or that it writes as a number."""


def slots_filled(identifier: str, language: str, door: str = "") -> str:
    """Write an entry with harmless words in its variables."""
    params = {name: NUMBERS.get(name, " ") for name in variables(language)[identifier]}
    return catalogue(language, door).text(identifier, dict(params))


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_entries(language: str) -> None:
    assert set(variables(language)) == set(variables(SOURCE))


def test_an_entry_has_the_same_variables_in_every_language() -> None:
    different = {
        name
        for name in variables(SOURCE)
        if len({variables(language)[name] for language in languages()}) > 1
    }
    # A date is written from other parts in other languages; labels of records come in both.
    written = {"format-full_hour", "format-written_day", "format-written_time"}
    dates = {"format-moment", "map-first_time", "map-last_time", *written}
    assert different == {*dates, "chart-name"}


@pytest.mark.parametrize("language", languages())
def test_a_sentence_of_a_report_claims_nothing_of_its_own(language: str) -> None:
    sentences = [name for name in variables(language) if name.startswith("report-")]
    assert len(sentences) > 100
    claiming = {name: unbound_parts(slots_filled(name, language)) for name in sentences}
    assert {name: parts for name, parts in claiming.items() if parts} == {}


def _doors(language: str) -> set[tuple[str, str]]:
    """Entries that have another text for those who come by a door."""
    text = files("diagnostics.messages").joinpath(f"{language}.ftl").read_text(encoding="utf-8")
    entries = FluentParser(with_spans=False).parse(text).body
    return {
        (entry.id.name, other.id.name)
        for entry in entries
        if isinstance(entry, ftl.Message)
        for other in entry.attributes
    }


def test_readers_of_every_language_come_by_the_same_doors() -> None:
    for language in languages():
        assert _doors(language) == _doors(SOURCE)
    assert {door for _, door in _doors(SOURCE)} == {API}


@pytest.mark.parametrize("language", languages())
def test_readers_of_the_api_are_named_no_command(language: str) -> None:
    elsewhere = [
        name
        for name in variables(language)
        if not name.startswith(OF_COMMANDS) and name not in MET_BY_COMMANDS
    ]
    assert len(elsewhere) > 1500
    naming = {
        name: found[0]
        for name in elsewhere
        if (found := COMMAND.search(slots_filled(name, language, API)))
    }
    assert naming == {}
    of_commands = [name for name in MET_BY_COMMANDS if COMMAND.search(slots_filled(name, language))]
    assert set(of_commands) == MET_BY_COMMANDS


def test_a_cure_is_that_of_the_readers_door() -> None:
    lacking = Message(id="question-no_such_quantity", params={"name": "x"})
    quoting = Message(id="question-refused", params={"reason": lacking})
    assert "`hvrmet catalog`" in render(quoting, "en")
    assert "GET /api/v1/catalog/" in render(quoting, "en", API)
    assert "GET /api/v1/catalog/" in render(quoting, "zh", API)


@pytest.mark.parametrize("door", ["", API])
def test_a_chinese_text_has_no_english_sentence(door: str) -> None:
    names = {"HVR", "Met", "Benjamini", "Yekutieli", "UTC", "Natural", "Earth"}
    names |= {"NetCDF", "Zarr", "GRIB", "IANA", "Asia", "Shanghai", "ISO", "CF", "WeatherBench"}
    names |= {"JSON", "YAML", "PNG", "MiB", "Pa", "hPa", "kg", "mm"}
    english = {}
    for identifier in variables("zh"):
        if identifier.startswith("term-") or identifier == "report-reason_key":
            continue
        prose = re.sub(r"`[^`]*`|--\w+", "", slots_filled(identifier, "zh", door))
        words = set(re.findall(r"[A-Za-z]{2,}", prose)) - names
        if len(words) > 1:
            english[identifier] = words
    assert english == {}


@cache
def _mentioned() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Identifiers in string literals of the code, and patterns of those made of parts."""
    sections = "|".join(catalogue(SOURCE).sections)
    whole = re.compile(rf"(?:{sections})-[\w-]+")
    literals: set[str] = set()
    patterns: set[str] = set()
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
    known = frozenset(value for value in literals if whole.fullmatch(value))
    composed = tuple(re.compile(text) for text in patterns if re.search(r"[a-z]{3}", text))
    # Reports name a sentence by what follows its section.
    return known | {f"report-{value}" for value in literals if value.isidentifier()}, composed


def _named_by_texts() -> set[str]:
    """Identifiers of the entries that others refer to."""
    entries = FluentParser(with_spans=False).parse(source_text())
    return {item.id.name for item in nodes_of(entries, ftl.MessageReference)}


def test_every_text_is_used() -> None:
    literals, patterns = _mentioned()
    literals |= _named_by_texts()
    unused = [
        identifier
        for identifier in variables(SOURCE)
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
    missing = {}
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            first = node.args[0] if node.args else None
            if name == "Message":
                first = next((word.value for word in node.keywords if word.arg == "id"), first)
            if name not in ("localise", "Message", "message", "help_text") or not isinstance(
                first, ast.Constant
            ):
                continue
            if isinstance(first.value, str) and first.value not in variables(SOURCE):
                missing[f"{path.relative_to(ROOT)}:{node.lineno}"] = first.value
    assert missing == {}


def test_a_third_language_is_one_file() -> None:
    made_up = made_up_language()
    assert made_up.variables() == variables("en")
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


@pytest.mark.parametrize("length", [1, 2000, 2501, 100_000])
def test_a_parameter_may_be_of_any_length(length: int) -> None:
    many = Listing(items=("a" * length, "b" * length), style="clauses")
    assert localise("report-part_of", "en", place="x" * length) == f"part of {'x' * length}"
    assert localise("report-cell", "en", value=many) == f"{'a' * length}; {'b' * length}"


def test_a_missing_text_or_parameter_is_an_error() -> None:
    with pytest.raises(MessageError, match="report-nothing"):
        localise("report-nothing", "en")
    with pytest.raises(MessageError, match="place"):
        localise("report-part_of", "en")
    with pytest.raises(MessageError, match="en, zh"):
        catalogue("xx")


@pytest.mark.parametrize(
    "stored",
    [
        None,
        Message(id="error-of_an_older_release"),
        Message(id="griderror-point_outside_data", params={"latitude": "1", "west": "2"}),
        Message(id="report-part_of", params={"place": Message(id="report-nothing")}),
    ],
)
@pytest.mark.parametrize("language", languages())
def test_what_an_older_release_stored_is_said_as_it_was(
    stored: Message | None, language: str
) -> None:
    said = localise("error-quoted", language, text="no wind")
    assert render(recorded(stored, "no wind"), language) == said
    known = Message(id="report-part_of", params={"place": "Jiangsu"})
    assert recorded(known, "no wind") is known


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
    named = {name.partition("-")[2] for name in variables(SOURCE) if name.startswith("detector-")}
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


WITH_CHINESE = {
    "diagnostics/reporting/checker.py": "patterns of words that a report must bind",
}
"""Modules beside the language package whose code holds Chinese words, with the reason."""


def _holds_chinese(path: Path) -> bool:
    """Whether a string of the code, other than a docstring, holds a Chinese word."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    return any(
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
        and re.search(r"[\u4e00-\u9fff]{2}", node.value)
        for node in ast.walk(tree)
    )


def test_text_for_readers_stands_in_the_catalogue() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in CODE if _holds_chinese(path)}
    language = {name for name in found if name.startswith("diagnostics/language/")}
    assert language
    assert found - language == set(WITH_CHINESE)


def test_a_count_chooses_its_noun_and_no_noun_is_left_open() -> None:
    assert [
        line for line in source_text().splitlines() if re.search(r"[a-z]\((?:s|es)\)", line)
    ] == []


@pytest.mark.parametrize(("count", "written"), [("1", "one closed low"), ("3", "3 closed lows")])
def test_a_count_that_was_stored_as_text_chooses_its_noun(count: str, written: str) -> None:
    for kept in (count, int(count)):
        message = Message(id="detect-closed_low", params={"count": kept, "margin": "10"})
        assert render(message, SOURCE) == f"{written} within 10 degrees of the region"


def test_a_count_as_text_is_shown_as_it_is_stored() -> None:
    message = Message(id="command-tools", params={"count": "12345"})
    assert render(message, SOURCE) == "12345 tools"


COUNTED = ("confirmed", "refuted", "supporting", "known", "unknown", "number", "count")
"""Variables of reports that hold counts which may be one."""
PLURAL = "were|are|have|confirm|speak|show|factors|findings|events|cases"
SEVERAL = re.compile(rf"\b1 (?!of )(?:[a-z]+ ){{0,2}}(?:{PLURAL})\b")


@pytest.mark.parametrize(
    "entry",
    [
        name
        for name, used in variables(SOURCE).items()
        if name.startswith("report-") and used & set(COUNTED)
    ],
)
def test_a_report_says_one_of_one_thing(entry: str):
    """ "1 findings" and "1 were not found" are no English, whatever stands beside them."""
    used = variables(SOURCE)[entry]
    params = {name: Count(1, "1") if name in COUNTED else "X" for name in used}
    assert SEVERAL.search(localise(entry, SOURCE, **params)) is None


def test_a_count_is_written_as_it_says_and_chooses_by_its_number():
    shown = {"ratio": "2", "low": "1", "high": "3", "unknown": "0"}
    for number, words in ((1, "{claim:c7} finding of"), (2, "{claim:c7} findings of")):
        said = localise("report-odds", SOURCE, known=Count(number, "{claim:c7}"), **shown)
        assert words in said
