"""The second score of a report: how much of it holds."""

from __future__ import annotations

from dataclasses import dataclass

from diagnostics.bench.planted import (
    rules_of_events,
    rules_of_evidence,
    rules_of_explanations,
    rules_of_systems,
    rules_of_text,
)
from diagnostics.bench.planted.truth import Complaint, Document, Truth

KEPT = 0.9
"""Share of the score that is left after each complaint, so that none is ever without weight."""
RULES = (
    *rules_of_events.RULES,
    *rules_of_systems.RULES,
    *rules_of_evidence.RULES,
    *rules_of_explanations.RULES,
    *rules_of_text.RULES,
)


@dataclass(frozen=True)
class TruthScore:
    """The score of a report, 0 to 100, and what is wrong with it."""

    score: float
    complaints: tuple[Complaint, ...]


def score_truth(document: Document, truth: Truth) -> TruthScore:
    """Hold a report against the fields and what is known of its case.

    Parameters
    ----------
    document : dict
        Content of ``diagnosis.json``.
    truth : Truth

    Returns
    -------
    TruthScore
        100 where nothing is wrong, and 0.9 of that for each complaint.
    """
    found = {one for rule in RULES for one in rule(document, truth)}
    return TruthScore(round(100.0 * KEPT ** len(found), 3), tuple(sorted(found)))
