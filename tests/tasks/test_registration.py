"""Workers know every task: one that is not registered waits for ever."""

from __future__ import annotations

import re
from pathlib import Path

from hvrmet.celery_app import app

TASKS = Path(__file__).resolve().parents[2] / "tasks"


def test_workers_load_every_module_that_has_tasks() -> None:
    with_tasks = {
        f"tasks.{path.stem}"
        for path in TASKS.glob("*.py")
        if re.search(r"^@app\.task\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(with_tasks) > 5
    assert with_tasks <= set(app.conf.include)
