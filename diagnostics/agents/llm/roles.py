"""The roles with models: a choice that holds is composed with the expert policy's own.

What the expert policy would have looked at is always looked at too, later if the model puts other
things first; no verdict, stop or acceptance can differ from what arrays and criteria say. So a
model changes the order in which things are tried and reported, and a bad one costs turns and money.

A decision that follows from library, data and rules is not put to a model: reads, calls,
reviews of charts and verdicts. What is recorded as a model's decision is one that another valid
answer would have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pydantic import BaseModel
from pydantic_ai import BinaryContent
from pydantic_ai.messages import UserContent

from diagnostics.agents.expert.decomposer import ExpertDecomposer
from diagnostics.agents.expert.diagnostician import ExpertDiagnostician
from diagnostics.agents.expert.operators import ExpertPlotter
from diagnostics.agents.expert.reporter import ExpertReporter
from diagnostics.agents.llm import answer_checks
from diagnostics.agents.llm.answer_types import (
    ChartChoice,
    Choice,
    FactorChoice,
    OutlineChoice,
    RankingChoice,
    ReadingChoice,
)
from diagnostics.agents.llm.fallback_client import FallbackClient, Question, Reply
from diagnostics.agents.llm.prompt_context import (
    as_data,
    case_context,
    entries_context,
    evidence_context,
)
from diagnostics.agents.llm.prompts import Prompt, load_prompt
from diagnostics.agents.llm.toolbox import ModelToolbox
from diagnostics.agents.protocol import CaseView, Decision
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.evidence import (
    ChartReading,
    EvidenceItem,
    QuestionReading,
)
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.roles import (
    ChartCall,
    Hypothesis,
    ReplanDecision,
    ReportOutline,
)

C = TypeVar("C", bound=Choice)
Output = TypeVar("Output", bound=BaseModel)

MOST_OFFERED = 40
"""Candidates that are put before a model; the library's own order decides which."""


@dataclass(frozen=True)
class _Asking:
    """What every role with a model has: the panel that it asks."""

    panel: FallbackClient

    def _ask(
        self,
        view: CaseView,
        prompt: Prompt,
        task: str | Sequence[UserContent],
        output: type[C],
        check: Callable[[C], Sequence[str]],
        *,
        tools: bool = True,
    ) -> Reply[C]:
        return self.panel.ask(Question(prompt, task, output, check, ModelToolbox(view), tools))


def _made(
    floor: Decision[Output], reply: Reply[C], prompt: Prompt, output: Output | None
) -> Decision[Output]:
    """Return the decision of a model, or the expert policy's with why it had to decide."""
    reason = "; ".join(f"{item.model}: {item.code}" for item in reply.failures) or None
    if reply.choice is None or output is None:
        return replace(floor, fallback_reason=reason, failures=reply.failures)
    return Decision(
        output,
        policy="model",
        model=reply.model,
        prompt_id=prompt.id,
        usage=reply.usage,
        fallback_reason=reason,
        failures=reply.failures,
    )


def _first(chosen: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*chosen, *others)))


@dataclass(frozen=True)
class ModelDecomposer(_Asking, ExpertDecomposer):
    """Lets a model choose the factors; the rules of a hypothesis hold as for the expert."""

    def propose(self, view: CaseView, ranked: Sequence[str]) -> Decision[Hypothesis]:
        """Choose as many factors as the expert policy would."""
        floor = super().propose(view, ranked)
        decided = {item.entry_id for item in floor.output.factors if item.decides}
        wanted = len(floor.output.factors) - len(decided)
        by_value = sorted(view.candidates, key=lambda entry: (-view.value(entry), entry.id))
        order = _first(ranked, [entry.id for entry in by_value])[:MOST_OFFERED]
        order = tuple(name for name in order if name not in decided)
        offered = [view.release.entry(name) for name in order]
        if wanted == 0 or len(offered) <= wanted:
            return floor
        prompt = load_prompt("decomposer")

        def propose(choice: FactorChoice) -> Hypothesis:
            # the choice first, then all others: the rules may have to go on
            return (
                super(ModelDecomposer, self).propose(view, _first(choice.entry_ids, order)).output
            )

        def check(choice: FactorChoice) -> list[str]:
            problems = answer_checks.known_ids(choice.entry_ids, order, "an entry")
            if problems:
                return problems
            kept = [item.entry_id for item in propose(choice).factors if not item.decides]
            return answer_checks.whole_choice(choice.entry_ids, kept, wanted)

        task = (
            f"{case_context(view)}\nChoose exactly {wanted} of these entries, the most telling "
            "first. With what is confirmed they must hold every category (dynamics, "
            "thermodynamics, moisture), two indices and one figure, as far as these entries "
            f"allow.\nEntries:\n{entries_context(view, offered)}"
        )
        reply = self._ask(view, prompt, task, FactorChoice, check)
        return _made(floor, reply, prompt, propose(reply.choice) if reply.choice else None)


