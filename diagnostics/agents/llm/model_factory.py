"""From a specification to a model that can be asked."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model
from pydantic_ai.settings import ModelSettings

from diagnostics.agents.llm.settings import ModelSpec
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message

Connect = Callable[[ModelSpec], Model]
_NO_KEY = "none"
"""Sent to a server of one's own that asks for no key; the client insists on one."""


def connect(spec: ModelSpec) -> Model:
    """Make the client of a model.

    Raises
    ------
    ArgumentError
        With code ``model_not_configured``: an unknown provider or a missing key, with the cure.
    """
    key = os.environ.get(spec.key_env) if spec.key_env else None
    if spec.key_env and not key:
        raise ArgumentError(
            Message(id="error-model_key", params={"model": spec.model, "variable": spec.key_env}),
            code="model_not_configured",
        )
    try:
        if spec.base_url is not None:
            return _own_server(spec, key)
        return infer_model(spec.model, provider_factory=_factory(key))
    except (UserError, ValueError, ImportError) as error:
        raise ArgumentError(
            Message(id="error-model_unusable", params={"model": spec.model, "reason": str(error)}),
            code="model_not_configured",
        ) from error


def _own_server(spec: ModelSpec, key: str | None) -> Model:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(base_url=spec.base_url, api_key=key or _NO_KEY)
    return OpenAIChatModel(spec.model.partition(":")[2], provider=provider)


def _factory(key: str | None) -> Callable[[str], Any]:
    from pydantic_ai.providers import infer_provider, infer_provider_class

    def make(name: str) -> Any:
        if key is None:
            return infer_provider(name)
        made: Callable[..., Any] = infer_provider_class(name)
        return made(api_key=key)

    return make


def settings_of(spec: ModelSpec) -> ModelSettings:
    """Return the settings of a request; the client itself never tries again."""
    settings = ModelSettings(
        max_tokens=spec.max_tokens, timeout=spec.timeout_seconds, max_retries=0
    )
    if spec.temperature is not None:
        settings["temperature"] = spec.temperature
    return settings
