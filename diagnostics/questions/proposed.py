"""Sentences that the grammar refused: a language model may propose a form, a verifier decides.

The grammar's reading always comes first. A model is asked only where words were not understood, and
only where one is configured. What it proposes is answered where the verifier accepts it; otherwise
the grammar's refusal stands and the proposal is shown as a suggestion.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Language
from diagnostics.contracts.forms import ClaimForm, Form
from diagnostics.contracts.proposals import ProposedReading
from diagnostics.contracts.questions import (
    ClaimReport,
    QuestionReply,
    RequestReading,
    Understanding,
)
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.language.lexicon import entries, tools
from diagnostics.language.proposals.parts import TextParts, parts_of
from diagnostics.language.proposals.verifier import ASKED_AFTER, speaks_of_nothing, verify
from diagnostics.messages import Listing, Message, Param, join_written, localise, render
from diagnostics.questions.restatement import FormWriter, restate

if TYPE_CHECKING:
    from diagnostics.agents.llm.form_reader import ModelFormReader

log = logging.getLogger(__name__)

_NOT_SAID = ("text", "assumed")
_DATED = re.compile(r"\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-][\d:]+)?)?|[+-]\d\d:\d\d")
"""Dates, times and offsets of zones."""


@dataclass(frozen=True)
class Attempt:
    """What came of asking a model.

    Parameters
    ----------
    form : Form or ClaimForm, optional
        Accepted by the verifier; None where the refusal stands.
    proposal : ProposedReading
    """

    form: Form | ClaimForm | None
    proposal: ProposedReading


def attempt(
    text: str,
    doubt: NotReadError,
    context: Context,
    reader: ModelFormReader | None,
    language: Language,
    *,
    claim: bool = False,
) -> Attempt | None:
    """Ask a model for the form of a sentence that the grammar refused, and check it.

    Parameters
    ----------
    text : str
    doubt : NotReadError
        Why the grammar refused.
    context : Context
    reader : ModelFormReader, optional
    language : Language
        Of the reasons.
    claim : bool
        Whether the sentence states something.

    Returns
    -------
    Attempt or None
        None where nobody was asked: no model, or a refusal that is not about words.
    """
    if reader is None or doubt.code not in ASKED_AFTER:
        return None
    try:
        parts = parts_of(text, context, statement=claim)
    except NotReadError:
        return None
    reply = reader.read(text, _around(parts, context), claim=claim)
    known: dict[str, Any] = {
        "model": reply.model,
        "prompt_id": reader.prompt.id,
        "usage": reply.usage,
        "failures": reply.failures,
    }
    if reply.choice is None:
        return Attempt(None, ProposedReading(policy="grammar", **known))
    proposed = reply.choice.form
    if proposed is None or speaks_of_nothing(proposed):
        reason = render(Message(id="proposal-declined"), language)
        return Attempt(None, ProposedReading(policy="grammar", problems=(reason,), **known))
    checked = verify(text, proposed, reply.choice.spans, context)
    if checked.form is not None:
        said = " ".join(restate(form) for form in _forms(checked.form))
        return Attempt(
            checked.form,
            ProposedReading(policy="model", restated=said, left_out=checked.left_out, **known),
        )
    return Attempt(
        None,
        ProposedReading(
            policy="grammar",
            problems=tuple(render(problem, language) for problem in checked.problems),
            restated=_suggestion(text, proposed, parts, language),
            **known,
        ),
    )


def _forms(form: Form | ClaimForm) -> tuple[Form, ...]:
    return form.clauses if isinstance(form, ClaimForm) else (form,)


def _around(parts: TextParts, context: Context) -> dict[str, Any]:
    times = [format_instant(moment) for moment in context.times]
    data = {
        "first_time": times[0] if times else None,
        "last_time": times[-1] if times else None,
        "times": len(times),
        "extent_wsen": None if context.extent is None else context.extent.bounds(),
        "now": None if context.now is None else format_instant(context.now),
        "zone": context.zone or "UTC",
    }
    return {"data": data, **parts.offered()}


def _suggestion(text: str, proposed: Form | ClaimForm, parts: TextParts, language: Language) -> str:
    """Say a proposal back where its names are the sentence's own or the contract's; else nothing.

    What a model may write freely (names of places, labels, units) has no way into a reply.
    """
    offered = frozenset(_strings(parts.offered()))
    written = _strings(proposed.model_dump(mode="json"))
    names = (name for name in written if not _DATED.fullmatch(name))
    if any(name not in offered | _contract_words() and name not in text for name in names):
        return ""
    said = []
    for form in _forms(proposed):
        try:
            said.append(FormWriter(language, form.zone or "UTC").query(form.query))
        except Exception as fault:
            # a form of any shape may come from a model: one that cannot be said is not shown
            log.info("a proposed form cannot be said back", exc_info=fault)
            return ""
    return "; ".join(said)


@lru_cache(maxsize=1)
def _contract_words() -> frozenset[str]:
    """Return every string that a form may hold by its contract, the lexicon or the catalogue."""
    found = {"", "UTC"}
    schema = Form.model_json_schema()
    for part in (*schema["$defs"].values(), schema):
        for field in (part, *part.get("properties", {}).values()):
            found.update(str(item) for item in field.get("enum", ()))
            found.update(str(field[name]) for name in ("const", "default") if name in field)
    for entry in entries().values():
        found |= {entry.id, entry.unit}
    return frozenset(found | set(tools()))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from () if name in _NOT_SAID else _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)


# -- replies ---------------------------------------------------------------------------------------


def credited(reply: QuestionReply, made: Attempt) -> QuestionReply:
    """Say of an answer that a model proposed its reading and that it was checked."""
    remark = _remark(made.proposal, reply.language)
    return reply.model_copy(
        update={
            "sentence": join_written((remark, reply.sentence), reply.language, "sentences"),
            "reading": _with_remark(reply.reading, remark),
            "proposal": made.proposal,
        }
    )


def credited_report(report: ClaimReport, made: Attempt) -> ClaimReport:
    """Say of checked claims that a model proposed their reading and that it was checked."""
    remark = _remark(made.proposal, report.language)
    return report.model_copy(
        update={"reading": _with_remark(report.reading, remark), "proposal": made.proposal}
    )


def suggested(reply: QuestionReply, made: Attempt) -> QuestionReply:
    """Add a proposal that was not accepted to a refusal, as a suggestion."""
    proposal = made.proposal
    if not proposal.restated:
        return reply.model_copy(update={"proposal": proposal})
    offer = _offer(proposal, reply.language)
    return reply.model_copy(
        update={
            "proposal": proposal,
            "nearest": reply.nearest or proposal.restated,
            "sentence": join_written((reply.sentence, offer), reply.language, "sentences"),
        }
    )


def suggested_report(report: ClaimReport, made: Attempt) -> ClaimReport:
    """Add a proposal that was not accepted to a claim that could not be read."""
    proposal = made.proposal
    reason = report.reason
    if proposal.restated:
        stated = localise("format-statement", report.language, text=reason)
        offer = _offer(proposal, report.language)
        reason = join_written((stated, offer), report.language, "sentences")
    return report.model_copy(update={"proposal": proposal, "reason": reason})


def _offer(proposal: ProposedReading, language: Language) -> str:
    params: dict[str, Param] = {"reading": proposal.restated}
    return render(Message(id="proposal-did_you_mean", params=params), language)


def _remark(proposal: ProposedReading, language: Language) -> str:
    params: dict[str, Param] = {"model": proposal.model or ""}
    if not proposal.left_out:
        return render(Message(id="proposal-accepted", params=params), language)
    params["words"] = Listing(items=proposal.left_out, style="clauses")
    return render(Message(id="proposal-accepted_left_out", params=params), language)


def _with_remark(reading: RequestReading, remark: str) -> RequestReading:
    note = Understanding(part="proposal", meaning=remark)
    return reading.model_copy(update={"understood": (*reading.understood, note)})
