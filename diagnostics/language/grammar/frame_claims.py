"""What a bulletin states: the frames of questions of yes and no, and what only statements say."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from diagnostics.contracts.form_terms import (
    AllTimes,
    Amount,
    Daily,
    Days,
    End,
    Everywhere,
    Instants,
    Intervals,
    Place,
    Reduce,
    TimeSet,
)
from diagnostics.contracts.forms import (
    AmountLimit,
    Both,
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
from diagnostics.language.grammar.items import Item, NotReadError
from diagnostics.language.grammar.sentence_context import is_instant, is_point
from diagnostics.language.grammar.terms import Term
from diagnostics.language.grammar.whole_extent import step_hours
from diagnostics.language.times import zone_of
from diagnostics.messages import Message

_HIGH = (Relation.ABOVE, Relation.AT_LEAST)
_LOW = (Relation.BELOW, Relation.AT_MOST)
_LOOSE = ("so ", "stormy", "scorching", "sweltering", "heat", "freez", "storms", "hot", "windy",
          "rain so", "rained so", "pouring", "这么", "那么", "如此", "好热")  # fmt: skip
"""How words for events begin that say how it felt."""
_KEPT = frozenset(["kept", "keeps", "keep", "kept on", "持续", "不断", "连续", "一直在"])
_PERIODS = (
    "the whole", "the entire", "whole", "entire", "the month", "the week", "month", "week", "全月",
    "整月", "整个", "全周", "整周",
)  # fmt: skip
_MOST_STEPS = 30
"""Times that are compared one by one."""
_SECTOR = 22.5
"""Degrees to either side of a direction of the wind that is named."""
_DIRECTIONS = {"N": 0.0, "NE": 45.0, "E": 90.0, "SE": 135.0,
               "S": 180.0, "SW": 225.0, "W": 270.0, "NW": 315.0}  # fmt: skip


class ClaimFrames(Frames):
    """Builds the statement of one clause."""

    def _query(self) -> Query:
        bag, scene = self.bag, self.scene
        if bag.unread():
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
        if bag.has("RISE", "FALL") and not bag.has("AMOUNT", "COMPARE", "THAN") and self._steady():
            return self._at_every_step()
        if self._says_when():
            return self._extreme_at()
        return self._holds()

    # -- what went one way, or stood apart, at every step ------------------------------------------

    def _steady(self) -> bool:
        """Take "steadily", "kept rising" and 持续: one way at every step of the data."""
        bag = self.bag
        if bag.take("STEADY") is not None or bag.take_value("ALL", "time") is not None:
            return True
        for kind in ("STAY", "SPELL"):
            item = bag.peek(kind)
            if item is not None and item.text.lower() in _KEPT:
                bag.take(kind)
                bag.take_all("STEADY")
                return True
        return False

    def _at_every_step(self) -> Query:
        """Read "the pressure fell steadily": each time lower than the time before."""
        bag, scene = self.bag, self.scene
        negated = self._negated()
        words = bag.take_all("RISE", "FALL")
        if len({word.kind for word in words}) > 1:
            raise NotReadError(
                "ambiguous", Message(id="grammar-two_statistics", params={"words": words[-1].text})
            )
        term = scene.one_term()
        place, time = scene.one_place(), scene.one_time()
        stats = self._stats()
        end = self._end(stats, term)
        space = stats.space or (stat(end.value) if end is not None else None)
        inner = measure(term, place, time, Stats(None, space, None), self.assumed, loud=False)
        each = [_at(inner, one) for one in self._steps(time)]
        relation = Relation.BELOW if words[0].kind == "FALL" else Relation.ABOVE
        steps = tuple(
            Compare(left=later, relation=relation, right=earlier)
            for earlier, later in pairwise(each)
        )
        query: Query = steps[0] if len(steps) == 1 else Both(statements=steps)
        return Negation(statement=query) if negated else query

    def _compare(self) -> Query:
        """Read "Paris was always lower than London": at each time of the data."""
        self._spend_whole_period()
        always = self.bag.take_value("ALL", "time") if not self.bag.has("AMOUNT") else None
        query = super()._compare()
        if always is None:
            return query
        held = query.statement if isinstance(query, Negation) else query
        if (
            not isinstance(held, Compare)
            or not isinstance(held.left, Reduced)
            or not isinstance(held.right, Reduced)
            or held.left.time != held.right.time
        ):
            raise NotReadError(
                "unused_words",
                Message(id="grammar-unused_words", params={"words": always.text}),
                always.text,
            )
        self.assumed[:] = [part for part in self.assumed if part[0] != "over"]
        steps = tuple(
            held.model_copy(update={"left": _at(held.left, one), "right": _at(held.right, one)})
            for one in self._steps(held.left.time)
        )
        both: Query = Both(statements=steps)
        return Negation(statement=both) if isinstance(query, Negation) else both

    def _spend_whole_period(self) -> None:
        """Take "over the whole month", which is no "at each time" of a comparison."""
        for number, item in enumerate(self.bag.items):
            found = item.read_as("ALL")
            if found is not None and item.text.lower().startswith(_PERIODS):
                self.bag.used.add(number)

    def _steps(self, time: TimeSet) -> list[datetime]:
        """Return the times of the data within a period.

        Raises
        ------
        NotReadError
            ``incomplete`` where they are fewer than two or too many to be compared one by one.
        """
        base, zone = time.base, zone_of(time.zone or self.scene.zone)
        times = list(self.scene.context.times)
        if isinstance(base, Days):
            times = [one for one in times if one.astimezone(zone).date() in base.dates]
        elif isinstance(base, Intervals):
            inside = base.windows
            times = [one for one in times if any(w.start <= one <= w.end for w in inside)]
        elif not isinstance(base, AllTimes):
            times = []
        if time.clock is not None or not 2 <= len(times) <= _MOST_STEPS:
            words = str(getattr(base, "words", ""))
            raise NotReadError(
                "incomplete", Message(id="grammar-time_unplaced", params={"words": words}), words
            )
        return times

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
            return self._wind_of_strength(item)
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

    def _wind_of_strength(self, item: Item) -> Query:
        """Read "northerly winds of 10 to 15 m/s": from there, and so strong.

        Raises
        ------
        NotReadError
            ``unused_words`` where it is denied: of which of the two is not said.
        """
        bag, scene = self.bag, self.scene
        if bag.has("NOT", "NEVER", "NOWHERE"):
            raise NotReadError(
                "unused_words",
                Message(id="grammar-unused_words", params={"words": item.text}),
                item.text,
            )
        places, place_starts = list(scene.places), list(scene.place_starts)
        times, time_starts = list(scene.times), list(scene.time_starts)
        if not scene.terms:
            scene.terms.append(Term("wind_speed", item.text))
            scene.term_starts.append(item.start)
        terms, term_starts = list(scene.terms), list(scene.term_starts)
        self._spend_vague()
        strong = self._holds()
        scene.places[:], scene.place_starts[:] = places, place_starts
        scene.times[:], scene.time_starts[:] = times, time_starts
        scene.terms[:], scene.term_starts[:] = terms, term_starts
        bag.items.append(replace(item, kind="WIND_FROM", others=()))
        return Both(statements=(strong, self._wind_from()))

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
        if open_ and not negated and _said_of_the_end(where):
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
        extreme = bag.has("STAT", "SUPER") or any(
            term.end is not None and not term.accumulates for term in scene.terms
        )
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
            if not late_time:
                # both stand before the extreme: which of them is claimed is not said
                raise NotReadError("incomplete", Message(id="grammar-which_end"))
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


def _at(measured: Reduced, time: datetime) -> Reduced:
    """Return a measure at one time."""
    return measured.model_copy(update={"time": TimeSet(base=Instants(times=(time,))), "over": None})


def _said_of_the_end(where: Condition) -> bool:
    """Whether a limit is said of the highest or of the lowest value."""
    return isinstance(where, Where) and (_said_of_highest(where) or _said_of_lowest(where))


def _said_of_highest(where: Where) -> bool:
    """Whether "below" is said of the highest: gusts below 20 m/s, a jet of less than 40 m/s."""
    term = Term(where.quantity.id, "")
    return where.relation in _LOW and (term.unit in STRONG or term.end is End.MAX)


def _said_of_lowest(where: Where) -> bool:
    """Whether "at least" is said of the lowest: a low whose pressure was not below 985 hPa."""
    return where.relation in _HIGH and Term(where.quantity.id, "").end is End.MIN


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
