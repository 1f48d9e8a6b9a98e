"""One line of plain words for each event of a run, for progress displays."""

from __future__ import annotations

from diagnostics.contracts import events as ev
from diagnostics.contracts.conclusion import Occurrence
from diagnostics.contracts.enums import Firing, PlaceDoubt, Verdict
from diagnostics.contracts.evidence import FeaturesAnswer, IndexAnswer, SecondOpinion
from diagnostics.messages import Listing, Measure, Message, Moment, Param, Term, render

_DOUBTS = {
    PlaceDoubt.BELOW_GROUND: "verdict-place_below_ground",
    PlaceDoubt.REDUCED_PRESSURE: "verdict-place_reduced",
    PlaceDoubt.DATA_EDGE: "verdict-place_edge",
    PlaceDoubt.NO_CENTRE: "verdict-no_centre",
}
_MARKS = {Verdict.CONFIRMED: "+", Verdict.REFUTED: "-", Verdict.UNDETERMINED: "?"}


def narrate(body: ev.EventBody, language: str = "en") -> str | None:
    """Describe in one line what happened; None for events that people need not watch.

    Parameters
    ----------
    body : EventBody
    language : str
        ``en`` or ``zh``.

    Returns
    -------
    str or None
    """
    message = narration(body)
    if message is None:
        return None
    return "  " * _depth(body) + render(message, language)


def _depth(body: ev.EventBody) -> int:
    """How far a line stands in: what belongs to a round below it, a chart below its factor."""
    if isinstance(body, (ev.FigureChecked, ev.SecondOpinionGiven, ev.ControlsTested)):
        return 2
    return int(isinstance(body, (ev.FactorJudged, ev.ModelFailed, ev.StepFailed)))


def narration(body: ev.EventBody) -> Message | None:
    """Return the message that describes an event, or None where there is nothing to watch."""
    match body:
        case ev.JobQueued():
            return _line("queued", source=body.request.source)
        case ev.AnswerQueued():
            asked = body.computation or body.question
            return _line("queued", source=asked.source) if asked else None
        case ev.JobClaimed():
            return _line("claimed", worker=body.worker, attempt=body.attempt)
        case ev.Steered():
            return _steered(body)
        case ev.Resumed():
            return _line("resumed", event=body.after)
        case ev.TimeResolved():
            start, end = Moment(moment=body.window.start), Moment(moment=body.window.end)
            return _line("period", start=start, end=end, times=body.times)
        case ev.DataRetrieved():
            held = body.inventory
            return _line("data", fields=len(held.variables), levels=len(held.levels_hpa))
        case ev.DataChecked():
            return _checked(body)
        case ev.EventClassified():
            return _classified(body)
        case ev.SystemsFound():
            return _systems(body)
        case ev.HypothesisProposed():
            names = tuple(item.factor for item in body.hypothesis.factors)
            return _line("round", round=body.turn, factors=Listing(items=names))
        case ev.SecondOpinionGiven():
            return _line("opinion_of", index=body.index, opinion=opinion_message(body.opinion))
        case ev.ControlsTested():
            known = body.controls
            return _line(
                "controls",
                factor=body.factor,
                told=known.told,
                strong=known.as_strong,
                standing=Term(term=known.standing.value),
            )
        case ev.FactorJudged():
            judged = body.judgement
            return _line(
                "factor",
                mark=_MARKS[judged.verdict],
                factor=body.evidence.factor,
                verdict=Term(term=judged.verdict.value),
                reason=judged.wording or judged.reason,
            )
        case ev.FigureChecked():
            chart: dict[str, Param] = {"chart": body.evidence_id, "score": f"{body.score:g}"}
            if body.rules:
                return _line("chart_findings", **chart, rules=Listing(items=tuple(body.rules)))
            return _line("chart", **chart)
        case _:
            return _ending(body)


def _line(name: str, **params: Param) -> Message:
    return Message(id=f"progress-{name}", params=params)


def _steered(body: ev.Steered) -> Message:
    order: dict[str, Param] = {
        "author": body.author,
        "action": Term(term=f"steering_{body.action}"),
        "factor": body.factor,
    }
    if body.applied:
        return _line("steered", **order, reason=body.reason)
    return _line("steering_refused", **order, reason=body.message)


