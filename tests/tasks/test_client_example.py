"""The generated Python client, and the example in the documents, against a real server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.services import api_key_create
from hvrmet.testing import make_centre

from diagnostics.samples import write_sample
from tasks import diagnosis

pytestmark = [pytest.mark.processes, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PATIENCE = 600.0
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("generated") / "client"
    command = [sys.executable, str(ROOT / "scripts" / "build_client.py"), "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def example(client: Path, server: Any, key: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(ROOT / "docs/examples/diagnose.py"), server.url, *arguments],
        env={**os.environ, "PYTHONPATH": str(client), "HVRMET_KEY": key},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_the_example_brings_home_a_report(
    generated: Path, live_server: Any, platform_settings: Any, sent: Any, tmp_path: Path
) -> None:
    sample = write_sample("rainstorm", tmp_path / "sample.nc")
    sources = {"sample": {"paths": [str(sample.path)], "title": "Generated"}}
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_sources": json.dumps(sources)}
    )
    call_command("load_library", verbosity=0)
    centre = make_centre("alpha")
    region = ",".join(f"{edge:g}" for edge in sample.region.bounds())
    scopes = [Verb.DIAGNOSIS_CREATE, Verb.DIAGNOSIS_VIEW, Verb.REPORT_VIEW, Verb.REPORT_DRAFT]
    key = api_key_create(tenant_id=centre.id, name="example", scopes=scopes).text
    running = example(generated, live_server, key, "sample", region, str(tmp_path / "out"))
    try:
        while not sent and running.poll() is None:
            time.sleep(0.1)
        assert sent, running.communicate()[0]
        while sent:
            _, arguments = sent.pop(0)
            diagnosis.run(*arguments)
        said, _ = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 0, said
    lines = said.splitlines()
    assert lines[0] == "1 job_queued"
    assert [int(line.split()[0]) for line in lines[:-1]] == list(range(1, len(lines)))
    assert lines[-1].startswith("met / confirmed -> ")
    report = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert report.lstrip().lower().startswith("<!doctype html>")
    charts = list((tmp_path / "out").rglob("*.png"))
    assert charts and all(path.read_bytes().startswith(b"\x89PNG") for path in charts)


def test_the_example_ends_with_what_the_platform_says(
    generated: Path, live_server: Any, alpha: Any, tmp_path: Path
) -> None:
    refused = example(generated, live_server, alpha.key, "nowhere", "1,2,3,4", str(tmp_path / "o"))
    said, _ = refused.communicate(timeout=PATIENCE)
    assert (refused.returncode, said.startswith("unknown_source: there is no source")) == (1, True)
