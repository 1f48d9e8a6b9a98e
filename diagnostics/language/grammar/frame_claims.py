"""What a bulletin states: the frames of questions of yes and no, and what only statements say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from diagnostics.contracts.form_terms import (
    Amount,
    Daily,
    End,
    Everywhere,
    Place,
    Reduce,
    TimeSet,
)
from diagnostics.contracts.forms import (
    AmountLimit,
    Compare,
    Condition,
    Holds,
    Negation,
    Quantifier,
    Query,
    Reduced,
    Relation,
    Where,
)
from diagnostics.language.grammar.amounts import Stated
from diagnostics.language.grammar.form_parts import (
    Stats,
    condition,
    constant,
    measure,
    settled,
    stat,
)
from diagnostics.language.grammar.frame_truth import STRONG
from diagnostics.language.grammar.frames import Frames
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.sentence_context import is_instant, is_point
from diagnostics.language.grammar.terms import Term
from diagnostics.language.grammar.whole_extent import step_hours
from diagnostics.messages import Message

_HIGH = (Relation.ABOVE, Relation.AT_LEAST)
_LOW = (Relation.BELOW, Relation.AT_MOST)
_LOOSE = ("so ", "stormy", "scorching", "sweltering", "heat", "freez", "storms", "hot", "windy",
          "rain so", "rained so", "pouring", "这么", "那么", "如此", "好热")  # fmt: skip
"""How words for events begin that say how it felt."""
_SECTOR = 22.5
"""Degrees to either side of a direction of the wind that is named."""
_DIRECTIONS = {"N": 0.0, "NE": 45.0, "E": 90.0, "SE": 135.0,
               "S": 180.0, "SW": 225.0, "W": 270.0, "NW": 315.0}  # fmt: skip


class ClaimFrames(Frames):
    """Builds the statement of one clause."""

    def _query(self) -> Query:
        bag, scene = self.bag, self.scene
        if bag.has("UNKNOWN"):
            bag.close()
        if bag.has("WIND_FROM"):
            return self._wind_from()
        if bag.has("FEATURE") and not scene.terms:
            return self._feature()
        if bag.has("EVENT") and bag.has("AMOUNT"):
            if self._defined():
                return self._event_defined()
            for item in bag.take_all("EVENT"):
                self.assumed.append(("vague", item.text))
        if bag.has("EVENT") and not scene.terms:
            self._refuse_loose()
            return self._event()
        self._spend_vague()
        self._implied_terms()
        if bag.has("TREND"):
            return self._trend()
        if self._says_when():
            return self._extreme_at()
        return self._holds()

    def _spend_vague(self) -> None:
        """Take "it was hot" beside a number: the number is what can be checked."""
        bag = self.bag
        if not bag.has("AMOUNT"):
            return
        bag.take_all("EXISTS")
        spoken = list(bag.items)
        for at, item in enumerate(spoken):
            adjective = item.read_as("ADJ") if not bag.has("THAN") else None
            vague = item.read_as("VAGUE")
            if at in bag.used or (adjective is None and vague is None):
                continue
            bag.used.add(at)
            if at and spoken[at - 1].read_as("NOT") is not None:
                # 风不大: what is not great is as vague
                bag.used.add(at - 1)
            self.assumed.append(("vague", item.text))

    def _refuse_loose(self) -> None:
        """Refuse "it was stormy": words of a feeling are no event that data settle.

        Raises
        ------
        NotReadError
        """
        event = self.bag.peek("EVENT")
        if event is not None and event.text.lower().startswith(_LOOSE):
            raise NotReadError("incomplete", Message(id="grammar-no_limit"), event.text)

    def _defined(self) -> bool:
        """Whether a number defines the event: "a rainstorm (50 mm)", "three days of 35 °C"."""
        bag = self.bag
        items = bag.items
        bracketed = any(
            item.kind == "AMOUNT" and at and items[at - 1].text in ("(", "（")
            for at, item in enumerate(items)
        )
        return bag.has("SPAN", "CRITERIA") or bracketed

    # -- winds by name ---------------------------------------------------------------------------

    def _wind_from(self) -> Query:
        """Read "the wind blew from the northwest" as a sector of 45 degrees."""
        bag, scene = self.bag, self.scene
        item = bag.take("WIND_FROM")
        assert item is not None
        if bag.has("AMOUNT"):
            raise NotReadError(
                "unused_words",
                Message(id="grammar-unused_words", params={"words": item.text}),
                item.text,
            )
        negated = self._negated()
        bag.take("WIND_WORD", "FROM")
        term = scene.one_term() if scene.terms else Term("wind_speed", item.text)
        if term.id not in ("wind_speed", "wind_direction"):
            raise NotReadError(
                "unused_words",
                Message(id="grammar-unused_words", params={"words": item.text}),
                item.text,
            )
        middle = _DIRECTIONS[str(item.value)]
        low, high = (
            Amount(value=(middle + side) % 360.0, unit="deg", words=item.text)
            for side in (-_SECTOR, _SECTOR)
        )
        left = measure(
            replace(term, id="wind_direction"),
            scene.one_place(),
            scene.one_time(),
            Stats(stat(Reduce.MEAN)),
            self.assumed,
        )
        query: Query = Compare(
            left=left, relation=Relation.BETWEEN, right=constant(Stated(low, high))
        )
        return Negation(statement=query) if negated else query

    # -- numbers -----------------------------------------------------------------------------------

    def _equals(self, term: Term, stated: Stated, stats: Stats, negated: bool) -> Query:
        """Read a plain number: of one value it is that value; else as its quantity is spoken of.

        A number of winds and amounts is the highest, of a low its lowest pressure; of temperatures
        and the like the place and period had it once.
        """
        scene, bag = self.scene, self.bag
        bag.take("EQUAL_WORD")
        place = scene.places[0] if scene.places else Everywhere()
        time = scene.times[0] if scene.times else TimeSet()
        one_value = is_point(place) and (is_instant(time) or len(scene.context.times) == 1)
        total = term.accumulates and term.hours is None and term.daily is None
        plain = stats.plain is not None or stats.space is not None or stats.over is not None
        if plain or one_value or term.end is not None or (total and is_point(place)):
            return super()._equals(term, stated, stats, negated)
        if term.unit in STRONG:
            return super()._equals(term, stated, replace(stats, plain=stat(Reduce.MAX)), negated)
        number = settled(stated, term, self.assumed)
        relation = Relation.EQUAL if number.upper is None else Relation.BETWEEN
        where = condition(term, replace(number, relation=relation), self.assumed)
        return self._holding(
            where, scene.one_place(), scene.one_time(), Quantifier.ANY, Quantifier.ANY, negated
        )

    def _holding(
        self,
        where: Condition,
        place: Place,
        time: TimeSet,
        space: Quantifier | None,
        over: Quantifier | None,
        negated: bool,
    ) -> Query:
        """Say by the value that decides, where one does: "exceeded 30" by the highest."""
        open_ = space in (None, Quantifier.ANY) and over in (None, Quantifier.ANY)
        if open_ and not negated and isinstance(where, Where) and _said_of_highest(where):
            space = over = Quantifier.ALL
        query = super()._holding(where, place, time, space, over, negated)
        held = query.statement if isinstance(query, Negation) else query
        if not isinstance(held, Holds) or not isinstance(held.condition, Where):
            return query
        compare = _decided(held, held.condition)
        if compare is None:
            return query
        statement: Any = compare
        none = Quantifier.NONE in (held.space, held.over)
        if none is not isinstance(query, Negation):
            statement = Negation(statement=compare)
        return statement  # type: ignore[no-any-return]

    # -- when and where an extreme was -------------------------------------------------------------

    def _says_when(self) -> bool:
        """Whether a sentence says when or where something was extreme, and no number of it."""
        bag, scene = self.bag, self.scene
        numbers = bag.has("AMOUNT", "PERCENTILE", "COMPARE", "THAN", "DIFFERENCE", "RISE", "FALL")
        extreme = bag.has("STAT", "SUPER") or any(term.end is not None for term in scene.terms)
        return (
            extreme and not numbers and len(scene.terms) == 1 and bool(scene.times + scene.places)
        )

    def _extreme_at(self) -> Query:
        """Read "the warmest day was 18 April": no other day had more."""
        bag, scene = self.bag, self.scene
        self.layered = "space"
        negated = self._negated()
        each = bag.take("COUNT_NOUN", "PER", "DAY_NOUN", "WHEN")
        words = [
            item.start
            for item in bag.items
            if item.read_as("STAT") is not None or item.read_as("SUPER") is not None
        ]
        after = max(words, default=0)
        bag.take_all("WHERE", "EXISTS", "ADJ", "COORD_WORD")
        stats = self._stats()
        term = scene.one_term()
        end = self._end(stats, term)
        if end is None:
            raise NotReadError("incomplete", Message(id="grammar-which_end"))
        placed = self._predicate(after)
        days = each is not None and each.value in ("days", "day")
        if placed == "time":
            claimed = scene.times.pop(self._narrow_time())
            scene.time_starts.clear()
            days = days or claimed.base.kind == "days"
            place = scene.one_place()
            whole = scene.one_time() if scene.times else TimeSet()
            term = self._windowed(term, days)
            first = measure(term, place, claimed, self._ends(stats, end), self.assumed, loud=False)
            other = measure(term, place, whole, self._ends(stats, end), self.assumed, loud=False)
        else:
            spot = scene.places.pop()
            scene.place_starts.clear()
            time = scene.one_time()
            around: Place = scene.places.pop() if scene.places else Everywhere()
            first = measure(term, spot, time, self._ends(stats, end), self.assumed, loud=False)
            other = measure(term, around, time, self._ends(stats, end), self.assumed, loud=False)
        relation = Relation.AT_LEAST if end is End.MAX else Relation.AT_MOST
        query: Query = Compare(left=first, relation=relation, right=other)
        return Negation(statement=query) if negated else query

    def _predicate(self, after: int) -> str:
        """Return what is said of the extreme: its time or its place, whichever follows it."""
        scene = self.scene
        if not scene.places or not scene.times:
            return "time" if scene.times else "place"
        late_time = max(scene.time_starts) > after
        late_place = max(scene.place_starts) > after
        if late_time == late_place:
            if len(scene.places) == 2 and len(scene.times) == 1:
                return "place"
            if len(scene.times) == 2 and len(scene.places) == 1:
                return "time"
            return "time" if max(scene.time_starts) > max(scene.place_starts) else "place"
        return "time" if late_time else "place"

    def _narrow_time(self) -> int:
        """Return which of two times is the claimed one: the last that is said."""
        starts = self.scene.time_starts
        return starts.index(max(starts))

    def _windowed(self, term: Term, days: bool) -> Term:
        """Give an amount the length over which it is compared: the day, or the step."""
        if not term.accumulates or term.hours is not None or term.daily is not None:
            return term
        if days:
            return replace(term, daily=Daily(statistic=Reduce.SUM))
        step = step_hours(self.scene.context.times)
        if step is None:
            raise NotReadError("incomplete", Message(id="grammar-which_window"), term.words)
        self.assumed.append(("hours", f"{step:g}"))
        return replace(term, hours=step)

    def _ends(self, stats: Stats, end: End) -> Stats:
        """Return the statistics of an extreme: its end over the times, what is said over space."""
        inner = stats.plain if stats.plain is not None and stats.end is None else None
        return Stats(stat(end.value), stats.space or inner, stat(end.value))


def _said_of_highest(where: Where) -> bool:
    """Whether "below" is said of the highest: gusts below 20 m/s, a jet of less than 40 m/s."""
    term = Term(where.quantity.id, "")
    return where.relation in _LOW and (term.unit in STRONG or term.end is End.MAX)


def _decided(held: Holds, where: Where) -> Compare | None:
    """Return the comparison of the value that decides a condition, or None where none does."""
    if not isinstance(where.limit, AmountLimit) or where.space is not None:
        return None
    relation = where.relation
    if relation not in (*_HIGH, *_LOW):
        return None
    said = {one for one in (held.space, held.over) if one is not None}
    if said <= {Quantifier.ANY, Quantifier.NONE}:
        end = Reduce.MAX if relation in _HIGH else Reduce.MIN
    elif said == {Quantifier.ALL}:
        end = Reduce.MIN if relation in _HIGH else Reduce.MAX
    else:
        return None
    point, instant = is_point(held.place), is_instant(held.time)
    left = Reduced(
        quantity=where.quantity,
        place=held.place,
        time=held.time,
        space=None if point else stat(end),
        over=where.over if where.over is not None else (None if instant else stat(end)),
        time_first=where.over is not None and not point,
    )
    return Compare(
        left=left,
        relation=relation,
        right=constant(Stated(where.limit.amount, where.limit.upper)),
    )
