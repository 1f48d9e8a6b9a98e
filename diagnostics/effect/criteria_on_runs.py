"""The effect of changed criteria of events on the stored runs of a centre."""

from __future__ import annotations

import re
from typing import Any

from diagnostics.contracts.detection import Classification, TypeAssessment
from diagnostics.contracts.effect import (
    CriteriaChange,
    CriteriaOnRuns,
    RunClassification,
    UnclassifiedRun,
)
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.detection.events import preset_of
from diagnostics.effect.changes import criteria_releases
from diagnostics.effect.classifications import Both, criterion_rates, type_changes, types_about
from diagnostics.effect.comparison import in_every_language
from diagnostics.effect.stored_runs import RunData, StoredRun
from diagnostics.errors import DiagnosticsError
from diagnostics.guidelines import (
    changed_numbers,
    deciding_numbers,
    event_of_number,
    preset_documents,
)
from diagnostics.guidelines.examined import event_found
from diagnostics.loop.open_run import MOVING_GRID
from diagnostics.loop.state import RunState

_WELL_BELOW = -0.02
"""Relative distance below which no cell reaches a limit, whatever the tolerance of storage."""
_FIRST_LIMITS = re.compile(
    r"criteria\.(?:(?:rainstorm|snowstorm)\.windows\.\d+\.grades\.0\.value"
    r"|gale\.(?:sustained|gust)\.0\.value|cold_wave\.grades\.0\.drops\.\d+)"
)
"""Limits by which a type is met or not; the greater, the harder."""
_LATER_LIMITS = re.compile(
    r"criteria\.(?:(?:rainstorm|snowstorm)\.windows\.\d+\.grades\.[12]\.value"
    r"|gale\.(?:sustained|gust)\.[12]\.value|heat_wave\.grades\.[12]\.any_of\.\d+\.(?:value|peak)"
    r"|cold_wave\.grades\.[12]\.(?:minimum|drops\.\d+))"
)
"""Limits that grade what is met, and have no say in whether it is."""


class CriteriaInRuns:
    """What changed criteria do in the runs that were made with them.

    Parameters
    ----------
    change : CriteriaChange
    """

    def __init__(self, change: CriteriaChange) -> None:
        self.preset = change.preset
        self._change = change
        self._runs = 0
        self._classified: list[Both] = []
        self._changed: list[RunClassification] = []
        self._undecided: list[UnclassifiedRun] = []

    def look_at(self, run: StoredRun, state: RunState, data: RunData) -> None:
        """Classify a run before and after, where it was made with these criteria.

        From its log where that decides it, else on its data; both sides alike.
        """
        stored = state.classification
        if stored is None or state.request is None or state.request.preset != self.preset:
            return
        self._runs += 1
        if tells_that_nothing_changes(state, run.release, self._change):
            self._classified.append(Both(stored, stored))
            return
        releases = criteria_releases(run.release, self._change)
        try:
            both = Both(data.classified(releases.before), data.classified(releases.after))
        except DiagnosticsError as error:
            texts = in_every_language(error.text)
            self._undecided.append(UnclassifiedRun(run=run.label, texts=texts))
            return
        self._classified.append(both)
        events = [event_found(side) for side in both]
        types = type_changes(both)
        if types or events[0] is not events[1]:
            self._changed.append(
                RunClassification(
                    run=run.label,
                    before=events[0],
                    after=events[1],
                    types=types,
                )
            )

    def found(self, of: int) -> CriteriaOnRuns:
        """Return what came of it, of so many runs with these criteria in all."""
        return CriteriaOnRuns(
            preset=self.preset,
            runs=self._runs,
            of=of,
            rates=criterion_rates(types_about(self._change), self._classified),
            classifications=tuple(self._changed),
            undecided=tuple(self._undecided),
        )


def tells_that_nothing_changes(
    state: RunState, release: GuidelineRelease, change: CriteriaChange
) -> bool:
    """Whether the log of a run tells by itself that nothing is classified otherwise.

    So it is of types whose numbers stay, and of those that are not met as by `_stays_unmet`, where
    the run was classified by the numbers before the change. A grid that moves needs the data: the
    criteria choose the time that is looked at.

    Parameters
    ----------
    state : RunState
        Of a run that was classified by these criteria.
    release : GuidelineRelease
        The one that the run pinned.
    change : CriteriaChange
    """
    stored = state.classification
    assert stored is not None
    pinned = preset_documents(release)[change.preset]
    is_known = preset_of(release.presets, change.preset).digest == stored.preset_digest
    if not is_known or deciding_numbers(pinned) != deciding_numbers(change.before):
        return False
    findings = state.inventory.findings if state.inventory is not None else ()
    if any(finding.code == MOVING_GRID for finding in findings):
        return False
    changed = changed_numbers(change)
    return all(_stays_unmet(stored, event, changed) for event in types_about(change))


def _stays_unmet(
    stored: Classification, event: EventType, changed: dict[str, tuple[Any, Any]]
) -> bool:
    """Whether a type that is not met by its numbers is not met by others either.

    So it is where nothing could be tested or no cell came near its limit, and limits only rise: the
    less is reached the less is met, or likely at stations. Limits of later grades have no say. The
    largest amount of a run is no such bound: windows that the data cut are not in it.
    """
    found = stored.assessment(event)
    if not (_is_untested(found) or _is_far_below(found)):
        return False
    own = {path: sides for path, sides in changed.items() if event_of_number(path) in (event, None)}
    return all(
        _LATER_LIMITS.fullmatch(path) or (_FIRST_LIMITS.fullmatch(path) and after >= before)
        for path, (before, after) in own.items()
    )


def _is_untested(found: TypeAssessment) -> bool:
    """Whether data, land or season did not let it be tested."""
    without = found.firing is Firing.NOT_FIRED and found.metrics is None
    return without or found.firing is Firing.NOT_ASSESSABLE


def _is_far_below(found: TypeAssessment) -> bool:
    """Whether no cell came near its limit, nor those of other numbers that name what it is."""
    below = found.metrics is not None and found.metrics.distance < _WELL_BELOW
    cools = found.event is EventType.COLD_WAVE and bool(found.labels)
    return found.firing is Firing.NOT_FIRED and below and not cools
