"""The Code Executor, the Plotter and the Image Checker."""

from __future__ import annotations

from diagnostics.agents.protocol import CaseView, Decision
from diagnostics.contracts.enums import Severity
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import GuidelineEntry, IndexExpectation
from diagnostics.contracts.roles import ChartCall, ChartReview, IndexCall
from diagnostics.contracts.space_time import Region

_MAX_CHART_TIMES = 6
_MIN_CHART_SCORE = 2.0
_AT_A_POINT = ("point", "section")
_HALF_BOX_DEG = 1.0
"""Half the side of the box whose centre is the event point."""


class ExpertCodeExecutor:
    """Computes an index exactly as its entry says."""

    def call(self, view: CaseView, entry: GuidelineEntry) -> Decision[IndexCall]:
        """Take level, reduction and parameters from the pinned entry."""
        expected = entry.expected
        if not isinstance(expected, IndexExpectation):
            raise TypeError(f"entry {entry.id} is not an index entry")
        return Decision(
            IndexCall(
                entry_id=entry.id,
                tool=entry.factor,
                level=expected.level,
                reduction=expected.reduction,
                params=expected.params,
            )
        )


class ExpertPlotter:
    """Looks at a chart's features around the peak of the event."""

    def chart(self, view: CaseView, entry: GuidelineEntry) -> Decision[ChartCall]:
        """Choose up to six of the times that count, the nearest to the peak first.

        The first sample of the data is left out where there are others: a feature found there
        alone would not count.
        """
        counted = view.counts_in(entry.where)
        times = [
            time
            for time in view.analysed_times
            if counted.start <= time <= counted.end and time != view.inventory.times[0]
        ]
        if not times:
            times = list(view.analysed_times[-1:])
        peak = view.peak_time
        times.sort(key=lambda time: (abs(time - peak), time))
        chosen = tuple(times[:_MAX_CHART_TIMES])
        call = ChartCall(
            entry_id=entry.id, tool=entry.factor, times=chosen, region=_event_point(view, entry)
        )
        return Decision(call)


def _event_point(view: CaseView, entry: GuidelineEntry) -> Region | None:
    """Return a small box around the event's peak for a chart at a point or a plane through it."""
    if view.specs[entry.factor].domain not in _AT_A_POINT or view.peak_place is None:
        return None
    latitude, longitude = view.peak_place
    half = min(_HALF_BOX_DEG, 90.0 - abs(latitude))
    return Region(
        west=longitude - half, south=latitude - half, east=longitude + half, north=latitude + half
    )


class ExpertImageChecker:
    """Accepts a chart that the rules hold to be readable."""

    def review(self, view: CaseView, evidence: EvidenceItem) -> Decision[ChartReview]:
        """Refuse a chart with a finding of error severity or a score below 2."""
        figure = evidence.figure
        check = figure.check if figure else None
        if check is None:
            review = ChartReview(evidence_id=evidence.id, accepted=False, reason="not checked")
            return Decision(review)
        errors = [item for item in check.findings if item.severity is Severity.ERROR]
        accepted = not errors and check.score >= _MIN_CHART_SCORE
        reason = "; ".join(item.message for item in errors) or f"score {check.score:g} of 5"
        return Decision(ChartReview(evidence_id=evidence.id, accepted=accepted, reason=reason))
