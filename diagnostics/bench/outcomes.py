"""What a diagnosis ends with on every labelled record, beside what the file itself holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from diagnostics.bench.labelled_cases import Label, labels_at_hand, source_of
from diagnostics.bench.rows import BenchRow
from diagnostics.bench.runs import run_case
from diagnostics.contracts.enums import Firing
from diagnostics.contracts.report import Report
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import DiagnosticsError


@dataclass(frozen=True)
class Outcome:
    """What a report says of one record.

    Attributes
    ----------
    label : Label
    happened : str
        Types that are met with peak and grade, those that are likely at stations, and what was
        measured of types that cannot be tested.
    why : str
        The explanation's standing, and what the evidence speaks for most.
    chart : str
        Title of the report's first chart.
    seconds : float
    """

    label: Label
    happened: str
    why: str
    chart: str
    seconds: float

    def row(self) -> str:
        """Write one row of Markdown."""
        cells = (self.label.name, self.happened, self.why, self.chart, self.label.truth or "–")
        return "| " + " | ".join(cell.replace("|", "/").replace("_", " ") for cell in cells) + " |"


def outcomes() -> Iterator[Outcome]:
    """Diagnose every labelled record that is at hand, in its region and period."""
    for label, root in labels_at_hand():
        request = DiagnosisRequest(source=label.name, region=label.region, window=label.window)
        try:
            case, seconds = run_case(request, source_of(label, root))
        except DiagnosticsError as error:
            yield Outcome(label, f"refused: {error.code}", "–", "–", 0.0)
            continue
        report = case.report
        charts = [item.figure.title for item in report.measured if item.figure is not None]
        yield Outcome(label, _happened(report), _why(report), (charts or ["–"])[0], seconds)


def _happened(report: Report) -> str:
    parts = []
    for item in report.classification.assessments:
        values = item.metrics
        if item.firing is Firing.FIRED and values is not None:
            parts.append(f"{item.event} met, {values.peak:.1f} {values.unit}, grade {item.grade}")
        elif item.firing is Firing.LIKELY_AT_STATIONS and values is not None:
            parts.append(f"{item.event} likely at stations, {values.peak:.1f} {values.unit}")
        elif item.firing is Firing.NOT_ASSESSABLE and item.measured is not None:
            known = item.measured
            parts.append(f"{item.event} cannot be tested, {known.value:.1f} {known.unit}")
    return "; ".join(parts) or "no criterion is met"


def _why(report: Report) -> str:
    explanation = report.conclusion.explanation
    favoured = ", ".join(explanation.causes)
    return f"{explanation.status}" + (f": {favoured}" if favoured else "")


def measure() -> Iterable[BenchRow]:
    """Give each record's outcome."""
    for item in outcomes():
        note = f"{item.happened}; why: {item.why}; chart: {item.chart}"
        yield BenchRow(track="outcomes", what=item.label.name, seconds=item.seconds, note=note)
