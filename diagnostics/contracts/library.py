"""The Guideline Library as its curators keep it: entries, explanations and one bibliography.

A release is made from it: there each entry carries its references in full, and nothing changes any
more.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from enum import StrEnum
from typing import Any, Literal, Self, TypeVar

from pydantic import Field, JsonValue, field_validator, model_validator

from diagnostics.contracts.base import Contract, is_empty, is_false, is_none
from diagnostics.contracts.enums import ReferenceStatus
from diagnostics.contracts.guidelines import Cause, EntryText, IndexExpectation
from diagnostics.contracts.request import PRESETS
from diagnostics.contracts.validation import ContractError

C = TypeVar("C", bound=Contract)
CONDITIONS = ("season", "region", "level")
"""What an entry says in words of where and when it applies."""


class CheckOutcome(StrEnum):
    """What came of looking for a publication in public documents."""

    UNCHECKED = "unchecked"
    AGREES = "agrees"
    CORRECTED = "corrected"
    CONTRADICTED = "contradicted"
    NOT_FOUND = "not_found"


_MANY = 8
"""Authors that are printed by name; of more the first three are."""
FOUND = frozenset({CheckOutcome.AGREES, CheckOutcome.CORRECTED})


class LibraryReference(Contract):
    """One publication, and what came of checking it."""

    key: str = Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=100)
    authors: tuple[str, ...] = Field(min_length=1, description="family name, then initials")
    year: int = Field(ge=1500, le=2200)
    title: str = Field(min_length=1)
    container: str = Field(default="", description="journal or series, as it is abbreviated")
    publisher: str = ""
    volume: str = ""
    pages: str = ""
    doi: str | None = Field(default=None, pattern=r"^10\.\d{4,9}/\S+$")
    outcome: CheckOutcome = CheckOutcome.UNCHECKED
    checked_by: str = ""
    checked_on: date | None = None
    seen: tuple[str, ...] = Field(default=(), description="public documents that show it")
    note: str = Field(default="", description="what was corrected, or could not be seen")

    @field_validator("authors")
    @classmethod
    def _one_name_each(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if not name.strip() or ";" in name:
                raise ContractError("author", name=name)
        return names

    @model_validator(mode="after")
    def _checked_by_somebody(self) -> Self:
        checked = self.outcome is not CheckOutcome.UNCHECKED
        if checked != (self.checked_on is not None) or checked != bool(self.checked_by):
            raise ContractError("check_incomplete")
        if self.outcome in FOUND and not self.seen:
            raise ContractError("seen_nowhere")
        return self

    @property
    def text(self) -> str:
        """The reference as it is printed.

        Examples
        --------
        >>> LibraryReference(key="bonner1968", authors=("Bonner W.D.",), year=1968,
        ...     title="Climatology of the low level jet", container="Mon. Wea. Rev.", volume="96",
        ...     pages="833-850").text
        'Bonner W.D. 1968: Climatology of the low level jet. Mon. Wea. Rev. 96, 833-850'
        """
        names = self.authors if len(self.authors) <= _MANY else (*self.authors[:3], "et al.")
        source = " ".join(filter(None, (self.container, self.volume)))
        where = ", ".join(filter(None, (source, self.pages, self.publisher)))
        head = f"{', '.join(names)} {self.year}: {self.title}"
        return f"{head}. {where}" if where else head

    @property
    def status(self) -> ReferenceStatus:
        """How far it was verified, as reports say it."""
        if self.outcome in FOUND:
            return ReferenceStatus.VERIFIED
        return ReferenceStatus.FROM_KNOWLEDGE


class Citation(Contract):
    """A publication that an entry rests on, with the passage where it is known."""

    reference: str = Field(min_length=1, description="its key in the bibliography")
    passage: str = ""
    page: str = ""
    quoted: str = Field(default="", description="the number of the passage, as it is printed")

    @model_validator(mode="before")
    @classmethod
    def _by_its_key(cls, value: Any) -> Any:
        return {"reference": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _number_of_the_passage(self) -> Self:
        if self.passage and self.quoted not in self.passage:
            raise ContractError("quoted_elsewhere", quoted=self.quoted)
        return self


class LibraryEntry(EntryText):
    """An entry as its curators keep it."""

    citations: tuple[Citation, ...] = Field(min_length=1)
    reviewed: bool = Field(
        default=False,
        description="whether two curators have found it right as a whole",
        exclude_if=is_false,
    )
    revision: int | None = Field(
        default=None,
        ge=1,
        description="the revision that this text was made from: a later one is not overwritten",
        exclude_if=is_none,
    )

    @model_validator(mode="after")
    def _one_limit_on_every_grid(self) -> Self:
        if isinstance(self.expected, IndexExpectation):
            bands = (band.absolute for band in self.expected.bands)
            tests = (self.expected.absolute, self.expected.floor, *bands)
            extra = (item.test for item in self.expected.also)
            if any(test and test.value_coarse is not None for test in (*tests, *extra)):
                raise ContractError("not_allowed")
        return self

    @field_validator("conditions", "conditions_zh")
    @classmethod
    def _known_conditions(cls, value: dict[str, str]) -> dict[str, str]:
        for name in value:
            if name not in CONDITIONS:
                raise ContractError("one_of", expected=", ".join(CONDITIONS))
        return value


class LibraryPreset(Contract):
    """Criteria of events of an authority, as the library has them."""

    name: str = Field(description="cma, nws or etccdi")
    numbers: dict[str, float] = Field(
        default={}, description="what it says otherwise than the package, by path"
    )
    sources: dict[str, str] = Field(
        default={},
        description="where numbers are from, by the path of the source; empty: none is known",
        exclude_if=is_empty,
    )

    @field_validator("name")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in PRESETS:
            raise ContractError("one_of", expected=", ".join(PRESETS))
        return name


LibraryItem = LibraryEntry | Cause | LibraryReference | LibraryPreset


class Touch(StrEnum):
    """What a field decides: a verdict, what is tried and counted, or what readers are shown."""

    VERDICT = "verdict"
    CHOICE = "choice"
    TEXT = "text"


class ChangeKind(StrEnum):
    """What became of an item or of a field."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


