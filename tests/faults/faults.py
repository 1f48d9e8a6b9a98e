"""The faults: each does harm to a running installation and says what it did."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from celery import Celery
from hvrmet.embedded.processes import ended

from tests.faults.installation import Installation, stop_process

Injection = Callable[[Installation, random.Random], None]

VANISHING, REPLACED = "vanishing", "replaced"
OTHER_DATA = "quiet.nc"
"""What a replaced source holds for a while; in the folder of the sources."""
_NOTICED_SECONDS = 300.0
_OF_SOURCE = """
SELECT status, state->'failure'->>'code' FROM jobs_job
WHERE source = %s ORDER BY created_at DESC LIMIT 1
"""


@dataclass(frozen=True)
class Fault:
    """One kind of fault; `inject` returns when the harm is over and recovery may begin.

    Attributes
    ----------
    name : str
    inject : callable
    case : str or None
        The case of which a job must be in mid-run when the harm is done.
    retried : bool
        Whether that job is retried afterwards, and so must end as if nothing had been.
    """

    name: str
    inject: Injection
    case: str | None = None
    retried: bool = False


FAULTS: dict[str, Fault] = {}


def fault(function: Injection) -> Injection:
    """Register a fault under its function's name."""
    return _fault_in_mid_run(None)(function)


def _fault_in_mid_run(
    case: str | None, *, retried: bool = False
) -> Callable[[Injection], Injection]:
    """Register a fault that harms a job of a case in mid-run."""

    def register(function: Injection) -> Injection:
        name = function.__name__
        FAULTS[name] = Fault(name, function, case, retried)
        return function

    return register


def _busy_worker(installation: Installation, draw: random.Random) -> str:
    return draw.choice(installation.workers)


@fault
def worker_killed(installation: Installation, draw: random.Random) -> None:
    """Kill a whole worker, its children included."""
    installation.kill(_busy_worker(installation, draw))


@fault
def child_killed(installation: Installation, draw: random.Random) -> None:
    """Kill one process of a worker's pool, as the kernel does that is out of memory."""
    children = installation.family(_busy_worker(installation, draw))[1:]
    if children:
        os.kill(draw.choice(children), signal.SIGKILL)


@fault
def worker_suspended(installation: Installation, draw: random.Random) -> None:
    """Stop a worker's clock for longer than its lease, then let it go on."""
    name = _busy_worker(installation, draw)
    installation.signal(name, signal.SIGSTOP)
    pause(installation, float(installation.variables["HVRMET_LEASE_SECONDS"]) + 6)
    installation.signal(name, signal.SIGCONT)


@fault
def redeployed(installation: Installation, draw: random.Random) -> None:
    """Ask each worker to end, one after the other, and start a newer version of it."""
    installation.variables["HVRMET_REVISION"] = f"{draw.getrandbits(64):040x}"
    for name in installation.workers:
        process = installation.children[name]
        with held_down(installation, name):
            stop_process(process)
            assert process.returncode == 0, f"{name} ended with {process.returncode}"
        installation.launch(name)


@fault
def web_killed(installation: Installation, draw: random.Random) -> None:
    """Kill the web process."""
    installation.kill("web")


@fault
def beat_killed(installation: Installation, draw: random.Random) -> None:
    """Kill what sends the reaper and the relay on their way."""
    for name in ("beat", "upkeep"):
        installation.kill(name)


@fault
def broker_killed(installation: Installation, draw: random.Random) -> None:
    """Kill the broker and start it again after a while."""
    installation.broker_signal(signal.SIGKILL)
    pause(installation, draw.uniform(2, 6))
    installation.broker_restart()


@fault
def broker_suspended(installation: Installation, draw: random.Random) -> None:
    """Let the broker take connections and answer nothing for a while."""
    installation.broker_signal(signal.SIGSTOP)
    pause(installation, draw.uniform(12, 18))
    installation.broker_signal(signal.SIGCONT)


@fault
def broker_emptied(installation: Installation, draw: random.Random) -> None:
    """Take every message away from the broker."""
    with broker(installation) as app:
        app.control.purge()
        with app.connection_for_write() as connection:
            connection.default_channel.queue_purge("diagnose")


