"""One row of the benchmark's table."""

from __future__ import annotations

from diagnostics.contracts.base import Contract


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

    def cells(self) -> list[str]:
        """The row as text."""
        ratio = _number(self.ratio) if self.ratio is not None else ""
        if self.goal is not None:
            ratio += f" (goal {_number(self.goal)})"
        instead = ""
        if self.instead_seconds is not None:
            instead = f"{self.instead_seconds:.4g} s ({self.instead})"
        elif self.budget_seconds is not None:
            instead = f"budget {self.budget_seconds:g} s"
        note = "; ".join(part for part in ("missed" if self.missed else "", self.note) if part)
        return [self.track, self.what, f"{self.seconds:.4g} s", instead, ratio, note]


def _number(ratio: float) -> str:
    return f"{ratio:,.0f} x" if ratio >= 100 else f"{ratio:.1f} x"
