"""What the engine is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from diagnostics.agents import Team, expert_team
from diagnostics.contracts.learned_experience import LearnedExperience
from diagnostics.contracts.report import Report
from diagnostics.figures.boundaries import NATURAL_EARTH, Boundaries
from diagnostics.loop.state import RunState
from diagnostics.messages import Message
from diagnostics.ports import (
    ArtifactSink,
    ControlSource,
    EventSink,
    EvidenceSink,
    Executor,
    FieldSource,
    GuidelineSource,
)

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies
    from diagnostics.workflow import ToolContext


@dataclass(frozen=True)
class LoopPorts:
    """What one run reads from and writes to.

    `reopen` opens the same data in another process; without it everything is done in this one.
    `experience` is what use has shown of entries, for the choice of factors.
    """

    source: FieldSource
    guidelines: GuidelineSource
    artifacts: ArtifactSink
    evidence: EvidenceSink
    events: EventSink
    control: ControlSource
    executor: Executor
    baseline: Climatologies | None = None
    team: Team = field(default_factory=expert_team)
    boundaries: Boundaries = NATURAL_EARTH
    revision: str = ""
    reopen: Callable[[], ToolContext] | None = None
    experience: LearnedExperience | None = None


@dataclass(frozen=True)
class LoopOutcome:
    """How the engine left a run.

    ``yielded`` means that the control source asked for the worker back: call again with the
    stored history. The report and its two renderings are there when the run finished in this call.
    """

    status: Literal["finished", "cancelled", "yielded", "failed"]
    state: RunState
    report: Report | None = None
    markdown: str = ""
    html: str = ""
    code: str = ""
    message: str = ""
    wording: Message | None = None
