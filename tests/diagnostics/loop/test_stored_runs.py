"""Runs that older releases stored stay readable, and say the same when they are rebuilt.

``tests/stored_runs/version1`` holds the logs and reports of three runs of November 2026, before
reasons had messages: a rainstorm in English, a cold wave and a calm day in Chinese.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from diagnostics.cli import main
from diagnostics.contracts.enums import Language
from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.narration import narrate
from diagnostics.contracts.report import Report
from diagnostics.guidelines import load_release
from diagnostics.loop import rebuild_report
from diagnostics.reporting import facts_digest, render_html, render_markdown

CORPUS = Path(__file__).resolve().parents[2] / "stored_runs" / "version1"
RUNS = sorted(path.name for path in CORPUS.iterdir())


def events_of(name: str) -> list[RecordedEvent]:
    text = gzip.decompress((CORPUS / name / "events.jsonl.gz").read_bytes()).decode()
    return [RecordedEvent.model_validate_json(line) for line in text.splitlines()]


def report_of(name: str) -> Report:
    return Report.model_validate_json(
        gzip.decompress((CORPUS / name / "diagnosis.json.gz").read_bytes())
    )


def test_the_corpus_is_there() -> None:
    assert RUNS == ["calm_zh", "cold_wave_zh", "rainstorm_en"]


@pytest.mark.parametrize("name", RUNS)
def test_a_stored_run_says_the_same_when_it_is_rebuilt(name: str) -> None:
    rebuilt, state = rebuild_report(events_of(name), load_release())
    stored = report_of(name)
    assert state.report_digest == stored.report_digest
    assert facts_digest(rebuilt) == facts_digest(stored)
    assert rebuilt.conclusion.kind == stored.conclusion.kind


@pytest.mark.parametrize("name", RUNS)
def test_a_stored_report_is_shown_as_it_was_stored(name: str) -> None:
    stored = report_of(name)
    text = render_markdown(stored)
    assert stored.title.text.split("{")[0] in text
    pictures = {figure.artifact: b"" for part in stored.sections for figure in part.figures}
    assert stored.report_digest in render_html(stored, pictures)
    assert stored.language in (Language.EN, Language.ZH)


@pytest.mark.parametrize("name", RUNS)
def test_every_event_of_a_stored_run_can_be_followed(name: str) -> None:
    lines = [
        narrate(event.body, language) for event in events_of(name) for language in ("en", "zh")
    ]
    assert sum(line is not None for line in lines) >= 4


@pytest.mark.parametrize("name", RUNS)
def test_the_command_line_compares_facts(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for kept in (CORPUS / name).iterdir():
        (tmp_path / kept.stem).write_bytes(gzip.decompress(kept.read_bytes()))
    assert main(["replay", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["same_facts"] is True


def test_a_changed_verdict_is_another_fact() -> None:
    stored = report_of("rainstorm_en")
    item = next(item for item in stored.evidence if item.judgement)
    assert item.judgement is not None
    weaker = item.model_copy(
        update={"judgement": item.judgement.model_copy(update={"confidence": 0.01})}
    )
    reworded = item.model_copy(
        update={"judgement": item.judgement.model_copy(update={"reason": "in other words"})}
    )
    rest = stored.evidence[1:]
    assert item is stored.evidence[0]
    assert facts_digest(stored.model_copy(update={"evidence": (weaker, *rest)})) != facts_digest(
        stored
    )
    assert facts_digest(stored.model_copy(update={"evidence": (reworded, *rest)})) == facts_digest(
        stored
    )
