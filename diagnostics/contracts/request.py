"""What a user asks for."""

from __future__ import annotations

from pydantic import Field, field_validator, model_validator

from diagnostics.contracts.base import Contract, Instant, is_none
from diagnostics.contracts.choice import OF_ENSEMBLE, EnsembleStatistic
from diagnostics.contracts.enums import Ablation, EventType, Language
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.validation import ContractError
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message, term

PRESETS = ("cma", "nws", "etccdi")
"""Names of the presets of criteria that come with the package."""
MAX_TURNS = 50
TARGET_FACTORS = 5


class LoopOptions(Contract):
    """Limits of one run of the loop."""

    max_turns: int = Field(default=MAX_TURNS, ge=1, le=MAX_TURNS)
    target_factors: int = Field(default=TARGET_FACTORS, ge=1, le=TARGET_FACTORS)
    model: str | None = Field(
        default=None,
        max_length=120,
        description="PROVIDER:NAME on the command line, a registered profile on the platform; "
        "none: the expert policy",
    )
    without: tuple[Ablation, ...] = Field(
        default=(), description="roles and knowledge that the run goes without, to measure them"
    )


def id_of_event(text: str) -> str:
    """Return the id of an event as documents have it, also from that of a Chinese report."""
    name, _, number = text.partition("-")
    found = (event for event in EventType if term(event, Language.ZH) == name)
    return next((f"{event}-{number}" for event in found), text)


class DiagnosisRequest(Contract):
    """A diagnosis: a source, a region, a period, and how to judge.

    `source` names data: a registered source on the platform, a label on the command line.
    A missing `window` means all times of the source.
    """

    source: str = Field(min_length=1, max_length=200)
    run: Instant | None = Field(
        default=None, description="start of the forecast to follow; the data must hold it"
    )
    members: tuple[int, ...] = Field(
        default=(),
        description="the ensemble member to diagnose; one at a time, never a mean",
    )
    statistic: EnsembleStatistic | None = Field(
        default=None,
        description=OF_ENSEMBLE,
        exclude_if=is_none,
    )
    region: Region
    window: TimeWindow | None = None
    timezone: str | None = Field(default=None, description="IANA name or an offset like +08:00")
    timezone_assumed: bool = Field(
        default=False,
        description="whether the zone is the centre's own, as the platform notes where none is "
        "named",
    )
    preset: str = "cma"
    event: EventType | None = None
    object: str | None = Field(
        default=None,
        max_length=40,
        description="id of the event to diagnose, as a classification lists it (`gale-2`); "
        "without, the strongest",
    )
    climatology: str | None = None
    boundaries: str | None = Field(
        default=None,
        description="sha256 of the file whose coasts and borders maps show; Natural Earth without",
    )
    language: Language = Language.EN
    options: LoopOptions = LoopOptions()

    @field_validator("object")
    @classmethod
    def _id_of_event(cls, text: str | None) -> str | None:
        """Read the id as a Chinese report writes it (``大风-2``)."""
        return None if text is None else id_of_event(text)

    @model_validator(mode="after")
    def _region_has_area(self) -> DiagnosisRequest:
        if self.region.width == 0 or self.region.north == self.region.south:
            raise ContractError("no_area")
        return self

    @property
    def member(self) -> int | None:
        """The ensemble member to diagnose.

        Raises
        ------
        ArgumentError
            With code ``several_members`` where the request names more than one.
        """
        if len(self.members) > 1:
            raise ArgumentError(
                Message(id="error-several_members", params={"members": f"{len(self.members)}"}),
                code="several_members",
                data={"members": list(self.members)},
            )
        return self.members[0] if self.members else None
