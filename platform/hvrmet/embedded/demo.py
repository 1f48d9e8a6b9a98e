"""The demonstration: a diagnosis of the bundled case, from an empty folder to a report.

``make demo`` runs it and serves until Ctrl-C; with ``ONCE=1`` it ends after the report.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from diagnostics.contracts.events import RecordedEvent, read_event
from hvrmet.embedded.control import (
    interruptible,
    platform_variables,
    require_port,
    undisturbed,
)
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.identity import server_user
from hvrmet.embedded.progress import progress_line
from hvrmet.embedded.samples import SAMPLE, SOURCE, register_sample
from hvrmet.embedded.state import StatePaths, state_paths
from hvrmet.embedded.supervisor import Supervisor, find_running
from hvrmet.embedded.web import ApiClient

POLL_SECONDS = 0.25
RUN_SECONDS = 600.0
_ENDS = frozenset({"job_finished", "run_failed", "cancelled", "parked"})


@dataclass(frozen=True)
class Platform:
    """A running platform, ours or one that ran before.

    Attributes
    ----------
    client : ApiClient
    url : str
    check : callable
        Keeps it running; called between two looks at the job.
    """

    client: ApiClient
    url: str
    check: Callable[[], None]


class Demonstration:
    """One run of the demonstration on one state folder.

    Parameters
    ----------
    paths : StatePaths
    port : int, optional
        Where the web process shall listen.
    console : Console
    """

    def __init__(self, paths: StatePaths, *, port: int | None, console: Console) -> None:
        self.paths = paths
        self.port = port
        self.console = console
        self.supervisor: Supervisor | None = None

    @property
    def account(self) -> Path:
        """Passwords and key of the demonstration's tenant."""
        return self.paths.root / "demo.json"

    def run(self, *, once: bool) -> int:
        """Diagnose, show, and serve; return the exit status."""
        try:
            sample = self._sample()
            platform = self._platform()
            done = self._diagnose(platform, sample)
            if done is None:
                return 1
            path, version = done
            # With ONCE=1 the platform ends with us, unless it ran before.
            stays = not once or self.supervisor is None
            self._show_results(platform, path, version, stays=stays)
            if not once:
                self._serve(platform)
        finally:
            if self.supervisor is not None:
                with undisturbed():
                    self.supervisor.stop()
        return 0

    def _say(self, text: str) -> None:
        self.console.print(f"[dim]•[/] {text}", highlight=False, soft_wrap=True)

    def _sample(self) -> dict[str, Any]:
        """Write the bundled case and register it as a source."""
        self.paths.prepare(server_user())
        sample = register_sample(self.paths)
        self._say(f"case: {SAMPLE}, {len(sample['times'])} times, region {sample['region']}")
        return sample

    def _platform(self) -> Platform:
        """Use the platform that runs on this state folder, or start it."""
        running = find_running(self.paths)
        if running is not None:
            require_port(running, self.port)
            self._say(f"the platform runs already: {running.url}")
            return self._connected(running.url, check=lambda: None)
        self.supervisor = Supervisor(
            self.paths,
            port=self.port,
            report=self._say,
            variables=platform_variables(self.paths),
        )
        self.supervisor.start()
        self._say(self.supervisor.manage("seed_demo", "--out", str(self.account)).strip())
        self._say(self.supervisor.manage("seed_demo_library").strip())
        return self._connected(self.supervisor.url, check=self.supervisor.check)

    def _connected(self, url: str, check: Callable[[], None]) -> Platform:
        try:
            key = json.loads(self.account.read_text())["api_key"]
        except (OSError, ValueError, KeyError) as error:
            raise EmbeddedError(
                f"the running platform has no demonstration account ({self.account})",
                cure="'make down', then 'make demo'",
                code="no_account",
            ) from error
        return Platform(ApiClient(url, key), url, check)

    def _diagnose(self, platform: Platform, sample: dict[str, Any]) -> tuple[str, int] | None:
        """Queue the diagnosis and follow it; return its address and its report's version."""
        west, south, east, north = sample["region"]
        region = {"west": west, "south": south, "east": east, "north": north}
        job = platform.client.post("/api/v1/diagnoses/", {"source": SOURCE, "region": region})
        path = f"/api/v1/diagnoses/{job['id']}/"
        self._say(f"queued over the REST interface: POST /api/v1/diagnoses/ -> {job['id']}")
        last = self._follow(platform, path)
        if last.body.type != "job_finished":
            self.console.print("[red]the diagnosis left no report[/]")
            self._say(f"logs: {self.paths.logs}")
            return None
        number: int = last.body.report_version
        return path, number

    def _follow(self, platform: Platform, path: str) -> RecordedEvent:
        """Print events as they come until one ends the job."""
        deadline = time.monotonic() + RUN_SECONDS
        after = 0
        started = None
        while time.monotonic() < deadline:
            for document in platform.client.get(f"{path}events/?after={after}")["results"]:
                event = read_event(document)
                after = event.seq
                started = started or event.at
                line = progress_line(event, started)
                if line is not None:
                    self.console.print(line, highlight=False, soft_wrap=True)
                if event.body.type in _ENDS:
                    return event
            platform.check()
            time.sleep(POLL_SECONDS)
        raise EmbeddedError(
            f"the diagnosis did not end within {RUN_SECONDS:.0f} s",
            cure=f"read worker.log in {self.paths.logs}",
            code="diagnosis_too_slow",
        )

    def _keep_results(self, platform: Platform, path: str, number: int) -> Path:
        """Take the report and its figures away as files, and return the report's page."""
        folder = self.paths.reports / path.rstrip("/").rsplit("/", 1)[-1]
        folder.mkdir(exist_ok=True)
        page = folder / "report.html"
        page.write_bytes(platform.client.read(f"{path}report/versions/{number}/export/html/"))
        for artifact in platform.client.get(f"{path}artifacts/")["results"]:
            target = folder / artifact["name"]
            if target.suffix == ".png" and target.resolve().is_relative_to(folder.resolve()):
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(platform.client.read(artifact["url"]))
        return page

    def _show_results(self, platform: Platform, path: str, number: int, *, stays: bool) -> None:
        """Say where the results are; addresses of the platform only where it goes on running."""
        page = self._keep_results(platform, path, number)
        figures = sorted(page.parent.rglob("*.png"))
        account = json.loads(self.account.read_text())
        files = [
            ("report", str(page)),
            ("figures", f"{len(figures)} in {figures[0].parent if figures else page.parent}"),
            ("logs", str(self.paths.logs)),
        ]
        if stays:
            rows = [*self._addresses(platform.url, path, number, account), *files]
        else:
            again = "'make demo' does it again, and serves the pages, the report and the API"
            rows = [*files, ("next", again)]
        self.console.rule("results")
        for name, value in rows:
            shown = f"[bold]{name:>11}[/]  {escape(value)}"
            self.console.print(shown, highlight=False, soft_wrap=True)

    def _addresses(
        self, url: str, path: str, number: int, account: dict[str, Any]
    ) -> list[tuple[str, str]]:
        """Return what can be opened, who can sign in, and what to try next."""
        job = path.rstrip("/").rsplit("/", 1)[-1]
        client = f"curl -H 'Authorization: Bearer {account['api_key']}'"
        return [
            ("open", f"{url}/"),
            ("", "the pages of the centre; sign in as one of:"),
            *((f"{name}", password) for name, password in account["passwords"].items()),
            ("its report", f"{url}/c/{account['tenant']}/diagnoses/{job}/report/{number}/"),
            ("API", f"{url}/api/v1/docs/"),
            ("try next", f"as forecaster, {url}/c/{account['tenant']}/new: heavy rain in Jiangsu"),
            ("", f"{client} {url}{path}"),
            ("", f"{client} {url}/api/v1/reports/"),
            ("your data", f"copy files into {self._own_data(account['tenant'])},"),
            ("", f"and register them as lead at {url}/c/{account['tenant']}/sources"),
            ("", f"admin administers the installation at {url}/admin/"),
            ("", "docs/use/first-tour.md goes on from here"),
        ]

    def _own_data(self, centre: str) -> Path:
        """Make and return the folder in which a centre registers data of its own."""
        folder = self.paths.data / centre
        folder.mkdir(exist_ok=True)
        return folder

    def _serve(self, platform: Platform) -> None:
        if self.supervisor is None:
            return
        self.console.print(f"\nserving at [bold]{platform.url}[/] until Ctrl-C", highlight=False)
        self.supervisor.watch(lambda: False)


def main() -> int:
    """Run the demonstration that the command line asks for."""
    parser = argparse.ArgumentParser(prog="hvrmet.embedded.demo", description=__doc__)
    parser.add_argument("--once", action="store_true", help="end after the report")
    parser.add_argument("--port", type=int, help="of the web process; default: 8000 or the next")
    options = parser.parse_args()
    console = Console()
    with interruptible():
        try:
            demonstration = Demonstration(state_paths(), port=options.port, console=console)
            return demonstration.run(once=options.once)
        except KeyboardInterrupt:
            console.print("stopped; nothing is left running, the data stay")
            return 0 if not options.once else 130
        except EmbeddedError as error:
            console.print(f"[red]demo:[/] {escape(str(error))}", highlight=False, soft_wrap=True)
            return 1


if __name__ == "__main__":
    raise SystemExit(main())
