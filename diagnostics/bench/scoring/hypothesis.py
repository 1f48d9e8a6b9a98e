"""Rubric of the hypothesis: applicable factors over all three categories."""

from __future__ import annotations

from diagnostics.bench.scoring.case import FinishedCase
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.roles import Hypothesis
from diagnostics.contracts.scores import StageScore
from diagnostics.guidelines import inapplicable_reason

WANTED = 5
_VAST = 0.6
_SMALL = 0.4


def score_hypothesis(case: FinishedCase) -> StageScore:
    """Score the first hypothesis of a run.

    Parameters
    ----------
    case : FinishedCase

    Returns
    -------
    StageScore
        5 for five factors, all applicable, over three categories.
    """
    if case.ineligible:
        return StageScore(not_applicable=case.ineligible)
    if not case.hypotheses:
        return StageScore(score=0, reasons=("no factor was proposed",))
    proposed = case.hypotheses[0]
    violations = _violations(case, proposed)
    wrong = {entry_id for entry_id, _ in violations}
    sound = [entry for entry in case.turns[0] if entry.id not in wrong]
    categories = {entry.category for entry in sound}
    selected, bad = len(proposed.factors), len(violations)
    score = grade(selected, bad, len(categories))
    reasons = [f"{selected} factors, {bad} of them not applicable, {len(categories)} categories"]
    reasons += [f"{entry_id}: {reason}" for entry_id, reason in violations]
    return StageScore(
        score=score,
        reasons=tuple(reasons),
        checks={
            "selected": selected,
            "violations": bad,
            "categories": len(categories),
            "modalities": len({entry.modality for entry in sound}),
            "weight_of_best": round(_weight_share(case, sound), 3),
        },
    )


def grade(selected: int, violations: int, categories: int) -> int:
    """Return the rubric's score; the first row that matches counts.

    Parameters
    ----------
    selected : int
        Factors proposed.
    violations : int
        Of them unknown, not applicable or repeated.
    categories : int
        Among those without violation.
    """
    if selected == 0 or violations == selected:
        return 0
    share = violations / selected
    if share > _VAST or categories <= 1:
        return 1
    if share > _SMALL:
        return 2
    if violations:
        return 3 if categories >= 3 else 2
    if categories == 2:
        return 4
    return 5 if selected == WANTED else 4


def _violations(case: FinishedCase, proposed: Hypothesis) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    seen: set[str] = set()
    for item in proposed.factors:
        entry = case.entries.get(item.entry_id)
        reason = "not in the library" if entry is None else inapplicable_reason(entry, case.profile)
        if reason is None and item.factor in seen:
            reason = "proposed twice"
        seen.add(item.factor)
        if reason is not None:
            found.append((item.entry_id, reason))
    return found


def _weight_share(case: FinishedCase, chosen: list[GuidelineEntry]) -> float:
    """Weights of the sound factors relative to the five heaviest that could be tested."""
    best = sorted((entry.weight for entry in case.testable), reverse=True)[:WANTED]
    return sum(entry.weight for entry in chosen) / sum(best) if best else 0.0
