"""The end of a run: the report, checked, written in every form, and announced."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diagnostics import __version__
from diagnostics.catalog import get_catalog
from diagnostics.contracts import events as ev
from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.report import Report, RetrievalRecord, SoftwareInfo
from diagnostics.contracts.roles import ReportOutline
from diagnostics.contracts.steering import SteeringLog
from diagnostics.loop.environment import environment_fingerprint
from diagnostics.loop.event_chart import evidence_of
from diagnostics.loop.plan_steps import compile_plan
from diagnostics.loop.state import RunState
from diagnostics.messages import render
from diagnostics.reporting import (
    ReportChart,
    ReportMaterial,
    build_report,
    facts_digest,
    render_html,
    render_markdown,
)
from diagnostics.reporting.checker import refuse, unsupported_claims
from diagnostics.reporting.consistency import contradictions
from diagnostics.reporting.report_inputs import is_event_chart, is_situation_chart
from diagnostics.workflow import write_plan

if TYPE_CHECKING:
    from diagnostics.loop.run import Run


log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PublishedReport:
    """A report and its two renderings."""

    report: Report
    markdown: str
    html: str


def material_of(
    state: RunState, release: GuidelineRelease, outline: ReportOutline
) -> ReportMaterial:
    """Gather what the report may speak of from a concluded run."""
    started, inventory = state.started, state.inventory
    classification, conclusion = state.classification, state.conclusion
    if not (started and inventory and classification and conclusion):
        raise ValueError("a report is made of a run that has concluded")
    own = release.preset(started.preset)
    return ReportMaterial(
        request=started.request,
        timezone=state.timezone,
        inventory=inventory,
        data_digest=state.data_digest,
        classification=classification,
        conclusion=conclusion,
        evidence=state.evidence,
        measured=_shown_event(state),
        systems=state.systems,
        charts=tuple(
            ReportChart(chart.illustrates or chart.evidence_id, chart.artifact, chart.answer)
            for chart in state.charts
        ),
        outline=outline,
        replans=state.replans,
        retrieval=RetrievalRecord(
            reviews=state.reviews, repairs=state.repairs, checked=state.data_check
        ),
        steering=SteeringLog(records=state.steering),
        failed={
            item.entry_id: item.message for item in state.failed_steps if item.entry_id is not None
        },
        blocked=dict(state.blocked),
        release=release,
        specs={spec.name: spec for spec in get_catalog().specs()},
        software=SoftwareInfo(
            version=started.software_version,
            catalogue_digest=started.catalogue_digest,
            release=started.release,
            release_digest=started.release_digest,
            preset=started.preset,
            preset_digest=started.preset_digest,
            preset_adjusted=len(own.adjusted) if own is not None else 0,
            preset_revised=len({*own.revised} - {*own.adjusted}) if own is not None else 0,
            release_approval=release.approval,
        ),
    )


def _shown_event(state: RunState) -> tuple[EvidenceItem, ...]:
    """The evidence that the charts without a factor are; none in runs of older releases."""
    return tuple(
        evidence_of(chart)
        for chart in state.charts
        if is_event_chart(chart.evidence_id) or is_situation_chart(chart.evidence_id)
    )


def publish(run: Run, outline: ReportOutline) -> PublishedReport:
    """Build the report, refuse it if a claim does not hold, and keep every form of it.

    Where two of its places contradict each other that is a defect of ours, and logged as one:
    whoever waits for the report is better served with it than without.

    Raises
    ------
    ModelOutputError
        When a claim is unbound or contradicted by the evidence.
    """
    report = build_report(material_of(run.state, run.release, outline))
    refuse(unsupported_claims(report, run.release))
    for found in contradictions(report):
        log.error("run %s: %s", run.request.source, render(found.wording, Language.EN))
    plan = compile_plan(run.state, run.release, __version__, environment_fingerprint())
    pictures = {chart.artifact: run.ports.artifacts.get(chart.sha256) for chart in run.state.charts}
    keep = run.ports.artifacts.put
    keep("workflow.yaml", write_plan(plan).encode(), "application/yaml")
    published = PublishedReport(report, render_markdown(report), render_html(report, pictures))
    keep("report.md", published.markdown.encode(), "text/markdown")
    keep("report.html", published.html.encode(), "text/html")
    keep("diagnosis.json", report.model_dump_json(indent=1).encode(), "application/json")
    if run.state.report_digest is None:
        run.say(
            ev.ReportDrafted(
                report_digest=report.report_digest,
                facts_digest=facts_digest(report),
                title=report.title.text,
                claims=len(report.claims),
                evidence=len(report.evidence),
            )
        )
    return published
