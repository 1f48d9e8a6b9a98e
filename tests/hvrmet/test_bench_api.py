"""The bench of the API: a small one from nothing to the end, and what its table marks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hvrmet.bench_api import Figures, show

ROOT = Path(__file__).resolve().parents[2]


def test_the_table_marks_a_goal_that_was_missed() -> None:
    row = {"n": 9, "p50": 20.0, "p95": 49.0, "p99": 60.0, "max": 60.0}
    figures = Figures({}, 2, 0.5, idle={"list": row, "detail": {**row, "p95": 50.1}})
    table = show(figures).splitlines()
    (kept,) = (line for line in table if line.startswith("idle: list"))
    (missed,) = (line for line in table if line.startswith("idle: detail"))
    assert kept.endswith(" 50")
    assert missed.endswith(" 50*")


@pytest.mark.processes
def test_a_small_bench_asks_for_everything() -> None:
    ours = ("PYTEST", "HVRMET_", "DJANGO", "DATABASE_", "BROKER_", "CHANNEL_", "STORAGE_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "tests.hvrmet.bench_api", "--json", "--events", "3000"),
            *("--jobs", "300", "--centres", "10", "--seconds", "5", "--connections", "9"),
            *("--worker_requests", "4"),
        ],
        cwd=ROOT,
        env={**kept, "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    stored = figures["stored"]
    assert stored["jobs_job"] == 300 <= stored["search_searchdocument"]
    assert 2500 < stored["jobs_jobevent"] <= 3000
    assert stored["tenants_tenant"] == 10
    asked = {"list", "detail", "search", "search in diagnoses"}
    assert set(figures["idle"]) == set(figures["busy"]) == asked
    assert figures["saturated"]["answers a second"] > 0
    assert set(figures["of_workers"]) > {"raster of evidence", "feasibility", "layers of evidence"}
    # A machine that is busy otherwise answers late; nothing may fail in another way.
    assert not [name for name in figures["errors"] if "Timeout" not in name and "202" not in name]
