"""Questions in words: the grammar makes a form or refuses, the evaluator answers the form."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from diagnostics.contracts.enums import Language
from diagnostics.contracts.forms import ClaimForm, Form
from diagnostics.contracts.questions import (
    Ambiguity,
    ClaimCheck,
    ClaimReport,
    ClaimVerdict,
    QuestionReply,
    RequestReading,
    Scenario,
)
from diagnostics.language.grammar.claims import read_claim
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.language.text_normalisation import language_of
from diagnostics.messages import Message, render
from diagnostics.questions.checking import check_form
from diagnostics.questions.evaluate.workspace import Workspace
from diagnostics.questions.proposed import (
    attempt,
    credited,
    credited_report,
    suggested,
    suggested_report,
)
from diagnostics.questions.reply import answer_form

if TYPE_CHECKING:
    from diagnostics.agents.llm.form_reader import ModelFormReader

_ONLY = {
    **dict.fromkeys(("t2m", "mx2t", "mn2t"), "temperature"),
    "fg10": "wind_gust",
    "msl": "mean_sea_level_pressure",
    "tp": "precipitation",
    "sf": "snowfall",
}
"""What a question means that names no quantity, where the data hold one alone."""

log = logging.getLogger(__name__)


def context_of(work: Workspace) -> Context:
    """Return what a sentence is read against: the times, extent and zone of the data."""
    grid = work.inventory.grid
    extent = work.region or (grid.region if grid is not None else None)
    names = {one.name for one in work.inventory.variables}
    only = _ONLY.get(names.pop(), "") if len(names) == 1 else ""
    return Context(work.inventory.times, extent, now=work.now, zone=work.zone, only=only)


def answer(
    text: str,
    work: Workspace,
    *,
    language: Language | None = None,
    country: str = "",
    reader: ModelFormReader | None = None,
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
    reader : ModelFormReader, optional
        Asked for a form where the grammar does not understand words; nobody by default.

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
        form = read_question(text, around)
    except NotReadError as doubt:
        made = attempt(text, doubt, around, reader, spoken)
        refusal = _not_read(text, spoken, doubt)
        if made is None:
            return refusal
        if not isinstance(made.form, Form):
            return suggested(refusal, made)
        form = made.form.model_copy(update={"language": spoken})
        return credited(answer_form(form, work, country=country), made)
    except Exception as fault:
        log.info("the grammar failed at: %r", text, exc_info=fault)
        return _not_read(text, spoken, _fault(fault))
    if language is not None:
        form = form.model_copy(update={"language": language})
    return answer_form(form, work, country=country)


def verify(
    text: str,
    work: Workspace,
    *,
    language: Language | None = None,
    reader: ModelFormReader | None = None,
) -> ClaimReport:
    """Hold a sentence against the data.

    Parameters
    ----------
    text : str
        English or Chinese; its clauses are checked one by one.
    work : Workspace
    language : Language, optional
        Of the report; the sentence's own by default.
    reader : ModelFormReader, optional
        As in :func:`answer`.

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
        claim = read_claim(text, around)
    except NotReadError as doubt:
        made = attempt(text, doubt, around, reader, spoken, claim=True)
        refusal = _not_checkable(text, spoken, doubt)
        if made is None:
            return refusal
        if not isinstance(made.form, ClaimForm):
            return suggested_report(refusal, made)
        return credited_report(check_form(_spoken(made.form, spoken), work), made)
    except Exception as fault:
        log.info("the grammar failed at: %r", text, exc_info=fault)
        return _not_checkable(text, spoken, _fault(fault))
    return check_form(claim if language is None else _spoken(claim, language), work)


def _spoken(claim: ClaimForm, language: Language) -> ClaimForm:
    """Have a claim reported in a language."""
    clauses = tuple(one.model_copy(update={"language": language}) for one in claim.clauses)
    return claim.model_copy(update={"language": language, "clauses": clauses})


def _fault(fault: Exception) -> NotReadError:
    """Turn a fault of the grammar into a refusal that names it."""
    message = Message(id="question-no_fault", params={"kind": type(fault).__name__})
    return NotReadError("internal_error", message)


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
