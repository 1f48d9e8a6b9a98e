"""The Diagnostician: the verdict on each factor, and how to go on."""

from __future__ import annotations

from diagnostics.agents.expert.causes import requirements_to_test, weigh_causes
from diagnostics.agents.protocol import CaseView, Decision
from diagnostics.contracts.enums import StopReason, Verdict
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.guidelines import IndexExpectation
from diagnostics.contracts.roles import CauseWeighing, FactorVerdict, ReplanDecision
from diagnostics.guidelines import links_of, rank_replacements


class ExpertDiagnostician:
    """Follows the release's criteria, remembers what failed, and asks for causal alternatives."""

    def judge(
        self, view: CaseView, evidence: EvidenceItem, rule: Judgement
    ) -> Decision[FactorVerdict]:
        """Take the verdict of the release's own criteria, and say what it speaks for."""
        entry = view.release.entry(evidence.entry_id) if evidence.entry_id else None
        pro: tuple[str, ...] = ()
        contra: tuple[str, ...] = ()
        if entry is not None and rule.verdict is Verdict.CONFIRMED:
            pro, contra = links_of(entry, rule.detector)
        elif entry is not None and rule.verdict is Verdict.REFUTED:
            contra = entry.supports
        tail = (
            entry.expected.tail
            if entry is not None and isinstance(entry.expected, IndexExpectation)
            else "upper"
        )
        return Decision(
            FactorVerdict(
                evidence_id=evidence.id,
                verdict=rule.verdict,
                reason=rule.reason,
                strength=rule.strength,
                significance=_significance(evidence, rule, tail),
                speaks_for=pro,
                speaks_against=contra,
            )
        )

    def replan(self, view: CaseView) -> Decision[ReplanDecision]:
        """Stop at the target, at the last turn or with nothing left; otherwise rank candidates.

        What an explanation in play requires is tested first, beyond the target as well.
        """
        options = view.request.options
        owed = requirements_to_test(view)
        if view.wanted <= 0 and not owed:
            counting = len(view.confirmed) - len(view.trivial)
            reason = f"{counting} factors are confirmed and count"
            return _stop(StopReason.TARGET_REACHED, reason)
        if view.turn >= options.max_turns:
            return _stop(StopReason.TURNS_USED, f"turn {view.turn} is the last")
        if not view.candidates:
            reason = "no applicable factor is left to test on these data"
            return _stop(StopReason.LIBRARY_EXHAUSTED, reason)
        if view.wanted <= 0:
            reason = f"{len(owed)} left to test that an explanation requires"
            return Decision(
                ReplanDecision(action="continue", candidates=tuple(owed), reason=reason)
            )
        failed = (*view.refuted, *view.undetermined)
        ranked = rank_replacements(
            failed,
            view.candidates,
            view.confirmed,
            value=view.value,
            untouched=view.untouched,
        )
        return Decision(
            ReplanDecision(
                action="continue",
                candidates=tuple(dict.fromkeys((*owed, *(entry.id for entry in ranked)))),
                reason=f"{len(view.confirmed)} confirmed, {len(view.refuted)} refuted, "
                f"{len(ranked)} left to test",
            )
        )

    def weigh(self, view: CaseView) -> Decision[CauseWeighing]:
        """Weigh the competing explanations by every verdict of the run."""
        return Decision(CauseWeighing(causes=weigh_causes(view)))


def _stop(why: StopReason, reason: str) -> Decision[ReplanDecision]:
    return Decision(ReplanDecision(action="stop", reason=reason, stop=why))


def _significance(evidence: EvidenceItem, rule: Judgement, tail: str) -> float | None:
    """Share of the climatology at least as extreme as the value that decided."""
    if evidence.index is None or evidence.index.anomaly is None:
        return None
    for point in evidence.index.series:
        if point.time == rule.decisive_time and point.percentile is not None:
            share = point.percentile / 100.0
            return round(share if tail == "lower" else 1.0 - share, 6)
    return None
