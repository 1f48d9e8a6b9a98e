"""What of a run may be seen by those who place, prefetch and steer its factors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from diagnostics.contracts import events as ev
from diagnostics.contracts.checking import CheckFinding
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import LevelRepair
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.loop.search_area import SearchContext
from diagnostics.loop.state import RunState

if TYPE_CHECKING:
    from diagnostics.agents import CaseView


class RunContext(SearchContext, Protocol):
    """A run as its parts see it: what was asked, the folded state, and how to record an event."""

    request: DiagnosisRequest
    release: GuidelineRelease
    state: RunState
    repairs: tuple[LevelRepair, ...]

    @property
    def refused(self) -> tuple[CheckFinding, ...]:
        """What the check of the data refuses to let anybody use."""

    @property
    def window(self) -> TimeWindow:
        """The resolved period."""

    def say(self, body: ev.EventBody, /) -> None:
        """Record one event and fold it."""

    def view(self, event: EventType, /) -> CaseView:
        """What the roles may see now."""
