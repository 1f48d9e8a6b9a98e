"""What a worker found in a paper."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

LARGEST = 16 << 20
"""Bytes of a paper."""


class PaperPassage(BaseModel):
    """A passage that states something, with its place and the drafts that came of it."""

    page: int
    offset: int = Field(description="Characters from the start of the page's text")
    kind: Literal["criterion", "value", "mechanism"]
    quantity: str
    quantity_zh: str
    number: str = Field(description="As it is written, with its unit; may be empty")
    text: str = Field(description="Empty where the licence allows no quotation")
    drafts: tuple[str, ...]
    no_draft: str | None = Field(description="Why there is none: a code")


class PaperResult(BaseModel):
    """What was read of a paper, and which drafts now wait for curators."""

    title: str
    doi: str | None
    pages: int
    pages_without_text: tuple[int, ...]
    licence: str | None = Field(description="As the paper says of itself, or as a curator said")
    quotes: bool = Field(description="Whether the words of passages are kept")
    passages: tuple[PaperPassage, ...]
    added: tuple[str, ...] = Field(description="Entries that were drafted")
    unchanged: int = Field(description="Drafts of an earlier reading, left as curators made them")
