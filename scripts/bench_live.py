"""Events of a run on their way to the screen, on a platform of its own: ``make bench-live``."""

from __future__ import annotations

import sys

from smoke import CROWD, SmokeError, demonstrated, run_beside, state_folder


def main() -> int:
    """Start a platform, measure and stop it."""
    with state_folder() as paths:
        try:
            with demonstrated(paths) as running:
                if run_beside(paths, running, *CROWD) != 0:
                    raise SmokeError("the crowded centre could not be made")
                return run_beside(paths, running, "scripts/frontend.py", "run", "bench-live")
        except SmokeError as error:
            sys.stdout.write(f"FAILED bench-live: {error}\n")
            return 1


if __name__ == "__main__":
    raise SystemExit(main())