@fault
def connections_terminated(installation: Installation, draw: random.Random) -> None:
    """Let the database end every connection of the platform."""
    with installation.database() as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'hvrmet_app'"
        )


@fault
def backend_killed(installation: Installation, draw: random.Random) -> None:
    """Kill one process of the database, which makes it restart and recover by itself."""
    with installation.database() as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE usename = 'hvrmet_app' ORDER BY pid"
        ).fetchall()
    os.kill(draw.choice(found)[0], signal.SIGKILL)


@fault
def database_killed(installation: Installation, draw: random.Random) -> None:
    """Kill the database and start it again after a while."""
    server = installation.services.postgres
    leader = int((server.data / "postmaster.pid").read_text().split()[0])
    os.kill(leader, signal.SIGKILL)
    pause(installation, draw.uniform(2, 6))
    server.stop()
    server.start()


@fault
def delivered_twice(installation: Installation, draw: random.Random) -> None:
    """Send the message of every unended job three times more."""
    with installation.database() as connection:
        rows = connection.execute("SELECT job_id, tenant_id FROM jobs_queuerow").fetchall()
    with broker(installation) as app:
        for job_id, tenant_id in rows * 3:
            app.send_task(
                "tasks.diagnosis.run", args=[str(job_id), str(tenant_id)], queue="diagnose"
            )


@fault
def disk_full(installation: Installation, draw: random.Random) -> None:
    """Leave no room in the store for a while."""
    heal = installation.fill_store()
    pause(installation, draw.uniform(3, 6))
    heal()


@_fault_in_mid_run(VANISHING, retried=True)
def source_vanished(installation: Installation, draw: random.Random) -> None:
    """Move the data of a running job away until it has failed of it, and put them back."""
    data = installation.paths.sources / f"{VANISHING}.nc"
    aside = data.with_suffix(".aside")
    data.rename(aside)
    try:
        # A job that was between two slices could not be opened again.
        _failed_of(installation, VANISHING, {"source_vanished", "file_not_found"})
    finally:
        aside.rename(data)


@_fault_in_mid_run(REPLACED)
def source_replaced(installation: Installation, draw: random.Random) -> None:
    """Put other data where a running job reads, until it has failed of it."""
    data = installation.paths.sources / f"{REPLACED}.nc"
    aside, other = data.with_suffix(".aside"), data.with_suffix(".other")
    shutil.copyfile(data.with_name(OTHER_DATA), other)
    os.link(data, aside)
    other.replace(data)
    try:
        _failed_of(installation, REPLACED, {"source_changed", "data_changed"})
    finally:
        aside.replace(data)


def _failed_of(installation: Installation, source: str, codes: set[str]) -> None:
    """Wait for the end of the last job of a source, which must be a failure of these codes."""
    end = time.monotonic() + _NOTICED_SECONDS
    status, code = "queued", None
    while status in {"queued", "running"} and time.monotonic() < end:
        pause(installation, 0.2)
        with installation.database() as connection:
            status, code = connection.execute(_OF_SOURCE, [source]).fetchone()
    assert (status, code) in {("failed", known) for known in codes}, (
        f"a job whose source was {source} is {status} ({code})\n{installation.last_words()}"
    )


def pause(installation: Installation, seconds: float) -> None:
    """Let time go by; what has died is started again meanwhile."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        installation.keep_up()
        time.sleep(0.1)


@contextmanager
def held_down(installation: Installation, name: str) -> Iterator[None]:
    """Do not start a process again although it has ended."""
    installation.down.add(name)
    try:
        yield
        assert ended(installation.children[name])
    finally:
        installation.down.discard(name)


@contextmanager
def broker(installation: Installation) -> Iterator[Celery]:
    """Speak to the broker as the platform does."""
    from hvrmet.settings.urls_of_services import broker_settings

    url = installation.environment()["BROKER_URL"]
    app = Celery("faults", broker=url)
    app.conf.update(task_default_queue="diagnose", **broker_settings(url))
    try:
        yield app
    finally:
        app.close()
