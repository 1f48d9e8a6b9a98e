"""What is sent of proposals: fields, reasons, files, choices and decisions."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from hvrmet.core.names import Name
from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from knowledge.models import DecisionVerdict, ProposedKind
from knowledge.services import FieldChoice, FieldEdit

Reason = Annotated[str, Field(max_length=1000)]


class Body(BaseModel):
    """What is sent; unknown names are refused."""

    model_config = ConfigDict(extra="forbid")


class NewField(Body):
    """Another value for a field of an item."""

    kind: ProposedKind
    item: str = Field(min_length=1, max_length=300, description="Its name in the library")
    path: str = Field(
        default="",
        max_length=300,
        description="As `expected.absolute.value`. Empty: the whole item, to remove it "
        "(value null) or to propose it (revision 0, the value holds its fields). Of criteria: "
        "that of a number, as `library/presets/` lists it",
    )
    revision: int = Field(ge=0, description="Of the item, as it was seen; 0 for a new item")
    value: JsonValue = Field(description="Null empties the field")
    unit: str | None = Field(
        default=None, max_length=50, description="Of a limit's number, where it is another one"
    )

    def edit(self) -> FieldEdit:
        """Return what is to be kept."""
        return FieldEdit(**{name: getattr(self, name) for name in type(self).model_fields})


class NewProposal(Body):
    """A draft: it may be incomplete."""

    reason: Reason = ""
    fields: list[NewField] = Field(default=[], max_length=200)


class NewFile(Body):
    """A part of the library as a file, to be proposed where the library says otherwise."""

    name: Name = Field(
        min_length=1, max_length=200, description="Of the file: it ends in `.csv` or `.yaml`"
    )
    text: str = Field(min_length=1, max_length=1_500_000)
    reason: Reason = ""


class ProposalText(Body):
    """Why the changes are proposed, and why right cases may turn wrong; what is missing stays."""

    reason: Reason | None = None
    effect_reason: Reason | None = None


class NewChoice(Body):
    """Whose value stands; `revision` is that of the library, as it was shown."""

    choose: FieldChoice
    revision: int = Field(ge=0)


class NewDecision(Body):
    """A verdict on one wording."""

    wording: UUID
    verdict: DecisionVerdict
    reason: Reason = Field(default="", description="Needed to correct or return")
    value: JsonValue = Field(default=None, description="The reviewer's own, with `correct` alone")
    unit: str | None = Field(
        default=None, max_length=50, description="Of a limit's number, where it is another one"
    )

    @model_validator(mode="after")
    def _value_of_a_correction(self) -> NewDecision:
        if ("value" in self.model_fields_set) != (self.verdict is DecisionVerdict.CORRECT):
            raise ValueError(
                "give your own `value` with `correct`, null to empty the field, and "
                "with nothing else"
            )
        return self


class Submission(Body):
    """What is said where the proposal is accepted with this, which may be the last act it takes."""

    unmeasured: Reason = Field(
        default="",
        description="Why it is accepted before its effect on the generated cases is measured; "
        "kept only where it is not",
    )


class Decisions(Submission):
    """Verdicts that stand together: all are kept or none."""

    decisions: list[NewDecision] = Field(min_length=1, max_length=200)

    @model_validator(mode="after")
    def _once_each(self) -> Decisions:
        if len({item.wording for item in self.decisions}) < len(self.decisions):
            raise ValueError("decide on each wording once")
        return self
