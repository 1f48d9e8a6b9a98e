"""All five rubrics on one run."""

from __future__ import annotations

from collections.abc import Mapping

from diagnostics.bench.scoring.case import FinishedCase
from diagnostics.bench.scoring.figure import score_figures
from diagnostics.bench.scoring.hypothesis import score_hypothesis
from diagnostics.bench.scoring.index import score_indices
from diagnostics.bench.scoring.report import score_report
from diagnostics.bench.scoring.retrieval import score_retrieval
from diagnostics.contracts.scores import RunScores

STAGES = ("hypothesis", "data", "index", "figure", "report")


def score_case(
    case: FinishedCase, *, reference: Mapping[str, float] | None = None, directory: str = ""
) -> RunScores:
    """Score a finished run.

    Parameters
    ----------
    case : FinishedCase
    reference : mapping, optional
        Reference values of indices by factor.
    directory : str
        Where the run is, for the record.

    Returns
    -------
    RunScores
    """
    return RunScores(
        directory=directory,
        report_digest=case.report.report_digest,
        scores={
            "hypothesis": score_hypothesis(case),
            "data": score_retrieval(case),
            "index": score_indices(case, reference),
            "figure": score_figures(case),
            "report": score_report(case),
        },
    )
