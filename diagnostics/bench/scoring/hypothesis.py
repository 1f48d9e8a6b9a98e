"""Rubric of the hypothesis: applicable factors over all three categories."""

from __future__ import annotations

from diagnostics.bench.scoring.case import FinishedCase
from diagnostics.bench.scoring.wording import not_scored, of_factor, reason, scored
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.roles import Hypothesis
from diagnostics.contracts.scores import StageScore
from diagnostics.guidelines import inapplicable_reason
from diagnostics.messages import Message

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
    if case.ineligible is not None:
        return not_scored(case.ineligible)
    if not case.hypotheses:
        return scored(0, [reason("no_factor")])
    proposed = case.hypotheses[0]
    violations = _violations(case, proposed)
    wrong = {entry_id for entry_id, _ in violations}
    sound = [entry for entry in case.turns[0] if entry.id not in wrong]
    categories = {entry.category for entry in sound}
    selected, bad = len(proposed.factors), len(violations)
    score = grade(selected, bad, len(categories))
    counted = reason("proposed", factors=selected, bad=bad, categories=len(categories))
    return scored(
        score,
        [counted, *(of_factor(entry_id, why) for entry_id, why in violations)],
        {
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


def _violations(case: FinishedCase, proposed: Hypothesis) -> list[tuple[str, Message]]:
    found: list[tuple[str, Message]] = []
    seen: set[str] = set()
    for item in proposed.factors:
        entry = case.entries.get(item.entry_id)
        why = reason("unknown") if entry is None else inapplicable_reason(entry, case.profile)
        if why is None and item.factor in seen:
            why = reason("twice")
        seen.add(item.factor)
        if why is not None:
            found.append((item.entry_id, why))
    return found


def _weight_share(case: FinishedCase, chosen: list[GuidelineEntry]) -> float:
    """Weights of the sound factors relative to the five heaviest that could be tested."""
    best = sorted((entry.weight for entry in case.testable), reverse=True)[:WANTED]
    return sum(entry.weight for entry in chosen) / sum(best) if best else 0.0
