"""A sentence to a form: the stages of the grammar in their order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from diagnostics.contracts.enums import Language
from diagnostics.contracts.forms import Assumption, Form, Impossible, Query
from diagnostics.errors import DiagnosticsError
from diagnostics.language.grammar.amounts import find_amounts
from diagnostics.language.grammar.frame_base import ASKED_UNITS
from diagnostics.language.grammar.frames import Frames, impossible
from diagnostics.language.grammar.items import Item, NotReadError, Sentence
from diagnostics.language.grammar.phrase_pool import UNREAD, PhrasePool
from diagnostics.language.grammar.place_phrases import PlacePhrases
from diagnostics.language.grammar.sentence_context import Context, Scene
from diagnostics.language.grammar.terms import Term, find_terms
from diagnostics.language.grammar.time_phrases import find_times
from diagnostics.language.grammar.turns_of_phrase import settle_phrases
from diagnostics.language.grammar.vocabulary import words_of
from diagnostics.language.grammar.whole_extent import find_wholes, step_hours
from diagnostics.language.text_normalisation import language_of
from diagnostics.messages import Message
from diagnostics.units import same_quantity


def phrases(
    text: str,
    context: Context,
    assumed: list[tuple[str, str]],
    *,
    statement: bool = False,
    request: bool = False,
) -> Sentence:
    """Cut a text into phrases; of a statement, names of features are features.

    A coast is a place of a request alone: the box around it says nothing false of a diagnosis.
    """
    words = words_of(text, request=request, day_first=context.day_first, sources=context.sources)
    sentence = Sentence(text, [_set_aside(item, context.aside) for item in words])
    find_times(sentence)
    settle_phrases(sentence, request=request)
    find_wholes(sentence, context.times, context.extent)
    places = PlacePhrases(context.extent, assumed, context.place_given, request, context.meant)
    places.find(sentence)
    find_amounts(sentence)
    find_terms(sentence, statement=statement)
    return sentence


def _set_aside(item: Item, spans: Sequence[tuple[int, int]]) -> Item:
    if any(start <= item.start and item.end <= end for start, end in spans):
        return Item(UNREAD, "", item.start, item.end, item.text)
    return item


def read_question(text: str, context: Context | None = None) -> Form:
    """Read a question in English or Chinese.

    Parameters
    ----------
    text : str
    context : Context, optional

    Returns
    -------
    Form

    Raises
    ------
    NotReadError
        When any word has no part in the form, or the form is not whole.
    """
    around = context or Context()
    assumed: list[tuple[str, str]] = []
    sentence = phrases(text, around, assumed)
    bag = PhrasePool(sentence)
    language = language_of(text)
    beyond = impossible(bag)
    if beyond is not None:
        return _form(beyond, None, None, language, "UTC", around.now, text, assumed)
    unit = _unit_asked(bag)
    scene = Scene(bag, around, assumed)
    scene.gather()
    spend_steps(bag, scene)
    if unit is not None and not scene.terms and unit.value in ASKED_UNITS:
        scene.imply(ASKED_UNITS[str(unit.value)], unit)
    frames = Frames(scene, assumed)
    query = frames.build()
    if unit is not None:
        _check_unit(unit, query)
    return _form(
        query,
        frames.answer,
        unit.value if unit and unit.value != "hours" else None,
        language,
        scene.zone,
        around.now,
        text,
        assumed,
    )


def _form(
    query: Query,
    answer: object,
    unit: str | None,
    language: Language,
    zone: str,
    now: datetime | None,
    text: str,
    assumed: list[tuple[str, str]],
) -> Form:
    unique = dict.fromkeys(assumed)
    return Form.model_validate(
        {
            "language": language,
            "query": query,
            "answer": None if isinstance(query, Impossible) else answer,
            "unit": unit,
            "zone": zone,
            "now": now,
            "text": text,
            "assumed": tuple(Assumption(part=part, meaning=meaning) for part, meaning in unique),
        }
    )


def spend_steps(bag: PhrasePool, scene: Scene) -> None:
    """Take "hourly" where it says no more than the data or the quantity."""
    if step_hours(scene.context.times) == 1.0 and not any(term.accumulates for term in scene.terms):
        _spend_step(bag)
    if any(term.hours == 1.0 for term in scene.terms):
        _spend_step(bag)


def _spend_step(bag: PhrasePool) -> None:
    """Take "hourly" where it says no more than the step of the data, or than the quantity does."""
    for number, item in enumerate(bag.items):
        per = item.read_as("PER")
        if per is not None and per.value == "hour" and item.read_as("COUNT_NOUN") is None:
            bag.used.add(number)


def _unit_asked(bag: PhrasePool) -> Item | None:
    """Take the unit that is asked for: "in knots", 用华氏度表示, "how many millimetres"."""
    bag.take_all("UNIT_ASK") if bag.has("UNIT") else None
    found = []
    for number, item in enumerate(bag.items):
        unit = item.read_as("UNIT")
        if unit is not None and number not in bag.used and item.kind != "SHARE":
            bag.used.add(number)
            found.append(unit)
    if not found:
        return None
    if len({item.value for item in found}) > 1:
        raise NotReadError(
            "ambiguous",
            Message(id="grammar-two_units", params={"words": ", ".join(i.text for i in found)}),
            found[0].text,
            tuple(str(item.value) for item in found),
        )
    return found[0]


def _check_unit(unit: Item, query: Query) -> None:
    """Refuse a unit that the answer cannot have.

    Raises
    ------
    NotReadError
    """
    expected = _unit_of(query)
    if expected is None:
        raise NotReadError(
            "unused_words",
            Message(id="grammar-unit_unused", params={"words": unit.text}),
            unit.text,
        )
    asked = str(unit.value)
    if asked in (expected, "hours" if expected == "h" else expected) or expected == "":
        return
    alike = {frozenset({"mm", "kg m-2"}), frozenset({"gpm", "m"})}
    try:
        same = same_quantity(asked, expected) or {asked, expected} <= {"degC", "K", "degF"}
    except DiagnosticsError:
        same = False
    lengths = {"mm", "cm", "in", "m", "gpm", "dam", "km", "ft"}
    if (
        not same
        and frozenset({asked, expected}) not in alike
        and not ({asked, expected} <= lengths)
    ):
        raise NotReadError(
            "unused_words",
            Message(id="grammar-unit_differs", params={"words": unit.text, "quantity": expected}),
            unit.text,
        )


def _unit_of(query: Any) -> str | None:
    kind = getattr(query, "kind", "")
    if kind == "measure":
        quantity = query.quantity
        component = quantity.component
        if component is not None and component.value == "direction":
            return "deg"
        return Term(quantity.id, "").unit
    if kind == "position" and query.position.kind == "extreme":
        return Term(query.position.quantity.id, "").unit
    if kind == "when" and query.measure is not None:
        return _unit_of(query.measure)
    if kind == "ranking":
        return _unit_of(query.candidates[0].number)
    if kind == "arithmetic":
        operation = query.operation.value
        if operation in ("divide", "percent", "percent_change"):
            return None
        units = [u for number in query.numbers if (u := _unit_of(number)) is not None]
        return units[-1] if units else None
    if kind == "trend":
        return ""
    if kind == "count":
        counted = {"area": "km2", "area_percent": "%", "time_percent": "%", "hours": "h"}
        return counted.get(query.of.value)
    if kind == "spell":
        return "h" if query.of == "hours" else None
    if kind == "distance":
        return "km"
    return None
