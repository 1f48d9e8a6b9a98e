"""How well an anomaly tells cases with its event from cases without, as it was measured."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from diagnostics.contracts.base import Contract, is_none

HalfYear = Literal["cold", "warm"]
"""October to March, and April to September, in the northern hemisphere; the other way round in the
southern."""


class LikelihoodRatio(Contract):
    """How much more often an anomaly is found with its event than without.

    The ratios are shrunk toward 1, the more the fewer cases there are. Intervals hold 90 %.
    """

    half_year: HalfYear | None = Field(
        default=None, description="of the own hemisphere; None for all", exclude_if=is_none
    )
    abs_lat_range: tuple[float, float] | None = Field(
        default=None, description="band of |latitude|; None for all", exclude_if=is_none
    )
    found: float = Field(gt=0, description="ratio where the anomaly is found")
    found_interval: tuple[float, float]
    missed: float = Field(gt=0, description="ratio where it is looked for and not found")
    missed_interval: tuple[float, float]
    cases_with: int = Field(ge=0, description="independent cases with the event")
    cases_without: int = Field(ge=0, description="independent cases without it")


class JointOdds(Contract):
    """What all tested factors with a known ratio say together, their dependence allowed for."""

    ratio: float = Field(
        gt=0, description="how much more probable what was found is with the event than without"
    )
    interval: tuple[float, float] = Field(description="holds 90 %")
    known: int = Field(ge=1, description="findings whose ratio is known, found or missed")
    unknown: int = Field(
        ge=0, description="findings of unknown discrimination: they change nothing"
    )
    dependence: float = Field(
        ge=0, le=1, description="mean correlation of such findings, measured with the ratios"
    )
