"""A run's events as lines of a terminal, one short line for what a reader wants to know."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from datetime import datetime

from rich.markup import escape

from diagnostics.contracts.enums import Firing, IndexStatus, Verdict
from diagnostics.contracts.events import (
    Advanced,
    Cancelled,
    Concluded,
    ControlsTested,
    DataChecked,
    DataRetrieved,
    EventBody,
    EventClassified,
    FactorJudged,
    FigureRendered,
    HypothesisProposed,
    IndexComputed,
    JobClaimed,
    JobFinished,
    JobQueued,
    JobRetried,
    LeaseLost,
    ModelFailed,
    Parked,
    RecordedEvent,
    Replanned,
    ReportDrafted,
    RunFailed,
    RunStarted,
    SecondOpinionGiven,
    Steered,
    StepFailed,
    SystemsFound,
    TimeResolved,
    ToolBlocked,
)
from diagnostics.contracts.narration import describe_opinion

LONGEST_TEXT = 120
_VERDICTS = {
    Verdict.CONFIRMED: "[bold green]confirmed[/]",
    Verdict.REFUTED: "[bold red]refuted[/]",
    Verdict.UNDETERMINED: "[bold yellow]undetermined[/]",
}


def progress_line(event: RecordedEvent, started: datetime) -> str | None:
    """Return one line of rich markup for an event, or None for one that needs no line.

    Parameters
    ----------
    event : RecordedEvent
    started : datetime
        When the job was queued; lines show the seconds since.
    """
    text = describe(event.body)
    if text is None:
        return None
    seconds = (event.at - started).total_seconds()
    return f"[dim]{seconds:5.0f} s[/]  {text}"


def describe(body: EventBody) -> str | None:
    """Say in a few words what happened; None for events that only programs need."""
    speaker = _SPEAKERS.get(type(body))
    return speaker(body) if speaker else None


def _short(text: str) -> str:
    """Return as much of a long text as fits a line."""
    return escape(textwrap.shorten(text, LONGEST_TEXT, placeholder=" ..."))


def _run_started(body: RunStarted) -> str:
    return f"run starts: library {escape(body.release)}, preset {escape(body.preset)}"


def _data_retrieved(body: DataRetrieved) -> str:
    title = escape(body.inventory.title or "data")
    read = f", {body.bytes_read / 1e6:.0f} MB read" if body.bytes_read else ""
    return f"data: {title}, {len(body.inventory.variables)} fields{read}"


def _data_checked(body: DataChecked) -> str:
    check = body.check
    if not check.findings:
        return f"data checks: {len(check.ran)} ran, nothing found"
    colour = "red" if check.refused else "yellow"
    rules = ", ".join(escape(item.rule) for item in check.findings)
    return f"[{colour}]data checks: {_short(rules)}[/]"


def _event_classified(body: EventClassified) -> str:
    words = []
    for item in body.classification.assessments:
        if item.firing is Firing.FIRED:
            grade = f" ({escape(item.grade_name)})" if item.grade_name else ""
            words.append(f"[bold]{item.event}{grade}[/]")
    primary = body.classification.declared or body.classification.primary
    fired = ", ".join(words) or "no type of extreme weather"
    return f"classification: {fired}" + (f" -> [bold cyan]{primary}[/]" if primary else "")


def _systems(body: SystemsFound) -> str:
    found = body.systems
    return f"situation: {len(found.pressure)} lows and highs, {len(found.fronts)} fronts"


def _hypothesis(body: HypothesisProposed) -> str:
    factors = ", ".join(escape(factor.factor) for factor in body.hypothesis.factors)
    return f"[bold]turn {body.turn}[/] hypothesis: {factors}"


def _index(body: IndexComputed) -> str:
    answer = body.answer
    if answer.status in {IndexStatus.OK, IndexStatus.OUT_OF_RANGE} and answer.value is not None:
        value = f"{answer.value:.4g} {escape(answer.unit)}"
    else:
        value = f"[yellow]{answer.status}[/]"
    return f"  index   {escape(answer.name)} = {value}"


def _figure(body: FigureRendered) -> str:
    return f"  chart   {escape(body.answer.name)} ({body.size / 1000:.0f} kB)"


def _controls(body: ControlsTested) -> str:
    known = body.controls
    found = f"as strong at {known.as_strong} of {known.told} quiet places or times"
    return f"    controls of {escape(body.factor)}: {found}"


def _judged(body: FactorJudged) -> str:
    verdict = _VERDICTS[body.judgement.verdict]
    return f"  {verdict}  {escape(body.evidence.factor)}: {_short(body.judgement.reason)}"


def _concluded(body: Concluded) -> str:
    conclusion = body.conclusion
    event = conclusion.occurrence.event or "all types"
    return (
        f"[bold cyan]{event}: {conclusion.occurrence.status}; "
        f"cause: {conclusion.explanation.status_term.replace('_', ' ')}[/], "
        f"{len(conclusion.confirmed)} confirmed, {len(conclusion.counting)} count, "
        f"{len(conclusion.refuted)} refuted, "
        f"{conclusion.turns} turns"
    )


def _steered(body: Steered) -> str:
    told = escape(f"{body.author}: {body.action} {body.factor}".rstrip())
    if body.applied:
        return f"  [bold cyan]order[/]   {told}"
    return f"  [yellow]order[/]   {told}: {_short(body.message)}"


_SPEAKERS: dict[type, Callable[..., str]] = {
    JobQueued: lambda body: f"queued: {escape(body.request.source)}",
    JobClaimed: lambda body: f"claimed by {escape(body.worker)}",
    Advanced: lambda body: f"measured: {body.done} of {body.total}",
    LeaseLost: lambda _body: "[yellow]the worker was lost: another one goes on[/]",
    RunStarted: _run_started,
    TimeResolved: lambda body: f"period: {body.times} times, {escape(body.timezone)}",
    DataRetrieved: _data_retrieved,
    DataChecked: _data_checked,
    EventClassified: _event_classified,
    SystemsFound: _systems,
    HypothesisProposed: _hypothesis,
    IndexComputed: _index,
    SecondOpinionGiven: lambda body: f"  opinion {_short(describe_opinion(body.opinion))}",
    ControlsTested: _controls,
    FigureRendered: _figure,
    FactorJudged: _judged,
    ModelFailed: lambda body: (
        f"  [yellow]model[/]   {_short(f'{body.failure.model}: {body.failure.message}')}"
    ),
    StepFailed: lambda body: f"  [yellow]failed[/]  {_short(body.message)}",
    ToolBlocked: lambda body: f"  [yellow]blocked[/] {escape(body.tool)}: {_short(body.reason)}",
    Replanned: lambda body: f"replanning: {escape(body.decision.reason or body.decision.action)}",
    Steered: _steered,
    Concluded: _concluded,
    ReportDrafted: lambda body: (
        f"report: {body.claims} claims, each bound to one of {body.evidence} pieces of evidence"
    ),
    JobFinished: lambda body: f"[bold green]report version {body.report_version} stored[/]",
    JobRetried: lambda body: f"[yellow]queued again by {escape(body.author)}[/]",
    Cancelled: lambda body: f"[yellow]cancelled by {escape(body.author)}[/]",
    Parked: lambda body: f"[red]parked: {escape(body.reason)}[/]",
    RunFailed: lambda body: f"[red]failed ({escape(body.code)}): {escape(body.message)}[/]",
}
