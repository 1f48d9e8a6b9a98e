"""What a scene may ask beyond its own fields: climatologies, and the operators of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from diagnostics.contracts.space_time import Region
from diagnostics.ports import FieldSource

if TYPE_CHECKING:
    import xarray

    from diagnostics.climatology import Climatologies
    from diagnostics.quantities.operator_fields import OperatorCall


@dataclass(frozen=True)
class OperatorField:
    """What is known of an index operator's map before it is computed.

    Attributes
    ----------
    unit : str
        As charts show it.
    default_level : float or None
        hPa, where the operator takes a level.
    """

    name: str
    unit: str
    label_en: str
    label_zh: str
    valid_range: tuple[float, float]
    default_level: float | None = None


class FieldOperators(Protocol):
    """The index operators that give a map, as charts and detectors see them."""

    def names(self) -> tuple[str, ...]:
        """Return the names of all that give a map."""

    def describe(self, call: OperatorCall, level: float | None) -> OperatorField:
        """Return what is known of one.

        Raises
        ------
        ArgumentError
            Where there is no such operator, parameter or level; the message names the nearest.
        """

    def compute(
        self,
        call: OperatorCall,
        level: float | None,
        source: FieldSource,
        time: datetime,
        region: Region,
        climatology: Climatologies | None,
    ) -> xarray.DataArray:
        """Return the map at one time over a box, dims (y, x) with canonical coordinates."""


@dataclass(frozen=True)
class Surroundings:
    """What a scene was given beside its fields; each may be missing."""

    source: FieldSource | None = None
    climatology: Climatologies | None = None
    operators: FieldOperators | None = None


ALONE = Surroundings()
"""Neither climatology nor operators."""
