"""What a language model proposed for a sentence that the grammar did not understand."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from diagnostics.contracts.base import Contract
from diagnostics.contracts.roles import ModelFailure, Usage


class ProposedReading(Contract):
    """Who read the sentence in the end, and what the model asked for it had to say.

    The grammar is credited unless the model's form passed the check and was the one evaluated.
    """

    policy: Literal["grammar", "model"]
    model: str | None = Field(default=None, description="that proposed; none: no model answered")
    prompt_id: str
    usage: Usage | None = None
    restated: str = Field(
        default="", description="the proposed form as a sentence; never evaluated unless accepted"
    )
    problems: tuple[str, ...] = Field(
        default=(), description="what the check could not account for, of one that is not accepted"
    )
    left_out: tuple[str, ...] = Field(
        default=(), description="words that only frame the sentence, of one that is accepted"
    )
    failures: tuple[ModelFailure, ...] = ()
