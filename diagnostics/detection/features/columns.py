"""Columns of the atmosphere side by side: along a line, or at one place in time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from diagnostics.constants import KAPPA
from diagnostics.errors import InputDataError
from diagnostics.messages import Message
from diagnostics.physics import thermodynamics
from diagnostics.quantities.scene import Array


@dataclass(frozen=True, eq=False, kw_only=True)
class Columns:
    """Canonical fields on levels and columns.

    Attributes
    ----------
    pressure : array, shape (level,)
        hPa, ascending.
    ground : array, shape (n,)
        Surface pressure, hPa; the largest level where it is unknown.
    fields : dict of array, shape (level, n)
        In SI units, NaN below ground.
    """

    pressure: Array
    ground: Array
    fields: dict[str, Array]

    chart: ClassVar[str] = "chart"
    """What errors call it."""

    def field(self, name: str) -> Array:
        """Canonical field `name`, SI units.

        Raises
        ------
        InputDataError
            ``missing_input`` where the data lack it.
        """
        if name not in self.fields:
            raise InputDataError(
                Message(
                    id="detectionerror-chart_needs",
                    params={"chart": f"{self.chart}", "name": name},
                ),
                code="missing_input",
                data={"missing": [name]},
            )
        return self.fields[name]

    def potential_temperature(self) -> Array:
        """Potential temperature, K."""
        return self.field("t") * (1000.0 / self.pressure[:, None]) ** KAPPA

    def equivalent_potential_temperature(self) -> Array:
        """Equivalent potential temperature (Bolton 1980), K."""
        return np.asarray(
            thermodynamics.equivalent_potential_temperature(
                self._pressure_pa(), self.field("t"), self.field("q")
            )
        )

    def relative_humidity(self) -> Array:
        """Relative humidity over liquid water, %."""
        return 100.0 * np.asarray(
            thermodynamics.relative_humidity(self._pressure_pa(), self.field("t"), self.field("q"))
        )

    def _pressure_pa(self) -> Array:
        return np.broadcast_to(100.0 * self.pressure[:, None], self.field("t").shape)