def describe_opinion(opinion: SecondOpinion, language: str = "en") -> str:
    """Describe a second opinion in one line: both numbers and their difference."""
    return render(opinion_message(opinion), language)


def reason_of_answer(answer: IndexAnswer | FeaturesAnswer) -> Message:
    """Return why an answer says nothing; what older releases stored is quoted."""
    if answer.wording is not None:
        return answer.wording
    if answer.message:
        return Message(id="error-quoted", params={"text": answer.message})
    name = answer.name if isinstance(answer, IndexAnswer) else answer.detector
    return Message(
        id="lack-no_answer", params={"name": name, "status": Term(term=answer.status.value)}
    )


def doubt_message(doubt: PlaceDoubt) -> Message:
    """Return the reason for readers why what stands at a place cannot decide."""
    return Message(id=_DOUBTS[doubt])


def opinion_message(opinion: SecondOpinion) -> Message:
    """Return the message that describes a second opinion."""
    if opinion.value is None or opinion.ours is None or opinion.difference is None:
        return _line(
            "opinion_none", library=opinion.library, reason=opinion.wording or opinion.reason
        )
    return _line(
        "opinion_agrees" if opinion.agrees else "opinion_differs",
        library=opinion.library,
        value=f"{opinion.value:.6g}",
        unit=opinion.unit,
        ours=f"{opinion.ours:.6g}",
        difference=f"{opinion.difference:.3g}",
    )


def _checked(body: ev.DataChecked) -> Message:
    check = body.check
    number = len(check.findings)
    fields = tuple(sorted({name for item in check.findings for name in item.fields}))
    if not number:
        return _line("data_checked", ran=len(check.ran))
    return _line("data_findings", ran=len(check.ran), number=number, fields=Listing(items=fields))


def _classified(body: ev.EventClassified) -> Message:
    fired = tuple(
        Message(
            id="progress-fired",
            params={
                "event": Term(term=item.event.value),
                "severity": Measure(measure=item.severity, digits=1),
            },
        )
        for item in body.classification.assessments
        if item.firing is Firing.FIRED
    )
    primary = body.classification.primary
    if primary is None:
        return _line("no_event")
    return _line("event", primary=Term(term=primary.value), fired=Listing(items=fired))


def _systems(body: ev.SystemsFound) -> Message:
    found = body.systems
    return _line(
        "systems",
        lows=sum(item.kind == "low" for item in found.pressure),
        highs=sum(item.kind == "high" for item in found.pressure),
        fronts=len(found.fronts),
    )


def _ending(body: ev.EventBody) -> Message | None:
    match body:
        case ev.ModelFailed():
            failure = body.failure
            return _line(
                "model_failed",
                model=failure.model,
                role=body.role,
                reason=failure.message,
                code=failure.code,
            )
        case ev.StepFailed():
            return _line(
                "step_failed", step=body.entry_id or "chart", reason=body.wording or body.message
            )
        case ev.Replanned():
            return _line(f"replan_{body.decision.action}", left=len(body.decision.candidates))
        case ev.Concluded():
            conclusion = body.conclusion
            return _line(
                "conclusion",
                occurrence=Term(term=conclusion.occurrence.status_term),
                event=_event(conclusion.occurrence),
                explanation=Term(term=conclusion.explanation.status_term),
                confirmed=len(conclusion.counting),
                refuted=len(conclusion.refuted),
                rounds=conclusion.turns,
            )
        case ev.ReportDrafted():
            return _line("report", claims=body.claims, evidence=body.evidence)
        case ev.Cancelled():
            return _line("cancelled", author=body.author)
        case ev.Answered():
            return _line("answered")
        case ev.Advanced():
            return _line("advanced", done=body.done, total=body.total)
        case ev.JobRetried():
            return _line("retried", author=body.author)
        case ev.Parked():
            return _line("parked", attempts=body.attempts, reason=body.reason)
        case ev.RunFailed():
            return _line("failed", code=body.code, reason=body.wording or body.message)
        case _:
            return None


def _event(occurrence: Occurrence) -> Term:
    """The type that a statement is about."""
    return Term(term=occurrence.event.value if occurrence.event else "any_event")
