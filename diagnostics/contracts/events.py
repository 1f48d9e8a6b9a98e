"""The events of a run: an append-only log from which every state is folded."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, TypeAdapter

from diagnostics.contracts.base import Contract, Instant, is_none
from diagnostics.contracts.checking import DataCheck
from diagnostics.contracts.computations import ComputationRequest, QuestionRequest
from diagnostics.contracts.controls import FactorControls
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.effect import EffectPart
from diagnostics.contracts.enums import Role
from diagnostics.contracts.evidence import (
    ArtifactRef,
    EvidenceItem,
    FigureAnswer,
    IndexAnswer,
    Judgement,
    SecondOpinion,
)
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.report import Conclusion
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import Hypothesis, ModelFailure, ReplanDecision, Usage
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.contracts.steering import SteeringRecord
from diagnostics.contracts.systems import SynopticSystems
from diagnostics.messages import Message

_WORDING = Field(
    default=None, description="the message for every language, where the catalogue has it"
)

SCHEMA_VERSION = 1


class JobQueued(Contract):
    type: Literal["job_queued"] = "job_queued"
    request: DiagnosisRequest


class AnswerQueued(Contract):
    """A computation, a question or an effect was queued; one of the three is there."""

    type: Literal["answer_queued"] = "answer_queued"
    computation: ComputationRequest | None = None
    question: QuestionRequest | None = None
    effect: EffectPart | None = Field(
        default=None,
        description="on what the effect of a change of the library is measured",
        exclude_if=is_none,
    )


class Answered(Contract):
    """The platform stored the answer to a computation or a question."""

    type: Literal["answered"] = "answered"
    digest: str = Field(description="of the answer's document")
    artifacts: tuple[ArtifactRef, ...] = ()


class Advanced(Contract):
    """How far an effect is measured: runs or cases that are done, of all."""

    type: Literal["advanced"] = "advanced"
    done: int = Field(ge=0)
    total: int = Field(ge=0)


class JobClaimed(Contract):
    type: Literal["job_claimed"] = "job_claimed"
    worker: str
    attempt: int


class LeaseLost(Contract):
    type: Literal["lease_lost"] = "lease_lost"
    attempt: int
    reason: str = ""


class Resumed(Contract):
    type: Literal["resumed"] = "resumed"
    attempt: int
    after: int = Field(description="last event of the earlier attempt")


class Steered(SteeringRecord):
    """The loop took an order: pinned, vetoed or added a factor, or stopped to conclude."""

    type: Literal["steered"] = "steered"


class Cancelled(Contract):
    type: Literal["cancelled"] = "cancelled"
    author: str
    reason: str = ""


class Parked(Contract):
    type: Literal["parked"] = "parked"
    reason: str
    wording: Message | None = _WORDING
    attempts: int


class JobRetried(Contract):
    """A person put a failed or parked job back into the queue; what it had found is kept."""

    type: Literal["job_retried"] = "job_retried"
    author: str
    reason: str = ""


class JobFinished(Contract):
    """The platform stored the run's report; a run on the command line ends without it."""

    type: Literal["job_finished"] = "job_finished"
    report_version: int = Field(ge=1)
    report_digest: str


class RunStarted(Contract):
    type: Literal["run_started"] = "run_started"
    request: DiagnosisRequest
    release: str
    release_digest: str
    preset: str
    preset_digest: str
    catalogue_digest: str
    software_version: str
    revision: str = Field(default="", description="git revision of the software, where known")


class TimeResolved(Contract):
    type: Literal["time_resolved"] = "time_resolved"
    window: TimeWindow
    timezone: str
    times: int
    step_hours: float | None = None


class DataRetrieved(Contract):
    type: Literal["data_retrieved"] = "data_retrieved"
    inventory: Inventory
    data_digest: str
    variables: tuple[str, ...] = ()
    bytes_read: int = 0


class DataChecked(Contract):
    """The fields that the run may read were examined, before any was used."""

    type: Literal["data_checked"] = "data_checked"
    check: DataCheck


class EventClassified(Contract):
    type: Literal["event_classified"] = "event_classified"
    classification: Classification


class SystemsFound(Contract):
    """The synoptic systems in and around the region were looked for, once."""

    type: Literal["systems_found"] = "systems_found"
    systems: SynopticSystems


class RoleDecided(Contract):
    type: Literal["role_decided"] = "role_decided"
    role: Role
    turn: int
    policy: str
    output_type: str
    output: dict[str, JsonValue]
    model: str | None = None
    prompt_id: str | None = None
    usage: Usage | None = None
    fallback_reason: str | None = None


