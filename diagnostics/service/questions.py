"""Answer a question in words from the data, or check a sentence of a bulletin against them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from diagnostics.contracts.computations import LONGEST_QUESTION
from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import ClaimReport, QuestionReply
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.service.data import OpenSource

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies


@dataclass(frozen=True)
class QuestionContext:
    """What a question is about where its words leave it open.

    Parameters
    ----------
    region : Region, optional
    window : TimeWindow, optional
        For questions that name no time.
    now : datetime, optional
        What "yesterday" counts from.
    timezone : str, optional
        Of times that name none.
    language : Language, optional
        Of the answer; the question's own by default.
    """

    region: Region | None = None
    window: TimeWindow | None = None
    now: datetime | None = None
    timezone: str | None = None
    language: Language | None = None


def check_length(text: str) -> str:
    """Return a question or claim without the blanks around it.

    Raises
    ------
    ArgumentError
        When it is empty or too long.
    """
    text = text.strip()
    if not text:
        raise ArgumentError(Message(id="error-question_empty"), code="invalid_argument")
    if len(text) > LONGEST_QUESTION:
        raise ArgumentError(
            Message(
                id="error-question_too_long",
                params={"length": len(text), "most": LONGEST_QUESTION},
            ),
            code="invalid_argument",
        )
    return text


def ask(
    text: str,
    open_source: OpenSource,
    context: QuestionContext,
    *,
    climatology: Climatologies | None = None,
) -> QuestionReply:
    """Answer a question.

    Raises
    ------
    DiagnosticsError
        As `diagnostics.questions.answer`.
    """
    from diagnostics.questions import answer

    return answer(
        text,
        open_source(),
        now=context.now,
        region=context.region,
        window=context.window,
        language=context.language,
        climatology=climatology,
        timezone=context.timezone,
    )


def check_claim(
    sentence: str,
    open_source: OpenSource,
    context: QuestionContext,
    *,
    climatology: Climatologies | None = None,
) -> ClaimReport:
    """Check each claim of a sentence against the data.

    Raises
    ------
    DiagnosticsError
        As `diagnostics.questions.verify`.
    """
    from diagnostics.questions import verify
    from diagnostics.questions.measure import Desk

    desk = Desk(
        open_source(),
        context.region,
        context.window,
        context.now,
        context.timezone,
        climatology,
    )
    return verify(sentence, desk, context.language)
