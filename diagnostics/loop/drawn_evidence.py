"""Charts of the evidence: drawn once, checked, looked at again, kept with their pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from diagnostics.catalog import compute_field
from diagnostics.contracts import events as ev
from diagnostics.contracts.enums import EventType, Modality, Role, Severity
from diagnostics.contracts.evidence import (
    ArtifactRef,
    ChartReading,
    EvidenceItem,
    FigureCheck,
)
from diagnostics.contracts.roles import (
    ChartReview,
)
from diagnostics.errors import DiagnosticsError, ExecutionError
from diagnostics.fields.write import field_to_netcdf
from diagnostics.loop.plan_steps import map_step
from diagnostics.loop.state import Chart
from diagnostics.messages import Message
from diagnostics.workflow import IndexStep, StepOutcome

if TYPE_CHECKING:
    from diagnostics.agents import CaseView
    from diagnostics.loop.run import Run


PNG = "image/png"
NETCDF = "application/x-netcdf"
AGREEMENT = 0.8
"""Share of a chart's questions on which a second reader must agree to raise confidence."""
AGREEMENT_GAIN = 0.05


def illustrate(
    run: Run, event: EventType, evidence: EvidenceItem, outcome: StepOutcome
) -> tuple[ArtifactRef, ...]:
    """Draw the map of a confirmed index at its strongest anomaly, and keep the field."""
    index = outcome.step
    if not isinstance(index, IndexStep):
        return ()
    step = map_step(index, evidence.judgement, run.request)
    if step is None:
        return ()
    name = f"{evidence.id}_{index.tool}"
    drawn = chart_of_step(
        run,
        evidence.id,
        None,
        name,
        lambda: run.step(step, {index.id: outcome}),
        illustrates=evidence.id,
    )
    if isinstance(drawn, DiagnosticsError):
        # An index that is a series over time has no map: nothing is missing then.
        if drawn.code != "no_map":
            run.say(
                ev.StepFailed(
                    turn=run.state.turn,
                    entry_id=None,
                    code=drawn.code,
                    message=drawn.message,
                    wording=drawn.wording,
                )
            )
        return ()
    values = compute_field(
        index.tool,
        run.source,
        time=step.time,
        region=index.region,
        level=index.level,
        mode=index.mode,
        params=index.params,
        cache=run.cache,
    )
    field = run.ports.artifacts.put(f"fields/{name}.nc", field_to_netcdf(values), NETCDF)
    return (*reviewed(run, event, drawn), field)


def chart_of_step(
    run: Run,
    evidence_id: str,
    entry_id: str | None,
    name: str,
    draw: Callable[[], StepOutcome],
    *,
    illustrates: str | None = None,
) -> Chart | DiagnosticsError:
    """Draw, store and record a chart with its check, or take it from the log."""
    chart = run.state.chart_of(evidence_id)
    if chart is None:
        outcome = draw()
        if outcome.figure is None or outcome.png is None:
            return outcome.error or ExecutionError(
                Message(id="looperror-no_chart", params={"name": name}), code="no_chart"
            )
        picture = run.ports.artifacts.put(f"figures/{name}.png", outcome.png, PNG)
        run.say(
            ev.FigureRendered(
                turn=run.state.turn,
                evidence_id=evidence_id,
                entry_id=entry_id,
                call_key=outcome.call_key,
                artifact=picture.name,
                sha256=picture.sha256,
                size=picture.size,
                answer=outcome.figure.model_copy(update={"path": picture.name}),
                illustrates=illustrates,
            )
        )
        chart = run.state.chart_of(evidence_id)
        assert chart is not None
    say_checked(run, evidence_id, chart.answer.check or FigureCheck(score=0.0))
    return chart


def say_checked(run: Run, evidence_id: str, check: FigureCheck) -> None:
    """Record every drawing of a chart with its score, the ones that were not kept included."""
    drawings = [*((item.score, item.findings) for item in check.earlier)]
    drawings.append((check.score, check.findings))
    done = run.state.checked.get(evidence_id, 0)
    for number, (score, findings) in enumerate(drawings, start=1):
        if number > done:
            faults = [item for item in findings if item.severity is not Severity.INFO]
            run.say(
                ev.FigureChecked(
                    turn=run.state.turn,
                    evidence_id=evidence_id,
                    score=score,
                    findings=len(faults),
                    rounds=number,
                    rules=tuple(dict.fromkeys(item.rule for item in faults)),
                )
            )


def reviewed(run: Run, event: EventType, chart: Chart) -> tuple[ArtifactRef, ...]:
    """Return the chart's picture if the Image Checker accepts it as something to show."""
    seen = EvidenceItem(
        id=chart.evidence_id,
        call_key=chart.call_key,
        modality=Modality.FIGURE,
        figure=chart.answer,
        role=Role.PLOTTER,
        turn=run.state.turn,
    )
    view = run.view(event)
    review = run.decide(
        Role.IMAGE_CHECKER,
        ChartReview,
        lambda: run.team.image_checker.review(view, seen),
        evidence_id=chart.evidence_id,
    )
    if not review.accepted:
        return ()
    return (ArtifactRef(name=chart.artifact, sha256=chart.sha256, media_type=PNG, size=chart.size),)


def read_again(run: Run, view: CaseView, evidence: EvidenceItem, chart: Chart) -> EvidenceItem:
    """Let a second reader look at an accepted chart; agreement raises confidence.

    Disagreement changes nothing but is kept with the evidence and stated in the report.
    """
    reader = run.team.chart_reader
    rule = evidence.judgement
    if reader is None or rule is None or not evidence.artifacts:
        return evidence
    reading = run.decide(
        Role.IMAGE_CHECKER,
        ChartReading,
        lambda: reader.read(view, evidence, run.ports.artifacts.get(chart.sha256)),
        evidence_id=evidence.id,
    )
    if not reading.readings:
        return evidence
    if reading.compared and reading.agreed / reading.compared >= AGREEMENT:
        raised = round(min(1.0, rule.confidence + AGREEMENT_GAIN), 3)
        rule = rule.model_copy(update={"confidence": raised})
    return evidence.model_copy(update={"reading": reading, "judgement": rule})
