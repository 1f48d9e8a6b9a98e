"""Run a diagnosis: the loop, with the stores and controls of the caller."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.learned_experience import LearnedExperience
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.ports import (
    ArtifactSink,
    ControlSource,
    EventSink,
    EvidenceSink,
    Executor,
    FieldSource,
    GuidelineSource,
)
from diagnostics.service.changed_data import report_changed_data
from diagnostics.service.local_ports import SerialExecutor
from diagnostics.service.revision import software_revision

if TYPE_CHECKING:
    from diagnostics.agents import Team
    from diagnostics.climatology import Climatologies
    from diagnostics.figures.boundaries import Boundaries
    from diagnostics.loop import LoopOutcome
    from diagnostics.workflow import ToolContext


@dataclass(frozen=True)
class RunStore:
    """Where a run keeps what it makes; `events` reports progress too, one event at a time."""

    artifacts: ArtifactSink
    evidence: EvidenceSink
    events: EventSink


@dataclass(frozen=True)
class DiagnosisSetting:
    """What a diagnosis works on and with.

    Parameters
    ----------
    source : FieldSource
    guidelines : GuidelineSource
    control : ControlSource
        Is asked before each step: go on, stop, yield, and the orders of people.
    team : Team, optional
        The expert policy by default.
    climatology : Climatologies, optional
    boundaries : Boundaries, optional
        Natural Earth's by default.
    executor : Executor
        For independent pieces of work; this process by default.
    reopen : callable, optional
        Opens the same data in another process; without it everything is done in this one.
    experience : LearnedExperience, optional
        What use has shown of entries, for the choice of factors; none by default.
    """

    source: FieldSource
    guidelines: GuidelineSource
    control: ControlSource
    team: Team | None = None
    climatology: Climatologies | None = None
    boundaries: Boundaries | None = None
    executor: Executor = field(default_factory=SerialExecutor)
    reopen: Callable[[], ToolContext] | None = None
    experience: LearnedExperience | None = None


def run_diagnosis(
    request: DiagnosisRequest,
    setting: DiagnosisSetting,
    store: RunStore,
    history: Sequence[RecordedEvent] = (),
    *,
    attempt: int = 1,
) -> LoopOutcome:
    """Run a diagnosis, or go on with it from where its log ends.

    Parameters
    ----------
    request : DiagnosisRequest
    setting : DiagnosisSetting
    store : RunStore
    history : sequence of RecordedEvent
        What earlier attempts recorded; empty for a new run.
    attempt : int
        Fencing token, passed to the event sink with every event.

    Raises
    ------
    DiagnosticsError
        As `diagnostics.loop.diagnose`; ``source_vanished`` or ``source_changed`` in place of any
        fault that data met which changed under the run.
    """
    from diagnostics.agents import expert_team
    from diagnostics.figures.boundaries import NATURAL_EARTH
    from diagnostics.loop import LoopPorts, diagnose

    ports = LoopPorts(
        source=setting.source,
        guidelines=setting.guidelines,
        artifacts=store.artifacts,
        evidence=store.evidence,
        events=store.events,
        control=setting.control,
        executor=setting.executor,
        baseline=setting.climatology,
        team=setting.team or expert_team(),
        revision=software_revision(),
        boundaries=setting.boundaries or NATURAL_EARTH,
        reopen=setting.reopen,
        experience=setting.experience,
    )
    with report_changed_data(setting.source):
        return diagnose(request, ports, history, attempt=attempt)
