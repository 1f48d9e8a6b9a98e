"""A step that wants more memory than a worker may use fails, and nothing else does."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import numpy as np
from tasks.limits import limit_memory
limit_memory(256 * 2**20)
kept = np.ones(100 * 2**20 // 8)
try:
    np.ones(400 * 2**20 // 8)
except MemoryError:
    print("refused")
del kept
print(np.ones(200 * 2**20 // 8).size)
"""


def test_an_allocation_beyond_the_limit_is_refused_and_the_process_goes_on() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["refused", str(200 * 2**20 // 8)]
