"""What a model may answer: ids of the library, the catalogue and the evidence, and nothing else.

There is no field for prose: a sentence of a model has no way into a run or a report.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from diagnostics.contracts.base import Instant


class Choice(BaseModel):
    """The base of all answers: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FactorChoice(Choice):
    """Ids of library entries to verify in this turn, the most telling first."""

    entry_ids: list[str] = Field(min_length=1, max_length=8)


class ChartChoice(Choice):
    """Valid times at which to look for the chart's features, the most telling first."""

    times: list[Instant] = Field(min_length=1, max_length=12)


class RankingChoice(Choice):
    """Ids of library entries to try next, the best first."""

    entry_ids: list[str] = Field(min_length=1, max_length=12)


class OutlineChoice(Choice):
    """Ids of evidence in the order in which the report tells them."""

    mechanisms: list[str] = Field(min_length=1)


class ReadingChoice(Choice):
    """Answers to the chart's questions, in their order; null where the chart does not show it."""

    answers: list[bool | None] = Field(min_length=1)
