"""How a chart is presented, apart from what it shows: language, theme, boundaries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from diagnostics.contracts.enums import Language
from diagnostics.figures.boundaries import NATURAL_EARTH, Boundaries
from diagnostics.figures.themes import LIGHT, Theme
from diagnostics.messages import localise

Format = Literal["png", "svg", "webp"]
"""What a picture can be written as."""
Barbs = Literal["kt", "ms"]
"""Units of wind barbs: half 5, full 10, flag 50 kt, or half 2, full 4, flag 20 m s-1."""


@dataclass(frozen=True)
class ChartStyle:
    """Language of titles and labels, colours, and whose coasts and borders are drawn.

    `format` says what the picture will be written as; an SVG is made along with the pixels.
    `barbs` says what wind barbs stand for: knots (WMO) or metres per second (CMA); without it the
    language decides, Chinese charts having metres per second.
    """

    language: Language = Language.EN
    theme: Theme = LIGHT
    boundaries: Boundaries = NATURAL_EARTH
    format: Format = "png"
    barbs: Barbs | None = None

    @property
    def no_data(self) -> str:
        """What stands where the data give nothing to draw."""
        return localise("map-no_data", self.language)

    @property
    def credit(self) -> str:
        """Where the boundaries come from, in the language."""
        return self.boundaries.credit or localise("map-natural_earth", self.language)

    def as_document(self) -> dict[str, JsonValue]:
        """What of the look goes into a chart's digest; the defaults leave no trace."""
        document: dict[str, JsonValue] = {"language": self.language.value}
        if self.theme is not LIGHT:
            document["theme"] = self.theme.name
        if self.barbs is not None:
            document["barbs"] = self.barbs
        if self.boundaries.digest:
            document["boundaries"] = self.boundaries.digest
        return document


PLAIN = ChartStyle()
"""English, light, Natural Earth."""
