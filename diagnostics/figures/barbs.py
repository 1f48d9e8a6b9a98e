"""What the parts of a wind barb stand for, by the reader's convention."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from diagnostics.figures.chart_style import ChartStyle
from diagnostics.messages import localise

Array = NDArray[np.float64]


@dataclass(frozen=True)
class BarbConvention:
    """One convention of wind barbs.

    Attributes
    ----------
    name : str
        ``kt`` (WMO) or ``ms`` (CMA).
    increments : mapping
        What a half line, a full line and a flag stand for.
    per_metre_per_second : float
        The convention's unit for one metre per second.
    """

    name: str
    increments: Mapping[str, float]
    per_metre_per_second: float

    def shown(self, *wind: Array) -> tuple[Array, ...]:
        """Return components (m s-1) in the unit of the barbs."""
        return tuple(part * self.per_metre_per_second for part in wind)

    def legend(self, language: str) -> str:
        """Say what the parts stand for, with the unit."""
        return localise(f"map-barbs_{self.name}", language)


CONVENTIONS: Mapping[str, BarbConvention] = MappingProxyType(
    {
        "kt": BarbConvention("kt", {"half": 5, "full": 10, "flag": 50}, 1.0 / 0.514444),
        "ms": BarbConvention("ms", {"half": 2, "full": 4, "flag": 20}, 1.0),
    }
)


def barbs_of(look: ChartStyle) -> BarbConvention:
    """Return the convention of a look: its own, else that of its language.

    Examples
    --------
    >>> barbs_of(ChartStyle()).legend("en")
    'half 5, full 10, flag 50 kt'
    """
    return CONVENTIONS[look.barbs or localise("format-barbs", look.language)]
