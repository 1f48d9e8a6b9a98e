"""Reviews as the API takes and shows them."""

from __future__ import annotations

from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from diagnostics.contracts.corrections import Edit, Quantity
from diagnostics.contracts.validation import ContractError
from hvrmet.core.http.pagination import Page, PageQuery
from hvrmet.reviews.verdicts import CorrectionStatus, PartKind, ReviewVerdict

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


class NewReview(BaseModel):
    """A reviewer's word on a version; changes and rejections need a text."""

    model_config = ConfigDict(extra="forbid")

    version: int = _NUMBER
    verdict: ReviewVerdict
    text: str = Field(default="", max_length=10_000)
    comments: tuple[Comment, ...] = Field(default=(), max_length=200)

    @model_validator(mode="after")
    def _reason(self) -> Self:
        if self.verdict is not ReviewVerdict.APPROVE and not self.text.strip():
            raise ContractError("reason_needed", verdict=str(self.verdict))
        return self


class ReviewInfo(BaseModel):
    """A review; `dissent` says that the version was published already."""

    id: UUID
    version: int
    reviewer: str
    verdict: ReviewVerdict
    text: str
    comments: tuple[Comment, ...]
    dissent: bool
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
