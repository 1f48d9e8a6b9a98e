"""Controls: quiet neighbouring places and times at which a factor was tested as at the event."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field, model_validator

from diagnostics.contracts.base import Contract
from diagnostics.contracts.enums import Verdict
from diagnostics.contracts.space_time import FromPeak, SearchPlace


class ControlFinding(StrEnum):
    """What a control shows, compared with the event."""

    AS_STRONG = "control_as_strong"
    WEAKER = "control_weaker"
    ABSENT = "control_absent"
    UNKNOWN = "control_unknown"


class ControlStanding(StrEnum):
    """What the controls of a confirmed factor say together."""

    COUNTS = "control_counts"
    """Found at the event, and not as strongly at most of its controls."""
    TRIVIAL = "control_trivial"
    """Found as strongly without the event: reported and not counted."""
    NO_CONTROL = "control_none"
    """These data hold fewer than two quiet places or times: counted, with less confidence."""


class Control(Contract):
    """One quiet place or time, and what was found there."""

    place: SearchPlace = Field(description="where and when it was looked for; the peak is moved")
    from_peak: FromPeak = Field(description="of the control, seen from the event's peak")
    finding: ControlFinding
    verdict: Verdict
    reason: str = ""
    strength: float | None = Field(
        default=None, description="of what was found, in multiples of the limit"
    )


class FactorControls(Contract):
    """The controls of one confirmed factor.

    `strength` is that at the event, in multiples of the limit; a control at which it reaches the
    share `as_strong_from` of it has the factor as strongly.
    """

    standing: ControlStanding
    strength: float | None = None
    as_strong_from: float
    tests: tuple[Control, ...] = ()
    judged: int = Field(default=0, description="controls at which it could be judged")
    found: int = Field(default=0, description="controls at which it was found")
    as_strong: int = Field(default=0, description="controls at which it was found as strongly")

    @model_validator(mode="before")
    @classmethod
    def _with_the_count_by_its_name(cls, data: Any) -> Any:
        """Read what was stored while `judged` was called by its first name, `told`."""
        if isinstance(data, dict) and "told" in data and "judged" not in data:
            return {("judged" if key == "told" else key): value for key, value in data.items()}
        return data
