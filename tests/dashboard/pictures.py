"""Take the pictures of the dashboard in ``docs/images`` again: ``make pictures``."""

from __future__ import annotations

from tests.dashboard.bench import run

if __name__ == "__main__":
    raise SystemExit(run("pictures"))
