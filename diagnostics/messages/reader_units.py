"""The unit in which readers see a quantity: in text, tables, charts and answers alike."""

from __future__ import annotations

import re
from dataclasses import dataclass

from diagnostics.messages.numbers import format_number, pretty_unit, threshold_digits

_HEATING = re.compile(r"^(?:1e-5 K ?(?:/s|s-1)|10⁻⁵ K s⁻¹)$")
_HEIGHT = "gpm"
_CHINESE = "zh"


@dataclass(frozen=True)
class ReaderUnit:
    """A unit as it is written, and how many of it are one of the unit that a value is in.

    Attributes
    ----------
    text : str
        Behind a number: ``×10⁻⁵ s⁻¹``.
    scale : float
    further : int
        Decimals that the scale adds to those of a value.
    """

    text: str
    scale: float = 1.0
    further: int = 0

    @property
    def name(self) -> str:
        """The unit on its own, as charts name it: ``10⁻⁵ s⁻¹``."""
        return self.text.removeprefix("×")

    def number(self, value: float, digits: int | None = None) -> str:
        """Write a value with `digits` decimals of its own unit, or three significant figures."""
        shown = self.scale * value
        if self.further:
            digits = (digits or 0) + self.further
        elif self.scale != 1.0 and digits is not None:
            digits = threshold_digits(shown)
        return format_number(shown, digits)

    def level(self, value: float) -> str:
        """Write a level of a chart, without trailing zeros."""
        return f"{self.scale * value:g}".replace("-", "−")


def reader_unit(unit: str, language: str) -> ReaderUnit:
    """Return the unit in which readers see values that are in `unit`.

    Warming and cooling are in K/h, the hours that forecasters think in; heights of pressure
    surfaces on Chinese maps in dagpm.

    Parameters
    ----------
    unit : str
        As a quantity, a detector or a file spells it.
    language : str

    Examples
    --------
    >>> reader_unit("1e-5 K/s", "en").number(-25.0)
    '−0.900'
    >>> reader_unit("hPa (100 km)⁻¹", "en").text == reader_unit("hPa/100km", "en").text
    True
    """
    if _HEATING.match(unit):
        return ReaderUnit("K/h", 0.036)
    if unit == _HEIGHT and language == _CHINESE:
        return ReaderUnit("dagpm", 0.1, 1)
    text = pretty_unit(unit)
    return ReaderUnit("℃" if text == "°C" and language == _CHINESE else text)


def fall_unit(language: str) -> str:
    """Return the unit of a fall of temperature: kelvin, in Chinese practice degrees Celsius."""
    return "degC" if language == _CHINESE else "K"
