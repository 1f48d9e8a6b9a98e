"""The effect of a proposal, as it is stored and shown: what changes in which cases."""

from __future__ import annotations

from pydantic import BaseModel

from knowledge.statistics import Rate


class VerdictChange(BaseModel):
    """A verdict that is another one under the proposal; None where there is no verdict."""

    case: str
    event: str
    occurred: bool
    entry: str
    before: str | None
    after: str | None


class ConclusionChange(BaseModel):
    """What a whole diagnosis of a case comes to, before and under the proposal."""

    case: str
    right_before: bool | None
    right_after: bool | None
    before: str
    after: str
    factors_before: tuple[str, ...]
    factors_after: tuple[str, ...]


class EffectResult(BaseModel):
    """What a proposal does to the cases that it was tried on.

    Hit rates and false alarms are of the entries that the proposal changes: how often their
    anomaly is found where the event occurred and where it did not, with 90 % intervals.
    """

    generated: int
    stored: int
    stored_by_evidence: int
    left_out: int
    seconds: float
    hit_rate_before: Rate
    hit_rate_after: Rate
    false_alarms_before: Rate
    false_alarms_after: Rate
    verdicts: tuple[VerdictChange, ...]
    conclusions: tuple[ConclusionChange, ...]
    made_wrong: tuple[str, ...]
    made_right: tuple[str, ...]
