"""Child processes that never outlive the process that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hvrmet.child_processes import die_with_parent
from hvrmet.embedded.identity import ServerUser

POLL_SECONDS = 0.02
_TICKS = os.sysconf("SC_CLK_TCK")


def spawn(
    command: Sequence[str],
    *,
    log: Path,
    environment: Mapping[str, str],
    directory: Path,
    death_signal: signal.Signals = signal.SIGTERM,
    user: ServerUser | None = None,
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own, bound to our life.

    A session of its own keeps the terminal's Ctrl-C away from it: we stop children in order.

    Parameters
    ----------
    command : sequence of str
    log : Path
        Its standard output and error are appended there.
    environment : mapping
        The whole environment of the child.
    directory : Path
        Its working directory.
    death_signal : signal.Signals
        What the kernel sends it when this process dies without stopping it.
    user : ServerUser, optional
        Whom it runs as.
    """
    with log.open("ab") as output:
        return subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=directory,
            env=dict(environment),
            start_new_session=True,
            preexec_fn=die_with_parent(death_signal),
            **(user.spawn_options() if user else {}),
        )


def ended(process: subprocess.Popen[bytes]) -> bool:
    """Say whether a child has ended, leaving it to be collected by `stop`.

    Until it is collected its number belongs to it, so that its group can be ended safely.
    """
    return process.returncode is not None or child_ended(process.pid)


def child_ended(pid: int) -> bool:
    """Say whether a child that nobody has collected yet has ended."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def stop(process: subprocess.Popen[bytes], stop_signal: signal.Signals, *, patience: float) -> None:
    """Ask a child to end, wait `patience` seconds, then kill what is left of its group."""
    ask(process, stop_signal)
    collect(process, patience=patience)


def ask(process: subprocess.Popen[bytes], stop_signal: signal.Signals) -> None:
    """Ask a child to end, if it still runs."""
    if not ended(process):
        process.send_signal(stop_signal)


def collect(process: subprocess.Popen[bytes], *, patience: float) -> None:
    """Wait for a child that was asked to end, then kill what is left of its group."""
    if process.returncode is not None:
        return
    wait_until(lambda: ended(process), timeout=patience, alive=lambda: True)
    kill_group(process.pid)
    process.wait()


def kill_group(group: int) -> None:
    """Kill what is left of a child's process group; an empty group is no error."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


def wait_until(condition: Callable[[], bool], *, timeout: float, alive: Callable[[], bool]) -> bool:
    """Wait for `condition`; return False as soon as `alive` is false or `timeout` s are over."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        if condition():
            return True
        if not alive():
            return condition()
        time.sleep(POLL_SECONDS)
    return False


def command_line(pid: int) -> tuple[str, ...]:
    """Return the command line of a running process; empty when there is none.

    A zombie has an empty command line, so it counts as gone; so has a process at the moment in
    which it becomes another program, so a child's life is asked of `child_ended`.
    """
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return ()
    return tuple(part.decode(errors="replace") for part in raw.split(b"\0") if part)


def end_leftover(pid: int, stop_signal: signal.Signals, *, patience: float) -> None:
    """Stop a process that an earlier, killed run left behind (it is not our child)."""

    def gone() -> bool:
        return not command_line(pid)

    for number in (stop_signal, signal.SIGKILL):
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            return
        if wait_until(gone, timeout=patience, alive=lambda: True):
            return


@dataclass(frozen=True)
class Use:
    """What a process and all its descendants use.

    Attributes
    ----------
    memory : int
        Bytes that they hold; a page that several processes share is divided among them.
    processor : float
        Seconds of processor time of those that run now.
    """

    memory: int
    processor: float


def use_of(ancestors: Mapping[str, int]) -> dict[str, Use]:
    """Return what the given processes, by name, use with their descendants."""
    families = {name: {pid, *descendants(pid)} for name, pid in ancestors.items()}
    return {
        name: Use(sum(map(_memory, family)), sum(map(_seconds, family)))
        for name, family in families.items()
    }


def descendants(ancestor: int) -> set[int]:
    """Return every process below one."""
    parents = {
        int(folder.name): int(fields[1])
        for folder in Path("/proc").glob("[0-9]*")
        if (fields := _stat(int(folder.name)))
    }
    found: set[int] = set()
    generation = {ancestor}
    while generation:
        generation = {child for child, parent in parents.items() if parent in generation} - found
        found |= generation
    return found


def _stat(pid: int) -> list[str]:
    """Return what the kernel says of a process after its name; nothing where there is none."""
    try:
        # The program's name, in brackets, may hold anything.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _seconds(pid: int) -> float:
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / _TICKS if fields else 0.0


def _memory(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))
