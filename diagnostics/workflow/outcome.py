"""What a step gave, and the digest of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.evidence import FeaturesAnswer, FigureAnswer, IndexAnswer
from diagnostics.errors import DiagnosticsError
from diagnostics.messages import Message, Param, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.workflow.schema import AnyStep, MapStep, Plan, StepRecord

Answer = IndexAnswer | FeaturesAnswer | FigureAnswer
_MACHINE = {"kernel", "warnings", "catalogue_digest"}
_NOT_IN_DIGEST: dict[str, Any] = {
    "provenance": _MACHINE,
    "features": {"__all__": {"provenance": _MACHINE, "wording": True}},
    "path": True,
    "wording": True,
    "check": True,
}
_NOT_IN_FEATURES_DIGEST: dict[str, Any] = {"provenance": _MACHINE, "wording": True}


class StepState(StrEnum):
    """How a step ended."""

    ANSWERED = "answered"
    FAILED = "failed"
    SKIPPED = "skipped"
    NOT_WANTED = "not_wanted"


@dataclass(frozen=True)
class StepOutcome:
    """What one step gave: an answer, the items of a map, or why there is none.

    `skipped` says which earlier step gave nothing, `not_wanted` which condition did not hold.
    """

    step: AnyStep
    call_key: str
    index: IndexAnswer | None = None
    figure: FigureAnswer | None = None
    png: bytes | None = field(default=None, repr=False)
    error: DiagnosticsError | None = None
    skipped: Message | None = None
    not_wanted: Message | None = None
    features: FeaturesAnswer | None = None
    items: tuple[StepOutcome, ...] = ()

    @property
    def answer(self) -> Answer | None:
        """The answer of a single step."""
        return self.index or self.figure or self.features

    @property
    def state(self) -> StepState:
        """How the step ended; a map is answered when one of its items is."""
        if self.answer is not None or any(item.state is StepState.ANSWERED for item in self.items):
            return StepState.ANSWERED
        if self.not_wanted is not None:
            return StepState.NOT_WANTED
        return StepState.SKIPPED if self.skipped is not None else StepState.FAILED

    @property
    def wording(self) -> Message | None:
        """Why there is no answer; None where there is one."""
        if self.state is StepState.ANSWERED:
            return None
        if self.items:
            first = self.items[0].wording or Message(id="workflow-no_answer")
            params: dict[str, Param] = {"count": str(len(self.items)), "reason": first}
            return Message(id="workflow-no_item_answered", params=params)
        said = self.skipped or self.not_wanted
        return said or (self.error.text if self.error else Message(id="workflow-no_answer"))

    @property
    def reason(self) -> str | None:
        """Why there is no answer, in English; None where there is one."""
        wording = self.wording
        return None if wording is None else render(wording, SOURCE)

    @property
    def record(self) -> StepRecord:
        """The provenance that is written back into the plan."""
        if self.state is not StepState.ANSWERED:
            return StepRecord(call_key=self.call_key, digest="", error=self.reason)
        if self.items:
            digests = [item.record.digest for item in self.items]
            return StepRecord(call_key=self.call_key, digest=digest_of(digests))
        answer = self.answer
        assert answer is not None
        digest = answer_digest(answer)
        if self.index is None:
            return StepRecord(call_key=self.call_key, digest=digest)
        return StepRecord(
            call_key=self.call_key,
            digest=digest,
            status=self.index.status,
            value=self.index.value,
            unit=self.index.unit,
        )


def answer_digest(answer: Answer) -> str:
    """Digest of an answer without what may differ where the result is the same.

    That is the kernel, its warnings, the path, and the digest of the whole catalogue: a tool that
    was added elsewhere changes no answer, and a changed tool has another version.
    """
    left_out = _NOT_IN_FEATURES_DIGEST if isinstance(answer, FeaturesAnswer) else _NOT_IN_DIGEST
    return digest_of(answer.model_dump(mode="json", exclude=left_out))


def with_records(plan: Plan, outcomes: Sequence[StepOutcome]) -> Plan:
    """Write what each step left back into its plan.

    Parameters
    ----------
    plan : Plan
    outcomes : sequence of StepOutcome
        Of every step, in the order of the plan.
    """
    steps = []
    for step, outcome in zip(plan.steps, outcomes, strict=True):
        changes: dict[str, Any] = {"record": outcome.record}
        if isinstance(step, MapStep):
            changes["records"] = tuple(item.record for item in outcome.items)
        steps.append(step.model_copy(update=changes))
    return plan.model_copy(update={"steps": tuple(steps)})
