"""The example in the documents, and a client of the first API, against a real server.

The old client is generated from the document of the API as it was before it grew, and runs the
example of that time: within v1 whatever a client could do it can do.
"""

from __future__ import annotations

import gzip
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

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
ROOT = Path(__file__).resolve().parents[2]


OLD = ROOT / "tests" / "old_client"
NEW = (ROOT / "clients" / "python", ROOT / "docs" / "examples" / "diagnose.py")


@pytest.fixture(scope="session")
def old_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Generate the client from the first document of the API."""
    folder = tmp_path_factory.mktemp("old")
    (folder / "openapi.json").write_bytes(gzip.decompress((OLD / "openapi.json.gz").read_bytes()))
    (folder / "client.yaml").write_text(
        "project_name_override: hvrmet-client\npackage_name_override: hvrmet_client\n"
    )
    out = folder / "client"
    command = [
        *(sys.executable, "-m", "openapi_python_client", "generate"),
        *("--path", str(folder / "openapi.json"), "--config", str(folder / "client.yaml")),
        *("--output-path", str(out), "--meta", "uv", "--overwrite", "--fail-on-warning"),
    ]
    # The generator lays its files out with the linter of this environment.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(params=["new", "old"])
def client(request: pytest.FixtureRequest) -> tuple[Path, Path]:
    """The package and the program of today, and those of the first API."""
    if request.param == "new":
        return NEW
    return request.getfixturevalue("old_client"), OLD / "diagnose.py"


def example(
    client: tuple[Path, Path], server: Any, key: str, *arguments: str
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(client[1]), server.url, *arguments],
        env={**os.environ, "PYTHONPATH": str(client[0]), "HVRMET_KEY": key},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_the_example_brings_home_a_report(
    client: tuple[Path, Path], live_server: Any, platform_settings: Any, sent: Any, tmp_path: Path
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
    running = example(client, live_server, key, "sample", region, str(tmp_path / "out"))
    try:
        while not sent and running.poll() is None:
            time.sleep(0.1)
        assert sent, running.communicate()[0]
        while sent:
            _, arguments = sent.pop(0)
            diagnosis.run(*arguments)
        said, _ = running.communicate(timeout=60)
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
    client: tuple[Path, Path], live_server: Any, alpha: Any, tmp_path: Path
) -> None:
    refused = example(client, live_server, alpha.key, "nowhere", "1,2,3,4", str(tmp_path / "o"))
    said, _ = refused.communicate(timeout=60)
    assert (refused.returncode, said.startswith("unknown_source: there is no source")) == (1, True)
