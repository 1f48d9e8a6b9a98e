"""Answer a question in words from the data, or check a sentence of a bulletin against them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from diagnostics.contracts.checking import Weight
from diagnostics.contracts.computations import LONGEST_QUESTION
from diagnostics.contracts.enums import Language
from diagnostics.contracts.forms import ClaimForm, Form
from diagnostics.contracts.questions import ClaimReport, ClaimVerdict, QuestionReply
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message
from diagnostics.ports import FieldSource
from diagnostics.service.changed_data import report_changed_data
from diagnostics.service.checks import check_reads, doubts_of
from diagnostics.service.data import OpenSource

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies
    from diagnostics.contracts.guidelines import ReleasedPreset
    from diagnostics.data_checks import RecordingSource
    from diagnostics.questions.evaluate.workspace import Workspace

Reply = TypeVar("Reply", QuestionReply, ClaimReport)


@dataclass(frozen=True)
class QuestionContext:
    """What a question is about where its words leave it open.

    Parameters
    ----------
    region : Region, optional
    window : TimeWindow, optional
        For questions that name no time.
    now : datetime, optional
        What "yesterday" counts from.
    timezone : str, optional
        Of times that name none.
    language : Language, optional
        Of the answer; the question's own by default.
    presets : sequence of ReleasedPreset, optional
        What an event is, as a release says it; as the package does by default.
    """

    region: Region | None = None
    window: TimeWindow | None = None
    now: datetime | None = None
    timezone: str | None = None
    language: Language | None = None
    presets: Sequence[ReleasedPreset] = ()


def check_length(text: str) -> str:
    """Return a question or claim without the blanks around it.

    Raises
    ------
    ArgumentError
        When it is empty or too long.
    """
    text = text.strip()
    if not text:
        raise ArgumentError(Message(id="error-question_empty"), code="invalid_argument")
    if len(text) > LONGEST_QUESTION:
        raise ArgumentError(
            Message(
                id="error-question_too_long",
                params={"length": len(text), "most": LONGEST_QUESTION},
            ),
            code="invalid_argument",
        )
    return text


def ask(
    text: str,
    open_source: OpenSource,
    context: QuestionContext,
    *,
    climatology: Climatologies | None = None,
) -> QuestionReply:
    """Answer a question.

    Raises
    ------
    DiagnosticsError
        When the source or the machine failed.
    """
    from diagnostics.questions.questions_in_words import answer

    read = _reading_of(open_source)
    work = _workspace(read, context, climatology)
    return _of_choice(_held_to_checks(answer(text, work, language=context.language), read), read)


def read_form(text: str) -> Form | ClaimForm:
    """Read a form, or the clauses of a claim, from JSON.

    Raises
    ------
    pydantic.ValidationError
        Where it is none, with the path of each part that does not fit.
    """
    try:
        document = json.loads(text)
    except ValueError as reason:
        raise ArgumentError(
            Message(id="error-question_form_json", params={"reason": str(reason)}),
            code="invalid_form",
        ) from reason
    if isinstance(document, dict) and "clauses" in document:
        return ClaimForm.model_validate(document)
    return Form.model_validate(document)


def answer_form(
    form: Form,
    open_source: OpenSource,
    context: QuestionContext,
    *,
    climatology: Climatologies | None = None,
) -> QuestionReply:
    """Answer a question that is given as a form.

    Raises
    ------
    DiagnosticsError
        When the source or the machine failed.
    """
    from diagnostics.questions.reply import answer_form as answer

    if context.language is not None:
        form = form.model_copy(update={"language": context.language})
    read = _reading_of(open_source)
    reply = _held_to_checks(answer(form, _workspace(read, context, climatology)), read)
    return _of_choice(reply, read)


def check_form(
    claim: ClaimForm,
    open_source: OpenSource,
    context: QuestionContext,
    *,
    climatology: Climatologies | None = None,
) -> ClaimReport:
    """Check clauses that are given as forms.

    Raises
    ------
    DiagnosticsError
        When the source or the machine failed.
    """
    from diagnostics.questions.checking import check_form as check

    read = _reading_of(open_source)
    with report_changed_data(read):
        report = _held_report(check(claim, _workspace(read, context, climatology)), read)
    return _of_choice(report, read)


def _reading_of(open_source: OpenSource) -> RecordingSource:
    from diagnostics.data_checks import RecordingSource

    return RecordingSource(open_source())


def _of_choice(reply: Reply, read: RecordingSource) -> Reply:
    """Name the run and member that were asked for, also where there is no answer."""
    return reply.model_copy(update={"choice": read.inventory().choice})


def _held_to_checks(reply: QuestionReply, read: RecordingSource) -> QuestionReply:
    """Add the doubts about what was read to a reply; refuse it where a field was refused."""
    from diagnostics.questions.reply import in_doubt, refused

    if not reply.answered or reply.form is None:
        return reply
    try:
        doubts = doubts_of(check_reads(read))
    except InputDataError as error:
        reason = error.written(reply.language)
        return refused(reply.form, reason, error.code, reply.restated)
    return in_doubt(reply, doubts)


def _held_report(report: ClaimReport, read: RecordingSource) -> ClaimReport:
    """Add the doubts about what was read; claims about refused fields cannot be checked."""
    from diagnostics.data_checks import refusal_of
    from diagnostics.questions.checking import not_checkable

    if report.verdict is ClaimVerdict.NOT_CHECKABLE:
        return report
    try:
        check = check_reads(read)
    except InputDataError as error:
        return not_checkable(report, error.written(report.language), read.fields)
    for name, finding in check.refused.items():
        reason = refusal_of(name, finding).written(report.language)
        report = not_checkable(report, reason, {name})
    return report.model_copy(update={"doubts": check.of(Weight.DOUBT)})


def _workspace(
    source: FieldSource, context: QuestionContext, climatology: Climatologies | None
) -> Workspace:
    from diagnostics.questions.evaluate.workspace import Workspace

    return Workspace(
        source,
        context.region,
        context.window,
        context.now,
        context.timezone,
        climatology,
        context.presets,
    )


def check_claim(
    sentence: str,
    open_source: OpenSource,
    context: QuestionContext,
    *,
    climatology: Climatologies | None = None,
) -> ClaimReport:
    """Check each claim of a sentence against the data.

    Raises
    ------
    DiagnosticsError
        As `diagnostics.questions.verify`.
    """
    from diagnostics.questions import verify

    read = _reading_of(open_source)
    work = _workspace(read, context, climatology)
    report = _held_report(verify(sentence, work, language=context.language), read)
    return _of_choice(report, read)
