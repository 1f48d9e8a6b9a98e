"""Reviews as the API takes and shows them."""

from __future__ import annotations

from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from diagnostics.contracts.corrections import Edit, Quantity
from hvrmet.core.http.pagination import Page, PageQuery
from hvrmet.reports.schemas import ListedReport, ReportVersionInfo
from hvrmet.reviews.acts import Act
from hvrmet.reviews.verdicts import (
    CorrectionStatus,
    DeedKind,
    OpenedKind,
    PartKind,
    ReviewVerdict,
)

_NUMBER = Field(ge=1, le=2**31 - 1)


class Comment(BaseModel):
    """A remark on one part of a version.

    `id` is a claim's id, a chart's artifact name, or a sentence's address (``title``,
    ``summary.2``, ``caption:figures/ivt.png``).
    """

    model_config = ConfigDict(extra="forbid")

    on: PartKind
    id: str = Field(min_length=1, max_length=300)
    text: str = Field(min_length=1, max_length=4000)


class OpenedPart(BaseModel):
    """A part of a version: a section by its id, a chart by its artifact, evidence by its id."""

    model_config = ConfigDict(extra="forbid")

    on: OpenedKind
    id: str = Field(min_length=1, max_length=300)


class NewReview(BaseModel):
    """A reviewer's word on a version.

    Changes and rejections need a text, a comment a text or remarks on parts.
    """

    model_config = ConfigDict(extra="forbid")

    version: int = _NUMBER
    verdict: ReviewVerdict
    text: str = Field(default="", max_length=10_000)
    comments: tuple[Comment, ...] = Field(default=(), max_length=200)

    @model_validator(mode="after")
    def _reason(self) -> Self:
        is_said = bool(self.text.strip())
        if self.verdict is ReviewVerdict.COMMENT and not (is_said or self.comments):
            raise ValueError("say something in `text` or in `comments`")
        if self.verdict in (ReviewVerdict.REQUEST_CHANGES, ReviewVerdict.REJECT) and not is_said:
            raise ValueError(f"say why in `text`: {self.verdict} needs a reason")
        return self


class ReviewInfo(BaseModel):
    """A review; `dissent` says that the version was published already.

    `unopened` are the parts that somebody who approved had not opened.
    """

    id: UUID
    version: int
    reviewer: str
    verdict: ReviewVerdict
    text: str
    comments: tuple[Comment, ...]
    dissent: bool
    unopened: tuple[OpenedPart, ...]
    created_at: datetime


class ReviewPage(Page[ReviewInfo]):
    """Reviews, newest first."""


class ReviewQuery(PageQuery):
    """Filters of the reviews of a diagnosis' report."""

    version: int | None = Field(
        default=None, ge=1, le=2**31 - 1, description="Of this version; of all, by default"
    )


class Withdrawal(BaseModel):
    """Why a version is withdrawn."""

    model_config = ConfigDict(extra="forbid")

    reason: str = Field(min_length=1, max_length=2000)


class Opened(BaseModel):
    """Parts of a version that the caller has opened."""

    model_config = ConfigDict(extra="forbid")

    parts: tuple[OpenedPart, ...] = Field(min_length=1, max_length=200)


class Unopened(BaseModel):
    """Parts of a version that a reviewer opens, and that the caller has not opened yet."""

    unopened: tuple[OpenedPart, ...]


class Hindrance(BaseModel):
    """Why the caller may not do something: the code, the words and the data of the refusal."""

    code: str
    message: str
    data: dict[str, JsonValue]


class ActInfo(BaseModel):
    """An act, and what hinders the caller; nothing where it may be done."""

    act: Act
    hindrances: tuple[Hindrance, ...]


class Deed(BaseModel):
    """Something that was done with a version, as the audit log has it.

    `note` is the reason of a withdrawal, and what a correction is for; `verdict` is that of a
    review; `number` is that of the version that took the place of this one.
    """

    deed: DeedKind
    who: str
    at: datetime
    verdict: ReviewVerdict | None = None
    note: str = ""
    number: int | None = None


class NextSteps(BaseModel):
    """Who can take a version to publication, whether they have opened it yet or not.

    Where `awaits_approval`, `approve` are those whose approval lets somebody publish it, and
    `publish` those who can publish it then. Where nobody can, `lacks` are the acts for which the
    centre has no person.
    """

    awaits_approval: bool
    approve: tuple[str, ...]
    publish: tuple[str, ...]
    lacks: tuple[Act, ...]


class VersionStanding(ReportVersionInfo):
    """Where a version stands, what was done with it, and what the caller may do.

    `deeds` are in the order in which they were done. `next` says who can take the version to
    publication; nothing for services, and for a version that is published or past it.
    `after_approval` and `after_correction` say the same of the version after the caller's approval,
    and of the one that the caller's correction would become; nothing where they may not do it.
    """

    acts: tuple[ActInfo, ...]
    next: NextSteps | None
    after_approval: NextSteps | None
    after_correction: NextSteps | None
    unopened: tuple[OpenedPart, ...]
    deeds: tuple[Deed, ...]


class WaitingReport(ListedReport):
    """The newest version of a report, which waits for review or publication, and for whom.

    `mine` is the next step where the caller can take it: `approve`, unless they object to the
    version, or `publish`.
    """

    next: NextSteps
    mine: Act | None


class Waiting(BaseModel):
    """What waits for review or publication, the last changed first; nothing for services."""

    results: tuple[WaitingReport, ...]


class NewCorrection(BaseModel):
    """Other wording for a version, what it is for, and quantities to compute for it."""

    model_config = ConfigDict(extra="forbid")

    version: int = _NUMBER
    note: str = Field(min_length=1, max_length=1000)
    edits: tuple[Edit, ...] = Field(min_length=1, max_length=200)
    quantities: tuple[Quantity, ...] = Field(
        default=(), max_length=20, description="Become evidence of the new version, by their ids"
    )


class CorrectionProblem(BaseModel):
    """Why wording was not taken: where, what kind of fault, and in words."""

    where: str
    kind: str
    text: str
    message: str


class CorrectionInfo(BaseModel):
    """A correction; `result` is the number of the version that it became."""

    id: UUID
    version: int
    author: str
    note: str
    edits: tuple[Edit, ...]
    quantities: tuple[Quantity, ...]
    status: CorrectionStatus
    problems: tuple[CorrectionProblem, ...]
    result: int | None
    created_at: datetime
    ended_at: datetime | None


class CorrectionPage(Page[CorrectionInfo]):
    """Corrections, newest first."""
