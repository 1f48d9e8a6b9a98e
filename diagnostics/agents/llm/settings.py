"""Which models take the roles, how they are reached, and what they may spend."""

from __future__ import annotations

from typing import Self

from pydantic import Field, field_validator, model_validator

from diagnostics.contracts.base import Contract
from diagnostics.contracts.enums import Role
from diagnostics.contracts.validation import ContractError
from diagnostics.documents import read_document

ROLES_WITH_A_CHOICE = (
    Role.DECOMPOSER,
    Role.PLOTTER,
    Role.DIAGNOSTICIAN,
    Role.REPORTER,
)
"""Roles that a model may take.

What the Data Specialist reads, how the Code Executor computes and whether the Image Checker accepts
follow from the library, the data and the rules: there a model could only agree, so none is asked.
"""


class Price(Contract):
    """What a model costs, where the price list does not know it."""

    input_per_million_usd: float = Field(ge=0)
    output_per_million_usd: float = Field(ge=0)


class ModelSpec(Contract):
    """One model and how it is reached.

    The key is never written here: `key_env` names the environment variable that holds it.
    """

    model: str = Field(pattern=r"^[a-z][a-z0-9_-]*:\S+$", description="PROVIDER:NAME")
    base_url: str | None = Field(
        default=None, pattern=r"^https?://", description="of an OpenAI-compatible server"
    )
    key_env: str | None = Field(default=None, pattern=r"^[A-Z][A-Z0-9_]*$")
    timeout_seconds: float = Field(default=45.0, gt=0, le=600)
    max_tokens: int = Field(default=2000, ge=64, le=32000, description="of one answer")
    temperature: float | None = Field(default=None, ge=0, le=2)
    retries: int = Field(default=2, ge=0, le=5, description="answers sent back with the reason")
    stream: bool = False
    price: Price | None = None

    @property
    def provider(self) -> str:
        """The part of the name before the colon."""
        return self.model.partition(":")[0]

    @model_validator(mode="after")
    def _own_servers_speak_openai(self) -> Self:
        if self.base_url is not None and self.provider != "openai":
            raise ContractError("base_url", model=self.model)
        return self


class SpendingLimits(Contract):
    """What a run may spend on models; afterwards the expert policy goes on alone."""

    requests_per_decision: int = Field(default=6, ge=1, le=40)
    tokens_per_decision: int = Field(default=30_000, ge=500)
    tokens_per_run: int = Field(default=400_000, ge=500)
    failures_in_a_row: int = Field(
        default=2, ge=1, description="after which a provider is not asked again in this run"
    )


class ModelsConfig(Contract):
    """The models of a run: the first is asked first, the next ones when it fails."""

    models: tuple[ModelSpec, ...] = Field(min_length=1, max_length=4)
    vision: ModelSpec | None = Field(default=None, description="reads charts, never decides")
    roles: tuple[Role, ...] = ROLES_WITH_A_CHOICE
    limits: SpendingLimits = SpendingLimits()

    @model_validator(mode="after")
    def _names_are_told_apart(self) -> Self:
        names = [(spec.model, spec.base_url) for spec in self.models]
        if len(set(names)) < len(names):
            raise ContractError("model_twice")
        return self

    @field_validator("roles")
    @classmethod
    def _roles_have_a_choice(cls, roles: tuple[Role, ...]) -> tuple[Role, ...]:
        fixed = [role.value for role in roles if role not in ROLES_WITH_A_CHOICE]
        if fixed:
            names = ", ".join(role.value for role in ROLES_WITH_A_CHOICE)
            raise ContractError("role_without_model", roles=", ".join(fixed), choices=names)
        return roles


def read_models(text: str, where: str = "the models file") -> ModelsConfig:
    """Read a configuration from YAML or JSON.

    Raises
    ------
    ArgumentError
        With code ``invalid_models``: every problem with the path of the field.
    """
    return read_document(text, ModelsConfig, name=where, needs="models", code="invalid_models")
