"""The demonstration: its exit status, and one real run from nothing to a report."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hvrmet.embedded.control import require_port
from hvrmet.embedded.demo import Demonstration, Platform
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.state import StatePaths
from hvrmet.embedded.supervisor import Running
from rich.console import Console

from diagnostics.contracts.events import JobFinished, RecordedEvent, RunFailed

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = {"region": [110, 27, 126, 35], "times": ["2026-07-02T00:00:00Z"]}
AT = "2026-07-02T00:00:00Z"


class Client:
    """A platform that answers every request for events with the same ones."""

    def __init__(self, last: Any) -> None:
        event = RecordedEvent(seq=1, at=AT, body=last)
        self.results = [event.model_dump(mode="json")]
        self.posted: list[tuple[str, Any]] = []

    def post(self, path: str, document: Any) -> Any:
        self.posted.append((path, document))
        return {"id": "0"}

    def get(self, path: str) -> Any:
        return {"results": self.results if "/events/" in path else []}

    def read(self, _path: str) -> bytes:
        return b"<html></html>"


def demonstration(
    paths: StatePaths, monkeypatch: pytest.MonkeyPatch, last: Any
) -> tuple[Demonstration, Client]:
    """A demonstration on a platform that ends its job with `last`."""
    client = Client(last)
    paths.root.joinpath("demo.json").write_text(
        json.dumps({"api_key": "hvr_key", "tenant": "demo", "passwords": {"admin": "secret"}})
    )
    shown = Demonstration(paths, port=None, console=Console(file=StringIO(), width=200))
    monkeypatch.setattr(shown, "_sample", lambda: SAMPLE)
    platform = Platform(client, "http://platform", lambda: None)  # type: ignore[arg-type]
    monkeypatch.setattr(shown, "_platform", lambda: platform)
    return shown, client


def test_a_stored_report_is_success(
    server_paths: StatePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished = JobFinished(report_version=1, report_digest="0" * 64)
    shown, client = demonstration(server_paths, monkeypatch, finished)
    assert shown.run(once=True) == 0
    assert "http://platform" in shown.console.file.getvalue(), "it ran before, and goes on"
    assert (server_paths.reports / "0" / "report.html").read_bytes() == b"<html></html>"
    path, document = client.posted[0]
    assert path == "/api/v1/diagnoses/"
    assert document["source"] == "sample-rainstorm"
    assert document["region"] == {"west": 110, "south": 27, "east": 126, "north": 35}


class Started:
    """A platform of the demonstration's own."""

    def stop(self) -> None:
        return

    def watch(self, _until: Any) -> None:
        return


@pytest.mark.parametrize("once", [True, False])
def test_addresses_are_shown_only_while_they_answer(
    server_paths: StatePaths, monkeypatch: pytest.MonkeyPatch, once: bool
) -> None:
    finished = JobFinished(report_version=1, report_digest="0" * 64)
    shown, _ = demonstration(server_paths, monkeypatch, finished)
    shown.supervisor = Started()  # type: ignore[assignment]
    assert shown.run(once=once) == 0
    text = shown.console.file.getvalue()
    assert ("http://platform" in text, "secret" in text) == (not once, not once)
    assert ("/c/demo/diagnoses/0/report/1/" in text) == (not once)
    first = text.split("results", 1)[1].splitlines()[1].split()
    assert first == (
        ["report", str(server_paths.reports / "0" / "report.html")]
        if once
        else ["open", "http://platform/"]
    )
    assert str(server_paths.reports / "0" / "report.html") in text


def test_a_port_is_refused_while_another_platform_runs() -> None:
    running = Running(pid=1, url="http://127.0.0.1:8000", environment={})
    require_port(running, None)
    require_port(running, 8000)
    with pytest.raises(EmbeddedError, match="make down"):
        require_port(running, 9000)


def test_no_report_is_failure(server_paths: StatePaths, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = RunFailed(code="invalid_data", message="the file is damaged")
    shown, _ = demonstration(server_paths, monkeypatch, failed)
    assert shown.run(once=True) == 1
    assert not list(server_paths.reports.iterdir())


@pytest.mark.services
@pytest.mark.processes
def test_from_nothing_to_a_report(server_paths: StatePaths) -> None:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST", "HVRMET_", "DJANGO", "DATABASE_", "BROKER_", "CHANNEL_"))
    }
    environment = {
        **kept,
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
        "HVRMET_STATE_DIR": str(server_paths.root),
        "HVRMET_RUNTIME_DIR": str(server_paths.runtime),
    }
    done = subprocess.run(
        [sys.executable, "-m", "hvrmet.embedded.demo", "--once"],
        env=environment,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "rainstorm: met; cause: confirmed" in done.stdout
    pages = list(server_paths.reports.glob("*/report.html"))
    assert len(pages) == 1
    assert list(pages[0].parent.glob("figures/*.png"))
    assert not server_paths.services.exists()
    assert "http://" not in done.stdout.partition("results")[2]
    account = json.loads((server_paths.root / "demo.json").read_text())
    secrets = [
        *json.loads(server_paths.credentials.read_text()).values(),
        *account["passwords"].values(),
        account["api_key"],
    ]
    for log in server_paths.logs.iterdir():
        text = log.read_text(errors="replace")
        assert not [secret for secret in secrets if secret in text], log.name
    running = subprocess.run(
        ["ps", "-eo", "args"], capture_output=True, text=True, check=True
    ).stdout
    assert str(server_paths.root) not in running
