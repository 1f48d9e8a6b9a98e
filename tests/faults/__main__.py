"""Fault runs from the command line: ``make faults``, or ``python -m tests.faults --help``."""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import defaultdict

from tests.faults.cases import plan_of, sources
from tests.faults.faults import FAULTS
from tests.faults.installation import Installation, folders
from tests.faults.run import Run
from tests.faults.verdict import Verdict

# Shorter than the defaults, so that there are many slices, and stalled sources end in a minute.
VARIABLES = {
    "HVRMET_SLICE_SECONDS": "20",
    "HVRMET_STEP_SECONDS": "40",
    "HVRMET_REDISPATCH_SECONDS": "60",
}


def main() -> int:
    """Run the faults, print the figures, and fail when a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--rounds", type=int, default=2, help="how often each fault comes")
    parser.add_argument("--rabbitmq", action="store_true", help="quorum queues instead of Valkey")
    parser.add_argument("--only", nargs="*", choices=sorted(FAULTS), default=sorted(FAULTS))
    parser.add_argument("--lease", type=int, default=30, help="HVRMET_LEASE_SECONDS")
    parser.add_argument("--keep", action="store_true", help="leave the folder with the logs")
    options = parser.parse_args()
    plan = plan_of(options.seed, options.only * options.rounds)
    wrong: tuple[str, ...] = ()
    with folders(keep=lambda: options.keep or bool(wrong)) as paths:
        say(f"seed {options.seed}, logs in {paths.logs}")
        started = time.monotonic()
        with sources(paths.sources) as registered:
            installation = Installation(
                paths,
                rabbitmq=options.rabbitmq,
                sources=registered,
                variables={**VARIABLES, "HVRMET_LEASE_SECONDS": str(options.lease)},
                clocks=(0.0, 780.0),
                visibility=None if options.rabbitmq else 15,
            )
            try:
                run = Run(installation, installation.start(), plan, say)
                verdict = run()
            finally:
                installation.stop()
        wrong = verdict.wrong
        show(run, verdict, time.monotonic() - started)
    return 1 if wrong else 0


def say(text: str) -> None:
    """Print a line with the time."""
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {text}\n")
    sys.stdout.flush()


def show(run: Run, verdict: Verdict, seconds: float) -> None:
    """Print the figures as they stand in ``docs/operate/reliability.md``."""
    tries = sum(job.tries > 1 for job in run.ledger.accepted)
    lines = [
        f"| jobs submitted | {verdict.submitted} ({tries} asked for more than once) |",
        *(f"| {name} | {count} |" for name, count in sorted(verdict.outcomes.items())),
        f"| lost | {verdict.lost} |",
        f"| doubled | {verdict.doubled} |",
        f"| events, missing | {verdict.events}, {verdict.events_missing} |",
        f"| reports the same as undisturbed | {verdict.reports_compared} compared |",
        f"| leases taken back | {verdict.leases_lost} |",
        f"| processes started again | {run.installation.restarts} |",
        f"| refused or unanswered requests | {dict(sorted(run.ledger.refusals.items()))} |",
        f"| whole run | {seconds:.0f} s |",
        "",
        "| fault | times | jobs held | recovery p50 | max |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    by_fault = defaultdict(list)
    for item in run.recoveries:
        by_fault[item.fault].append(item)
    for name, found in by_fault.items():
        took = [item.seconds for item in found]
        held = sum(item.held for item in found)
        lines.append(
            f"| {name} | {len(found)} | {held} | {statistics.median(took):.1f} s | "
            f"{max(took):.1f} s |"
        )
    lines += ["", *(f"WRONG: {text}" for text in verdict.wrong)]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
