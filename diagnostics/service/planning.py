"""A dry run: what a diagnosis would test and read first. Nothing is kept of it."""

from __future__ import annotations

import hashlib
import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from diagnostics.contracts.checking import Weight
from diagnostics.contracts.enums import Language
from diagnostics.contracts.events import EventBody, RecordedEvent
from diagnostics.contracts.evidence import ArtifactRef, EvidenceItem
from diagnostics.contracts.feasibility import DiagnosisPlan, PlannedFactor, PlannedField
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.inventory import GridInfo
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region
from diagnostics.ports import ControlSignal, FieldSource
from diagnostics.service.changed_data import report_changed_data
from diagnostics.service.local_ports import SerialExecutor

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies
    from diagnostics.loop.first_turn import FirstTurn

BYTES_PER_VALUE = 4


def plan_diagnosis(
    request: DiagnosisRequest,
    source: FieldSource,
    release: GuidelineRelease,
    *,
    climatology: Climatologies | None = None,
    language: Language = Language.EN,
) -> DiagnosisPlan:
    """Classify the event, and say which factors would be tested first and what they would read.

    Parameters
    ----------
    request : DiagnosisRequest
    source : FieldSource
    release : GuidelineRelease
        That a run would be pinned to.
    climatology : Climatologies, optional
    language : Language
        Of titles.

    Raises
    ------
    DiagnosticsError
        For input that cannot be diagnosed.
    """
    from diagnostics.loop import LoopPorts
    from diagnostics.loop.first_turn import plan_first_turn

    # The coasts and borders that maps would show change nothing of what is tested.
    plain = request.model_copy(update={"boundaries": None})
    ports = LoopPorts(
        source=source,
        guidelines=_Pinned(release),
        artifacts=_NoArtifacts(),
        evidence=_NoEvidence(),
        events=_Counted(),
        control=_GoOn(),
        executor=SerialExecutor(),
        baseline=climatology,
    )
    with report_changed_data(source):
        turn = plan_first_turn(plain, ports)
    return _plan(request, turn, language)


def _plan(request: DiagnosisRequest, turn: FirstTurn, language: Language) -> DiagnosisPlan:
    inventory = turn.state.inventory
    assert inventory is not None
    check = turn.state.data_check
    shared = DiagnosisPlan(
        request=request,
        event=turn.event,
        classification=turn.classification,
        window=turn.window,
        region=request.region,
        doubts=() if check is None else check.of(Weight.DOUBT, Weight.REFUSE),
    )
    if turn.view is None or turn.hypothesis is None or turn.retrieval is None:
        return shared
    plan, view = turn.retrieval, turn.view
    times = tuple(t for t in inventory.times if plan.window.start <= t <= plan.window.end)
    cells = cells_in(inventory.grid, plan.region)
    fields = tuple(
        PlannedField(
            name=need.name,
            levels_hpa=need.levels_hpa,
            times=len(times),
            bytes=max(1, len(need.levels_hpa)) * len(times) * cells * BYTES_PER_VALUE,
        )
        for need in plan.needs
    )
    return shared.model_copy(
        update={
            "factors": tuple(
                PlannedFactor(
                    entry_id=factor.entry_id,
                    factor=factor.factor,
                    title=view.specs[factor.factor].title(language),
                    modality=factor.modality,
                    category=view.release.entry(factor.entry_id).category,
                    value=factor.value,
                    refuted_by=factor.refuted_by,
                )
                for factor in turn.hypothesis.factors
            ),
            "blocked": len(plan.blocked),
            "fields": fields,
            "levels_hpa": plan.levels_hpa,
            "times": times,
            "region": plan.region,
            "bytes": sum(field.bytes for field in fields),
        }
    )


def cells_in(grid: GridInfo | None, region: Region) -> int:
    """Return about how many cells of a grid lie in a region.

    Examples
    --------
    >>> grid = GridInfo(
    ...     kind="latitude_longitude",
    ...     shape=(11, 21),
    ...     spacing_deg=1.0,
    ...     region=Region(west=0, south=0, east=20, north=10),
    ... )
    >>> cells_in(grid, Region(west=0, south=0, east=10, north=10))
    116
    """
    if grid is None:
        return 1
    whole = grid.region
    east_west = min(1.0, region.width / whole.width) if whole.width else 1.0
    height = whole.north - whole.south
    north_south = min(1.0, (region.north - region.south) / height) if height else 1.0
    return max(1, math.ceil(grid.shape[0] * grid.shape[1] * east_west * north_south))


class _Pinned:
    """The release that was given."""

    def __init__(self, release: GuidelineRelease) -> None:
        self._release = release

    def release(self, digest: str | None = None) -> GuidelineRelease:
        """Return it."""
        return self._release


class _NoArtifacts:
    """Keeps no bytes; a dry run ends before there are any."""

    def put(self, name: str, data: bytes, media_type: str) -> ArtifactRef:
        """Name bytes by their content."""
        digest = hashlib.sha256(data).hexdigest()
        return ArtifactRef(name=name, sha256=digest, media_type=media_type, size=len(data))

    def get(self, sha256: str) -> bytes:
        """Return nothing: nothing is kept."""
        return b""


class _NoEvidence:
    """Keeps no evidence."""

    def put(self, item: EvidenceItem) -> None:
        """Let it go."""


class _Counted:
    """Numbers events and keeps none."""

    def __init__(self) -> None:
        self._last = 0

    def append(self, body: EventBody, attempt: int) -> RecordedEvent:
        """Number one."""
        self._last += 1
        return RecordedEvent(seq=self._last, at=datetime.now(UTC), body=body)


class _GoOn:
    """Says: go on."""

    def poll(self) -> ControlSignal:
        """Go on."""
        return ControlSignal()
