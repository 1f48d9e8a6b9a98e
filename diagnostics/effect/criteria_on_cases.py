"""The effect of changed criteria of events on the generated cases, whose event is known."""

from __future__ import annotations

from dataclasses import replace

from diagnostics.bench.known_cases import QUIET, KnownCase
from diagnostics.bench.runs import opened_run
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.effect import CaseClassification, CriteriaChange, CriteriaOnCases
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.effect.changes import criteria_releases, with_digest
from diagnostics.effect.classifications import Both, criterion_rates, type_changes, types_about
from diagnostics.effect.comparison import Turn


class CriteriaInCases:
    """What changed criteria do in the generated cases.

    Parameters
    ----------
    change : CriteriaChange
    library : GuidelineRelease
        As it is in force.
    """

    def __init__(self, change: CriteriaChange, library: GuidelineRelease) -> None:
        self._change = change
        self._releases = criteria_releases(library, change).each(with_digest)
        self._classified: list[Both] = []
        self._changed: list[CaseClassification] = []

    def look_at(self, known: KnownCase) -> None:
        """Classify a case before and after.

        Raises
        ------
        DiagnosticsError
            When the data of the case do not serve.
        """
        both = self._classify(known)
        self._classified.append(both)
        types, turn = type_changes(both), _turns(known, both)
        if types or turn.wrong or turn.right:
            self._changed.append(
                CaseClassification(
                    case=known.name,
                    before=both.before.primary,
                    after=both.after.primary,
                    types=types,
                    turned_wrong=turn.wrong,
                    turned_right=turn.right,
                )
            )

    def found(self) -> CriteriaOnCases:
        """Return what came of it."""
        return CriteriaOnCases(
            preset=self._change.preset,
            rates=criterion_rates(types_about(self._change), self._classified),
            classifications=tuple(self._changed),
        )

    def _classify(self, known: KnownCase) -> Both:
        request = known.request.model_copy(update={"preset": self._change.preset})
        run = opened_run(request, known.source, release=self._releases.before)
        changed = opened_run(
            request,
            known.source,
            release=self._releases.after,
            state=replace(run.state, started=None, classification=None),
            like=run,
        )
        before, after = run.state.classification, changed.state.classification
        assert before is not None
        assert after is not None
        return Both(before, after)


def _turns(known: KnownCase, both: Both) -> Turn:
    """Return what becomes of a case: right is that its own event comes first, or that none does."""
    was, now = (_is_right(known, side) for side in both)
    return Turn(wrong=was and not now, right=now and not was)


def _is_right(known: KnownCase, found: Classification) -> bool:
    return found.primary == (None if known.name == QUIET else known.name)
