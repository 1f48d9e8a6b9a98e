"""The engine: says what happens next, one event at a time.

It is in charge of the order of things and of nothing else: operators compute, the release says
what counts, roles choose, the sink numbers and keeps. Every choice of what to do next looks at
the folded state only, so a run that was killed goes on from its log as if nothing had been.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel

from diagnostics.agents import CaseView, Decision, ablated_release, ablated_team
from diagnostics.catalog import FieldCache, feasibility, get_catalog
from diagnostics.contracts import events as ev
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import Ablation, EventType, Role, StopReason, Verdict
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import (
    CauseWeighing,
    Hypothesis,
    HypothesisFactor,
    LevelRepair,
    RepairPlan,
    ReplanDecision,
    ReportOutline,
    RetrievalPlan,
    RetrievalReview,
)
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events import classify
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.repair import RepairedSource, repaired_inventory
from diagnostics.guidelines.verdict import counts_in
from diagnostics.loop.conclusion import conclude, event_to_examine, why_stopped
from diagnostics.loop.drafting import Drafts
from diagnostics.loop.opening import Opening, lacking_climatology, open_case, usable_source
from diagnostics.loop.ports import LoopOutcome, LoopPorts
from diagnostics.loop.publication import publish
from diagnostics.loop.retrieval import retrieve
from diagnostics.loop.state import RunState, apply, fold
from diagnostics.loop.steering import take_orders
from diagnostics.loop.verification import verify_factor
from diagnostics.workflow import StepOutcome, ToolContext, call_key, run_step
from diagnostics.workflow.schema import ToolStep

Output = TypeVar("Output", bound=BaseModel)


class StopRequestedError(Exception):
    """The control source asked the loop to stop here; carries which way."""

    def __init__(self, status: str) -> None:
        super().__init__(status)
        self.status = status


def diagnose(
    request: DiagnosisRequest,
    ports: LoopPorts,
    history: Sequence[ev.RecordedEvent] = (),
    *,
    attempt: int = 1,
) -> LoopOutcome:
    """Run a diagnosis from where its log ends to its report.

    Parameters
    ----------
    request : DiagnosisRequest
    ports : LoopPorts
        The surroundings; `ports.events` keeps what is said.
    history : sequence of RecordedEvent
        What earlier attempts left; empty for a new run.
    attempt : int
        Fencing token, passed to the event sink with every event.

    Returns
    -------
    LoopOutcome

    Raises
    ------
    DiagnosticsError
        For input that cannot be diagnosed, found before ``run_started``: nothing was recorded.
        Later errors are recorded as ``run_failed`` and returned.
    """
    ports = replace(ports, source=usable_source(request, ports.source))
    run = Run(request, ports, fold(history), attempt)
    if run.state.finished:
        return run.outcome()
    opening = open_case(request, ports, run.state)
    try:
        return run.to_end(opening)
    except StopRequestedError as stop:
        if stop.status == "cancelled":
            return LoopOutcome("cancelled", run.state)
        return LoopOutcome("yielded", run.state)
    except DiagnosticsError as error:
        if error.code == "lease_lost":
            raise
        run.say(ev.RunFailed(code=error.code, message=error.message, data=error.data))
        return LoopOutcome("failed", run.state, code=error.code, message=error.message)
    finally:
        run.drafts.drop()


class Run:
    """One attempt at a run: the state, and the only way to change it."""

    def __init__(
        self, request: DiagnosisRequest, ports: LoopPorts, state: RunState, attempt: int
    ) -> None:
        self.request = request
        self.ports = ports
        self.state = state
        self.attempt = attempt
        self.cache = FieldCache()
        self.drafts = Drafts(ports.executor, ports.reopen)
        self.team = ablated_team(ports.team, request.options.without)
        self.baseline = None if Ablation.CLIMATOLOGY in request.options.without else ports.baseline
        self.source = ports.source
        self.repairs: tuple[LevelRepair, ...] = ()
        self.release: GuidelineRelease
        self.context: ToolContext

    def say(self, body: ev.EventBody) -> None:
        """Record one event and fold it."""
        recorded = self.ports.events.append(body, self.attempt)
        self.state = apply(self.state, recorded)

    def step(self, step: ToolStep, earlier: Mapping[str, StepOutcome] | None = None) -> StepOutcome:
        """Run one step, or take what was made of it ahead."""
        drafted = self.drafts.take(step, call_key(step, self.context, earlier))
        return drafted or run_step(step, self.context, earlier)

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
        for known in self.state.decisions[after:]:
            same = known.role is role and known.output_type == name
            if same and known.turn == self.state.turn and key.items() <= known.output.items():
                return output.model_validate(known.output)
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

    def to_end(self, opening: Opening) -> LoopOutcome:
        """Go on until the report is drafted."""
        classification = self.begin(opening)
        event = event_to_examine(classification)
        if event is not None and self.state.conclusion is None:
            self._examine(event)
        if self.state.conclusion is None:
            self.checkpoint()
            self._conclude(event)
        self.checkpoint()
        outline = ReportOutline()
        if event is not None:
            view = self.view(event)
            outline = self.decide(
                Role.REPORTER, ReportOutline, lambda: self.team.reporter.outline(view)
            )
        report = publish(self, outline)
        return LoopOutcome("finished", self.state, report=report)

    def begin(self, opening: Opening) -> Classification:
        """Open the run and classify the event."""
        self.release = ablated_release(opening.release, self.request.options.without)
        self.context = ToolContext(
            source=self.ports.source,
            data_digest=opening.data_digest,
            baseline=self.baseline,
            boundaries=self.ports.boundaries,
            cache=self.cache,
        )
        for body in opening.events:
            self.say(body)
        self._classify()
        assert self.state.classification is not None
        return self.state.classification

    def _conclude(self, event: EventType | None) -> None:
        """Weigh the explanations and conclude."""
        weighing = CauseWeighing()
        stopped: StopReason | None = None
        if event is not None:
            view = self.view(event)
            if self.state.turn:
                weighing = self.decide(
                    Role.DIAGNOSTICIAN, CauseWeighing, lambda: self.team.diagnostician.weigh(view)
                )
            order = self.state.stopping
            stopped = order.stop if order else why_stopped(view, self.state.replans)
        entries = {entry.id: entry for entry in self.release.entries}
        target = self.request.options.target_factors
        found = conclude(
            self.state, entries, event, target, causes=weighing.causes, stopped=stopped
        )
        self.say(ev.Concluded(conclusion=found))

    def outcome(self) -> LoopOutcome:
        """Describe a run that had ended before this call."""
        state = self.state
        if state.failure is not None:
            return LoopOutcome(
                "failed", state, code=state.failure.code, message=state.failure.message
            )
        return LoopOutcome("cancelled" if state.cancelled else "finished", state)

    def _classify(self) -> None:
        if self.state.classification is not None:
            return
        self.checkpoint()
        window = self.window
        classification = classify(
            self.ports.source,
            self.request.region,
            window,
            preset=self.request.preset,
            timezone=self.request.timezone,
            declared=self.request.event,
            climatology=self.ports.baseline,
        )
        self.say(ev.EventClassified(classification=classification))

    @property
    def window(self) -> TimeWindow:
        """The resolved period."""
        window = self.state.window
        assert window is not None
        return window

    def view(self, event: EventType) -> CaseView:
        """What the roles may see now."""
        state = self.state
        assert state.inventory is not None
        inventory = repaired_inventory(state.inventory, self.repairs)
        classification = state.classification
        assert classification is not None
        metrics = classification.assessment(event).metrics
        specs = {spec.name: spec for spec in get_catalog().specs()}
        failed = [item.entry_id for item in state.failed_steps if item.entry_id]
        return CaseView(
            request=self.request,
            inventory=inventory,
            window=self.window,
            period=(counts_in(self.window, metrics.onset, metrics.end) if metrics else self.window),
            classification=classification,
            event=event,
            release=self.release,
            specs=specs,
            feasibility={item.name: item for item in feasibility(inventory)},
            turn=state.turn,
            confirmed=self._entries(state.confirmed),
            severity=self._entries(state.severity),
            refuted=self._entries(state.with_verdict(Verdict.REFUTED)),
            undetermined=(
                *self._entries(state.with_verdict(Verdict.UNDETERMINED)),
                *(self.release.entry(entry_id) for entry_id in failed),
            ),
            evidence=tuple(item for item in state.evidence if item.entry_id not in state.vetoed),
            climatology=self.baseline is not None,
            vetoed=state.vetoed,
            extra=state.extra,
            lacks=lacking_climatology(self.baseline),
        )

    def _entries(self, items: Sequence[EvidenceItem]) -> tuple[GuidelineEntry, ...]:
        return tuple(self.release.entry(item.entry_id) for item in items if item.entry_id)

    def _examine(self, event: EventType) -> None:
        """Go round: propose, verify, judge, replan, until the Diagnostician or an order stops."""
        self._repair(event)
        ranked: tuple[str, ...] = ()
        while True:
            if self.state.turn:
                self.checkpoint()
                self._plan_data(event)
                self._verify(event)
                if self.state.stopping:
                    return
                decision = self._replan(event)
                ranked = decision.candidates
                self.checkpoint()
                if self.state.replanned_turn != self.state.turn:
                    continue  # an order has opened the turn again
                if decision.action == "stop":
                    return
            else:
                self.checkpoint()
                if self.state.stopping:
                    return
            if not self._propose(event, ranked):
                return

    def _verify(self, event: EventType) -> None:
        """Verify what the present turn still wants, as the last orders have it."""
        target = self.request.options.target_factors
        self.drafts.begin(self, event, self.state.pending(target))
        while self.state.pending(target):
            planned = self.state.extended
            self.checkpoint()
            if self.state.extended != planned:
                self._plan_data(event)
            for entry_id in self.state.pending(target)[:1]:
                verify_factor(self, event, entry_id)

    def _repair(self, event: EventType) -> None:
        """Let the Data Specialist mend levels before the first turn."""
        known = self.state.decision(Role.DATA_SPECIALIST, RepairPlan.__name__)
        if known is not None:
            plan = RepairPlan.model_validate(known.output)
        else:
            view = self.view(event)
            plan = self.decide(
                Role.DATA_SPECIALIST, RepairPlan, lambda: self.team.data_specialist.repair(view)
            )
        if plan.levels:
            self.repairs = plan.levels
            self.source = RepairedSource(self.ports.source, plan.levels)
            self.context = replace(self.context, source=self.source)

    def _replan(self, event: EventType) -> ReplanDecision:
        if self.state.replanned_turn == self.state.turn:
            return self.state.replans[-1]
        view = self.view(event)
        decision = self.decide(
            Role.DIAGNOSTICIAN,
            ReplanDecision,
            lambda: self.team.diagnostician.replan(view),
            after=self.state.reopened,
        )
        self.say(ev.Replanned(turn=self.state.turn, decision=decision))
        return decision

    def _propose(self, event: EventType, ranked: tuple[str, ...]) -> bool:
        view = self.view(event)
        turn = self.state.turn + 1
        hypothesis = self.decide(
            Role.DECOMPOSER,
            Hypothesis,
            lambda: self.team.decomposer.propose(view, ranked),
            after=self.state.reopened,
        )
        if not hypothesis.factors:
            return False
        self.say(ev.HypothesisProposed(turn=turn, hypothesis=hypothesis))
        return True

    def _plan_data(self, event: EventType) -> None:
        """Plan the retrieval of the present turn and tell which entries lack data."""
        hypothesis = self._to_test()
        view, since = self.view(event), self.state.extended
        plan = self.decide(
            Role.DATA_SPECIALIST,
            RetrievalPlan,
            lambda: self.team.data_specialist.plan(view, hypothesis),
            after=since,
        )
        self.decide(
            Role.DATA_SPECIALIST,
            RetrievalReview,
            lambda: self.team.data_specialist.review(view, plan, retrieve(self.source, plan)),
            after=since,
        )
        # In the library's order: a plan read back from a database has lost its own.
        for entry in self.release.entries:
            if entry.id in plan.blocked and entry.id not in self.state.blocked:
                self.say(
                    ev.ToolBlocked(
                        turn=self.state.turn,
                        entry_id=entry.id,
                        tool=entry.factor,
                        reason=plan.blocked[entry.id],
                    )
                )

    def _to_test(self) -> Hypothesis:
        """Return the turn's hypothesis with the factors that orders have put beside it."""
        hypothesis = self.state.hypothesis
        assert hypothesis is not None
        own = {item.entry_id for item in hypothesis.factors}
        pending = self.state.pending(self.request.options.target_factors)
        entries = [self.release.entry(entry_id) for entry_id in pending if entry_id not in own]
        ordered = tuple(
            HypothesisFactor(entry_id=entry.id, factor=entry.factor, modality=entry.modality)
            for entry in entries
        )
        return hypothesis.model_copy(update={"factors": (*hypothesis.factors, *ordered)})
