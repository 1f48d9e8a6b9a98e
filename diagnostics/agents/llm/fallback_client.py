"""Ask the models of a run, one after the other, until one gives an answer that holds.

An answer is checked against the catalogue, the data and the evidence; one that does not hold goes
back with the reason a bounded number of times. Then the next model is asked, and at last nobody:
the caller goes on with the expert policy. Every failure is recorded, with what it cost.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Generic, TypeVar

from pydantic_ai import Agent, ModelRetry, RunContext, RunUsage, ToolOutput, UsageLimits
from pydantic_ai import exceptions as failures
from pydantic_ai.messages import UserContent
from pydantic_ai.models import Model

from diagnostics.agents.llm.answer_types import Choice
from diagnostics.agents.llm.model_factory import Connect, connect, settings_of
from diagnostics.agents.llm.prompts import Prompt
from diagnostics.agents.llm.settings import ModelSpec, SpendingLimits
from diagnostics.agents.llm.toolbox import ModelToolbox, model_tools
from diagnostics.contracts.roles import ModelFailure, Usage
from diagnostics.errors import DiagnosticsError

C = TypeVar("C", bound=Choice)
Check = Callable[[C], Sequence[str]]

_PROVIDER_TROUBLE = {"timeout", "provider_error", "not_authorised", "not_configured"}


@dataclass(frozen=True)
class Question(Generic[C]):
    """What a role asks: the prompt, the task in words, the shape of the answer and its check."""

    prompt: Prompt
    task: str | Sequence[UserContent]
    output: type[C]
    check: Check[C]
    desk: ModelToolbox | None = None
    tools: bool = True


@dataclass(frozen=True)
class Reply(Generic[C]):
    """An answer that holds, or None; with the failures on the way."""

    choice: C | None
    model: str | None = None
    usage: Usage | None = None
    failures: tuple[ModelFailure, ...] = ()


@dataclass
class FallbackClient:
    """The models of one run, what they have spent, and which have given up.

    Parameters
    ----------
    specs : sequence of ModelSpec
        In the order in which they are asked.
    limits : SpendingLimits
    spent : int
        Tokens that earlier attempts of the same run used.
    connect : callable
        Makes a model's client.
    """

    specs: Sequence[ModelSpec]
    limits: SpendingLimits
    spent: int = 0
    connect: Connect = connect
    _clients: dict[int, Model] = field(default_factory=dict)
    _troubles: dict[int, int] = field(default_factory=dict)
    _runner: asyncio.Runner | None = None

    def close(self) -> None:
        """Close the clients with their connections; the next question opens new ones."""
        runner, self._runner = self._runner, None
        clients = tuple(self._clients.values())
        self._clients.clear()
        if runner is not None:
            with runner:
                runner.run(_leave(clients))

    def ask(self, question: Question[C]) -> Reply[C]:
        """Ask one model after the other; never raises for what a model or provider does."""
        failed: list[ModelFailure] = []
        for number, spec in enumerate(self.specs):
            if self._troubles.get(number, 0) >= self.limits.failures_in_a_row:
                continue
            if self.spent >= self.limits.tokens_per_run:
                failed.append(
                    ModelFailure(
                        model=spec.model,
                        prompt_id=question.prompt.id,
                        code="run_budget",
                        message=f"the run's {self.limits.tokens_per_run} tokens are used",
                        usage=Usage(),
                    )
                )
                break
            usage, started = RunUsage(), time.monotonic()
            try:
                choice = self._answer(number, spec, question, usage)
            except _TROUBLE as error:
                code, message = _describe(error)
                counts = code in _PROVIDER_TROUBLE
                self._troubles[number] = self._troubles.get(number, 0) + 1 if counts else 0
                failed.append(
                    ModelFailure(
                        model=spec.model,
                        prompt_id=question.prompt.id,
                        code=code,
                        message=message,
                        usage=self._account(spec, usage, started),
                    )
                )
                continue
            self._troubles[number] = 0
            spending = self._account(spec, usage, started)
            return Reply(choice, spec.model, spending, tuple(failed))
        return Reply(None, failures=tuple(failed))

    def _answer(self, number: int, spec: ModelSpec, question: Question[C], usage: RunUsage) -> C:
        if self._runner is None:
            self._runner = asyncio.Runner()
        if number not in self._clients:
            client = self.connect(spec)
            self._runner.run(_enter(client))
            self._clients[number] = client
        tools = question.tools and question.desk is not None
        agent: Agent[Any, C] = Agent(
            output_type=ToolOutput(question.output, name="decide"),
            instructions=question.prompt.text,
            deps_type=ModelToolbox,
            tools=model_tools() if tools else [],
            retries={"output": spec.retries, "tools": 1},
        )

        @agent.output_validator
        def check(context: RunContext[Any], value: C) -> C:
            problems = question.check(value)
            if problems:
                raise ModelRetry("; ".join(problems))
            return value

        options: dict[str, Any] = {}
        if spec.stream:
            options["event_stream_handler"] = _drain
        left = self.limits.tokens_per_run - self.spent
        result = self._runner.run(
            agent.run(
                question.task,
                model=self._clients[number],
                deps=question.desk,
                usage=usage,
                usage_limits=UsageLimits(
                    request_limit=self.limits.requests_per_decision,
                    tool_calls_limit=2 * self.limits.requests_per_decision,
                    total_tokens_limit=min(self.limits.tokens_per_decision, left),
                ),
                model_settings=settings_of(spec),
                timeout=spec.timeout_seconds * self.limits.requests_per_decision,
                **options,
            )
        )
        answer: C = result.output
        return answer

    def _account(self, spec: ModelSpec, usage: RunUsage, started: float) -> Usage:
        self.spent += usage.total_tokens
        cost = usage.cost if usage.cost is not None else Decimal(0)
        if spec.price is not None:
            cost = (
                Decimal(str(spec.price.input_per_million_usd)) * usage.input_tokens
                + Decimal(str(spec.price.output_per_million_usd)) * usage.output_tokens
            ) / 1_000_000
        return Usage(
            requests=usage.requests,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cost_usd=float(cost),
            seconds=round(time.monotonic() - started, 3),
        )


async def _enter(client: Model) -> None:
    await client.__aenter__()


async def _leave(clients: Sequence[Model]) -> None:
    """Let every client close its connections, on the loop that opened them."""
    async with AsyncExitStack() as stack:
        for client in clients:
            stack.push_async_exit(client)


async def _drain(context: RunContext[Any], events: Any) -> None:
    """Read a streamed answer as it comes; nothing is done with its parts."""
    async for _ in events:
        pass


_TROUBLE = (failures.AgentRunError, DiagnosticsError, OSError, ValueError)

_CODES: tuple[tuple[tuple[type[BaseException], ...], str, str], ...] = (
    (
        (failures.RunTimedOut, failures.ModelTimeoutError, failures.ModelRequestTimeout),
        "timeout",
        "no answer in time",
    ),
    ((failures.UsageLimitExceeded,), "decision_budget", "the limit of one decision is reached"),
    ((failures.ContentFilterError,), "refused", "the provider refused to answer"),
    (
        (failures.ModelAuthenticationError,),
        "not_authorised",
        "the provider does not accept the key",
    ),
    ((failures.ModelAPIError,), "provider_error", "the provider answered with an error"),
    (
        (failures.UnexpectedModelBehavior,),
        "invalid_answer",
        "no answer that holds, after sending it back with the reason",
    ),
    ((DiagnosticsError,), "not_configured", "the model cannot be reached as configured"),
    ((OSError,), "provider_error", "the connection failed"),
)


def _describe(error: BaseException) -> tuple[str, str]:
    """Say what happened in our own words: a provider's or model's words are not repeated."""
    for kinds, code, message in _CODES:
        if isinstance(error, kinds):
            status = getattr(error, "status_code", None)
            return code, f"{message} (HTTP {status})" if isinstance(status, int) else message
    return "invalid_answer", "the answer could not be read"
