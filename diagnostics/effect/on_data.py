"""Judge an entry on the data of an opened run, as the loop does."""

from __future__ import annotations

from dataclasses import dataclass

from diagnostics.agents import CaseView
from diagnostics.bench.factor_hit_rates import tested
from diagnostics.contracts.controls import ControlStanding, FactorControls
from diagnostics.contracts.enums import EventType, Verdict
from diagnostics.contracts.evidence import Judgement
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.space_time import SearchPlace
from diagnostics.loop.case_view import case_view
from diagnostics.loop.controls import Probe, controls_of
from diagnostics.loop.run import Run


@dataclass(frozen=True)
class OnData:
    """An entry's verdict on data, with what it takes to test it at quiet places and times."""

    run: Run
    view: CaseView
    entry: GuidelineEntry
    rule: Judgement
    place: SearchPlace | None
    probe: Probe

    def controls(self) -> FactorControls | None:
        """Look for a confirmed factor at quiet places and times; None where the loop does not."""
        confirmed = self.rule.verdict is Verdict.CONFIRMED
        if not confirmed or self.place is None or self.entry.restates_criterion:
            return None
        return controls_of(self.run, self.view, self.entry, self.rule, self.place, self.probe)


def judged_on_data(run: Run, view: CaseView, entry: GuidelineEntry) -> OnData | None:
    """Judge an entry; None where its index could not be computed.

    Raises
    ------
    DiagnosticsError
        When its chart could not be looked at, or the source failed.
    """
    found = tested(run, view, entry)
    return OnData(run, view, entry, *found) if found is not None else None


def view_with(run: Run, release: GuidelineRelease, event: EventType) -> CaseView:
    """Return what roles may see of a run, with another release than it pinned."""
    return case_view(
        run.state, run.request, release, event, repairs=run.repairs, baseline=run.baseline
    )


def counts(entry: GuidelineEntry, controls: FactorControls | None) -> bool | None:
    """Whether a confirmed factor counts; None where nothing was tested without the event."""
    if entry.restates_criterion:
        return False
    return None if controls is None else controls.standing is not ControlStanding.TRIVIAL