class ModelFailed(Contract):
    """A model gave no answer that holds; the next one was asked, or the expert policy decided."""

    type: Literal["model_failed"] = "model_failed"
    role: Role
    turn: int
    output_type: str
    failure: ModelFailure


class HypothesisProposed(Contract):
    type: Literal["hypothesis_proposed"] = "hypothesis_proposed"
    turn: int
    hypothesis: Hypothesis


class IndexComputed(Contract):
    type: Literal["index_computed"] = "index_computed"
    turn: int
    evidence_id: str
    entry_id: str
    call_key: str
    answer: IndexAnswer


class SecondOpinionGiven(Contract):
    """An independent library computed an index once more at the point that decided it."""

    type: Literal["second_opinion_given"] = "second_opinion_given"
    turn: int
    evidence_id: str
    index: str
    opinion: SecondOpinion


class ControlsTested(Contract):
    """A confirmed factor was looked for at quiet places and times."""

    type: Literal["controls_tested"] = "controls_tested"
    turn: int
    evidence_id: str
    entry_id: str
    factor: str
    controls: FactorControls


class FigureRendered(Contract):
    type: Literal["figure_rendered"] = "figure_rendered"
    turn: int
    evidence_id: str
    entry_id: str | None
    call_key: str
    artifact: str
    sha256: str
    size: int
    answer: FigureAnswer
    illustrates: str | None = Field(default=None, description="evidence id of an index")


class FigureChecked(Contract):
    """One drawing of a chart was checked; a chart that is redrawn has one of these per drawing."""

    type: Literal["figure_checked"] = "figure_checked"
    turn: int
    evidence_id: str
    score: float
    findings: int
    rounds: int = Field(description="how many drawings there were so far")
    rules: tuple[str, ...] = Field(default=(), description="the rules that were missed")


class FactorJudged(Contract):
    type: Literal["factor_judged"] = "factor_judged"
    turn: int
    evidence: EvidenceItem
    judgement: Judgement


class StepFailed(Contract):
    type: Literal["step_failed"] = "step_failed"
    turn: int
    entry_id: str | None
    code: str
    message: str
    wording: Message | None = _WORDING
    data: dict[str, JsonValue] = {}


class ToolBlocked(Contract):
    type: Literal["tool_blocked"] = "tool_blocked"
    turn: int
    entry_id: str
    tool: str
    reason: str


class Replanned(Contract):
    type: Literal["replanned"] = "replanned"
    turn: int
    decision: ReplanDecision


class Concluded(Contract):
    type: Literal["concluded"] = "concluded"
    conclusion: Conclusion


class ReportDrafted(Contract):
    type: Literal["report_drafted"] = "report_drafted"
    report_digest: str
    facts_digest: str = Field(
        default="", description="of the report without its prose; empty in runs of older releases"
    )
    title: str
    claims: int
    evidence: int


class RunFailed(Contract):
    type: Literal["run_failed"] = "run_failed"
    code: str
    message: str
    wording: Message | None = _WORDING
    data: dict[str, JsonValue] = {}


EventBody = Annotated[
    JobQueued
    | AnswerQueued
    | Answered
    | Advanced
    | JobClaimed
    | LeaseLost
    | Resumed
    | Steered
    | Cancelled
    | Parked
    | JobRetried
    | JobFinished
    | RunStarted
    | TimeResolved
    | DataRetrieved
    | DataChecked
    | EventClassified
    | SystemsFound
    | RoleDecided
    | ModelFailed
    | HypothesisProposed
    | IndexComputed
    | SecondOpinionGiven
    | ControlsTested
    | FigureRendered
    | FigureChecked
    | FactorJudged
    | StepFailed
    | ToolBlocked
    | Replanned
    | Concluded
    | ReportDrafted
    | RunFailed,
    Field(discriminator="type"),
]
"""One event without number or time: what a speaker says."""

event_body_adapter: TypeAdapter[Any] = TypeAdapter(EventBody)


class RecordedEvent(Contract):
    """An event as the log keeps it: numbered and timed by the log's one writer."""

    seq: int = Field(ge=1)
    at: Instant
    schema_version: int = SCHEMA_VERSION
    body: EventBody


def read_event(document: dict[str, Any]) -> RecordedEvent:
    """Read a stored event, of this or an older schema version.

    Unknown fields are ignored here: they are refused on write only, so that a reader of the
    present version can follow a log that a newer one wrote.

    Raises
    ------
    pydantic.ValidationError
        When the document is not an event.
    """
    return RecordedEvent.model_validate(document, extra="ignore")
