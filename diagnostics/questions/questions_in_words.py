"""Questions in words: the grammar makes a form or refuses, the evaluator answers the form."""

from __future__ import annotations

from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import (
    Ambiguity,
    ClaimCheck,
    ClaimReport,
    ClaimVerdict,
    QuestionReply,
    RequestReading,
    Scenario,
)
from diagnostics.language.asked_questions import form_of_claim, form_of_question
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.language.text_normalisation import language_of
from diagnostics.messages import Message, render
from diagnostics.questions.checking import check_form
from diagnostics.questions.evaluate.workspace import Workspace
from diagnostics.questions.reply import answer_form


def context_of(work: Workspace) -> Context:
    """Return what a sentence is read against: the times, extent and zone of the data."""
    extent = work.region or work.inventory.extent()
    return Context(times=work.inventory.times, extent=extent, now=work.now, zone=work.zone)


def answer(
    text: str, work: Workspace, *, language: Language | None = None, country: str = ""
) -> QuestionReply:
    """Answer a question in words.

    Parameters
    ----------
    text : str
        English or Chinese.
    work : Workspace
    language : Language, optional
        Of the answer; the question's own by default.
    country : str
        Two letters: whose habit of units a centre has set; else that of the place.

    Returns
    -------
    QuestionReply
        ``answered`` is False where the words are not understood whole, or the data cannot tell.

    Raises
    ------
    DiagnosticsError
        When the source or the machine failed.
    """
    spoken = language or language_of(text)
    around = context_of(work)
    try:
        form = form_of_question(text, around, language)
    except NotReadError as doubt:
        return _not_read(text, spoken, doubt)
    return answer_form(form, work, country=country)


def verify(text: str, work: Workspace, *, language: Language | None = None) -> ClaimReport:
    """Hold a sentence against the data.

    Parameters
    ----------
    text : str
        English or Chinese; its clauses are checked one by one.
    work : Workspace
    language : Language, optional
        Of the report; the sentence's own by default.

    Returns
    -------
    ClaimReport
        Not checkable where a word of the sentence is not understood.

    Raises
    ------
    DiagnosticsError
        When the source or the machine failed.
    """
    spoken = language or language_of(text)
    around = context_of(work)
    try:
        claim = form_of_claim(text, around, language)
    except NotReadError as doubt:
        return _not_checkable(text, spoken, doubt)
    return check_form(claim, work)


def _reading(text: str, language: Language, doubt: NotReadError) -> tuple[str, RequestReading]:
    """Return why words were not understood, and the reading that says which."""
    reason = render(doubt.message, language).rstrip(".。 ")
    ambiguities: tuple[Ambiguity, ...] = ()
    if doubt.words:
        ambiguities = (
            Ambiguity(part=doubt.code, words=doubt.words, choices=doubt.choices, message=reason),
        )
    reading = RequestReading(
        text=text, language=language, scenario=Scenario.INDEX, ambiguities=ambiguities
    )
    return reason, reading


def _not_checkable(text: str, language: Language, doubt: NotReadError) -> ClaimReport:
    reason, reading = _reading(text, language, doubt)
    check = ClaimCheck(words=text, verdict=ClaimVerdict.NOT_CHECKABLE, reason=reason)
    return ClaimReport(
        sentence=text,
        language=language,
        verdict=check.verdict,
        claims=(check,),
        reason=reason,
        reading=reading,
    )


def _not_read(text: str, language: Language, doubt: NotReadError) -> QuestionReply:
    """Refuse what was not understood, and say which words."""
    reason, reading = _reading(text, language, doubt)
    return QuestionReply(
        question=text,
        language=language,
        answered=False,
        sentence=render(Message(id="question-refused", params={"reason": reason}), language),
        reason=reason,
        code=doubt.code,
        nearest="; ".join(doubt.choices),
        reading=reading,
    )
