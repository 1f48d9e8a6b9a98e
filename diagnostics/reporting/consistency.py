"""The check that a report says one thing of one thing, wherever it speaks of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.report import Report
from diagnostics.messages import Message, is_term, term
from diagnostics.messages.numbers import format_number
from diagnostics.reporting.consistency_of_cells import cells_apart
from diagnostics.reporting.consistency_of_records import Held, clashes
from diagnostics.reporting.consistency_of_terms import terms_apart
from diagnostics.reporting.consistency_of_words import Said, values_apart
from diagnostics.reporting.consistency_subjects import Statements
from diagnostics.reporting.values import format_place, format_time


@dataclass(frozen=True)
class Contradiction:
    """Two places of a report that say different things of one thing.

    Attributes
    ----------
    where : str
        The first place, as the checker names places.
    text : str
        What it says there, or which value of the record it is.
    wording : Message
        Both places and what they say.
    """

    where: str
    text: str
    wording: Message


def contradictions(report: Report) -> tuple[Contradiction, ...]:
    """Find what contradicts within a report: its record, and the words of its sentences.

    Values of claims are those of the record, which the checker sees to; so of the record what it
    holds twice, and what follows from another value, must agree. Words are read where no claim is
    behind them: terms that exclude each other in any sentence, values in what a person wrote.

    Parameters
    ----------
    report : Report

    Returns
    -------
    tuple of Contradiction
        Empty for a report whose sections agree.

    Raises
    ------
    KeyError
        When a placeholder has no claim: `claim_problems` tells that first.
    """
    statements = Statements(report)
    found = [_of_record(statements, one, other) for one, other in clashes(report)]
    for said in (*values_apart(statements), *terms_apart(statements), *cells_apart(statements)):
        found.append(_of_words(statements, said))
    return tuple(one for number, one in enumerate(found) if one not in found[:number])


def _of_record(statements: Statements, one: Held, other: Held) -> Contradiction:
    first, second = _place(statements, one), _place(statements, other)
    return Contradiction(
        where=f"{one.source} {one.path}",
        text=f"{one.source} {one.path}",
        wording=_wording(first, _written(statements, one), second, _written(statements, other)),
    )


def _of_words(statements: Statements, said: Said) -> Contradiction:
    place = _named(statements.report, said.clause.where)
    if said.fact is None:
        second, instead = Message(id="claimerror-place_record"), said.instead
    else:
        claim = said.fact.claim
        second = _place(statements, Held(claim.source, claim.path, claim.value), said.clause.where)
        instead = said.fact.words
    return Contradiction(
        where=said.clause.where,
        text=said.words.strip(),
        wording=_wording(place, said.words.strip(), second, instead),
    )


def _wording(first: Message, one: str, second: Message, other: str) -> Message:
    return Message(
        id="claimerror-contradiction",
        params={"first": first, "one": one, "second": second, "other": other},
    )


def _place(statements: Statements, held: Held, but: str = "") -> Message:
    """Name the first place that shows a value of the record, other than one; else the record."""
    ids = {
        claim.id
        for claim in statements.report.claims
        if claim.source == held.source and claim.path == held.path
    }
    places = [
        clause.where
        for clause in statements.clauses()
        if any(claim.id in ids for claim in clause.claims())
    ]
    for where in (*(one for one in places if one != but), *places):
        return _named(statements.report, where)
    return Message(id="claimerror-place_record")


def _named(report: Report, where: str) -> Message:
    """Name a place by the title of its section."""
    section, _, rest = where.partition(", ")
    title = next((one.title for one in report.sections if one.id == section), section)
    kind, _, number = rest.rpartition(" ")
    names = {"sentence": "sentence", "table row": "row", "caption of": "caption"}
    if kind not in names:
        return Message(id="claimerror-place_title")
    return Message(
        id=f"claimerror-place_{names[kind]}", params={"section": title, "number": number}
    )


def _written(statements: Statements, held: Held) -> str:
    """Write a value of the record as the report shows it, where it does."""
    for fact in statements.facts:
        if (fact.claim.source, fact.claim.path) == (held.source, held.path):
            return fact.words
    language = statements.report.language
    if isinstance(held.value, datetime):
        return format_time(format_instant(held.value), language)
    if isinstance(held.value, str) and is_term(str(held.value)):
        return term(str(held.value), language)
    if isinstance(held.value, float):
        return format_number(held.value)
    if isinstance(held.value, list) and len(held.value) == 2:
        latitude, longitude = (float(part) for part in held.value)
        return format_place(latitude, longitude, language)
    return f"{held.value}"
