"""What a centre says otherwise than the release of the Guideline Library that it works with."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field, JsonValue

from diagnostics.contracts.base import Contract


class OverlayConflict(StrEnum):
    """What the shared library has made since of something that a centre says otherwise."""

    CHANGED = "changed"
    REMOVED = "removed"
    ADDED = "added"


class Adjustment(Contract):
    """One field of an item as a centre has it, or an entry that it does not use."""

    kind: Literal["entry", "cause", "preset"]
    item: str = Field(description="its name, which never changes")
    path: str = Field(
        description="of the field; empty: the centre does not use the entry; of a preset through "
        "lists by number"
    )
    own: bool = Field(default=False, description="the entry is the centre's, not the library's")
    was: JsonValue = Field(
        default=None,
        description="what the library said when it was adjusted; of an unused entry, the sha256 of "
        "what it decides",
    )
    known: tuple[JsonValue, ...] = Field(
        default=(), description="what it said in other releases, against which it was kept"
    )
    value: JsonValue = None
    unit: str = Field(default="", description="of a limit's number")
