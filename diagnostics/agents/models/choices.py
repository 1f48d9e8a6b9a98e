"""What a model may answer: ids of the library, the catalogue and the evidence, and nothing else.

There is no field for prose: a sentence of a model has no way into a run or a report.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from diagnostics.contracts.base import Instant
from diagnostics.contracts.enums import Verdict


class Choice(BaseModel):
    """The base of all answers: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FactorChoice(Choice):
    """Ids of library entries to verify in this turn, the most telling first."""

    entry_ids: list[str] = Field(min_length=1, max_length=8)


class FieldChoice(Choice):
    """One field and the levels in hPa to read; no levels for a field at the surface."""

    name: str
    levels_hpa: list[float] = []


class RetrievalChoice(Choice):
    """The smallest set of fields and levels that serves the factors of this turn."""

    fields: list[FieldChoice] = Field(min_length=1)


class IndexChoice(Choice):
    """How to compute an index: the tool, the reduction, the level in hPa and parameters."""

    tool: str
    reduction: str
    level: float | None = None
    params: dict[str, JsonValue] = {}


class ChartChoice(Choice):
    """Valid times at which to look for the chart's features, the most telling first."""

    times: list[Instant] = Field(min_length=1, max_length=12)


class ReviewChoice(Choice):
    """Whether a chart may be evidence, given the findings of the rules."""

    accepted: bool


class VerdictChoice(Choice):
    """The verdict on one factor, and the competing explanations that it speaks for or against."""

    verdict: Verdict
    speaks_for: list[str] = []
    speaks_against: list[str] = []


class RankingChoice(Choice):
    """Ids of library entries to try next, the best first."""

    entry_ids: list[str] = Field(min_length=1, max_length=12)


class OutlineChoice(Choice):
    """Ids of evidence in the order in which the report tells them."""

    mechanisms: list[str] = Field(min_length=1)


class ReadingChoice(Choice):
    """Answers to the chart's questions, in their order; null where the chart does not show it."""

    answers: list[bool | None] = Field(min_length=1)
