"""One row of the benchmark's table."""

from __future__ import annotations

from diagnostics.contracts.base import Contract


class BenchRow(Contract):
    """What was measured here, against what, in the same run.

    Times are in seconds; `budget` is the time that was promised, where there is one.
    """

    track: str
    what: str
    seconds: float
    instead_seconds: float | None = None
    instead: str = ""
    budget_seconds: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times faster than the alternative."""
        return None if self.instead_seconds is None else self.instead_seconds / self.seconds

    def cells(self) -> list[str]:
        """The row as text."""
        ratio = f"{self.ratio:,.1f} x" if self.ratio is not None else ""
        instead = ""
        if self.instead_seconds is not None:
            instead = f"{self.instead_seconds:.4g} s ({self.instead})"
        elif self.budget_seconds is not None:
            instead = f"budget {self.budget_seconds:g} s"
        return [self.track, self.what, f"{self.seconds:.4g} s", instead, ratio, self.note]
