"""A composed chart on its way through the rules, with the problems that they find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from diagnostics.contracts.charts import CustomChart, CustomLayer
from diagnostics.figures.section_chart import SECTION_FIELDS
from diagnostics.figures.verticals import COLUMN_FIELDS
from diagnostics.messages import Message, message, render
from diagnostics.messages.catalogue import SOURCE


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a composition; `layer` counts from 1."""

    rule: str
    layer: int | None
    wording: Message

    @property
    def text(self) -> str:
        """The problem in English."""
        return render(self.wording, SOURCE)


@dataclass(frozen=True)
class CompositionDraft:
    """A composition on its way through the rules; layers keep the number they were given."""

    chart: CustomChart
    layers: tuple[tuple[int, CustomLayer], ...]
    problems: tuple[Problem, ...] = ()

    def repaired(
        self, rule: str, number: int, text: Message, layer: CustomLayer | None
    ) -> CompositionDraft:
        """Note a problem; put `layer` in the place of the faulty one, or leave that out."""
        layers = tuple(
            (own, layer if own == number else held)
            for own, held in self.layers
            if own != number or layer is not None
        )
        found = Problem(rule, number, message("compose-at_layer", layer=str(number), problem=text))
        kept = tuple((own, held) for own, held in layers if held is not None)
        return replace(self, layers=kept, problems=(*self.problems, found))

    def named(self, number: int, quantity: str) -> CompositionDraft:
        """Write a short name of a quantity, such as ``T850``, in full."""
        layers = tuple(
            (own, held.model_copy(update={"quantity": quantity}) if own == number else held)
            for own, held in self.layers
        )
        return replace(self, layers=layers)

    def change(self, number: int, **update: object) -> CustomLayer:
        """Return a layer with other values."""
        return dict(self.layers)[number].model_copy(update=update)


Rule = Callable[[CompositionDraft], CompositionDraft]
"""Looks at one thing: returns the draft, repaired where that is wrong."""


def known_fields(kind: str) -> tuple[str, ...] | None:
    """Return what a vertical chart can draw; None for maps and longitude-time sections."""
    return {"section": SECTION_FIELDS, "time_height": COLUMN_FIELDS}.get(kind)
