"""One row of the benchmark's table."""

from __future__ import annotations

from diagnostics.contracts.base import Contract
from diagnostics.messages import Listing, Message, Param


class BenchRow(Contract):
    """What was measured here, against what, in the same run.

    Times are in seconds; `budget_seconds` is the time that was promised and `goal` the ratio,
    where there is one.
    """

    track: str
    what: str
    seconds: float
    instead_seconds: float | None = None
    instead: str = ""
    budget_seconds: float | None = None
    goal: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times faster than the alternative."""
        return None if self.instead_seconds is None else self.instead_seconds / self.seconds

    @property
    def missed(self) -> bool:
        """Whether a promised ratio or time was not reached."""
        slow = self.budget_seconds is not None and self.seconds > self.budget_seconds
        return slow or (self.goal is not None and self.ratio is not None and self.ratio < self.goal)

    def cells(self) -> list[Param]:
        """The cells of a table."""
        ratio: Param = _number(self.ratio) if self.ratio is not None else ""
        if self.goal is not None:
            goal: dict[str, Param] = {"ratio": ratio, "goal": _number(self.goal)}
            ratio = Message(id="bench-ratio_and_goal", params=goal)
        instead: Param = ""
        if self.instead_seconds is not None:
            instead = f"{self.instead_seconds:.4g} s ({self.instead})"
        elif self.budget_seconds is not None:
            instead = Message(id="bench-budget", params={"seconds": f"{self.budget_seconds:g}"})
        parts: tuple[Param, ...] = (self.note,) if self.note else ()
        if self.missed:
            parts = (Message(id="bench-missed"), *parts)
        note = Listing(items=parts, style="clauses")
        return [self.track, self.what, f"{self.seconds:.4g} s", instead, ratio, note]


def _number(ratio: float) -> str:
    return f"{ratio:,.0f} x" if ratio >= 100 else f"{ratio:.1f} x"
