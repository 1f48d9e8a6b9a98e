"""What holds or not: questions of yes and no, and statements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from diagnostics.contracts.form_terms import (
    Amount,
    Daily,
    End,
    Place,
    Reduce,
    TimeSet,
)
from diagnostics.contracts.forms import (
    AllOf,
    AnswerKind,
    Arithmetic,
    ArithmeticOperation,
    Both,
    Compare,
    Condition,
    Count,
    Counted,
    Direction,
    Distance,
    Holds,
    Negation,
    Number,
    Quantifier,
    Query,
    Reduced,
    Relation,
    Spell,
    Tendency,
)
from diagnostics.language.grammar.amounts import Share, Stated
from diagnostics.language.grammar.form_parts import (
    Stats,
    condition,
    constant,
    fits,
    less,
    measure,
    settled,
)
from diagnostics.language.grammar.frame_parts import lower, sorted_times
from diagnostics.language.grammar.frame_places import PlaceFrames
from diagnostics.language.grammar.items import Item, NotReadError
from diagnostics.language.grammar.sentence_context import is_instant, is_point
from diagnostics.language.grammar.terms import Term
from diagnostics.language.grammar.whole_extent import step_hours
from diagnostics.messages import Message

STRONG = frozenset({"m/s", "J/kg", "mm", "cm", "kg m-1 s-1"})
"""Units of quantities of which a plain number means the highest: "gusts of 30 m/s"."""
_DEFINED = {
    "rainstorm": ("precipitation",),
    "snowstorm": ("snowfall",),
    "gale": ("wind_speed", "wind_gust"),
    "heat_wave": ("temperature",),
}
"""Quantities by which an event may be defined in a sentence; the first where none is named."""


class TruthFrames(PlaceFrames):
    """What holds or not: questions of yes and no, and statements."""

    def _holds(self) -> Query:
        bag, scene = self.bag, self.scene
        self.answer = AnswerKind.BOOLEAN
        bag.take("EXISTS")
        if bag.has("SAME_SPOT"):
            return self._coincide()
        pair = max(len(scene.places), len(scene.times)) == 2
        apart = self.statement and pair and bag.has("DIFFERENCE")
        if (
            bag.has("COMPARE")
            or apart
            or (bag.has("THAN") and (pair or not self._conditions_left()))
        ):
            return self._compare()
        change = bag.has("RISE", "FALL", "CHANGE") and not bag.has("STAY")
        if change:
            return self._tendency()
        negated = self._negated()
        if (bag.has("SHARE", "COVER", "AREA") or self._stated_share()) and self._conditions_left():
            return self._compare_share(negated)
        turned = self._denied_throughout(negated)
        space, over = self._quantifiers()
        if turned:
            # 全月没有, "all month it did not": never
            negated, space, over = False, self._nowhere(space), Quantifier.NONE
        staying = bag.take("STAY")
        self._received()
        if not self._conditions_left() and not bag.has("AMOUNT"):
            return self._did_it_rain(negated, space, over)
        if bag.has("COUNT_NOUN", "SPAN", "SPELL"):
            return self._for_so_long(negated, space)
        stats = self._stats()
        found = self._stated()
        if staying is not None and over is None and len(found) == 1:
            over = Quantifier.ALL
            if space is None and scene.places and not is_point(scene.places[0]):
                space = Quantifier.ALL
        if len(found) >= 2:
            return self._several(found, negated, space, over, stats)
        item, stated = found[0]
        term = self._term_for(stated, item.start)
        self._drop(term)
        if isinstance(stated, Stated) and stated.relation is None:
            strong = term.unit in STRONG and stated.upper is None
            if Quantifier.NONE in (space, over) or Quantifier.ALL in (space, over):
                kind = Relation.EQUAL if stated.upper is None else Relation.BETWEEN
                stated = replace(stated, relation=Relation.AT_LEAST if strong else kind)
            else:
                return self._equals(term, stated, stats, negated)
        place, time = scene.one_place(), scene.one_time()
        if stats.plain is not None or stats.space is not None:
            if space not in (None, Quantifier.ANY) and isinstance(stated, Stated):
                return self._everywhere(term, stated, stats, place, time, space, negated)
            return self._of_statistic(term, stated, stats, place, time, negated, over)
        where = condition(term, stated, self.assumed)
        return self._holding(where, place, time, space, over, negated)

    def _denied_throughout(self, negated: bool) -> bool:
        """Whether "all the time" stands before the negation, so that it says never."""
        always = [
            item.start
            for item in self.bag.items
            if (found := item.read_as("ALL")) is not None and found.value in ("time", "all")
        ]
        denied = [item.start for item in self.bag.items if item.read_as("NOT") is not None]
        return negated and bool(always) and bool(denied) and min(always) < min(denied)

    def _nowhere(self, space: Quantifier | None) -> Quantifier | None:
        return Quantifier.ANY if space is Quantifier.ALL else space

    def _stated_share(self) -> bool:
        """Whether a number is a share of the area: "a quarter of it had 50 mm"."""
        amounts = [item.value for item in self.bag.items if item.kind == "AMOUNT"]
        shares = [one for one in amounts if isinstance(one, Stated) and one.unit == "%"]
        fitting = any(fits(term, one) for term in self.scene.terms for one in shares)
        return len(amounts) == 2 and len(shares) == 1 and not fitting

    def _received(self) -> None:
        """Read "did it see 50 mm in any 24 hours": so much or more, within that length."""
        bag, scene = self.bag, self.scene
        if len(scene.terms) != 1 or not scene.terms[0].accumulates:
            return
        if scene.terms[0].hours is None and scene.terms[0].daily is None:
            if bag.take_value("PER", "hour"):
                scene.terms[0] = replace(scene.terms[0], hours=1.0)
            elif bag.take_value("PER", "day"):
                each = Daily(statistic=Reduce.SUM)
                scene.terms[0] = replace(scene.terms[0], daily=each)
        span = bag.peek("SPAN")
        if span is not None and not bag.has("SPELL", "COUNT_NOUN"):
            before = bag.sentence.text[: span.start].rstrip().lower()
            if not before.endswith((" for", "持续", "连续")):
                self._spans()
        amount = bag.peek("AMOUNT")
        if scene.terms[0].implied and amount is not None and amount.value.relation is None:
            at = bag.items.index(amount)
            stated = replace(amount.value, relation=Relation.AT_LEAST)
            bag.items[at] = replace(amount, value=stated)

    def _holding(
        self,
        where: Condition,
        place: Place,
        time: TimeSet,
        space: Quantifier | None,
        over: Quantifier | None,
        negated: bool,
    ) -> Query:
        reduced = where.kind == "where" and where.over is not None
        if is_point(place):
            space = None
        elif space is None:
            space = Quantifier.ANY
            if over in (Quantifier.ALL, Quantifier.MOST):
                space = Quantifier.ALL
            self.assumed.append(("space", space.value))
        if is_instant(time) or reduced:
            over = None
        elif over is None:
            over = Quantifier.ANY
            self.assumed.append(("over", "any"))
        if over is Quantifier.NONE and negated:
            negated = False
        query: Query = Holds(condition=where, place=place, time=time, space=space, over=over)
        return Negation(statement=query) if negated else query

    def _event_defined(self) -> Query:
        """Read an event whose definition stands beside it: "a rainstorm (50 mm in 24 hours)"."""
        bag, scene = self.bag, self.scene
        self.answer = AnswerKind.BOOLEAN
        self._yes_no()
        event = bag.take("EVENT")
        assert event is not None
        bag.take_all("ASKS", "EXISTS", "PRESENT", "CRITERIA", "EQUAL_WORD")
        negated = self._negated()
        space, over = self._quantifiers()
        found = self._stated()
        identities = _DEFINED.get(event.value, ())
        if not scene.terms and identities:
            scene.imply(identities[0], event)
        term = scene.one_term()
        if len(found) != 1 or not isinstance(found[0][1], Stated) or term.id not in identities:
            raise NotReadError(
                "unused_words",
                Message(id="grammar-unused_words", params={"words": event.text}),
                event.text,
            )
        limit = found[0][1]
        limit = limit if limit.relation else replace(limit, relation=Relation.AT_LEAST)
        span = bag.take("SPAN")
        if term.accumulates:
            if bag.take_value("PER", "day"):
                term = replace(term, daily=Daily(statistic=Reduce.SUM))
            hours = span.value.hours if span is not None else term.hours
            term = term if term.daily is not None else replace(term, hours=hours or 24.0)
        elif span is not None and span.value.step == "day" and event.value == "heat_wave":
            bag.take_all("SPELL")
            extreme = bag.take_value("STAT", "max")
            del extreme
            daily = replace(term, daily=term.daily or Daily(statistic=Reduce.MAX))
            where = condition(daily, limit, self.assumed)
            place, time = scene.one_place(), scene.one_time()
            days = Amount(value=span.value.count, unit="day", words=span.text)
            run = Spell(
                of="days",
                condition=where,
                place=place,
                time=time,
                space=None if is_point(place) else Quantifier.ANY,
            )
            lasted = Compare(left=run, relation=Relation.AT_LEAST, right=constant(Stated(days)))
            return Negation(statement=lasted) if negated else lasted
        elif span is not None:
            bag.used.discard(bag.items.index(span))
        bag.take_value("STAT", "mean")
        bag.take_value("CMP", "at_least")
        where = condition(term, limit, self.assumed)
        return self._holding(where, scene.one_place(), scene.one_time(), space, over, negated)

    def _everywhere(
        self,
        term: Term,
        stated: Stated,
        stats: Stats,
        place: Place,
        time: TimeSet,
        space: Quantifier,
        negated: bool,
    ) -> Query:
        """Read "the highest gust was above 25 m/s everywhere": the highest of each cell."""
        if stats.space is not None or is_point(place):
            raise NotReadError(
                "ambiguous",
                Message(id="grammar-two_statistics", params={"words": term.words}),
                term.words,
            )
        over = None if is_instant(time) else stats.over or stats.plain
        where = condition(term, stated, self.assumed, over=over)
        return self._holding(where, place, time, space, None, negated)

    def _of_statistic(
        self,
        term: Term,
        stated: Stated | Share,
        stats: Stats,
        place: Place,
        time: TimeSet,
        negated: bool,
        over: Quantifier | None,
    ) -> Query:
        if isinstance(stated, Share):
            raise NotReadError(
                "ambiguous",
                Message(id="grammar-two_statistics", params={"words": term.words}),
                term.words,
            )
        settled_number = settled(stated, term, self.assumed)
        relation = settled_number.relation
        assert relation is not None
        if over is Quantifier.NONE:
            negated, over = not negated, None
        elif over is Quantifier.ALL:
            wanted = End.MAX if relation in (Relation.BELOW, Relation.AT_MOST) else End.MIN
            if stats.end is not wanted and not (stats.space is not None):
                space = stats.space or stats.plain
                where = condition(term, stated, self.assumed, space=space)
                return self._holding(
                    where,
                    place,
                    time,
                    Quantifier.ANY if not is_point(place) else None,
                    over,
                    negated,
                )
        left = measure(term, place, time, stats, self.assumed)
        query: Query = Compare(left=left, relation=relation, right=constant(settled_number))
        return Negation(statement=query) if negated else query

    def _equals(self, term: Term, stated: Stated, stats: Stats, negated: bool) -> Query:
        """Read "was the maximum 35 degC": equal within the tolerance of the number."""
        scene = self.scene
        self.bag.take("EQUAL_WORD")
        number = settled(stated, term, self.assumed)
        place, time = scene.one_place(), scene.one_time()
        left = measure(term, place, time, stats, self.assumed)
        relation = Relation.EQUAL if number.upper is None else Relation.BETWEEN
        query: Query = Compare(left=left, relation=relation, right=constant(number))
        return Negation(statement=query) if negated else query

    def _several(
        self,
        found: list[tuple[Item, Any]],
        negated: bool,
        space: Quantifier | None,
        over: Quantifier | None,
        stats: Stats,
    ) -> Query:
        """Read several limits: joined at each cell and time, or each of its own maximum."""
        scene = self.scene
        self.bag.take_all("AND", "WHILE")
        if negated:
            raise NotReadError(
                "ambiguous",
                Message(id="grammar-negated_range", params={"words": found[0][0].text}),
                found[0][0].text,
            )
        terms = [self._term_for(stated, item.start) for item, stated in found]
        said = [(id(term), stated.relation) for (_, stated), term in zip(found, terms, strict=True)]
        if len(set(said)) < len(said):
            # two limits on one side: one of them is of something that is not named
            words = found[0][0].text
            raise NotReadError(
                "unused_words",
                Message(id="grammar-unused_words", params={"words": words}),
                words,
            )
        self._drop(*terms)
        place, time = scene.one_place(), scene.one_time()
        if stats.plain is not None or stats.space is not None:
            statements = []
            for (_, stated), term in zip(found, terms, strict=True):
                if isinstance(stated, Share) or stated.relation is None:
                    raise NotReadError("incomplete", Message(id="grammar-no_limit"))
                number = settled(stated, term, self.assumed)
                left = measure(term, place, time, stats, self.assumed)
                statements.append(
                    Compare(
                        left=left,
                        relation=number.relation or Relation.EQUAL,
                        right=constant(number),
                    )
                )
            return Both(statements=tuple(statements))
        wheres = tuple(
            condition(term, stated, self.assumed)
            for (_, stated), term in zip(found, terms, strict=True)
        )
        return self._holding(AllOf(conditions=wheres), place, time, space, over, False)

    def _did_it_rain(
        self, negated: bool, space: Quantifier | None, over: Quantifier | None
    ) -> Query:
        scene = self.scene
        named = len(scene.terms) == 1
        if not named or not (scene.terms[0].accumulates or scene.terms[0].one_sided):
            raise NotReadError("incomplete", Message(id="grammar-no_limit"))
        term, step = scene.terms[0], step_hours(scene.context.times)
        if over is not None and term.accumulates and term.hours is None and term.daily is None:
            if step is None:
                raise NotReadError("incomplete", Message(id="grammar-which_window"), term.words)
            scene.terms[0] = replace(term, hours=step)
        where = self._zero_condition("")
        assert where is not None
        self.bag.take("WHAT")
        return self._holding(where, scene.one_place(), scene.one_time(), space, over, negated)

    def _for_so_long(self, negated: bool, space: Quantifier | None) -> Query:
        """Read "for at least 6 hours", "on more than 3 days"."""
        bag, scene = self.bag, self.scene
        span = bag.take("SPAN")
        run = bag.take("SPELL")
        if span is None:
            raise NotReadError("incomplete", Message(id="grammar-no_limit"))
        relation = Relation.AT_LEAST
        word = bag.take("CMP", "CMP_AFTER")
        if word is not None:
            relation = Relation(word.value)
        counted: Any = "days" if span.value.step == "day" else "hours"
        where = self._condition(counted, negated=False)
        place, time = scene.one_place(), scene.one_time()
        if space is None and not is_point(place):
            space = Quantifier.ANY
            self.assumed.append(("space", "any"))
        amount = Amount(
            value=span.value.count, unit="day" if counted == "days" else "h", words=span.text
        )
        left: Number = (
            Spell(of=counted, condition=where, place=place, time=time, space=space)
            if run is not None
            else Count(of=Counted(counted), condition=where, place=place, time=time, space=space)
        )
        query: Query = Compare(left=left, relation=relation, right=constant(Stated(amount)))
        return Negation(statement=query) if negated else query

    def _compare_share(self, negated: bool) -> Query:
        """Read "does the area above 30 m/s cover more than 20 %"."""
        bag, scene = self.bag, self.scene
        bag.take("AREA")
        bag.take("SHARE")
        bag.take("COVER")
        bag.take("WHERE_CLAUSE", "ZH_PLACE_CLAUSE")
        bag.take_value("PER", "day")
        bag.take_all("EXISTS")
        found = self._stated()
        shares = [
            row
            for row in found
            if isinstance(row[1], Stated)
            and row[1].unit in ("%", "km2")
            and not any(fits(t, row[1]) for t in scene.terms)
        ]
        limits = [row for row in found if row not in shares]
        if len(shares) != 1 or len(limits) != 1:
            raise NotReadError("incomplete", Message(id="grammar-no_limit"))
        limit = limits[0][1]
        term = self._term_for(limit, limits[0][0].start)
        self._drop(term)
        if limit.relation is None and isinstance(limit, Stated) and term.unit in STRONG:
            limit = replace(limit, relation=Relation.AT_LEAST)
        where = condition(term, limit, self.assumed)
        place, time = scene.one_place(), scene.one_time()
        stated = shares[0][1]
        counted = Counted.AREA_PERCENT if stated.unit == "%" else Counted.AREA
        left = self._over_cells(counted, where, place, time)
        query: Query = Compare(
            left=left, relation=stated.relation or Relation.AT_LEAST, right=constant(stated)
        )
        return Negation(statement=query) if negated else query

    def _compare(self) -> Query:
        """Read "was it hotter in Berlin than in Paris", with or without "by more than 5 K"."""
        bag = self.bag
        compare = bag.take("COMPARE")
        than = bag.take_all("THAN")
        negated = self._negated()
        undirected = bool(bag.take_all("DIFFERENCE")) and compare is None and not than
        adjective = bag.take("ADJ", "RISE", "FALL") if than else None
        bag.take_all("ADJ") if than else None
        stats = self._stats()
        found = self._stated()
        first, second = self._pair(stats, than)
        bag.take_all("AND")
        below = (compare is not None and compare.value.endswith("-")) or lower(adjective)
        if found:
            if len(found) != 1 or isinstance(found[0][1], Share):
                raise NotReadError("incomplete", Message(id="grammar-compare_two"))
            stated = found[0][1]
            term = (
                Term(first.quantity.id, "")
                if isinstance(first, Reduced)
                else Term("temperature", "")
            )
            number = settled(stated, term, self.assumed, difference=True)
            left: Number = less(second, first) if below else less(first, second)
            if undirected:
                left = Arithmetic(operation=ArithmeticOperation.ABSOLUTE, numbers=(left,))
            plain = Relation.EQUAL if self.statement else Relation.AT_LEAST
            query: Query = Compare(
                left=left, relation=number.relation or plain, right=constant(number)
            )
        else:
            query = Compare(
                left=first, relation=Relation.BELOW if below else Relation.ABOVE, right=second
            )
        return Negation(statement=query) if negated else query

    def _tendency(self) -> Query:
        """Read "did the pressure fall", with or without "by more than 10 hPa"."""
        bag, scene = self.bag, self.scene
        negated = self._negated()
        words = bag.take_all("RISE", "FALL", "CHANGE")
        bag.take_all("THAN") if len(scene.times) == 2 else None
        kinds = {word.kind for word in words} - {"CHANGE"}
        if len(kinds) > 1:
            raise NotReadError(
                "ambiguous", Message(id="grammar-two_statistics", params={"words": words[-1].text})
            )
        falling = kinds == {"FALL"}
        if bag.has("AMOUNT"):
            found = self._stated()
            if len(found) != 1 or isinstance(found[0][1], Share) or not scene.terms:
                raise NotReadError("incomplete", Message(id="grammar-no_limit"))
            number = settled(found[0][1], scene.terms[0], self.assumed, difference=True)
            left = self._changed(self._stats(), falling)
            query: Query = Compare(
                left=left,
                relation=number.relation
                or (Relation.EQUAL if self.statement else Relation.AT_LEAST),
                right=constant(number),
            )
            return Negation(statement=query) if negated else query
        stats = self._stats()
        term = scene.one_term()
        direction = Direction.FALL if falling else Direction.RISE if kinds else None
        if len(scene.times) == 2:
            early, late = sorted_times(scene.times)
            scene.times.clear()
            place = scene.one_place()
            a = measure(term, place, early, stats, self.assumed)
            b = measure(term, place, late, stats, self.assumed, loud=False)
            query = Compare(left=b, relation=Relation.BELOW if falling else Relation.ABOVE, right=a)
            return Negation(statement=query) if negated else query
        inner = measure(
            term,
            scene.one_place(),
            scene.one_time(),
            Stats(None, stats.space or stats.plain, stats.over),
            self.assumed,
            loud=False,
        )
        query = Tendency(measure=inner.model_copy(update={"over": None}), direction=direction)
        return Negation(statement=query) if negated else query

    def _coincide(self) -> Query:
        bag, scene = self.bag, self.scene
        bag.take_all("SAME_SPOT")
        bag.take_all("AND")
        stats = self._stats()
        if len(scene.terms) != 2:
            raise NotReadError("incomplete", Message(id="grammar-compare_two"))
        a, b = scene.terms
        self._drop(a, b)
        place, time = scene.one_place(), scene.one_time()
        end = stats.end or End.MAX
        distance = Distance(
            start=self._position(a, end, place, time), end=self._position(b, end, place, time)
        )
        return Compare(
            left=distance,
            relation=Relation.AT_MOST,
            right=constant(Stated(Amount(value=1.0, unit="cell"))),
        )
