"""What the terminal says of a run's events."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest
from hvrmet.embedded import progress
from rich.text import Text

from diagnostics.contracts.enums import Verdict
from diagnostics.contracts.events import (
    EventBody,
    JobFinished,
    RecordedEvent,
    RunFailed,
    StepFailed,
)

START = datetime(2026, 7, 1, tzinfo=UTC)
SILENT = {"answer_queued", "answered", "resumed", "role_decided", "figure_checked"}


def line(body: object, seconds: int = 0) -> str | None:
    """The plain text of an event's line."""
    event = RecordedEvent(seq=1, at=START + timedelta(seconds=seconds), body=body)
    markup = progress.progress_line(event, START)
    return None if markup is None else Text.from_markup(markup).plain


def test_every_kind_of_event_is_told_or_meant_to_be_silent() -> None:
    kinds = get_args(get_args(EventBody)[0])
    spoken = {kind.model_fields["type"].default for kind in kinds if kind in progress._SPEAKERS}
    every = {kind.model_fields["type"].default for kind in kinds}
    assert every - spoken == SILENT


def test_lines_tell_the_seconds_since_the_start() -> None:
    body = JobFinished(report_version=2, report_digest="0" * 64)
    assert line(body, 7) == "    7 s  report version 2 stored"


def test_words_of_others_are_no_markup() -> None:
    body = RunFailed(code="invalid_data", message="[bold]x[/] is no file [/]")
    assert line(body) == "    0 s  failed (invalid_data): [bold]x[/] is no file [/]"


def test_long_messages_are_cut() -> None:
    body = StepFailed(turn=1, entry_id=None, code="c", message="word " * 100)
    said = line(body)
    assert said is not None
    assert said.endswith("...")
    assert len(said) < 160


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_has_a_colour(verdict: Verdict) -> None:
    assert verdict.value in progress._VERDICTS[verdict]
