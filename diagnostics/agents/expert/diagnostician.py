"""The Diagnostician: the verdict on each factor, and how to go on."""

from __future__ import annotations

from typing import NamedTuple

from diagnostics.agents.expert.causes import weigh_causes
from diagnostics.agents.protocol import CaseView, Decision
from diagnostics.contracts.enums import Firing, StopReason, Verdict
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.guidelines import GuidelineEntry, IndexExpectation
from diagnostics.contracts.roles import CauseWeighing, FactorVerdict, ReplanDecision
from diagnostics.guidelines import rank_replacements
from diagnostics.guidelines.support import support_of


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
            pro, contra = entry.supports, entry.opposes
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

        Factors that count and speak for other explanations do not confirm the leading one: at the
        target the search goes on for what is of its own, as long as each turn finds some of it and
        that could still confirm it.
        """
        options = view.request.options
        reached = view.counting >= options.target_factors + view.extra
        own = _its_own(view) if reached else _NOTHING_MORE
        if reached and not own.candidates:
            reason = f"{view.counting} factors are confirmed and count"
            return _stop(StopReason.TARGET_REACHED, reason)
        if view.turn >= options.max_turns:
            return _stop(StopReason.TURNS_USED, f"turn {view.turn} is the last")
        if not view.candidates:
            reason = "no applicable factor is left to test on these data"
            return _stop(StopReason.LIBRARY_EXHAUSTED, reason)
        failed = (*view.refuted, *view.undetermined)
        left = own.candidates or view.candidates
        ranked = rank_replacements(failed, left, view.confirmed, value=view.value)
        return Decision(
            ReplanDecision(
                action="continue",
                candidates=tuple(entry.id for entry in ranked),
                target=own.target,
                reason=f"{len(view.confirmed)} confirmed, {len(view.refuted)} refuted, "
                f"{len(ranked)} left to test",
            )
        )

    def weigh(self, view: CaseView) -> Decision[CauseWeighing]:
        """Weigh the competing explanations by every verdict of the run."""
        return Decision(CauseWeighing(causes=weigh_causes(view)))


class _More(NamedTuple):
    """What is still to be tested when the target is reached, and the target that this raises."""

    candidates: tuple[GuidelineEntry, ...] = ()
    target: int = 0


_NOTHING_MORE = _More()


def _its_own(view: CaseView) -> _More:
    """Return what could still confirm the leading explanation, where it is not confirmed.

    Where a turn for this alone found none, it is reported as it stands.
    """
    if view.classification.assessment(view.event).firing is not Firing.FIRED:
        return _NOTHING_MORE
    found = {entry.id for entry in view.confirmed}
    counts = found - {entry.id for entry in view.trivial}
    counting = [item for item in view.evidence if item.entry_id in counts]
    entries = {entry.id: entry for entry in view.release.entries}
    support = support_of(weigh_causes(view), counting, entries)
    in_vain = view.target and all(item.turn < view.turn for item in support.own)
    if support.against or not support.lacking or in_vain:
        return _NOTHING_MORE
    shown = {item.finding for item in view.evidence if item.entry_id in found} - {None}
    fitting = [
        entry
        for entry in view.candidates
        if support.cause in entry.supports
        and not entry.restates_criterion
        and entry.finding not in shown
    ]
    if support.lacks_only_a_category:
        fitting = [entry for entry in fitting if entry.category not in support.categories]
    return _More(tuple(fitting), view.counting - view.extra + support.lacking)


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