@dataclass(frozen=True)
class ModelPlotter(_Asking, ExpertPlotter):
    """Lets a model say where to look first; the expert policy's times are looked at too."""

    def chart(self, view: CaseView, entry: GuidelineEntry) -> Decision[ChartCall]:
        """Choose the valid times."""
        floor = super().chart(view, entry)
        offered = [
            time for time in view.analysed_times if view.period.start <= time <= view.period.end
        ]
        if len(view.inventory.times) > 1:
            offered = [time for time in offered if time != view.inventory.times[0]]
        if len(offered) < 2:
            return floor
        prompt = load_prompt("plotter")
        task = (
            f"{case_context(view)}\nChoose times for this chart.\n"
            f"{entries_context(view, [entry])}\n"
            f"Times: {as_data([format_instant(time) for time in offered])}"
        )
        reply = self._ask(
            view,
            prompt,
            task,
            ChartChoice,
            lambda choice: answer_checks.offered_times(choice, offered),
        )
        output = None
        if reply.choice is not None:
            times = tuple(dict.fromkeys((*reply.choice.times, *floor.output.times)))
            output = floor.output.model_copy(update={"times": times})
        return _made(floor, reply, prompt, output)


@dataclass(frozen=True)
class ModelDiagnostician(_Asking, ExpertDiagnostician):
    """Lets a model rank what to try next; verdicts and their meaning are the criteria's."""

    def replan(self, view: CaseView) -> Decision[ReplanDecision]:
        """Rank what to try next; whether to stop is the expert policy's."""
        floor = super().replan(view)
        if floor.output.action == "stop" or len(floor.output.candidates) < 2:
            return floor
        offered = floor.output.candidates[:MOST_OFFERED]
        prompt = load_prompt("diagnostician_replan")
        entries = [view.release.entry(name) for name in offered]
        task = f"{case_context(view)}\nRank these entries.\n{entries_context(view, entries)}"
        reply = self._ask(
            view,
            prompt,
            task,
            RankingChoice,
            lambda choice: answer_checks.known_ids(choice.entry_ids, offered, "an entry"),
        )
        output = None
        if reply.choice is not None:
            ranked = _first(reply.choice.entry_ids, floor.output.candidates)
            output = floor.output.model_copy(update={"candidates": ranked})
        return _made(floor, reply, prompt, output)


@dataclass(frozen=True)
class ModelReporter(_Asking, ExpertReporter):
    """Lets a model order the evidence; all of it is reported."""

    def outline(self, view: CaseView) -> Decision[ReportOutline]:
        """Order the confirmed evidence."""
        floor = super().outline(view)
        ids = floor.output.mechanisms
        if len(ids) < 2:
            return floor
        prompt = load_prompt("reporter")
        items = [item for item in view.evidence if item.id in ids]
        task = f"{case_context(view)}\nOrder this evidence.\n{evidence_context(items)}"

        def check(choice: OutlineChoice) -> list[str]:
            return [
                *answer_checks.known_ids(choice.mechanisms, ids, "evidence"),
                *answer_checks.every_one(choice.mechanisms, ids),
            ]

        reply = self._ask(view, prompt, task, OutlineChoice, check)
        output = None
        if reply.choice is not None:
            order = tuple(reply.choice.mechanisms)
            figures = tuple(name for name in order if name in floor.output.figures)
            figures = _first(figures, floor.output.figures)
            output = floor.output.model_copy(update={"mechanisms": order, "figures": figures})
        return _made(floor, reply, prompt, output)


@dataclass(frozen=True)
class ModelChartReader(_Asking):
    """A second reader of charts: sees the picture only, and never decides."""

    def read(self, view: CaseView, evidence: EvidenceItem, png: bytes) -> Decision[ChartReading]:
        """Answer the chart's questions from its picture."""
        figure = evidence.figure
        asked = list(figure.answers) if figure else []
        unread = Decision(ChartReading(evidence_id=evidence.id))
        if not asked:
            return unread
        prompt = load_prompt("chart_reader")
        task = (
            f"Answer these {len(asked)} questions: {as_data([item.question for item in asked])}",
            BinaryContent(data=png, media_type="image/png"),
        )

        def check(choice: ReadingChoice) -> list[str]:
            if len(choice.answers) == len(asked):
                return []
            return [f"{len(asked)} answers are needed, not {len(choice.answers)}"]

        reply = self._ask(view, prompt, task, ReadingChoice, check, tools=False)
        output = None
        if reply.choice is not None:
            pairs = zip(asked, reply.choice.answers, strict=True)
            readings = tuple(
                QuestionReading(question=item.question, computed=item.answer, read=answer)
                for item, answer in pairs
            )
            comparable = [item for item in readings if None not in (item.computed, item.read)]
            output = ChartReading(
                evidence_id=evidence.id,
                reader=reply.model or "",
                readings=readings,
                compared=len(comparable),
                agreed=sum(item.computed is item.read for item in comparable),
            )
        return _made(unread, reply, prompt, output)
