"""What is asked: from the phrases of a sentence to the query of a form."""

from __future__ import annotations

from typing import Any

from diagnostics.contracts.forms import (
    Impossible,
    Query,
)
from diagnostics.language.grammar.frame_base import ASKED
from diagnostics.language.grammar.frame_truth import TruthFrames
from diagnostics.language.grammar.leftovers import spend_leftovers
from diagnostics.language.grammar.phrase_pool import PhrasePool
from diagnostics.language.grammar.senses import orient


class Frames(TruthFrames):
    """Builds the query of one sentence."""

    def build(self) -> Query:
        """Return the query, with every phrase used.

        Raises
        ------
        NotReadError
        """
        orient(self.bag.items, self.scene.terms)
        query = self._query()
        spend_leftovers(self.bag, query, statement=self.statement)
        self.bag.close()
        self.scene.close()
        return query

    def _query(self) -> Query:
        bag = self.bag
        if bag.unread():
            bag.close()
        if bag.has("FEATURE") and not self.scene.terms:
            return self._feature()
        if bag.has("EVENT") and bag.has("AMOUNT") and not bag.has("EVENT_TYPES", "GRADE"):
            return self._event_defined()
        if bag.has("EVENT_TYPES", "GRADE") or (bag.has("EVENT") and not self.scene.terms):
            return self._event()
        self._implied_terms()
        if bag.has("HOW_FAR", "MOVE") or (bag.has("CENTROID") and not bag.has("LATITUDE")):
            return self._distance()
        if bag.has("LATITUDE", "BEARING") and not bag.has("WHERE"):
            return self._coordinate()
        if bag.has("QUADRANT"):
            return self._quadrant()
        if bag.has("WHICH_UNIT"):
            return self._units()
        if bag.has("WHERE") and not self._clause():
            return self._where()
        moment = bag.has("WHEN_CLAUSE") and len(self.scene.terms) == 1 and not bag.has(*ASKED)
        if (bag.has("WHEN", "FIRST") or moment) and not (bag.has("SPELL")):
            bag.take("WHEN_CLAUSE") if moment else None
            return self._when()
        if bag.has("WHICH_DIRECTION"):
            return self._direction()
        if bag.has("TREND"):
            return self._trend()
        if self._which_of_two():
            return self._ranking()
        if self._yes_no():
            return self._holds()
        return self._number()

    def _which_of_two(self) -> bool:
        """Whether "was it warmer in Bristol or in Norwich" asks which of them."""
        bag, scene = self.bag, self.scene
        two = (
            max(len(scene.places), len(scene.times)) >= 2
            and min(len(scene.places), len(scene.times)) < 2
        )
        compared = bag.has("COMPARE") or (bag.has("ADJ") and not bag.has("HOW"))
        counted = bag.has("COUNT_NOUN") and self._has_limit()
        return (
            two
            and compared
            and bag.has("OR")
            and not bag.has("THAN", "DIFFERENCE", "MINUS")
            and (counted or not self._conditions_left())
        )


def impossible(bag: PhrasePool) -> Impossible | None:
    """Return what no data can answer, where the sentence asks for such a thing."""
    for kind, reason in (
        ("WHAT_IF", "counterfactual"),
        ("SEASONAL", "seasonal_outlook"),
        ("ENSO", "not_in_data"),
        ("NOQUANT", "not_in_data"),
        ("ADVICE", "advice"),
        ("WHY", "cause"),
    ):
        item = bag.peek(kind)
        if item is not None:
            why: Any = reason
            return Impossible(reason=why, subject=str(item.value), words=item.text)
    return None
