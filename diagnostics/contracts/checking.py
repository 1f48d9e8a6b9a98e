"""What the checks say of data before they are used: findings, and what could not be checked."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.messages import Message


class Weight(StrEnum):
    """What a finding of the data checks means for the use of a field."""

    TELL = "tell"
    """True of the data, and worth knowing."""
    DOUBT = "doubt"
    """The field may be wrong: it is used, and confidence is lower."""
    REFUSE = "refuse"
    """The field cannot be right: it is not used."""


class CheckFinding(Contract):
    """One thing that a rule found in one or several fields."""

    rule: str
    weight: Weight
    fields: tuple[str, ...] = Field(description="canonical names of the fields that it concerns")
    wording: Message
    cure: Message
    value: float | None = None
    limit: float | None = None
    unit: str = ""
    time: Instant | None = None
    level_hpa: float | None = None
    latitude: float | None = None
    longitude: float | None = None

    @property
    def code(self) -> str:
        """Code of the error that a use of a refused field raises."""
        return f"check_{self.rule}"

    @property
    def reason(self) -> object:
        """What the reader said, where a rule repeats it; None otherwise."""
        return self.wording.params.get("reason")


def no_doubts(value: object) -> bool:
    """Whether an answer's doubts are none; then they leave no trace in documents and digests."""
    return not value


class CheckNotRun(Contract):
    """A rule that could not look: what it needs is not in the data."""

    rule: str
    lack: Message = Field(description="what it would need")


class DataCheck(Contract):
    """One examination of the data of a region and period."""

    region: Region | None = None
    window: TimeWindow | None = None
    fields: tuple[str, ...] = Field(default=(), description="canonical names of what was read")
    findings: tuple[CheckFinding, ...] = ()
    ran: tuple[str, ...] = Field(default=(), description="rules that looked, in order")
    not_run: tuple[CheckNotRun, ...] = ()

    def of(self, *weights: Weight) -> tuple[CheckFinding, ...]:
        """Return the findings of these weights."""
        return tuple(item for item in self.findings if item.weight in weights)

    @property
    def refused(self) -> dict[str, CheckFinding]:
        """The fields that must not be used, each with the first finding that refuses it."""
        found: dict[str, CheckFinding] = {}
        for item in self.of(Weight.REFUSE):
            for name in item.fields:
                found.setdefault(name, item)
        return found

    @property
    def doubted(self) -> tuple[str, ...]:
        """The fields in doubt that are used, each once."""
        named = [name for item in self.of(Weight.DOUBT) for name in item.fields]
        return tuple(name for name in dict.fromkeys(named) if name not in self.refused)
