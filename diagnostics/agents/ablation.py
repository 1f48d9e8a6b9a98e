"""Runs without a role or a knowledge base, to measure what each is worth.

A role that is left out is not left empty: the plainest rule that keeps the loop going takes its
place. Verdicts are those of the release's criteria in every case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from diagnostics.agents.protocol import CaseView, Decision, Team
from diagnostics.contracts.enums import Ablation, Modality, StopReason
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.guidelines import (
    GuidelineEntry,
    GuidelineRelease,
    IndexExpectation,
    MachineConditions,
)
from diagnostics.contracts.roles import (
    Arrival,
    CauseWeighing,
    ChartCall,
    ChartReview,
    FactorVerdict,
    Hypothesis,
    HypothesisFactor,
    IndexCall,
    RepairPlan,
    ReplanDecision,
    ReportOutline,
    RetrievalPlan,
    RetrievalReview,
)


def ablated_release(release: GuidelineRelease, without: Iterable[Ablation]) -> GuidelineRelease:
    """Return a release without the knowledge that is left out; the pinned digest stays.

    Parameters
    ----------
    release : GuidelineRelease
    without : iterable of Ablation
        Roles among them change nothing here.

    Returns
    -------
    GuidelineRelease
    """
    gone = set(without)
    entries: tuple[GuidelineEntry, ...] = release.entries
    if Ablation.LIBRARY in gone:
        entries = ()
    if Ablation.INDICES in gone:
        entries = tuple(entry for entry in entries if entry.modality is not Modality.INDEX)
    if Ablation.FIGURES in gone:
        entries = tuple(entry for entry in entries if entry.modality is not Modality.FIGURE)
    changes: dict[str, object] = {}
    if Ablation.CONDITIONS in gone:
        changes["conditions_machine"] = MachineConditions()
    if Ablation.ALTERNATIVES in gone:
        changes["alternatives"] = ()
    if Ablation.CAUSES in gone:
        changes |= {"supports": (), "opposes": ()}
    if changes:
        entries = tuple(entry.model_copy(update=changes) for entry in entries)
    causes = () if Ablation.CAUSES in gone else release.causes
    return release.model_copy(update={"entries": entries, "causes": causes})


def ablated_team(team: Team, without: Iterable[Ablation]) -> Team:
    """Return a team in which plain rules take the place of the roles that are left out."""
    plain: dict[str, Any] = {
        Ablation.DECOMPOSER.value: PlainDecomposer,
        Ablation.DATA_SPECIALIST.value: PlainDataSpecialist,
        Ablation.CODE_EXECUTOR.value: PlainCodeExecutor,
        Ablation.PLOTTER.value: PlainPlotter,
        Ablation.IMAGE_CHECKER.value: PlainImageChecker,
        Ablation.DIAGNOSTICIAN.value: PlainDiagnostician,
        Ablation.REPORTER.value: PlainReporter,
    }
    gone = {part.value for part in without}
    return replace(team, **{role: make() for role, make in plain.items() if role in gone})


class PlainDecomposer:
    """Takes the first applicable entries in the library's order."""

    def propose(self, view: CaseView, ranked: Sequence[str]) -> Decision[Hypothesis]:
        """Choose without rank, category or modality."""
        factors = tuple(
            HypothesisFactor(entry_id=entry.id, factor=entry.factor, modality=entry.modality)
            for entry in view.candidates[: view.wanted]
        )
        return Decision(Hypothesis(factors=factors, reason="the library's order"), policy="plain")


class PlainDataSpecialist:
    """Reads every field of the data over the region; checks and repairs nothing."""

    def repair(self, view: CaseView) -> Decision[RepairPlan]:
        """Repair nothing."""
        return Decision(RepairPlan(), policy="plain")

    def plan(self, view: CaseView, hypothesis: Hypothesis) -> Decision[RetrievalPlan]:
        """Plan all fields and levels."""
        plan = RetrievalPlan(
            variables=tuple(item.name for item in view.inventory.variables),
            levels_hpa=view.inventory.levels_hpa,
            region=view.request.region,
            window=view.window,
        )
        return Decision(plan, policy="plain")

    def review(
        self, view: CaseView, plan: RetrievalPlan, arrival: Arrival
    ) -> Decision[RetrievalReview]:
        """Accept whatever came."""
        return Decision(RetrievalReview(accepted=True, arrival=arrival), policy="plain")


class PlainCodeExecutor:
    """Computes an index by its own defaults instead of the entry's choices."""

    def call(self, view: CaseView, entry: GuidelineEntry) -> Decision[IndexCall]:
        """Take the tool's default reduction and level."""
        spec = view.specs[entry.factor]
        expected = entry.expected
        if not isinstance(expected, IndexExpectation):
            raise TypeError(f"entry {entry.id} is not an index entry")
        units = {item.name: item.unit for item in spec.reductions}
        reduction = spec.default_reduction or spec.reductions[0].name
        if units.get(reduction) != expected.unit:
            # the threshold is in the unit of the entry's own reduction
            reduction = expected.reduction
        call = IndexCall(entry_id=entry.id, tool=entry.factor, reduction=reduction)
        return Decision(call, policy="plain")


class PlainPlotter:
    """Draws the middle of the period."""

    def chart(self, view: CaseView, entry: GuidelineEntry) -> Decision[ChartCall]:
        """Choose one time, without regard to the event."""
        times = view.analysed_times
        middle = times[len(times) // 2]
        call = ChartCall(entry_id=entry.id, tool=entry.factor, times=(middle,))
        return Decision(call, policy="plain")


class PlainImageChecker:
    """Accepts every chart."""

    def review(self, view: CaseView, evidence: EvidenceItem) -> Decision[ChartReview]:
        """Accept."""
        return Decision(ChartReview(evidence_id=evidence.id, accepted=True), policy="plain")


class PlainDiagnostician:
    """Takes the criteria's verdicts and stops after the first turn."""

    def judge(
        self, view: CaseView, evidence: EvidenceItem, rule: Judgement
    ) -> Decision[FactorVerdict]:
        """Repeat the rule."""
        verdict = FactorVerdict(evidence_id=evidence.id, verdict=rule.verdict, reason=rule.reason)
        return Decision(verdict, policy="plain")

    def replan(self, view: CaseView) -> Decision[ReplanDecision]:
        """Never replan."""
        enough = view.wanted <= 0
        stop = StopReason.TARGET_REACHED if enough else StopReason.TURNS_USED
        return Decision(
            ReplanDecision(action="stop", reason="no replanning", stop=stop), policy="plain"
        )

    def weigh(self, view: CaseView) -> Decision[CauseWeighing]:
        """Weigh nothing."""
        return Decision(CauseWeighing(), policy="plain")


class PlainReporter:
    """Keeps the order in which evidence came and shows the first chart alone."""

    def outline(self, view: CaseView) -> Decision[ReportOutline]:
        """Choose no order, and one chart."""
        drawn = tuple(item.id for item in view.evidence if item.artifacts)
        return Decision(ReportOutline(figures=drawn[:1]), policy="plain")
