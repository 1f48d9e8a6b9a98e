"""Runs that older releases stored stay readable, and say the same when they are rebuilt.

Each folder of ``tests/stored_runs`` holds a release of the library with runs that pinned it:

- ``version1``, before reasons had messages: a rainstorm in English, a cold wave and a calm day in
  Chinese;
- ``controls``, while the controls of a factor counted `told` where they now say `judged`: a
  rainstorm.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from diagnostics.cli import main
from diagnostics.contracts.enums import Language
from diagnostics.contracts.events import ControlsTested, RecordedEvent
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.narration import narrate
from diagnostics.contracts.report import Report
from diagnostics.errors import InputDataError
from diagnostics.guidelines import RELEASE_FILE, load_release, pack_release, unpack_release
from diagnostics.guidelines.release import release_digest
from diagnostics.loop import fold, rebuild_report
from diagnostics.reporting import facts_digest, render_html, render_markdown
from diagnostics.service.local_ports import RunGuidelines

CORPUS = Path(__file__).resolve().parents[2] / "stored_runs"
RUNS = sorted(str(path.relative_to(CORPUS)) for path in CORPUS.glob("*/*") if path.is_dir())


def events_of(name: str) -> list[RecordedEvent]:
    text = gzip.decompress((CORPUS / name / "events.jsonl.gz").read_bytes()).decode()
    return [RecordedEvent.model_validate_json(line) for line in text.splitlines()]


def report_of(name: str) -> Report:
    return Report.model_validate_json(
        gzip.decompress((CORPUS / name / "diagnosis.json.gz").read_bytes())
    )


def pinned(name: str) -> Path:
    return (CORPUS / name).parent / RELEASE_FILE


def release_of(name: str) -> GuidelineRelease:
    started = fold(events_of(name)).started
    assert started is not None
    return unpack_release(pinned(name).read_bytes(), started.release_digest)


def test_the_corpus_is_there() -> None:
    assert RUNS == [
        "controls/rainstorm_en",
        "version1/calm_zh",
        "version1/cold_wave_zh",
        "version1/rainstorm_en",
    ]


def test_the_corpus_has_controls_by_their_first_name() -> None:
    name = "controls/rainstorm_en"
    log = gzip.decompress((CORPUS / name / "events.jsonl.gz").read_bytes()).decode()
    assert '"told":2' in log
    tested = [event.body for event in events_of(name) if isinstance(event.body, ControlsTested)]
    assert max(body.controls.judged for body in tested) == 2


@pytest.mark.parametrize("name", RUNS)
def test_a_stored_run_says_the_same_when_it_is_rebuilt(name: str) -> None:
    rebuilt, state = rebuild_report(events_of(name), release_of(name))
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
    (tmp_path / RELEASE_FILE).write_bytes(pinned(name).read_bytes())
    assert main(["replay", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["same_facts"] is True


def test_a_changed_verdict_is_another_fact() -> None:
    stored = report_of("version1/rainstorm_en")
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


def older_release() -> GuidelineRelease:
    """A release that no installation carries."""
    release = load_release().model_copy(update={"version": "0.0.1"})
    return release.model_copy(update={"digest": release_digest(release)})


def test_a_run_finds_the_older_release_in_its_folder(tmp_path: Path) -> None:
    older = older_release()
    with pytest.raises(InputDataError, match="has no release") as missing:
        RunGuidelines(tmp_path).release(older.digest)
    assert missing.value.code == "release_not_found"
    (tmp_path / RELEASE_FILE).write_bytes(pack_release(older))
    assert RunGuidelines(tmp_path).release(older.digest) == older
    assert RunGuidelines(tmp_path).release() == load_release()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-20],
        lambda data: b"no gzip",
        lambda data: gzip.compress(b"[1]"),
        lambda data: gzip.compress(gzip.decompress(data).replace(b"0.0.1", b"0.0.2")),
        lambda data: pack_release(load_release()),
    ],
)
def test_a_damaged_or_other_release_is_refused(
    damage: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    older = older_release()
    (tmp_path / RELEASE_FILE).write_bytes(damage(pack_release(older)))
    with pytest.raises(InputDataError) as refused:
        RunGuidelines(tmp_path).release(older.digest)
    assert refused.value.code == "release_damaged"
