"""What a change of the Guideline Library does: to the generated cases, and to stored runs."""

from diagnostics.effect.changes import Progress
from diagnostics.effect.on_cases import effect_on_cases
from diagnostics.effect.on_runs import effect_on_runs
from diagnostics.effect.sentence import sentence_of
from diagnostics.effect.stored_runs import OpenedData, StoredRun

__all__ = [
    "OpenedData",
    "Progress",
    "StoredRun",
    "effect_on_cases",
    "effect_on_runs",
    "sentence_of",
]
