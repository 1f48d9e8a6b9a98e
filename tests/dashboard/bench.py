"""Measure the dashboard: ``make bench frontend``."""

from __future__ import annotations

import os
import sys

from scripts import dashboard
from tests.dashboard.serving import CHROMIUM, serving


def run(script: str) -> int:
    """Build, serve a demonstration, and run a script of ``frontend/package.json`` on it.

    Returns
    -------
    int
        Exit status.
    """
    if CHROMIUM is None:
        sys.stderr.write(f"{script}: chromium is missing: apt-get install chromium\n")
        return 1
    dashboard.build()
    with serving() as served:
        os.environ |= {
            "HVRMET_URL": served.url,
            "HVRMET_DEMO": str(served.account),
            "HVRMET_CHROMIUM": CHROMIUM,
        }
        dashboard.npm("run", "--silent", script)
    return 0


if __name__ == "__main__":
    raise SystemExit(run("bench"))
