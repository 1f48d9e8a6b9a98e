"""Clauses of a sentence checked against the data: supported, contradicted or not checkable.

A clause is a form whose query is a statement. What the data cannot decide is not checkable, and
nothing else is judged in its place: a gust never by the mean wind.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import Any

from diagnostics.contracts.forms import ClaimForm, Compare, Form, Negation, Relation
from diagnostics.contracts.questions import (
    ClaimCheck,
    ClaimReport,
    ClaimVerdict,
    Comparator,
    Display,
    RequestReading,
    Scenario,
)
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.limits import TOO_LARGE
from diagnostics.language.directions import is_side
from diagnostics.messages import Message, render
from diagnostics.questions.evaluate.query import evaluate
from diagnostics.questions.evaluate.statements import Judged, judged
from diagnostics.questions.evaluate.workspace import Finding, Workspace
from diagnostics.questions.reply import quantities_of, reading_of
from diagnostics.questions.restatement import restate
from diagnostics.questions.units_shown import display_of

log = logging.getLogger(__name__)

_COMPARATORS = {
    Relation.ABOVE: Comparator.ABOVE,
    Relation.AT_LEAST: Comparator.ABOVE,
    Relation.BELOW: Comparator.BELOW,
    Relation.AT_MOST: Comparator.BELOW,
    Relation.EQUAL: Comparator.ABOUT,
    Relation.BETWEEN: Comparator.BETWEEN,
}


def check_form(claim: ClaimForm, work: Workspace) -> ClaimReport:
    """Check the clauses of a sentence.

    Returns
    -------
    ClaimReport
        Contradicted where a clause is, supported where every clause that could be checked is and
        at least one was.

    Raises
    ------
    DiagnosticsError
        When the source or the machine failed.
    """
    checks = [_check(clause, work) for clause in claim.clauses]
    return report_of(claim, checks)


def report_of(claim: ClaimForm, checks: list[ClaimCheck]) -> ClaimReport:
    """Join checked clauses to a report."""
    first = claim.clauses[0]
    readings = [reading_of(item, restate(item)) for item in claim.clauses]
    return ClaimReport(
        sentence=claim.text,
        language=claim.language,
        verdict=overall(checks),
        claims=tuple(checks),
        reason="; ".join(dict.fromkeys(item.reason for item in checks if item.reason)),
        reading=RequestReading(
            text=claim.text,
            language=claim.language,
            scenario=Scenario.INDEX,
            timezone=first.zone,
            understood=tuple(part for item in readings for part in item.understood),
        ),
    )


def not_checkable(report: ClaimReport, reason: str, fields: Collection[str]) -> ClaimReport:
    """Take back what was said of claims that were compared with certain fields.

    Parameters
    ----------
    report : ClaimReport
    reason : str
        In the language of the report.
    fields : collection of str
        Canonical names; a claim that does not say what it was compared with counts as well.
    """
    claims = []
    for claim in report.claims:
        read = {name for item in claim.provenance for name in item.inputs}
        if not read or read.intersection(fields):
            claim = claim.model_copy(
                update={
                    "verdict": ClaimVerdict.NOT_CHECKABLE,
                    "reason": reason,
                    "found": None,
                    "display": None,
                }
            )
        claims.append(claim)
    return report.model_copy(
        update={
            "claims": tuple(claims),
            "verdict": overall(claims),
            "reason": "; ".join(dict.fromkeys(item.reason for item in claims if item.reason)),
        }
    )


def overall(checks: Sequence[ClaimCheck]) -> ClaimVerdict:
    """Return the verdict of a sentence: contradicted where one of its claims is."""
    verdicts = {item.verdict for item in checks}
    for verdict in (ClaimVerdict.CONTRADICTED, ClaimVerdict.SUPPORTED):
        if verdict in verdicts:
            return verdict
    return ClaimVerdict.NOT_CHECKABLE


def _check(clause: Form, work: Workspace) -> ClaimCheck:
    restated = restate(clause)
    known = {**_known(clause), "restated": restated, "form": clause}
    try:
        verdict, numbers = _judged(clause, work)
    except DiagnosticsError as error:
        if error.ends_run and error.code != TOO_LARGE:
            raise
        return ClaimCheck(
            **known,
            verdict=ClaimVerdict.NOT_CHECKABLE,
            reason=error.written(clause.language).rstrip(".。"),
        )
    except Exception as fault:
        work.source.check_unchanged()
        log.info("a claim met a fault of the program: %r", clause.text, exc_info=fault)
        message = Message(id="question-no_fault", params={"kind": type(fault).__name__})
        return ClaimCheck(
            **known,
            verdict=ClaimVerdict.NOT_CHECKABLE,
            reason=render(message, clause.language).rstrip(".。"),
        )
    side = _side_meant(clause)
    if side and not verdict:
        message = Message(id="question-no_vague_side", params={"words": side})
        return ClaimCheck(
            **known,
            verdict=ClaimVerdict.NOT_CHECKABLE,
            reason=render(message, clause.language).rstrip(".。"),
        )
    return ClaimCheck(
        **{**known, **numbers},
        verdict=ClaimVerdict.SUPPORTED if verdict else ClaimVerdict.CONTRADICTED,
    )


def _side_meant(clause: Form) -> str:
    """Return the words of a place that is only a side of another, empty where none is."""
    return next(
        (
            one.meaning.split(" = ")[0]
            for one in clause.assumed
            if one.part == "place" and is_side(one.meaning)
        ),
        "",
    )


def _judged(clause: Form, work: Workspace) -> tuple[bool, dict[str, Any]]:
    query, negated = clause.query, False
    while isinstance(query, Negation):
        query, negated = query.statement, not negated
    if isinstance(query, Compare):
        found = judged(query, work.for_form(clause.zone, clause.now))
        return found.holds is not negated, _numbers(query, found, clause)
    finding = evaluate(clause, work)
    return bool(finding.value), _where(finding)


def _known(clause: Form) -> dict[str, Any]:
    quantities = quantities_of(clause)
    first = quantities[0] if quantities else None
    return {
        "words": clause.text,
        "quantity": first.id if first is not None else "",
        "level": first.level if first is not None else None,
    }


def _numbers(compare: Compare, found: Judged, clause: Form) -> dict[str, Any]:
    over = getattr(compare.left, "over", None) or getattr(compare.left, "space", None)
    reduce = getattr(over, "reduce", None)
    return {
        **_where(found.left),
        "statistic": reduce.value if reduce is not None else compare.left.kind,
        "comparator": _COMPARATORS.get(compare.relation),
        "stated": found.right.number,
        "stated_upper": found.upper,
        "found": found.left.number,
        "tolerance": found.tolerance,
        "unit": found.left.unit,
        "display": _display(found.left, clause, compare),
    }


def _display(left: Finding, clause: Form, compare: Compare) -> Display | None:
    amount = getattr(compare.right, "amount", None)
    unit = clause.unit or getattr(amount, "unit", "") or None
    try:
        return display_of(left, unit)
    except DiagnosticsError:
        return None


def _where(finding: Finding) -> dict[str, Any]:
    return {
        "place": finding.place,
        "latitude": finding.latitude,
        "longitude": finding.longitude,
        "time": finding.time,
        "operator": ", ".join(finding.operators),
        "provenance": finding.provenance,
    }
