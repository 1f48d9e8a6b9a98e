"""The Evaluator: scores a finished run on five rubrics, from 0 to 5.

What a run needed is taken from the request, the pinned library and the catalogue, never from what
the run found; a rubric that cannot be applied says why and gives no marks.
"""

from diagnostics.bench.scoring.case import FinishedCase, read_case
from diagnostics.bench.scoring.evaluate import STAGES, score_case

__all__ = ["STAGES", "FinishedCase", "read_case", "score_case"]
