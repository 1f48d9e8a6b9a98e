"""The evaluator's scores of a finished run."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from diagnostics.contracts.base import Contract, is_empty
from diagnostics.messages import Message

RUBRIC_VERSION = "1"


class StageScore(Contract):
    """One stage on its rubric: 0 to 5, or why the rubric does not apply."""

    score: float | None = Field(default=None, ge=0, le=5)
    not_applicable: str = ""
    reasons: tuple[str, ...] = ()
    wordings: tuple[Message, ...] = Field(
        default=(), description="the reasons for every language", exclude_if=is_empty
    )
    checks: dict[str, float] = Field(default={}, description="what was counted")

    @model_validator(mode="before")
    @classmethod
    def _reason_stands_among_the_reasons(cls, given: Any) -> Any:
        """Let a reader of ``reasons`` find why a rubric does not apply."""
        if isinstance(given, dict) and given.get("not_applicable") and not given.get("reasons"):
            return {**given, "reasons": (given["not_applicable"],)}
        return given


class RunScores(Contract):
    """The five stages of a run."""

    rubric_version: str = RUBRIC_VERSION
    directory: str = ""
    report_digest: str = ""
    scores: dict[str, StageScore]
