"""Everything that ``make check`` holds the project to, each step named, with a short summary."""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = Path(sys.prefix) / "bin"
AT_ONCE = 2

# What a production installation would have: enough for Django to judge the settings.
PRODUCTION = {
    "HVRMET_ENVIRONMENT": "production",
    "HVRMET_SECRET_KEY": secrets.token_urlsafe(64),
    "HVRMET_ALLOWED_HOSTS": "hvrmet.example",
    "HVRMET_EMBEDDED": "",
    "DATABASE_URL": "postgresql://hvrmet_app:unused@database.example/hvrmet",
    "BROKER_URL": "amqp://hvrmet:unused@broker.example/hvrmet",
    "CHANNEL_URL": "redis://channel.example/1",
    "STORAGE_URL": "file:///var/lib/hvrmet/storage",
}
DEVELOPMENT = {
    "HVRMET_ENVIRONMENT": "development",
    "HVRMET_SECRET_KEY": "used-by-make-check-only",
    "DATABASE_URL": "",
}


@dataclass(frozen=True)
class Step:
    """One check: a command that succeeds when all is well."""

    name: str
    command: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """What a step said."""

    step: Step
    passed: bool
    seconds: float
    output: str


def _python(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, *arguments)


def _manage(*arguments: str) -> tuple[str, ...]:
    return _python("manage.py", *arguments)


def steps() -> tuple[Step, ...]:
    """Return all steps, the slow ones first so that two at once end soonest."""
    typed = ("diagnostics", "platform/hvrmet", "knowledge", "tasks")
    return (
        # One process: workers of `mypy -n` must be up in three seconds, however busy the machine.
        Step("types", _python("-m", "mypy", *(part for part in typed if (ROOT / part).exists()))),
        Step("style", (str(PROGRAMS / "ruff"), "check", "--quiet", ".")),
        Step("format", (str(PROGRAMS / "ruff"), "format", "--check", "--quiet", ".")),
        Step("layers", (str(PROGRAMS / "lint-imports"), "--no-cache")),
        Step(
            "structure",
            _python(
                "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "structure", "tests/structure"
            ),
        ),
        Step("schemas", _python("scripts/build_schemas.py", "--check")),
        Step("messages", _python("scripts/build_socket_schemas.py", "--check")),
        Step("catalogue", _python("scripts/build_catalog.py", "--check")),
        Step("pages", _python("scripts/build_pages.py", "--check")),
        Step("frontend", _python("scripts/frontend.py", "check")),
        Step("documents", _python("scripts/check_links.py")),
        Step("words", _python("scripts/check_words.py")),
        Step("migrations", _manage("makemigrations", "--check", "--dry-run"), DEVELOPMENT),
        Step("deployment", _manage("check", "--deploy", "--fail-level", "WARNING"), PRODUCTION),
        Step(
            "openapi",
            _manage("spectacular", "--validate", "--fail-on-warn", "--file", os.devnull),
            DEVELOPMENT,
        ),
        Step("openapi file", _python("scripts/build_openapi.py", "--check"), DEVELOPMENT),
    )


def run(step: Step) -> Outcome:
    """Run one step."""
    started = time.monotonic()
    environment = {
        **os.environ,
        **step.environment,
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "platform"))),
    }
    done = subprocess.run(
        step.command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return Outcome(step, done.returncode == 0, time.monotonic() - started, done.stdout)


def main() -> int:
    """Run the steps, show what failed, and sum up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only these steps")
    names = parser.parse_args().names
    chosen = [step for step in steps() if not names or step.name in names]
    unknown = set(names) - {step.name for step in steps()}
    if unknown:
        known = ", ".join(step.name for step in steps())
        sys.stderr.write(f"no such step: {', '.join(sorted(unknown))}; there are: {known}\n")
        return 2
    failed = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for outcome in pool.map(run, chosen):
            mark = "ok    " if outcome.passed else "FAILED"
            sys.stdout.write(f"{mark} {outcome.step.name:<12} {outcome.seconds:5.1f} s\n")
            if not outcome.passed:
                failed.append(outcome.step.name)
                sys.stdout.write("".join(f"    {line}\n" for line in outcome.output.splitlines()))
            sys.stdout.flush()
    verdict = f"check: {len(failed)} of {len(chosen)} steps failed: {', '.join(failed)}"
    sys.stdout.write((verdict if failed else f"check: all {len(chosen)} steps passed") + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
