"""What a form is evaluated against, and what an evaluation finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from diagnostics.contracts.evidence import Provenance
from diagnostics.contracts.forms import AnswerKind
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message, Param
from diagnostics.ports import FieldSource
from diagnostics.quantities.cache import FieldCache

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies
    from diagnostics.contracts.guidelines import ReleasedPreset


@dataclass
class Workspace:
    """A source with what questions about it leave open.

    Parameters
    ----------
    source : FieldSource
    region : Region, optional
        Where a form looks that names no place; the whole grid by default.
    window : TimeWindow, optional
        When a form looks that names no time; every time by default.
    now : datetime, optional
        What relative times count from; the last time of the data by default.
    zone : str, optional
        Of days and clock times that name none; UTC by default.
    climatology : Climatologies, optional
    presets : sequence of ReleasedPreset, optional
        What an event is, as a release says it; as the package does by default.
    cache : FieldCache
    """

    source: FieldSource
    region: Region | None = None
    window: TimeWindow | None = None
    now: datetime | None = None
    zone: str | None = None
    climatology: Climatologies | None = None
    presets: Sequence[ReleasedPreset] = ()
    cache: FieldCache = field(default_factory=FieldCache)

    @property
    def inventory(self) -> Inventory:
        """What the source holds."""
        return self.cache.inventory(self.source)

    @property
    def times(self) -> tuple[datetime, ...]:
        """Every time of the data, ascending; never empty.

        Raises
        ------
        InputDataError
            ``period_without_data``.
        """
        times = self.inventory.times
        if not times:
            raise refusal("times", "period_without_data")
        return times

    @property
    def step(self) -> timedelta:
        """The usual step of the data's times; zero where there is one time."""
        return timedelta(hours=self.inventory.step_hours or 0.0)

    @property
    def reach(self) -> timedelta:
        """How far before its time a value of the data may begin: its longest interval, or a step.

        Zero where there is one time of what has no interval.
        """
        intervals = [item.interval_hours or 0.0 for item in self.inventory.variables]
        return max(self.step, timedelta(hours=max(intervals, default=0.0)))

    @property
    def extent(self) -> Region:
        """Where the data are.

        Raises
        ------
        InputDataError
            ``no_grid``.
        """
        grid = self.inventory.grid
        if grid is None:
            raise refusal("grid", "no_grid")
        return grid.region

    @property
    def spacing_deg(self) -> float:
        """Width of a cell, degrees."""
        grid = self.inventory.grid
        return grid.spacing_deg if grid is not None else 0.0

    def for_form(self, zone: str | None, now: datetime | None) -> Workspace:
        """Return this workspace with the zone and the present that a form states."""
        return replace(self, zone=zone or self.zone, now=now or self.now)


def refusal(name: str, code: str, /, **params: Param) -> InputDataError:
    """Return an error that the data give rise to, with its text of the catalogue."""
    return InputDataError(Message(id=f"question-no_{name}", params=params), code=code)


def misformed(name: str, code: str, /, **params: Param) -> ArgumentError:
    """Return an error that the form gives rise to, with its text of the catalogue."""
    return ArgumentError(Message(id=f"question-no_{name}", params=params), code=code)


@dataclass(frozen=True)
class Finding:
    """What an evaluation found, with its place, time and origin.

    Parameters
    ----------
    kind : AnswerKind
    value : float, bool, datetime, str, list or None
    unit : str
        Of a number; the catalogue's for the quantity.
    difference : bool
        Whether a number is a difference, without the zero of its unit.
    sort : str
        pressure | temperature | wind | height | percent | amount | direction | count.
    country : str
        Two letters, where the place lies in one; decides the habit of units.
    """

    kind: AnswerKind
    value: Any
    unit: str = ""
    difference: bool = False
    sort: str = "amount"
    place: str = ""
    country: str = ""
    region: Region | None = None
    latitude: float | None = None
    longitude: float | None = None
    time: datetime | TimeWindow | None = None
    operators: tuple[str, ...] = ()
    provenance: tuple[Provenance, ...] = ()
    detail: dict[str, JsonValue] = field(default_factory=dict)
    notes: tuple[Message, ...] = ()

    @property
    def number(self) -> float:
        """The value as a number."""
        return float(self.value)

    def origin(self) -> dict[str, Any]:
        """Return what another finding that rests on this one takes over."""
        return {
            "operators": self.operators,
            "provenance": self.provenance,
            "notes": self.notes,
            "country": self.country,
        }


def origins(findings: Iterable[Finding]) -> dict[str, Any]:
    """Return what a finding that rests on several takes over from them."""
    parts = list(findings)
    return {
        "operators": tuple(dict.fromkeys(name for part in parts for name in part.operators)),
        "provenance": unique(item for part in parts for item in part.provenance),
        "notes": tuple(
            {item.model_dump_json(): item for part in parts for item in part.notes}.values()
        ),
        "country": next((part.country for part in parts if part.country), ""),
    }


def unique(items: Iterable[Provenance]) -> tuple[Provenance, ...]:
    """Return records of origin without repetitions, in their order."""
    return tuple({item.model_dump_json(): item for item in items}.values())
