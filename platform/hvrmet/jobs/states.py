"""The life of a job: its states, the legal transitions, and the fold of its events.

The state shown over REST is the fold of the recorded events, kept on the job's row by the same
transaction that writes an event. Yielding a worker between two slices is not a change of state: a
run that waits for its next slice is still running.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import reduce

from pydantic import BaseModel, ConfigDict, Field

from diagnostics.contracts.base import Instant
from diagnostics.contracts.enums import EventType, Language, Verdict
from diagnostics.contracts.events import (
    Advanced,
    Answered,
    AnswerQueued,
    Cancelled,
    Concluded,
    EventClassified,
    FactorJudged,
    HypothesisProposed,
    JobClaimed,
    JobFinished,
    JobQueued,
    JobRetried,
    LeaseLost,
    Parked,
    RecordedEvent,
    RunFailed,
    TimeResolved,
)
from diagnostics.contracts.report import Conclusion
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.messages import Message, render
from hvrmet.core.errors import ApplicationError


class JobKind(StrEnum):
    """What a job does."""

    DIAGNOSIS = "diagnosis"
    COMPUTATION = "computation"
    QUESTION = "question"
    EFFECT = "effect"


class Priority(StrEnum):
    """Which of a centre's own jobs goes first."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"

    @property
    def rank(self) -> int:
        """The higher, the sooner."""
        return list(Priority).index(self)


class JobStatus(StrEnum):
    """Where a job stands."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"
    PARKED = "parked"


LEGAL: dict[JobStatus, frozenset[JobStatus]] = {
    JobStatus.QUEUED: frozenset(
        {JobStatus.RUNNING, JobStatus.CANCELLED, JobStatus.PARKED, JobStatus.FAILED}
    ),
    JobStatus.RUNNING: frozenset(
        {
            JobStatus.RUNNING,
            JobStatus.QUEUED,
            JobStatus.FINISHED,
            JobStatus.FAILED,
            JobStatus.CANCELLED,
            JobStatus.PARKED,
        }
    ),
    JobStatus.FINISHED: frozenset(),
    JobStatus.FAILED: frozenset({JobStatus.QUEUED}),
    JobStatus.CANCELLED: frozenset(),
    JobStatus.PARKED: frozenset({JobStatus.CANCELLED, JobStatus.QUEUED}),
}
ENDED = frozenset({JobStatus.FINISHED, JobStatus.FAILED, JobStatus.CANCELLED})
RETRYABLE = frozenset({JobStatus.FAILED, JobStatus.PARKED})
OFF_QUEUE = ENDED | {JobStatus.PARKED}


class Failure(BaseModel):
    """Why a job failed, or is on hold.

    `texts` has the message in every language, where the catalogue has it: as it was written when
    the job failed.
    """

    model_config = ConfigDict(frozen=True)

    code: str
    message: str
    texts: dict[Language, str] = {}


class FactorState(BaseModel):
    """The last verdict on one factor."""

    model_config = ConfigDict(frozen=True)

    evidence_id: str
    entry_id: str | None
    factor: str
    verdict: Verdict


class Progress(BaseModel):
    """How much of a job's work is done."""

    model_config = ConfigDict(frozen=True)

    done: int = 0
    total: int = 0


class JobState(BaseModel):
    """What the events say of a job."""

    model_config = ConfigDict(frozen=True)

    status: JobStatus = JobStatus.QUEUED
    attempt: int = 0
    turn: int = 0
    event: EventType | None = None
    period: TimeWindow | None = Field(
        default=None,
        description="what is diagnosed, in UTC; null before it is resolved and in older jobs",
    )
    factors: tuple[FactorState, ...] = ()
    conclusion: Conclusion | None = None
    failure: Failure | None = None
    report_version: int | None = None
    progress: Progress | None = Field(default=None, description="of an effect that is measured")
    started_at: Instant | None = None
    ended_at: Instant | None = None


def move(state: JobState, status: JobStatus, event: RecordedEvent, **changes: object) -> JobState:
    """Return the state after a transition.

    Raises
    ------
    ApplicationError
        With code ``illegal_transition`` (409) when the table does not allow it.
    """
    if status not in LEGAL[state.status]:
        raise ApplicationError(
            f"a job that is {state.status} cannot become {status}",
            code="illegal_transition",
            http_status=409,
        )
    if status in ENDED:
        changes["ended_at"] = event.at
    return state.model_copy(update={"status": status, **changes})


def apply(state: JobState, event: RecordedEvent) -> JobState:
    """Return the state after one more event; events that it does not show leave it alone."""
    match event.body:
        case JobQueued() | AnswerQueued():
            return state
        case Answered():
            return move(state, JobStatus.FINISHED, event)
        case JobClaimed(attempt=attempt):
            started = state.started_at or event.at
            return move(state, JobStatus.RUNNING, event, attempt=attempt, started_at=started)
        case JobRetried():
            return move(state, JobStatus.QUEUED, event, failure=None, ended_at=None)
        case LeaseLost():
            return move(state, JobStatus.QUEUED, event)
        case Cancelled():
            return move(state, JobStatus.CANCELLED, event)
        case Parked(reason=reason, wording=wording):
            failure = Failure(code="parked", message=reason, texts=_texts(wording))
            return move(state, JobStatus.PARKED, event, failure=failure)
        case RunFailed(code=code, message=message, wording=wording):
            failure = Failure(code=code, message=message, texts=_texts(wording))
            return move(state, JobStatus.FAILED, event, failure=failure)
        case JobFinished(report_version=number):
            return move(state, JobStatus.FINISHED, event, report_version=number)
        case Advanced(done=done, total=total):
            return state.model_copy(update={"progress": Progress(done=done, total=total)})
        case TimeResolved(window=window):
            return state.model_copy(update={"period": window})
        case EventClassified(classification=classification):
            primary = classification.declared or classification.primary
            return state.model_copy(update={"event": primary})
        case HypothesisProposed(turn=turn):
            return state.model_copy(update={"turn": turn})
        case FactorJudged() as judged:
            return state.model_copy(update={"factors": _with_verdict(state.factors, judged)})
        case Concluded(conclusion=conclusion):
            return state.model_copy(
                update={"conclusion": conclusion, "event": conclusion.event or state.event}
            )
        case _:
            return state


def _texts(wording: Message | None) -> dict[Language, str]:
    return {} if wording is None else {name: render(wording, name) for name in Language}


def fold(events: Iterable[RecordedEvent]) -> JobState:
    """Return the state that a whole log leads to."""
    return reduce(apply, events, JobState())


def _with_verdict(
    factors: tuple[FactorState, ...], judged: FactorJudged
) -> tuple[FactorState, ...]:
    item = judged.evidence
    new = FactorState(
        evidence_id=item.id,
        entry_id=item.entry_id,
        factor=item.factor,
        verdict=judged.judgement.verdict,
    )
    return (*(known for known in factors if known.evidence_id != item.id), new)
