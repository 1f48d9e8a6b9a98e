"""The bench of search: what its table counts, and a run on a database of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from diagnostics.bench.queries import Query, Sort
from tests.hvrmet.bench_retrieval import PLAIN, SEARCH, Hit, ask, rows_of, show

ROOT = Path(__file__).resolve().parents[2]


def query(number: int, lang: str, text: str, tool: str) -> Query:
    return Query.model_validate(
        {
            "id": f"Q-O-{number:03d}",
            "lang": lang,
            "style": "name",
            "sought": "catalogue",
            "text": text,
            "answers": {"catalogue": [tool]},
        }
    )


def test_queries_are_counted_by_language_and_by_what_is_sought() -> None:
    def find(text: str) -> list[Hit]:
        return [(Sort.ENTRY, "g_gale_cape"), (Sort.CATALOGUE, text)]

    asked = ask(find, [query(1, "en", "cape", "cape"), query(2, "zh", "cin", "cape")])
    rows = {row.of: row for row in rows_of("open", SEARCH, asked)}
    assert set(rows) == {"all", "en", "zh", "catalogue"}
    assert (rows["en"].recall_at_5, rows["en"].mrr, rows["en"].nothing_right) == (1.0, 0.5, 0)
    assert (rows["zh"].recall_at_5, rows["zh"].mrr, rows["zh"].nothing_right) == (0.0, 0.0, 1)
    assert (rows["all"].queries, rows["all"].recall_at_5, rows["all"].mrr) == (2, 0.5, 0.25)
    assert len(show(rows.values()).splitlines()) == 5


@pytest.mark.processes
def test_a_run_on_a_database_of_its_own() -> None:
    ours = ("PYTEST", "HVRMET_", "DJANGO", "DATABASE_", "BROKER_", "CHANNEL_", "STORAGE_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.hvrmet.bench_retrieval", "--json", "--half", "open"],
        cwd=ROOT,
        env={**kept, "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    overall = {row["way"]: row for row in rows if row["of"] == "all"}
    assert set(overall) == {SEARCH, PLAIN}
    assert overall[SEARCH]["mrr"] > overall[PLAIN]["mrr"] > 0
