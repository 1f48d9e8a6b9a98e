"""How much memory a block takes at most; the high-water mark of a process is set back before it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_PROCESS = Path("/proc/self")


@dataclass
class Peak:
    """Bytes that the process had at most, beyond what it had at the beginning."""

    growth: int = 0


@contextmanager
def peak() -> Iterator[Peak]:
    """Measure the block; nothing else may work in this process meanwhile."""
    (_PROCESS / "clear_refs").write_text("5")  # proc(5): the mark falls to what there is now
    before, found = _high_water(), Peak()
    yield found
    found.growth = _high_water() - before


def _high_water() -> int:
    status = (_PROCESS / "status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024
