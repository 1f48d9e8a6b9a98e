"""Questions whose answer is a number: values, counts, shares, spells, distances."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from diagnostics.contracts.form_terms import (
    Amount,
    Centroid,
    Daily,
    End,
    Everywhere,
    ExtremePlace,
    ExtremeTime,
    Place,
    PointPlace,
    Position,
    Reduce,
    TimeSet,
)
from diagnostics.contracts.forms import (
    AnswerKind,
    Compare,
    Coordinate,
    Count,
    Counted,
    Distance,
    Quantifier,
    Query,
    Relation,
    Spell,
    Trend,
)
from diagnostics.language.grammar.amounts import Share, Stated
from diagnostics.language.grammar.form_parts import (
    Stats,
    condition,
    constant,
    less,
    measure,
    stat,
)
from diagnostics.language.grammar.frame_base import COUNTED
from diagnostics.language.grammar.frame_differences import DifferenceFrames
from diagnostics.language.grammar.frame_parts import counts_degrees
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.sentence_context import ends_of, is_instant, is_point
from diagnostics.language.grammar.terms import Term
from diagnostics.messages import Message


class NumberFrames(DifferenceFrames):
    """Questions whose answer is a number: values, counts, shares, spells, distances."""

    def _number(self) -> Query:
        bag, scene = self.bag, self.scene
        self.answer = AnswerKind.NUMBER
        lasting = bag.has("SPELL") or (bag.has("HOW_LONG") and bag.has("STAY", "LAST"))
        if lasting and self._has_limit():
            return self._spell()
        apart = bag.has("COMPARE", "DIFFERENCE", "MINUS", "RATIO", "THAN")
        if bag.has("SHARE") and not apart and self._has_limit(area=True):
            return self._share()
        if self._one_of_places() and not apart:
            return self._ranking()
        if bag.has("COMPARE", "DIFFERENCE", "MINUS", "RATIO", "PERCENT_CHANGE") or (
            bag.has("THAN") and not self._conditions_left()
        ):
            return self._difference()
        if bag.has("WHICH", "WHICH_LEVEL", "RANK"):
            return self._ranking()
        if bag.has("TIME_SHARE", "SHARE", "AREA") and self._has_limit(area=True):
            return self._share()
        if (
            bag.has("HOW_MANY", "HOW_LONG", "HOW_OFTEN", "COUNT_NOUN", "WHAT")
            and (bag.has("COUNT_NOUN", "HOW_LONG", "HOW_OFTEN"))
            and self._has_limit()
            and (self._conditions_left() or not bag.has("STAT", "SUPER"))
        ):
            return self._count()
        if bag.has("CHANGE", "RISE", "FALL") and not (bag.has("HOW") and bag.has("ADJ")):
            return self._change()
        if bag.has("WHERE_CLAUSE", "ZH_PLACE_CLAUSE", "WHEN_CLAUSE") and len(scene.terms) >= 2:
            return self._masked()
        return self._plain()

    def _one_of_places(self) -> bool:
        """Whether several places stand for a choice: "highest pressure: Oslo, Rome or Tokyo?"."""
        many = len(self.scene.places)
        extreme = self.bag.has("STAT", "SUPER")
        return extreme and (many >= 3 or (many == 2 and self.bag.has("OR")))

    def _plain(self) -> Query:
        bag, scene = self.bag, self.scene
        stats = self._stats()
        self._spend_question_words()
        if stats.end is not None or (scene.terms and scene.terms[0].end is not None):
            bag.take_all("ANY")
        bag.take_all("ALL") if bag.has("WHOLE") or not scene.places else None
        adjective = bag.peek("ADJ")
        if adjective is not None and adjective.text in ("大", "高", "强", "重"):
            bag.take("ADJ")
        bag.take("COUNT_NOUN") if bag.has("UNIT") or counts_degrees(bag) else None
        self._spans()
        term = scene.one_term()
        if (
            stats.plain is None
            and term.implied
            and not is_point(scene.places[0] if scene.places else Everywhere())
        ):
            raise NotReadError("incomplete", Message(id="grammar-no_limit"))
        place, time = scene.one_place(), scene.one_time()
        return measure(term, place, time, stats, self.assumed)

    def _count(self) -> Query:
        bag, scene = self.bag, self.scene
        bag.take("HOW_MANY", "WHAT")
        bag.take("WHAT")
        noun = bag.take("COUNT_NOUN")
        kind = noun.value if noun is not None else ("times" if bag.take("HOW_OFTEN") else "hours")
        bag.take("HOW_LONG")
        bag.take("HOW_OFTEN")
        stays = bag.take("STAY")
        del stays
        if kind == "degrees":
            raise NotReadError("unused_words", Message(id="grammar-no_limit"), "degrees")
        counted = COUNTED[kind]
        if scene.terms and scene.terms[0].accumulates and scene.terms[0].implied:
            bag.take("ADJ")
        space, over = self._quantifiers()
        self._spans()
        bag.take_value("STAT", "sum")
        self._daily_range(kind)
        if counted is not Counted.CELLS and not self._all_day(kind, over):
            self._refuse_over(over)
        stats = self._stats() if bag.has("AREA_STAT", "STAT") else Stats()
        where = self._condition(kind)
        if stats.space is not None or stats.plain is not None:
            where = self._reduced(where, stats)
        place, time = scene.one_place(), scene.one_time()
        bag.take("EXISTS")
        if counted is Counted.CELLS:
            return self._over_cells(Counted.CELLS, where, place, time, over)
        if space is None and not is_point(place) and stats.space is None:
            space = Quantifier.ANY
            self.assumed.append(("space", "any"))
        return Count(of=counted, condition=where, place=place, time=time, space=space)

    def _all_day(self, kind: str, over: Quantifier | None) -> bool:
        """Read "days on which it was below 0 all day": the highest of the day is below it."""
        bag, scene = self.bag, self.scene
        stated = [item.value for item in bag.items if item.kind == "AMOUNT"]
        whole = kind == "days" and over is Quantifier.ALL and len(stated) == 1
        if not whole or len(scene.terms) != 1 or scene.terms[0].daily is not None:
            return False
        term, limit = scene.terms[0], stated[0]
        if term.accumulates or term.one_sided or limit.relation is None or bag.has("NOT"):
            return False
        low = limit.relation in (Relation.BELOW, Relation.AT_MOST)
        each = Daily(statistic=Reduce.MAX if low else Reduce.MIN)
        scene.terms[0] = replace(term, daily=each)
        return True

    def _daily_range(self, kind: str) -> None:
        """Read "days on which it swung by more than 8 K": the range of each day."""
        bag, scene = self.bag, self.scene
        if kind != "days" or len(scene.terms) != 1 or scene.terms[0].daily is not None:
            return
        if bag.take_value("CHANGE", "largest") or bag.take_value("STAT", "range"):
            scene.terms[0] = replace(scene.terms[0], daily=Daily(statistic=Reduce.RANGE))

    def _share(self) -> Query:
        bag, scene = self.bag, self.scene
        self._spend_question_words()
        noun = bag.take("TIME_SHARE") or bag.take("SHARE")
        bag.take_all("AREA")
        bag.take("COORD_WORD")
        bag.take("COVER")
        bag.take("WHERE_CLAUSE", "ZH_PLACE_CLAUSE")
        bag.take("EXISTS")
        bag.take("HOW_MANY")
        bag.take("ADJ") if bag.has("HOW") else None
        bag.take("HOW")
        bag.take("COUNT_NOUN")
        self._spend_units_of_area()
        self._spans()
        if noun is not None and noun.kind == "TIME_SHARE":
            space, over = self._quantifiers()
            self._refuse_over(over)
            where = self._condition("hours")
            place, time = scene.one_place(), scene.one_time()
            if space is None and not is_point(place):
                space = Quantifier.ANY
                self.assumed.append(("space", "any"))
            return Count(
                of=Counted.TIME_PERCENT, condition=where, place=place, time=time, space=space
            )
        self._spend_whole()
        space, over = self._quantifiers()
        where = self._condition("")
        place, time = scene.one_place(), scene.one_time()
        if is_point(place) or space in (Quantifier.ALL, Quantifier.MOST, Quantifier.NONE):
            raise NotReadError(
                "contradiction",
                Message(id="grammar-area_of_point", params={"words": getattr(place, "words", "")}),
            )
        return self._over_cells(
            Counted.AREA_PERCENT if noun is not None else Counted.AREA, where, place, time, over
        )

    def _spend_whole(self) -> None:
        """Take the whole of which a share is asked: 占全区面积的百分之几, "of the whole area"."""
        for at, item in enumerate(self.bag.items):
            found = item.read_as("ALL")
            if found is not None and found.value == "space" and item.read_as("WHOLE_PLACE"):
                self.bag.used.add(at)

    def _spend_units_of_area(self) -> None:
        item = self.bag.peek("UNIT")
        if item is not None and item.value in ("%",):
            self.bag.take("UNIT")

    def _spell(self) -> Query:
        bag, scene = self.bag, self.scene
        self._spend_question_words()
        bag.take_all("SPELL")
        bag.take("HOW_LONG")
        bag.take("LAST")
        bag.take("STAY")
        nouns = bag.take_all("COUNT_NOUN")
        kinds = {n.value for n in nouns} - {"spells", "times"}
        of = "days" if "days" in kinds else "hours"
        if bag.has("PER"):
            per = bag.take("PER")
            if per is not None and per.value == "day":
                of = "days"
        stats = [s for s in bag.take_all("STAT") if s.value != "max"]
        if stats:
            raise NotReadError(
                "unused_words",
                Message(id="grammar-two_statistics", params={"words": stats[0].text}),
                stats[0].text,
            )
        space, over = self._quantifiers()
        self._refuse_over(over)
        bag.take("WHERE_CLAUSE")
        where = self._condition(of)
        place, time = scene.one_place(), scene.one_time()
        if space is None and not is_point(place):
            space = Quantifier.ANY
            self.assumed.append(("space", "any"))
        bag.take("WHEN_CLAUSE")
        return Spell(
            of="days" if of == "days" else "hours",
            condition=where,
            place=place,
            time=time,
            space=space,
        )

    def _trend(self) -> Query:
        bag, scene = self.bag, self.scene
        yes = self._yes_no()
        bag.take_all("TREND")
        bag.take_all("CHANGE")
        direction = bag.take("RISE", "FALL")
        stats = self._stats()
        self._spend_question_words()
        per = bag.take("PER")
        term = scene.one_term()
        if term.id == "temperature" and term.daily is None and stats.end is not None:
            # the trend of maxima is that of each day's
            term = replace(term, daily=Daily(statistic=Reduce(stats.end.value)))
            stats = Stats(None, stats.space, None)
        inner = measure(term, scene.one_place(), scene.one_time(), stats, self.assumed)
        trend = Trend(
            measure=inner, per="hour" if per is not None and per.value == "hour" else "day"
        )
        if yes or direction is not None:
            relation = (
                Relation.BELOW
                if direction is not None and direction.kind == "FALL"
                else Relation.ABOVE
            )
            if direction is None:
                self.answer = AnswerKind.NUMBER
                return trend
            self.answer = AnswerKind.BOOLEAN
            return Compare(
                left=trend,
                relation=relation,
                right=constant(Stated(Amount(value=0.0))),
                significant=True,
            )
        self.answer = AnswerKind.NUMBER
        return trend

    def _masked(self) -> Query:
        """Read one quantity where another is extreme, or stands so to a limit."""
        bag, scene = self.bag, self.scene
        self._spans()
        clause = bag.take("WHERE_CLAUSE", "ZH_PLACE_CLAUSE", "WHEN_CLAUSE")
        assert clause is not None
        english = clause.kind != "ZH_PLACE_CLAUSE"
        pairs = sorted(zip(scene.term_starts, scene.terms, strict=True), key=lambda row: row[0])
        outer = [row for row in pairs if (row[0] < clause.start) == english]
        inner = [row for row in pairs if (row[0] < clause.start) != english]
        if len(outer) != 1 or len(inner) != 1:
            raise NotReadError(
                "ambiguous",
                Message(id="grammar-where_clause", params={"words": clause.text}),
                clause.text,
            )
        main, other = outer[0][1], inner[0][1]
        if self._conditions_left():
            found = self._stated()
            if len(found) != 1 or ((found[0][0].start > clause.start) != english):
                raise NotReadError(
                    "ambiguous",
                    Message(id="grammar-where_clause", params={"words": clause.text}),
                    clause.text,
                )
            stats = self._stats()
            within = condition(other, found[0][1], self.assumed, negated=self._negated())
            if within.over is not None and isinstance(found[0][1], Share):
                pass
            self._spend_question_words()
            self._drop(main, other)
            whole = measure(main, scene.one_place(), scene.one_time(), stats, self.assumed)
            return whole.model_copy(update={"within": within})
        stat_items = [
            i
            for n, i in enumerate(bag.items)
            if n not in bag.used and (i.read_as("STAT") or i.read_as("SUPER"))
        ]
        inside = [i for i in stat_items if (i.start > clause.start) == english]
        if len(inside) != 1:
            raise NotReadError(
                "incomplete",
                Message(id="grammar-where_clause", params={"words": clause.text}),
                clause.text,
            )
        chosen = inside[0]
        bag.used.add(bag.items.index(chosen))
        value = chosen.value
        end = End.MIN if value == "min" or value.endswith("-") else End.MAX
        stats = self._stats()
        self._spend_question_words()
        self._drop(main, other)
        place, time = scene.one_place(), scene.one_time()
        quantity = other.quantity(self.assumed)
        if not is_instant(time):
            moment = ExtremeTime(
                quantity=quantity, end=end, place=place, time=time, space=stat(end.value)
            )
            time = TimeSet(base=moment)
        spot = ExtremePlace(quantity=quantity, end=end, place=place, time=time)
        return measure(main, spot, time, stats, self.assumed)

    def _direction(self) -> Query:
        bag, scene = self.bag, self.scene
        bag.take("WHICH_DIRECTION")
        bag.take_all("DEGREE")
        bag.take_value("COUNT_NOUN", "degrees")
        stats = self._stats()
        term = scene.one_term()
        if term.id not in ("wind_speed", "wind_direction"):
            raise NotReadError("unused_words", Message(id="grammar-no_limit"), term.words)
        bag.take("FROM")
        self.answer = AnswerKind.NUMBER
        return measure(
            replace(term, id="wind_direction"),
            scene.one_place(),
            scene.one_time(),
            stats,
            self.assumed,
        )

    def _coordinate(self) -> Query:
        """Read the latitude of an extreme, or which of two lies farther north."""
        bag, scene = self.bag, self.scene
        word = bag.take("LATITUDE")
        bearing = bag.take("BEARING")
        compare = bag.take("COMPARE")
        bag.take("ASKS")
        bag.take_all("THAN")
        bag.take_all("DIFFERENCE", "BETWEEN", "AND")
        bag.take("COUNT_NOUN") if counts_degrees(bag) else None
        centroid = bag.take_all("CENTROID")
        stats = self._stats()
        self._spend_question_words()
        axis: Any = word.value if word is not None else "latitude"
        if bearing is not None:
            axis = "latitude" if bearing.value in ("north", "south") else "longitude"
        term = scene.one_term()
        end = self._end(stats, term)
        if end is None and not centroid:
            raise NotReadError("incomplete", Message(id="grammar-which_end"))
        time = scene.one_time()
        places = list(scene.places) or [scene.one_place()]
        scene.places.clear()
        numbers = []
        for place in places:
            position: Position = (
                Centroid(
                    quantity=term.quantity(self.assumed), end=end or End.MAX, place=place, time=time
                )
                if centroid
                else self._position(term, end or End.MAX, place, time)
            )
            numbers.append(Coordinate(axis=axis, position=position))
        if len(numbers) == 1 and compare is None and bearing is None:
            self.answer = AnswerKind.NUMBER
            return numbers[0]
        if len(numbers) != 2:
            raise NotReadError("incomplete", Message(id="grammar-compare_two"))
        if compare is None and bearing is None:
            self.answer = AnswerKind.NUMBER
            return less(numbers[0], numbers[1])
        self.answer = AnswerKind.BOOLEAN
        low = (compare is not None and compare.value.endswith("-")) or (
            bearing is not None and bearing.value in ("south", "west")
        )
        return Compare(
            left=numbers[0], relation=Relation.BELOW if low else Relation.ABOVE, right=numbers[1]
        )

    def _distance(self) -> Query:
        bag, scene = self.bag, self.scene
        bag.take("HOW_FAR")
        bag.take("WHAT")
        self.answer = AnswerKind.NUMBER
        centroid = bag.take_all("CENTROID")
        bag.take("MOVE")
        bag.take_all("AND")
        bag.take_all("DIFFERENCE")
        bag.take_all("BETWEEN", "FROM", "TO", "THAN")
        bag.take_all("UNIT")
        stats = self._stats()
        self._spend_question_words()
        if (
            not scene.terms
            and len(scene.places) == 2
            and all(isinstance(p, PointPlace) for p in scene.places)
        ):
            a, b = scene.places
            scene.places.clear()
            assert isinstance(a, PointPlace) and isinstance(b, PointPlace)
            return Distance(start=a, end=b)
        terms = list(scene.terms)
        self._drop(*terms)
        if not terms:
            raise NotReadError("incomplete", Message(id="grammar-no_quantity_named"))

        def spot(term: Term, place: Place, time: TimeSet) -> Position:
            end = self._end(stats, term)
            if centroid:
                return Centroid(
                    quantity=term.quantity(self.assumed), end=end or End.MAX, place=place, time=time
                )
            if end is None:
                raise NotReadError("incomplete", Message(id="grammar-which_end"))
            return self._position(term, end, place, time)

        if len(terms) == 2:
            place, time = scene.one_place(), scene.one_time()
            return Distance(start=spot(terms[0], place, time), end=spot(terms[1], place, time))
        if len(scene.places) == 2:
            a, b = scene.places
            scene.places.clear()
            time = scene.one_time()
            return Distance(start=spot(terms[0], a, time), end=spot(terms[0], b, time))
        if len(scene.times) == 1 and (ends := ends_of(scene.times[0])) is not None:
            scene.times[:] = list(ends)
        if len(scene.times) == 2:
            first, last = scene.times
            scene.times.clear()
            place = scene.one_place()
            return Distance(start=spot(terms[0], place, first), end=spot(terms[0], place, last))
        raise NotReadError("incomplete", Message(id="grammar-compare_two"))
