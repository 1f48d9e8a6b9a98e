"""A form's answer as people and programs read it: the reading said back, then the number."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.checking import CheckFinding
from diagnostics.contracts.form_terms import QuantityTerm
from diagnostics.contracts.forms import AnswerKind, Form
from diagnostics.contracts.questions import (
    Display,
    QuestionReply,
    RequestReading,
    Scenario,
    Understanding,
)
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.limits import TOO_LARGE
from diagnostics.messages import Measure, Message, Moment, render, term
from diagnostics.messages.compass import wind_direction_text
from diagnostics.questions.evaluate.query import evaluate
from diagnostics.questions.evaluate.searches import unit_name
from diagnostics.questions.evaluate.workspace import Finding, Workspace
from diagnostics.questions.restatement import FormWriter, restate
from diagnostics.questions.units_shown import display_of

log = logging.getLogger(__name__)

KINDS = {
    AnswerKind.COORDINATES: "place",
    AnswerKind.PLACES: "set",
    AnswerKind.TIMES: "set",
    AnswerKind.LABEL: "class",
}
"""The kinds of replies that are named otherwise than those of forms."""
MOST_DOUBTS = 2
"""Doubts about the data that an answer says; it lists them all."""
_ANSWERED_BY_WORD = ("direction", "quadrant")


def answer_form(form: Form, work: Workspace, *, country: str = "") -> QuestionReply:
    """Evaluate a form and say its answer.

    Parameters
    ----------
    form : Form
    work : Workspace
    country : str
        Two letters: whose habit of units a centre has set; else that of the place.

    Returns
    -------
    QuestionReply
        ``answered`` is False, with the reason, for whatever the data cannot give.

    Raises
    ------
    DiagnosticsError
        When the source or the machine failed.
    """
    restated = restate(form)
    try:
        found = evaluate(form, work)
        display = None
        if found.kind is AnswerKind.NUMBER:
            display = display_of(found, form.unit, country)
    except DiagnosticsError as error:
        if error.ends_run and error.code != TOO_LARGE:
            raise
        return refused(form, error.written(form.language), error.code, restated)
    except Exception as fault:
        work.source.check_unchanged()
        log.info("a form met a fault of the program: %r", form.text, exc_info=fault)
        reason = render(
            Message(id="question-no_fault", params={"kind": type(fault).__name__}), form.language
        )
        return refused(form, reason, "internal_error", restated)
    return QuestionReply(
        question=form.text,
        language=form.language,
        answered=True,
        template=form.query.kind,
        kind=KINDS.get(found.kind, found.kind.value),
        value=_json(found.value),
        unit=found.unit if found.kind is AnswerKind.NUMBER else "",
        sentence=_joined(
            form, [restated, answer_sentence(form, found, display), *_notes(form, found)]
        ),
        place=found.place,
        region=found.region,
        latitude=found.latitude,
        longitude=found.longitude,
        time=found.time,
        operator=", ".join(found.operators),
        provenance=found.provenance,
        detail=found.detail,
        reading=reading_of(form, restated),
        display=display,
        form=form,
        restated=restated,
    )


def refused(
    form: Form, reason: str, code: str, restated: str = "", nearest: str = ""
) -> QuestionReply:
    """Say that there is no answer, and why."""
    reason = reason.rstrip(".。 ")
    sentence = render(Message(id="question-refused", params={"reason": reason}), form.language)
    return QuestionReply(
        question=form.text,
        language=form.language,
        answered=False,
        template=form.query.kind,
        sentence=_joined(form, [restated, sentence]),
        reason=reason,
        code=code,
        nearest=nearest,
        reading=reading_of(form, restated),
        form=form,
        restated=restated,
    )


def in_doubt(reply: QuestionReply, doubts: Sequence[CheckFinding]) -> QuestionReply:
    """Say of an answer that the data it was made from are in doubt, and why."""
    if not doubts:
        return reply
    told = [
        render(Message(id="question-doubt", params={"reason": item.wording}), reply.language)
        for item in doubts[:MOST_DOUBTS]
    ]
    joint = "" if reply.language.value == "zh" else " "
    sentence = joint.join([reply.sentence, *told])
    return reply.model_copy(update={"doubts": tuple(doubts), "sentence": sentence})


def reading_of(form: Form, restated: str) -> RequestReading:
    """Return the reading of a form in the contract of readings."""
    understood = [Understanding(part="question", meaning=restated)]
    understood += [
        Understanding(part=item.part, meaning=item.meaning, assumed=True) for item in form.assumed
    ]
    return RequestReading(
        text=form.text,
        language=form.language,
        scenario=Scenario.INDEX,
        timezone=form.zone,
        understood=tuple(understood),
    )


def _joined(form: Form, parts: list[str]) -> str:
    joint = "" if form.language.value == "zh" else " "
    return joint.join(part for part in parts if part)


def _notes(form: Form, found: Finding) -> list[str]:
    return list(dict.fromkeys(render(item, form.language) for item in found.notes))


def _json(value: Any) -> JsonValue:
    if isinstance(value, datetime):
        return format_instant(value)
    if isinstance(value, tuple):
        return list(value)
    found: JsonValue = value
    return found


def answer_sentence(form: Form, found: Finding, display: Display | None) -> str:
    """Say a finding as a sentence."""
    speaker = FormWriter(form.language)
    match found.kind:
        case AnswerKind.NUMBER:
            return _number(speaker, found, display)
        case AnswerKind.BOOLEAN:
            return _boolean(speaker, found)
        case AnswerKind.TIME:
            day = found.detail.get("date")
            moment = day if isinstance(day, str) else _moment(speaker, found.value)
            return speaker.text("answer_list", items=_with_extreme(speaker, form, found, moment))
        case AnswerKind.COORDINATES:
            position = _position(found.value[0], found.value[1])
            items = _with_extreme(speaker, form, found, position)
            if isinstance(found.time, datetime):
                items = speaker.text("answer_when", answer=items, time=_moment(speaker, found.time))
            return speaker.text("answer_list", items=items)
        case AnswerKind.LABEL:
            return speaker.text("answer_list", items=_label(speaker, str(found.value)))
        case AnswerKind.SET:
            names = [speaker.word(str(item)) for item in found.value]
            return _list(speaker, names)
        case AnswerKind.RANKING:
            return _ranking(speaker, found)
        case AnswerKind.PLACE:
            return speaker.text("answer_list", items=_ranked_first(speaker, found))
        case AnswerKind.PLACES:
            return _list(speaker, [unit_name(str(item), form.language) for item in found.value])
        case _:
            return _list(speaker, [str(item) for item in found.value])


def shown(speaker: FormWriter, value: float, unit: str) -> str:
    """Write a number with its unit; whole numbers of days, times and cells as counts."""
    if unit in ("days", "times", "cells") and value == int(value):
        return speaker.text(f"counted_{unit}", count=int(value))
    return speaker.text("plain", text=Measure(measure=value, unit=_shown_unit(unit)))


def _shown_unit(unit: str) -> str:
    return {"1": "", "deg": "°"}.get(unit, unit)


def _number(speaker: FormWriter, found: Finding, display: Display | None) -> str:
    value = shown(speaker, found.number, found.unit)
    if display is not None:
        value = speaker.text(
            "shown_both", display=shown(speaker, display.value, display.unit), value=value
        )
    value = _blowing(speaker, found, value)
    p_value = found.detail.get("p_value")
    if "p_value" in found.detail:
        significant = "significant" if found.detail.get("significant") else "insignificant"
        value = speaker.text(
            "answer_trend",
            answer=value,
            p="-" if p_value is None else f"{float(str(p_value)):.2g}",
            verdict=speaker.text(f"trend_{significant}"),
        )
    if found.latitude is not None and found.longitude is not None:
        position = _position(found.latitude, found.longitude)
        value = speaker.text("answer_at", answer=value, position=position)
    if isinstance(found.time, datetime):
        value = speaker.text("answer_when", answer=value, time=_moment(speaker, found.time))
    elif isinstance(found.time, TimeWindow):
        value = speaker.text("answer_when", answer=value, time=speaker.window(found.time))
    return speaker.text("answer_number", value=value)


def _boolean(speaker: FormWriter, found: Finding) -> str:
    verdict = speaker.text("answer_yes" if found.value else "answer_no")
    number = found.detail.get("found")
    if isinstance(number, int | float):
        amount = shown(speaker, float(number), str(found.detail.get("unit", "")))
        return speaker.text("answer_found", verdict=verdict, found=amount)
    change = found.detail.get("change")
    if isinstance(change, int | float):
        amount = shown(speaker, float(change), str(found.detail.get("unit", "")))
        return speaker.text("answer_found", verdict=verdict, found=amount)
    return speaker.text("answer_boolean", verdict=verdict)


def _with_extreme(speaker: FormWriter, form: Form, found: Finding, answer: str) -> str:
    extreme = found.detail.get("extreme")
    if isinstance(extreme, int | float):
        unit = str(found.detail.get("unit", ""))
        values = shown(speaker, float(extreme), unit)
        number = replace(found, kind=AnswerKind.NUMBER, value=float(extreme), unit=unit)
        display = display_of(number, form.unit, "")
        if display is not None:
            values = speaker.text(
                "shown_both", display=shown(speaker, display.value, display.unit), value=values
            )
        values = _blowing(speaker, found, values)
        return speaker.text("answer_values", answer=answer, values=values)
    return answer


def _blowing(speaker: FormWriter, found: Finding, value: str) -> str:
    """Say with a wind speed where the wind blows from, where that is known."""
    degrees = found.detail.get("from_deg")
    if not isinstance(degrees, int | float):
        return value
    direction = wind_direction_text(degrees, speaker.language)
    return render(
        Message(id="report-wind_from", params={"wind": value, "direction": direction}),
        speaker.language,
    )


def _rows(found: Finding) -> list[dict[str, Any]]:
    rows = found.detail.get("ranking")
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _ranked_first(speaker: FormWriter, found: Finding) -> str:
    name = unit_name(str(found.value), speaker.language)
    rows = _rows(found)
    if not rows:
        return name
    return speaker.text("answer_values", answer=name, values=_ranked(speaker, found, rows))


def _ranked(speaker: FormWriter, found: Finding, rows: list[dict[str, Any]]) -> str:
    unit = str(found.detail.get("unit", found.unit))
    return speaker.listed(
        speaker.text(
            "answer_ranked",
            label=unit_name(str(row["label"]), speaker.language),
            value=shown(speaker, float(row["value"]), unit),
        )
        for row in rows[:10]
    )


def _ranking(speaker: FormWriter, found: Finding) -> str:
    rows = [row for row in _rows(found) if row["label"] in found.value]
    return speaker.text("answer_list", items=_ranked(speaker, found, rows))


def _list(speaker: FormWriter, items: list[str]) -> str:
    said_ = speaker.listed(items) if items else speaker.text("answer_none")
    return speaker.text("answer_list", items=said_)


def _label(speaker: FormWriter, value: str) -> str:
    if value in ("rise", "fall", "steady"):
        return speaker.text(f"direction_{value}")
    if value in ("northeast", "northwest", "southeast", "southwest"):
        return speaker.text(f"quadrant_{value}")
    return term(value, speaker.language)


def _moment(speaker: FormWriter, moment: datetime) -> str:
    return speaker.text("plain", text=Moment(moment=moment))


def _position(latitude: float, longitude: float) -> str:
    north, east = ("N" if latitude >= 0 else "S"), ("E" if longitude >= 0 else "W")
    return f"{abs(latitude):.2f}°{north} {abs(longitude):.2f}°{east}"


def quantities_of(form: Form) -> tuple[QuantityTerm, ...]:
    """Return every quantity that a form names, in its order."""
    found: list[QuantityTerm] = []

    def walk(item: Any) -> None:
        if isinstance(item, QuantityTerm):
            found.append(item)
        elif isinstance(item, tuple):
            for part in item:
                walk(part)
        elif hasattr(item, "model_fields_set"):
            for name in type(item).model_fields:
                walk(getattr(item, name))

    walk(form.query)
    return tuple(found)
