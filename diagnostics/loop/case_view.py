"""What roles may see of a run, from its folded state alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from diagnostics.agents import CaseView
from diagnostics.catalog import feasibility, get_catalog
from diagnostics.contracts.enums import EventType, Verdict
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import LevelRepair
from diagnostics.fields.repair import repaired_inventory
from diagnostics.guidelines.verdict import counts_in
from diagnostics.loop.open_run import missing_climatology

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies
    from diagnostics.loop.state import RunState


def case_view(
    state: RunState,
    request: DiagnosisRequest,
    release: GuidelineRelease,
    event: EventType,
    *,
    repairs: Sequence[LevelRepair],
    baseline: Climatologies | None,
) -> CaseView:
    """Return what the roles may see of a run whose event is classified.

    Parameters
    ----------
    state : RunState
    request : DiagnosisRequest
    release : GuidelineRelease
        With every entry that the state has evidence of.
    event : EventType
    repairs : sequence of LevelRepair
        Levels that are read between others.
    baseline : Climatologies, optional

    Returns
    -------
    CaseView
    """
    assert state.inventory is not None
    assert state.window is not None
    assert state.classification is not None
    inventory = repaired_inventory(state.inventory, repairs)
    metrics = state.classification.assessment(event).metrics
    failed = [item.entry_id for item in state.failed_steps if item.entry_id]

    def entries(items: Sequence[EvidenceItem]) -> tuple[GuidelineEntry, ...]:
        return tuple(release.entry(item.entry_id) for item in items if item.entry_id)

    return CaseView(
        request=request,
        inventory=inventory,
        window=state.window,
        period=(counts_in(state.window, metrics.onset, metrics.end) if metrics else state.window),
        classification=state.classification,
        event=event,
        release=release,
        specs={spec.name: spec for spec in get_catalog().specs()},
        feasibility={item.name: item for item in feasibility(inventory)},
        turn=state.turn,
        confirmed=entries(state.confirmed),
        severity=entries(state.severity),
        refuted=entries(state.with_verdict(Verdict.REFUTED)),
        undetermined=(
            *entries(state.with_verdict(Verdict.UNDETERMINED)),
            *(release.entry(entry_id) for entry_id in failed),
        ),
        evidence=tuple(item for item in state.evidence if item.entry_id not in state.vetoed),
        climatology=baseline is not None,
        vetoed=state.vetoed,
        extra=state.extra,
        target=state.raised_target,
        lacks=missing_climatology(baseline),
        repeated=entries(state.repeated),
        trivial=entries(state.trivial),
        systems=state.systems,
    )
