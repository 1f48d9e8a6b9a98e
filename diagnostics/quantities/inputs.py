"""How the positional parameters of an operator name the fields they take.

An operator writes ``temperature: Annotated[Array, Field("t", "K", at="level")]``; the aliases
below are the declarations that most operators share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from diagnostics.quantities.results import Array

TWO_METRES = "2m"
"""The level at which a temperature near the ground is asked for."""


@dataclass(frozen=True)
class Field:
    """A canonical field that an operator takes.

    Exactly one of `at`, `levels` and `column` is given for a field with levels, none for a
    field at the surface.

    Parameters
    ----------
    name : str
        Canonical name.
    unit : str
        Unit in which the function takes it: the canonical one, stated so that it is read.
    at : str or float, optional
        One level: the parameter that holds it, or hPa.
    levels : str, optional
        The parameter that holds a list of levels; the array has them on axis -3.
    column : (float or str, float), optional
        Every level of the data between top and bottom, hPa, on axis -3. A top that is the name
        of a parameter includes the next level above it.
    needs : tuple of float
        Of a column: the levels without which the result is not trusted in a diagnosis.
    at_2m : str, optional
        The field to take instead where the level asked for is ``2m``.
    when : (str, value), optional
        A parameter and the value of it with which the field is read; not read with others.
    without : tuple of str
        Fields that make this one needless: it is read where the data hold none of them.
    below_ground : bool
        Whether it is used, too, where its level lies below ground.
    """

    name: str
    unit: str
    at: str | float | None = None
    levels: str | None = None
    column: tuple[float | str, float] | None = None
    needs: tuple[float, ...] = ()
    at_2m: str | None = None
    when: tuple[str, bool | str] | None = None
    without: tuple[str, ...] = ()
    below_ground: bool = False

    @property
    def dims(self) -> tuple[str, ...]:
        """Trailing dims of the array."""
        return ("level", "y", "x") if self.levels or self.column else ("y", "x")

    @property
    def has_level(self) -> bool:
        """Whether the canonical field lies on pressure levels."""
        return self.at is not None or self.levels is not None or self.column is not None

    def canonical(self, values: Mapping[str, object]) -> str:
        """Return the canonical name of the field that a call reads: at 2 m it is another one.

        Parameters
        ----------
        values : mapping
            Arguments of the call, by the names of the operator's parameters.
        """
        level = values[self.at] if isinstance(self.at, str) else self.at
        return self.at_2m or self.name if level == TWO_METRES else self.name


@dataclass(frozen=True)
class Limits:
    """Unit, limits and meaning of a keyword parameter.

    `when` names another parameter, and the value of it with which this one counts.
    """

    description: str = ""
    unit: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    when: tuple[str, bool | str] | None = None


MOIST_LEVELS = (1000.0, 925.0, 850.0, 700.0, 600.0, 500.0, 400.0, 300.0)
"""Levels that a moisture integral needs."""

TROPOSPHERE = (*MOIST_LEVELS, 250.0, 200.0, 150.0, 100.0)
"""Levels that a parcel ascent needs."""

LevelHpa = Annotated[float, Limits("pressure level", "hPa", 1.0, 1100.0)]
LevelsHpa = Annotated[tuple[float, ...], Limits("pressure levels", "hPa", 1.0, 1100.0)]

TemperatureAt = Annotated[Array, Field("t", "K", at="level")]
HumidityAt = Annotated[Array, Field("q", "kg kg-1", at="level")]
EastwardWindAt = Annotated[Array, Field("u", "m s-1", at="level")]
NorthwardWindAt = Annotated[Array, Field("v", "m s-1", at="level")]
GeopotentialAt = Annotated[Array, Field("z", "m2 s-2", at="level")]
Temperature850 = Annotated[Array, Field("t", "K", at=850.0)]
Temperature700 = Annotated[Array, Field("t", "K", at=700.0)]
Temperature500 = Annotated[Array, Field("t", "K", at=500.0)]
Humidity850 = Annotated[Array, Field("q", "kg kg-1", at=850.0)]
Humidity700 = Annotated[Array, Field("q", "kg kg-1", at=700.0)]
Humidity500 = Annotated[Array, Field("q", "kg kg-1", at=500.0)]
OmegaOn = Annotated[Array, Field("w", "Pa s-1", levels="levels")]

TemperatureColumn = Annotated[Array, Field("t", "K", column=(50.0, 1100.0), needs=TROPOSPHERE)]
HumidityColumn = Annotated[Array, Field("q", "kg kg-1", column=(50.0, 1100.0), needs=TROPOSPHERE)]
MoistureColumn = Annotated[
    Array, Field("q", "kg kg-1", column=("p_top", 1100.0), needs=MOIST_LEVELS)
]
EastwardWindColumn = Annotated[
    Array, Field("u", "m s-1", column=("p_top", 1100.0), needs=MOIST_LEVELS)
]
NorthwardWindColumn = Annotated[
    Array, Field("v", "m s-1", column=("p_top", 1100.0), needs=MOIST_LEVELS)
]
Derivatives = Annotated[
    Literal["analytic", "metpy"],
    Limits("metric terms as formulas, or by MetPy's differences of the map factors"),
]
"""How the curvature of the grid enters horizontal derivatives."""
Humidity = Annotated[
    Literal["direct", "metpy"],
    Limits("vapour pressure from the specific humidity itself, or along MetPy's chain"),
]
"""How a vapour pressure or a mixing ratio is had from the specific humidity."""
PressureTop = Annotated[float, Limits("upper limit of the integral", "hPa", 1.0, 900.0)]

ModelCape = Annotated[Array, Field("model_cape", "J kg-1")]
ModelColumnWater = Annotated[Array, Field("tcwv", "kg m-2")]
ModelEastwardTransport = Annotated[Array, Field("viwve", "kg m-1 s-1")]
ModelNorthwardTransport = Annotated[Array, Field("viwvn", "kg m-1 s-1")]

SeaLevelPressure = Annotated[Array, Field("msl", "Pa")]
SurfacePressure = Annotated[Array | None, Field("sp", "Pa")]
Orography = Annotated[Array | None, Field("orog", "m")]
Temperature2m = Annotated[Array, Field("t2m", "K")]
Dewpoint2m = Annotated[Array, Field("d2m", "K")]
OptionalTemperature2m = Annotated[Array | None, Field("t2m", "K")]
OptionalDewpoint2m = Annotated[Array | None, Field("d2m", "K")]
EastwardWind10m = Annotated[Array, Field("u10", "m s-1")]
NorthwardWind10m = Annotated[Array, Field("v10", "m s-1")]
