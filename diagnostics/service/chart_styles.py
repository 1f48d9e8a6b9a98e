"""How a chart shall look: language, theme and boundaries, as words of a request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue

from diagnostics.contracts.enums import Language
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.service.data import open_boundaries
from diagnostics.service.parsing import parse_choice, unknown_choice

if TYPE_CHECKING:
    from diagnostics.figures.chart_style import ChartStyle, Format


@dataclass(frozen=True)
class ChartStyleRequest:
    """Language, theme and boundaries as they were named, not yet checked."""

    language: str = "en"
    theme: str = "light"
    boundaries: str | None = None

    @classmethod
    def of(cls, params: Mapping[str, JsonValue]) -> ChartStyleRequest:
        """Take them from the parameters of a request.

        Raises
        ------
        ArgumentError
            With code ``unknown_parameter`` for any other parameter.
        """
        rest = dict(params)
        language, theme, boundaries = (
            rest.pop(name, default)
            for name, default in (("lang", "en"), ("theme", "light"), ("boundaries", None))
        )
        if rest:
            raise ArgumentError(
                Message(
                    id="serviceerror-figure_parameter",
                    params={"name": ", ".join(map(repr, sorted(rest)))},
                ),
                code="unknown_parameter",
            )
        return cls(str(language), str(theme), None if boundaries is None else str(boundaries))

    def look(self, picture: Format) -> ChartStyle:
        """Check the words and open the boundaries.

        Parameters
        ----------
        picture : "png", "svg" or "webp"
            The format of the picture.

        Raises
        ------
        ArgumentError
            For an unknown language or theme, and as
            `diagnostics.figures.boundaries.read_boundaries`.
        """
        from diagnostics.figures.chart_style import ChartStyle
        from diagnostics.figures.themes import THEMES

        if self.theme not in THEMES:
            raise unknown_choice("--theme", self.theme, tuple(THEMES))
        return ChartStyle(
            language=parse_choice(Language, self.language, "--lang"),
            theme=THEMES[self.theme],
            boundaries=open_boundaries(self.boundaries),
            format=picture,
        )
