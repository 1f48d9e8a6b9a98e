"""One attempt at a run: the state, the only way to change it, and what roles may see of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from pydantic import BaseModel

from diagnostics.agents import CaseView, Decision, ablated_release, ablated_team
from diagnostics.catalog import FieldCache
from diagnostics.contracts import events as ev
from diagnostics.contracts.checking import CheckFinding, Weight
from diagnostics.contracts.enums import Ablation, EventType, Role
from diagnostics.contracts.guidelines import GuidelineRelease, Place
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import LevelRepair
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.data_checks import GuardedSource, check_with_margin
from diagnostics.detection.events import Preset, preset_of
from diagnostics.fields.repair import RepairedSource
from diagnostics.loop.case_view import case_view
from diagnostics.loop.ground import Ground
from diagnostics.loop.open_run import Opening
from diagnostics.loop.ports import LoopPorts
from diagnostics.loop.prefetch import Prefetcher
from diagnostics.loop.state import RunState, apply
from diagnostics.loop.steering import take_orders
from diagnostics.workflow import StepOutcome, ToolContext, call_key, run_step
from diagnostics.workflow.schema import ToolStep

Output = TypeVar("Output", bound=BaseModel)
QuietKey = tuple[str, EventType, float, float, datetime, datetime]
"""Criteria, a type of event, a place, and the first and last hour."""


class StopRequestedError(Exception):
    """The control source asked the loop to stop here; carries which way."""

    def __init__(self, status: str) -> None:
        super().__init__(status)
        self.status = status


class Run:
    """The folded state with its surroundings; events are the only way to change it."""

    def __init__(
        self, request: DiagnosisRequest, ports: LoopPorts, state: RunState, attempt: int
    ) -> None:
        self.request = request
        self.ports = ports
        self.state = state
        self.attempt = attempt
        self.cache = FieldCache()
        self.drafts = Prefetcher(ports.executor, ports.reopen)
        self.team = ablated_team(ports.team, request.options.without)
        self.baseline = None if Ablation.CLIMATOLOGY in request.options.without else ports.baseline
        self.source = ports.source
        self.repairs: tuple[LevelRepair, ...] = ()
        self.sides: dict[tuple[EventType, Place], float | None] = {}
        self.ground = Ground(ports.source)
        self.quiet: dict[QuietKey, bool] = {}
        self.kept: dict[str, StepOutcome] | None = None
        self.release: GuidelineRelease
        self.preset: Preset
        self.context: ToolContext

    def say(self, body: ev.EventBody) -> None:
        """Record one event and fold it."""
        recorded = self.ports.events.append(body, self.attempt)
        self.state = apply(self.state, recorded)

    def step(self, step: ToolStep, earlier: Mapping[str, StepOutcome] | None = None) -> StepOutcome:
        """Run one step, or take what was made of it ahead, or what a run that shares has kept."""
        key = call_key(step, self.context, earlier)
        if self.kept is not None and key in self.kept:
            return replace(self.kept[key], step=step)
        outcome = self.drafts.take(step, key) or run_step(step, self.context, earlier)
        if self.kept is not None:
            self.kept[key] = outcome
        return outcome

    def share(self, other: Run) -> None:
        """Have in common with another run on the same data what both find of them, from now on.

        Both keep the outcomes of their steps: nothing is computed or drawn twice.
        """
        other.kept = {} if other.kept is None else other.kept
        self.kept = other.kept
        self.cache, self.ground = other.cache, other.ground
        self.sides, self.quiet = other.sides, other.quiet

    def checkpoint(self) -> None:
        """Ask the control source before a step, and take the orders that it gives.

        Raises
        ------
        StopRequestedError
            On cancel (which is recorded) or yield.
        BudgetError
            As :func:`diagnostics.loop.steering.take_orders`.
        """
        signal = self.ports.control.poll()
        if signal.action == "cancel":
            self.say(ev.Cancelled(author=signal.author, reason=signal.reason))
            raise StopRequestedError("cancelled")
        take_orders(self, signal.orders)
        if signal.action == "yield":
            raise StopRequestedError("yielded")

    def _recorded(
        self, role: Role, output_type: str, key: Mapping[str, str], after: int = 0
    ) -> ev.RoleDecided | None:
        """Return this turn's recorded decision of a role, if there is one."""
        for known in self.state.decisions[after:]:
            same = known.role is role and known.output_type == output_type
            if same and known.turn == self.state.turn and key.items() <= known.output.items():
                return known
        return None

    def made_by(self, role: Role, output: type[BaseModel], **key: str) -> tuple[str, str | None]:
        """Return the policy and the model that made a decision of this turn.

        Raises
        ------
        LookupError
            When no such decision was recorded.
        """
        recorded = self._recorded(role, output.__name__, key)
        if recorded is None:
            raise LookupError(f"no {output.__name__} of the {role.value} in this turn")
        return recorded.policy, recorded.model

    def decide(
        self,
        role: Role,
        output: type[Output],
        make: Callable[[], Decision[Output]],
        *,
        after: int = 0,
        **key: str,
    ) -> Output:
        """Take a role's decision, from the log where it was recorded, and record it otherwise.

        Parameters
        ----------
        role : Role
        output : type
            The contract of the decision.
        make : callable
            Asks the policy.
        after : int
            How many of the earliest decisions do not serve any more.
        key : str
            Fields of the output that tell this decision from others of the same turn.
        """
        name = output.__name__
        recorded = self._recorded(role, name, key, after)
        if recorded is not None:
            return output.model_validate(recorded.output)
        decision = make()
        for failure in decision.failures:
            self.say(
                ev.ModelFailed(role=role, turn=self.state.turn, output_type=name, failure=failure)
            )
        self.say(
            ev.RoleDecided(
                role=role,
                turn=self.state.turn,
                policy=decision.policy,
                model=decision.model,
                prompt_id=decision.prompt_id,
                usage=decision.usage,
                fallback_reason=decision.fallback_reason,
                output_type=name,
                output=decision.output.model_dump(mode="json"),
            )
        )
        return decision.output

    def open(self, opening: Opening) -> None:
        """Take up the pinned release and the data, and record what was found on opening."""
        self.release = ablated_release(opening.release, self.request.options.without)
        self.preset = preset_of(opening.release.presets, self.request.preset)
        self.context = ToolContext(
            source=self.ports.source,
            data_digest=opening.data_digest,
            baseline=self.baseline,
            boundaries=self.ports.boundaries,
            cache=self.cache,
        )
        for body in opening.events:
            self.say(body)
        self._guard()

    def check_data(self) -> None:
        """Examine the data before anything is used, and leave alone what the check refuses."""
        if self.state.data_check is not None or self.state.classification is not None:
            return
        self.checkpoint()
        check = check_with_margin(self.ports.source, self.request.region, self.window)
        self.say(ev.DataChecked(check=check))
        self._guard()

    def _guard(self) -> None:
        """Let nobody read the fields that the check of the data has refused."""
        if self.refused:
            self.source = GuardedSource(self.ports.source, self.refused)
            self.ports = replace(self.ports, source=self.source)
            self.context = replace(self.context, source=self.source)

    def repair(self, levels: tuple[LevelRepair, ...]) -> None:
        """Read levels that were not there between those that are, from now on."""
        self.repairs = levels
        self.source = RepairedSource(self.ports.source, levels)
        self.context = replace(self.context, source=self.source)

    @property
    def refused(self) -> tuple[CheckFinding, ...]:
        """What the check of the data refuses to let anybody use."""
        return self.state.data_check.of(Weight.REFUSE) if self.state.data_check else ()

    @property
    def window(self) -> TimeWindow:
        """The resolved period."""
        window = self.state.window
        assert window is not None
        return window

    def view(self, event: EventType) -> CaseView:
        """What the roles may see now."""
        return case_view(
            self.state,
            self.request,
            self.release,
            event,
            repairs=self.repairs,
            baseline=self.baseline,
        )
