"""All that is slow or violent, one part after the other: ``make nightly``, or ``PART=NAME``.

It is run by hand before a release, and before work on one of the parts is called done. Nothing
here is a measure of time: limits are guards against a hang.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.installation import folders
from tests.faults.rabbitmq import RabbitServer
from tests.requirements import VARIABLE

ROOT = Path(__file__).resolve().parents[1]
LONGEST_SECONDS = 3600.0
"""After which a part is ended; the longest takes half of that on two idle cores."""
TEST_SECONDS = 3000
PYTEST = (sys.executable, "-m", "pytest", "-q", f"--timeout={TEST_SECONDS}")
AT_ONCE = ("-n", "2", "--dist=worksteal")
FAULTS = (sys.executable, "-m", "tests.faults", "--seed", "20261127", "--rounds", "1")
PLATFORM = ("tests/hvrmet", "tests/knowledge", "tests/tasks")
SYSTEM_SERVERS = {"HVRMET_POSTGRES": "system", "HVRMET_VALKEY": "system"}
GIVEN = ("DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL", "CHANNEL_URL", "STORAGE_URL")
CHARTS = "tests/diagnostics/figures/test_chart_texts.py"

Command = Sequence[str]
Variables = Mapping[str, str]


@dataclass(frozen=True)
class Part:
    """Commands that belong together, with what they share.

    Attributes
    ----------
    variables : mapping
        More environment.
    rabbitmq : bool
        Whether a RabbitMQ node is started for the part.
    on_given : bool
        Whether servers that the environment names are used; else the suite starts its own.
    """

    name: str
    about: str
    commands: Sequence[Command]
    variables: Variables = field(default_factory=dict)
    rabbitmq: bool = False
    on_given: bool = False


def parts() -> tuple[Part, ...]:
    """Return all parts, in the order in which they run."""
    brokers = (*PYTEST, "-m", "services", *PLATFORM, "--ignore=tests/hvrmet/embedded")
    quick = (*PYTEST, *AT_ONCE, "tests")
    fault_runs = ((*PYTEST, "-m", "processes", "tests/faults"),)
    return (
        Part(
            "processes",
            "servers, workers and their deaths, on the embedded servers",
            ((*PYTEST, "-m", "processes or services", "tests", "--ignore=tests/faults"),),
        ),
        Part("faults-valkey", "fault runs on Valkey", (*fault_runs, FAULTS)),
        Part(
            "faults-redis",
            "fault runs on Redis and Debian's PostgreSQL",
            (*fault_runs, FAULTS),
            SYSTEM_SERVERS,
        ),
        Part(
            "faults-rabbitmq",
            "fault runs on RabbitMQ and Debian's PostgreSQL",
            (*fault_runs, (*FAULTS, "--rabbitmq")),
            {"HVRMET_POSTGRES": "system", "BROKER_URL": "amqp://of-its-own"},
        ),
        Part(
            "postgres",
            "the platform on Debian's PostgreSQL and Redis, or on DATABASE_URL",
            ((*PYTEST, *AT_ONCE, *PLATFORM), brokers),
            SYSTEM_SERVERS,
            on_given=True,
        ),
        Part("rabbitmq", "what needs a broker, on RabbitMQ", (brokers,), rabbitmq=True),
        Part(
            "fuzzing",
            "200 generated requests for every operation, by all actors",
            ((*PYTEST, *AT_ONCE, "-m", "fuzzing", "tests/hvrmet"),),
            {"HVRMET_FUZZ_EXAMPLES": "200"},
        ),
        Part(
            "seeds",
            "properties, with other examples each time",
            ((*PYTEST, *AT_ONCE, "-m", "hypothesis and not fuzzing and not processes", "tests"),),
            {"HYPOTHESIS_PROFILE": "nightly"},
        ),
        Part(
            "real-cases",
            "slow tests: real cases, whole runs, comparisons with MetPy",
            (
                (
                    *(*PYTEST, *AT_ONCE, "-m", "slow and not processes and not services"),
                    *("tests", f"--ignore={CHARTS}"),
                ),
            ),
        ),
        Part(
            "browser",
            "the pages in a browser, with what the gate leaves out",
            ((sys.executable, "scripts/smoke.py"),),
            {"HVRMET_NIGHTLY": "1", VARIABLE: "browser"},
        ),
        Part("language", "charts in a made-up language", ((*PYTEST, *AT_ONCE, "-m", "", CHARTS),)),
        Part("order", "the gate's tests in random order", ((*quick, "-p", "randomly"),)),
        Part("zone", "the gate's tests in another time zone", (quick,), {"TZ": "Asia/Kathmandu"}),
    )


def run(command: Command, environment: Variables, log: Path) -> int:
    """Run a command, show and keep what it prints; end it with all its children when it hangs."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            list(command),
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return process.wait(timeout=LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            output.write(f"FAILED {' '.join(command)}: no end after an hour\n".encode())
            return 1
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def failures(text: str) -> list[str]:
    """Return the lines of a log that name what failed."""
    return sorted(set(re.findall(r"^(?:FAILED|ERROR|WRONG:) .{1,200}", text, re.MULTILINE)))


@contextmanager
def broker(part: Part) -> Iterator[Variables]:
    """Run the server that a part needs beside those that the suite starts."""
    if not part.rabbitmq:
        yield {}
        return
    with folders() as paths:
        node = RabbitServer(paths)
        node.start()
        try:
            yield {"BROKER_URL": node.url}
        finally:
            node.stop()


def do(part: Part, log: Path) -> list[str]:
    """Run a part and return what failed of it."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTEST") and (part.on_given or name not in GIVEN)
    }
    failed = []
    with broker(part) as served:
        environment = {**kept, **part.variables, **served, "PYTHONHASHSEED": "0"}
        for command in part.commands:
            status = run(command, environment, log)
            if status != 0:
                failed.append(f"status {status}: {' '.join(command[1:])}")
    return [*failed, *(failures(log.read_text(errors="replace")) if failed else [])]


def require_all() -> None:
    """Let nothing be missing that is not named as missing."""
    data = os.environ.setdefault("HVRMET_TEST_DATA", str(ROOT.parent / "shared" / "data"))
    kinds = ["servers", *(["root"] if os.geteuid() == 0 else [])]
    os.environ.setdefault(VARIABLE, ",".join([*(["data"] if Path(data).is_dir() else []), *kinds]))


def main() -> int:
    """Run the chosen parts, go on after a failure, and sum up."""
    known = parts()
    names = [part.name for part in known]
    parser = argparse.ArgumentParser(prog="make nightly PART=...", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(names)}")
    parser.add_argument("--logs", type=Path, default=ROOT / "build" / "nightly")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(names):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are: {', '.join(names)}")
    options.logs.mkdir(parents=True, exist_ok=True)
    require_all()
    wrong = 0
    for part in known:
        if options.parts and part.name not in options.parts:
            continue
        log = options.logs / f"{part.name}.log"
        log.unlink(missing_ok=True)
        began = time.monotonic()
        failed = do(part, log)
        minutes = (time.monotonic() - began) / 60
        mark = "FAILED" if failed else "ok    "
        sys.stdout.write(f"{mark} {part.name:<16} {minutes:5.1f} min  {part.about}\n")
        sys.stdout.write("".join(f"       {line}\n" for line in failed))
        sys.stdout.flush()
        wrong += bool(failed)
    sys.stdout.write(f"nightly: parts that failed: {wrong}; logs: {options.logs}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
