"""Small files in the manner of centres over REST: what the table of the documentation says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.reports.models import ReportVersion
from hvrmet.testing import IdleHeartbeat, make_centre

from diagnostics.cli.arguments import parse_member, parse_params
from diagnostics.cli.commands import index as index_command
from diagnostics.cli.usage import Parser
from tasks import diagnosis
from tests.diagnostics.cli.example_files import ASKED, Asked, Row, answer_cell, rows

pytestmark = pytest.mark.django_db
PERCENTILE = "percentile/p90.nc --statistic p90"


@pytest.fixture
def ask(client, platform_settings, release, monkeypatch, real_data: Callable[[str], Path]) -> Any:
    """Return a function that asks over REST of the files of a row, and reads the finished job."""
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    centre = make_centre("alpha")

    def go(kind: str, row: Row, **body: Any) -> Any:
        options = parsed(row.options(lambda name: real_data(f"../files/{name}")))
        sources = {"files": {"paths": options.data, "title": "Files"}}
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_sources": json.dumps(sources)}
        )
        chosen = {"member": parse_member(options.member), "statistic": options.statistic}
        body |= {name: value for name, value in chosen.items() if value is not None}
        reply = client.post(
            f"/api/v1/{kind}/",
            {"source": "files", **body},
            content_type="application/json",
            headers=centre.headers,
        )
        assert reply.status_code == 202, reply.content
        shown = reply.json()
        diagnosis.run(shown["id"], str(centre.id))
        return client.get(shown["url"], headers=centre.headers).json(), centre

    return go


def parsed(words: list[str], name: str = "precip_24h") -> Any:
    parser = Parser()
    index_command.add_arguments(parser)
    return parser.parse_args([name, *words])


def index_of(asked: Asked) -> dict[str, Any]:
    """Return the body of a computation that is asked as the command line asks for an index."""
    options = parsed([*asked.index[1:], "--data", "files"], asked.index[0])
    region = [float(edge) for edge in asked.region.split(",")]
    level = {} if options.level is None else {"level": float(options.level)}
    return {
        "op": "index",
        "name": options.name,
        "params": parse_params(options.param),
        "region": region,
        **level,
    }


def said(shown: dict[str, Any], command: str) -> str:
    if shown["status"] == "failed":
        return f"`{shown['failure']['code']}`"
    return answer_cell(command, shown["result"])


def parametrised() -> list[Any]:
    """Return the rows; one of each folder is in the gate."""
    return [
        pytest.param(
            row, id=f"{row.words}: {row.asked}", marks=[] if row.is_first else [pytest.mark.slow]
        )
        for row in rows()
    ]


@pytest.mark.parametrize("row", parametrised())
def test_rest_says_what_the_command_line_says(ask, row: Row) -> None:
    asked = ASKED[row.asked]
    computed, _ = ask("computations", row, **index_of(asked))
    answered, _ = ask("questions", row, text=asked.question)
    assert said(computed, "index") == row.cells["index"]
    assert said(answered, "ask") == row.cells["ask"]


def test_every_answer_over_rest_names_its_statistic(ask) -> None:
    row = next(item for item in rows() if item.words == PERCENTILE)
    asked = ASKED[row.asked]
    computed, _ = ask("computations", row, **index_of(asked))
    answered, _ = ask("questions", row, text=asked.question)
    claimed, _ = ask("questions", row, claim="More than 50 mm fell at 30N 110E on 5 July 2026.")
    assert computed["result"]["provenance"]["choice"] == {"statistic": "p90"}
    assert answered["result"]["choice"] == {"statistic": "p90"}
    assert claimed["result"]["choice"] == {"statistic": "p90"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "head", "words"),
    [("en", "Summary", "the statistic p90 of the ensemble"), ("zh", "摘要", "集合统计量p90")],
)
def test_the_summary_of_a_report_says_of_which_statistic_it_is(
    ask, language: str, head: str, words: str
) -> None:
    row = next(item for item in rows() if item.words == PERCENTILE)
    region = [float(edge) for edge in ASKED[row.asked].region.split(",")]
    shown, centre = ask("diagnoses", row, region=region, language=language)
    assert shown["status"] == "finished", shown["state"]["failure"]
    with scope(centre.id):
        report = ReportVersion.objects.get(report__job_id=shown["id"])
    summary = report.markdown.split(f"## {head}", 1)[1].split("\n## ", 1)[0]
    assert words in summary
