"""The Reporter: what the report shows, in which order."""

from __future__ import annotations

from diagnostics.agents.protocol import CaseView, Decision
from diagnostics.contracts.enums import Category, Verdict
from diagnostics.contracts.roles import ReportOutline

_ORDER = {Category.DYNAMICS: 0, Category.MOISTURE: 1, Category.THERMODYNAMICS: 2}


class ExpertReporter:
    """Tells the chain as forecasters do: forcing first, then moisture, then stability."""

    def outline(self, view: CaseView) -> Decision[ReportOutline]:
        """Order confirmed evidence by category and weight; show every chart that was accepted."""
        entries = {entry.id: entry for entry in view.release.entries}
        confirmed = [
            item
            for item in view.evidence
            if item.judgement is not None
            and item.judgement.verdict is Verdict.CONFIRMED
            and item.entry_id in entries
        ]
        confirmed.sort(
            key=lambda item: (
                _ORDER[entries[str(item.entry_id)].category],
                -entries[str(item.entry_id)].weight,
                item.id,
            )
        )
        mechanisms = tuple(item.id for item in confirmed)
        figures = tuple(item.id for item in confirmed if item.artifacts)
        return Decision(ReportOutline(mechanisms=mechanisms, figures=figures))
