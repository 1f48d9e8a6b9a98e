"""Which of some processes still run."""

from __future__ import annotations

from collections.abc import Iterable

from hvrmet.embedded.processes import command_line


def remaining(processes: Iterable[int]) -> list[str]:
    """The command lines of those that still run."""
    lines = (" ".join(command_line(pid)) for pid in processes)
    return [line for line in lines if line]
