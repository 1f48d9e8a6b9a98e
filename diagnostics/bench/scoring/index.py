"""Rubric of the indices: agreement with reference values."""

from __future__ import annotations

import math
from collections.abc import Mapping

from diagnostics.bench.scoring.case import FinishedCase
from diagnostics.bench.scoring.wording import not_scored, of_factor, reason, scored
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.scores import StageScore
from diagnostics.messages import Message

_GRADES = ((1e-5, 5), (1e-4, 4), (1e-3, 3), (1e-2, 2), (1e-1, 1))
_SUSPECT = (
    *(10.0**power for power in (-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6)),
    9.80665, 3600.0, 86400.0, 1.852, 3.6,
)  # fmt: skip
"""Factors between a value and its reference that betray a wrong unit."""


def score_indices(case: FinishedCase, reference: Mapping[str, float] | None) -> StageScore:
    """Score the decisive values of a run's indices against reference values.

    Parameters
    ----------
    case : FinishedCase
    reference : mapping or None
        Value by factor, in the unit of the factor's reduction and at its decisive time, from an
        independent implementation of the same definition.

    Returns
    -------
    StageScore
        The mean over the indices with a reference.
    """
    if not reference:
        return not_scored(reason("no_reference"))
    found = [item for item in case.report.evidence if item.index and item.factor in reference]
    if not found:
        return not_scored(reason("no_index_of_reference"))
    scores, reasons = [], []
    for item in found:
        score, why = _score(item, reference[item.factor])
        scores.append(score)
        reasons.append(of_factor(item.factor, why))
    return scored(
        round(sum(scores) / len(scores), 3),
        reasons,
        {"indices": len(found), "within_5_percent": sum(score >= 1 for score in scores)},
    )


def relative_error(answer: float, reference: float) -> float:
    """Return the error relative to the reference; absolute where the reference is zero."""
    return abs(answer) if reference == 0 else abs(answer - reference) / abs(reference)


def grade(error: float) -> int:
    """Return the rubric's score of an error."""
    return next((score for bound, score in _GRADES if error < bound), 0)


def _score(item: EvidenceItem, reference: float) -> tuple[int, Message]:
    value = item.judgement.decisive_value if item.judgement else None
    if value is None or not math.isfinite(value):
        return 0, reason("no_value")
    error = relative_error(value, reference)
    name = "agreement"
    if error >= 0.1 and reference:
        ratio = value / reference
        if any(abs(ratio / factor - 1.0) < 0.01 for factor in _SUSPECT):
            name = "other_unit"
    return grade(error), reason(
        name, value=f"{value:.6g}", reference=f"{reference:.6g}", error=f"{error:.2g}"
    )
