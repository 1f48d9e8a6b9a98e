"""A stage's score with its reasons, in English and as messages for every language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diagnostics.contracts.scores import StageScore
from diagnostics.messages import Message, Param, render
from diagnostics.messages.catalogue import SOURCE


def reason(name: str, /, **params: Param) -> Message:
    """Return a reason of a rubric: an entry of the section ``score``."""
    return Message(id=f"score-{name}", params=params)


def of_factor(factor: str, why: Message) -> Message:
    """Return a reason that is about one factor."""
    return reason("of_factor", factor=factor, reason=why)


def scored(
    score: float, reasons: Sequence[Message], checks: Mapping[str, float] | None = None
) -> StageScore:
    """Return a stage's score; the same reason counts once.

    Parameters
    ----------
    score : float
        0 to 5.
    reasons : sequence of Message
    checks : mapping, optional
        What was counted.
    """
    said = {render(item, SOURCE): item for item in reasons}
    return StageScore(
        score=score,
        reasons=tuple(said),
        wordings=tuple(said.values()),
        checks=dict(checks or {}),
    )


def not_scored(why: Message) -> StageScore:
    """Say why a rubric does not apply."""
    return StageScore(not_applicable=render(why, SOURCE), wordings=(why,))
