"""One line of plain words for each event of a run, for progress displays."""

from __future__ import annotations

from diagnostics.contracts import events as ev
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Firing, Verdict
from diagnostics.contracts.evidence import SecondOpinion

_MARKS = {Verdict.CONFIRMED: "+", Verdict.REFUTED: "-", Verdict.UNDETERMINED: "?"}


def narrate(body: ev.EventBody) -> str | None:
    """Say in one line what happened; None for events that people need not watch.

    Parameters
    ----------
    body : EventBody

    Returns
    -------
    str or None
    """
    match body:
        case ev.JobQueued():
            return f"queued: {body.request.source}"
        case ev.AnswerQueued():
            asked = body.computation or body.question
            return f"queued: {asked.source}" if asked else None
        case ev.JobClaimed():
            return f"claimed by {body.worker} (attempt {body.attempt})"
        case ev.Steered():
            told = f"{body.author}: {body.action} {body.factor}".rstrip()
            return f"{told} ({body.reason})" if body.applied else f"{told}: {body.message}"
        case ev.Resumed():
            return f"resumed after event {body.after}"
        case ev.TimeResolved():
            start, end = format_instant(body.window.start), format_instant(body.window.end)
            return f"period: {start} to {end}, {body.times} times"
        case ev.DataRetrieved():
            levels = len(body.inventory.levels_hpa)
            return f"data: {len(body.inventory.variables)} fields, {levels} levels"
        case ev.EventClassified():
            return _classified(body)
        case ev.HypothesisProposed():
            names = ", ".join(item.factor for item in body.hypothesis.factors)
            return f"turn {body.turn}: test {names}"
        case ev.SecondOpinionGiven():
            return f"    {body.index}: {describe_opinion(body.opinion)}"
        case ev.FactorJudged():
            mark = _MARKS[body.judgement.verdict]
            return (
                f"  {mark} {body.evidence.factor} {body.judgement.verdict}: {body.judgement.reason}"
            )
        case ev.FigureChecked():
            missed = f" ({', '.join(body.rules)})" if body.rules else ""
            return f"    chart of {body.evidence_id} checked: {body.score:g} of 5{missed}"
        case _:
            return _narrate_ending(body)


def describe_opinion(opinion: SecondOpinion) -> str:
    """Describe a second opinion in one line: both numbers and their difference."""
    if opinion.value is None or opinion.ours is None or opinion.difference is None:
        return f"no second opinion by {opinion.library}: {opinion.reason}"
    agrees = "agrees" if opinion.agrees else "DIFFERS"
    return (
        f"second opinion by {opinion.library}: {opinion.value:.6g} {opinion.unit}, ours "
        f"{opinion.ours:.6g}, difference {opinion.difference:.3g} ({agrees})"
    )


def _classified(body: ev.EventClassified) -> str:
    fired = [
        f"{item.event.value} (severity {item.severity:.1f})"
        for item in body.classification.assessments
        if item.firing is Firing.FIRED
    ]
    primary = body.classification.primary
    return f"event: {primary or 'none'}; fired: {', '.join(fired) or 'no type'}"


def _narrate_ending(body: ev.EventBody) -> str | None:
    match body:
        case ev.ModelFailed():
            failure = body.failure
            return f"  ! {failure.model} as {body.role}: {failure.message} ({failure.code})"
        case ev.StepFailed():
            return f"  ! {body.entry_id or 'chart'}: {body.message}"
        case ev.Replanned():
            return f"replan: {body.decision.reason}"
        case ev.Concluded():
            conclusion = body.conclusion
            return (
                f"conclusion: {conclusion.kind} with {len(conclusion.confirmed)} confirmed and "
                f"{len(conclusion.refuted)} refuted factors in {conclusion.turns} turn(s)"
            )
        case ev.ReportDrafted():
            return f"report: {body.claims} claims bound to {body.evidence} pieces of evidence"
        case ev.Cancelled():
            return f"cancelled by {body.author}"
        case ev.Answered():
            return "answered"
        case ev.JobRetried():
            return f"queued again by {body.author}"
        case ev.Parked():
            return f"parked after {body.attempts} attempts: {body.reason}"
        case ev.RunFailed():
            return f"failed ({body.code}): {body.message}"
        case _:
            return None
