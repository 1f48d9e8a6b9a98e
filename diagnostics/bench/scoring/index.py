"""Rubric of the indices: agreement with reference values."""

from __future__ import annotations

import math
from collections.abc import Mapping

from diagnostics.bench.scoring.case import FinishedCase
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.scores import StageScore

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
        return StageScore(
            not_applicable="no reference values were given: an index is scored against an "
            "independent implementation of the same definition, by --reference"
        )
    found = [item for item in case.report.evidence if item.index and item.factor in reference]
    if not found:
        return StageScore(not_applicable="none of the indices tested has a reference value")
    scores, reasons = [], []
    for item in found:
        score, reason = _score(item, reference[item.factor])
        scores.append(score)
        reasons.append(f"{item.factor}: {reason}")
    return StageScore(
        score=round(sum(scores) / len(scores), 3),
        reasons=tuple(reasons),
        checks={"indices": len(found), "within_5_percent": sum(score >= 1 for score in scores)},
    )


def relative_error(answer: float, reference: float) -> float:
    """Return the error relative to the reference; absolute where the reference is zero."""
    return abs(answer) if reference == 0 else abs(answer - reference) / abs(reference)


def grade(error: float) -> int:
    """Return the rubric's score of an error."""
    return next((score for bound, score in _GRADES if error < bound), 0)


def _score(item: EvidenceItem, reference: float) -> tuple[int, str]:
    value = item.judgement.decisive_value if item.judgement else None
    if value is None or not math.isfinite(value):
        return 0, "no value"
    error = relative_error(value, reference)
    text = f"{value:.6g} against {reference:.6g}, error {error:.2g}"
    if error >= 0.1 and reference:
        ratio = value / reference
        if any(abs(ratio / factor - 1.0) < 0.01 for factor in _SUSPECT):
            text += "; the ratio is that of another unit"
    return grade(error), text
