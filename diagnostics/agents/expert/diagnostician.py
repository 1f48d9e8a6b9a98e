"""The Diagnostician: the verdict on each factor, and how to go on."""

from __future__ import annotations

from diagnostics.agents.protocol import CaseView, Decision
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.roles import FactorVerdict, ReplanDecision
from diagnostics.guidelines import rank_replacements


class ExpertDiagnostician:
    """Follows the release's criteria, remembers what failed, and asks for causal alternatives."""

    def judge(
        self, view: CaseView, evidence: EvidenceItem, rule: Judgement
    ) -> Decision[FactorVerdict]:
        """Take the verdict of the release's own criteria."""
        return Decision(
            FactorVerdict(evidence_id=evidence.id, verdict=rule.verdict, reason=rule.reason)
        )

    def replan(self, view: CaseView) -> Decision[ReplanDecision]:
        """Stop at the target, at the last turn or with nothing left; otherwise rank candidates."""
        options = view.request.options
        if len(view.confirmed) >= options.target_factors:
            reason = f"{len(view.confirmed)} factors are confirmed"
            return Decision(ReplanDecision(action="stop", reason=reason))
        if view.turn >= options.max_turns:
            return Decision(ReplanDecision(action="stop", reason=f"turn {view.turn} is the last"))
        if not view.candidates:
            reason = "no applicable factor is left to test on these data"
            return Decision(ReplanDecision(action="stop", reason=reason))
        failed = (*view.refuted, *view.undetermined)
        ranked = rank_replacements(failed, view.candidates, view.confirmed)
        return Decision(
            ReplanDecision(
                action="continue",
                candidates=tuple(entry.id for entry in ranked),
                reason=f"{len(view.confirmed)} confirmed, {len(view.refuted)} refuted, "
                f"{len(ranked)} left to test",
            )
        )
