"""A team in which models take some roles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from diagnostics.agents.expert import expert_team
from diagnostics.agents.llm.fallback_client import FallbackClient
from diagnostics.agents.llm.model_factory import Connect, connect
from diagnostics.agents.llm.roles import (
    ModelChartReader,
    ModelDecomposer,
    ModelDiagnostician,
    ModelPlotter,
    ModelReporter,
)
from diagnostics.agents.llm.settings import ModelsConfig
from diagnostics.agents.protocol import Team
from diagnostics.contracts.enums import Role
from diagnostics.contracts.events import ModelFailed, RecordedEvent, RoleDecided

_POLICIES: dict[Role, Callable[[FallbackClient], Any]] = {
    Role.DECOMPOSER: ModelDecomposer,
    Role.PLOTTER: ModelPlotter,
    Role.DIAGNOSTICIAN: ModelDiagnostician,
    Role.REPORTER: ModelReporter,
}


def model_team(config: ModelsConfig, *, spent: int = 0, connect: Connect = connect) -> Team:
    """Return the expert team with models in the roles that the configuration names.

    Parameters
    ----------
    config : ModelsConfig
    spent : int
        Tokens that earlier attempts of the same run used; see :func:`tokens_used`.
    connect : callable
        Makes a model's client.

    Returns
    -------
    Team
        One panel serves all roles, so that limits hold for the run as a whole.
    """
    panel = FallbackClient(config.models, config.limits, spent=spent, connect=connect)
    panels = [panel]
    team = expert_team()
    roles: dict[str, Any] = {
        role.value: policy(panel) for role, policy in _POLICIES.items() if role in config.roles
    }
    if config.vision is not None:
        eyes = FallbackClient((config.vision,), config.limits, spent=spent, connect=connect)
        roles["chart_reader"] = ModelChartReader(eyes)
        panels.append(eyes)

    def close() -> None:
        with ExitStack() as stack:
            for one in panels:
                stack.callback(one.close)

    return replace(team, close=close, **roles)


def check_models(config: ModelsConfig) -> None:
    """Make sure that every model can be reached as configured; none is asked.

    Raises
    ------
    ArgumentError
        With code ``model_not_configured`` and what is missing.
    """
    for spec in (*config.models, *((config.vision,) if config.vision else ())):
        connect(spec)


def tokens_used(history: Iterable[RecordedEvent]) -> int:
    """Return the tokens that a run's log accounts for, answers that failed included."""
    total = 0
    for event in history:
        body = event.body
        usage = None
        if isinstance(body, RoleDecided):
            usage = body.usage
        elif isinstance(body, ModelFailed):
            usage = body.failure.usage
        total += usage.input_tokens + usage.output_tokens if usage else 0
    return total