class FieldDifference(Contract):
    """A field that two releases do not say alike; null where one of them does not have it."""

    path: str
    touches: Touch
    before: JsonValue
    after: JsonValue
    unit: str = Field(default="", description="of a limit's numbers, as `after` has it")


class ItemDifference(Contract):
    """An entry, an explanation or a preset that two releases do not say alike."""

    kind: Literal["entry", "cause", "preset"]
    key: str
    change: ChangeKind
    fields: tuple[FieldDifference, ...]


class ReleaseDifference(Contract):
    """What a release says otherwise than another one, whatever the order of its items."""

    before: str = Field(description="digest of the earlier one")
    after: str = Field(description="digest of the later one")
    items: tuple[ItemDifference, ...]

    def count(self, change: ChangeKind) -> int:
        """Return how many items were added, changed or removed."""
        return sum(item.change is change for item in self.items)


class Library(Contract):
    """A whole library, or a selection of it."""

    id: str = ""
    version: str = ""
    title: str = ""
    source: str = Field(default="", description="where its entries come from, for readers")
    entries: tuple[LibraryEntry, ...] = ()
    causes: tuple[Cause, ...] = ()
    references: tuple[LibraryReference, ...] = ()
    presets: tuple[LibraryPreset, ...] = ()

    @property
    def items(self) -> tuple[LibraryItem, ...]:
        """Everything that it holds: publications, explanations, criteria, entries."""
        return (*self.references, *self.causes, *self.presets, *self.entries)

    def joined(self, other: Library) -> Library:
        """Return this library with the items of another one in the place of its own."""
        return self.model_copy(
            update={
                "entries": _joined(self.entries, other.entries, lambda entry: entry.id),
                "causes": _joined(self.causes, other.causes, lambda cause: cause.key),
                "references": _joined(self.references, other.references, lambda item: item.key),
                "presets": _joined(self.presets, other.presets, lambda item: item.name),
            }
        )


def _joined(own: tuple[C, ...], others: tuple[C, ...], key: Callable[[C], str]) -> tuple[C, ...]:
    """Put `others` in the place of what they are named like; a name that stands twice stays so."""
    named = {key(item) for item in others}
    return (*(item for item in own if key(item) not in named), *others)
