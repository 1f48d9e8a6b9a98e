"""Changes, differences and rankings of places, times and levels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from diagnostics.contracts.form_terms import (
    Daily,
    Days,
    End,
    Intervals,
    Reduce,
)
from diagnostics.contracts.forms import (
    AnswerKind,
    Arithmetic,
    ArithmeticOperation,
    Candidate,
    Count,
    Number,
    Quantifier,
    Query,
    Ranking,
)
from diagnostics.language.grammar.form_parts import (
    Stats,
    less,
    measure,
    stat,
)
from diagnostics.language.grammar.frame_base import COUNTED, FrameBase
from diagnostics.language.grammar.frame_parts import (
    counts_degrees,
    label_of,
    lower,
    nothing,
    reference_first,
    sorted_times,
)
from diagnostics.language.grammar.items import Item, NotReadError
from diagnostics.language.grammar.sentence_context import ends_of, is_instant, is_point
from diagnostics.messages import Message


class DifferenceFrames(FrameBase):
    """Changes, differences and rankings of places, times and levels."""

    def _change(self, *, stats: Stats | None = None) -> Query:
        """Read how much something changed, rose or fell, from one time to another."""
        bag = self.bag
        words = bag.take_all("CHANGE", "RISE", "FALL")
        directions = {word.kind for word in words} - {"CHANGE"}
        if len(directions) > 1 and bag.take("OR") is not None:
            # "did it rise or fall, and by how much": the change with its sign
            directions = set()
            bag.take_all("BE")
        if len(directions) > 1:
            raise NotReadError(
                "ambiguous",
                Message(id="grammar-two_statistics", params={"words": words[-1].text}),
                words[-1].text,
            )
        stats = stats or self._stats()
        self._spend_question_words()
        bag.take("COUNT_NOUN") if counts_degrees(bag) else None
        falling = directions == {"FALL"}
        changed: Any = self._changed(stats, falling)
        return changed  # type: ignore[no-any-return]

    def _changed(self, stats: Stats, falling: bool) -> Number:
        bag, scene = self.bag, self.scene
        term = scene.one_term()
        span = bag.take("SPAN")
        place = scene.one_place()
        if span is not None:
            hours = span.value.hours if span.value is not None else 24.0
            term = replace(term, change_hours=hours)
            plain = stats.plain
            if (
                plain is None
                and len(scene.times) == 1
                and ends_of(scene.times[0]) is None
                and not is_instant(scene.times[0])
            ):
                pass
            if plain is not None and plain.reduce is Reduce.MAX and falling:
                stats = Stats(stat(Reduce.MIN), stats.space, stats.over)
            elif plain is None and falling:
                stats = Stats(stat(Reduce.MIN), stats.space, stats.over)
                self.assumed.append(("over", "min"))
            inner = measure(term, place, scene.one_time(), stats, self.assumed)
            if falling:
                return Arithmetic(
                    operation=ArithmeticOperation.SUBTRACT, numbers=(nothing(), inner)
                )
            return inner
        extreme = stats.end
        days = [time for time in scene.times if time.base.kind == "days"]
        if extreme is not None and term.id == "temperature" and days:
            # maxima that rose from day to day are those of the days
            term = replace(term, daily=term.daily or Daily(statistic=Reduce(extreme.value)))
            stats = Stats(None, stats.space, None)
        if (
            stats.plain is not None
            and stats.plain.reduce in (Reduce.MAX, Reduce.MIN)
            and len(scene.times) <= 1
        ):
            raise NotReadError(
                "incomplete", Message(id="grammar-change_over", params={"words": term.words})
            )
        if len(scene.times) == 2:
            first, last = sorted_times(scene.times)
            scene.times.clear()
        else:
            time = scene.one_time()
            ends = ends_of(time)
            if ends is None:
                if (time.base.kind == "all" and time.clock is None) or time.base.kind in (
                    "days",
                    "months",
                    "relative",
                ):
                    inner = measure(
                        term,
                        place,
                        time,
                        Stats(None, stats.space or stats.plain, stat(Reduce.MEAN)),
                        self.assumed,
                        loud=False,
                    )
                    start = inner.model_copy(update={"over": stat(Reduce.FIRST)})
                    end = inner.model_copy(update={"over": stat(Reduce.LAST)})
                    return less(start, end) if falling else less(end, start)
                raise NotReadError(
                    "incomplete", Message(id="grammar-change_over", params={"words": term.words})
                )
            first, last = ends
        a = measure(term, place, first, stats, self.assumed)
        b = measure(term, place, last, stats, self.assumed, loud=False)
        return less(a, b) if falling else less(b, a)

    def _difference(self) -> Query:
        """Read comparisons of two places, times, levels, or statistics."""
        bag = self.bag
        compare = bag.take("COMPARE")
        ratio = bag.take("RATIO")
        percent = bag.take("PERCENT_CHANGE")
        which = bag.take("WHICH")
        if compare is None or not compare.value.endswith("-"):
            bag.take("FIRST_MINUS")
        than = bag.take_all("THAN")
        minus = bag.take_all("DIFFERENCE", "MINUS")
        if bag.has("CHANGE"):
            bag.take_all("CHANGE")
        if which is not None or bag.has("WHICH_LEVEL"):
            bag.take("WHICH_LEVEL")
            return self._rank(compare)
        counted = bag.peek("COUNT_NOUN")
        if counted is not None and counted.value in COUNTED and self._has_limit():
            return self._counts_apart(counted.value, compare, than)
        spread = self._spread(minus)
        if spread is not None:
            return spread
        self._spend_question_words()
        bag.take("HOW")
        bag.take("WHAT")
        bag.take("COUNT_NOUN") if counts_degrees(bag) or bag.has("UNIT") else None
        adjectives = bag.take_all("ADJ", "RISE", "FALL") if than else []
        stats = self._stats()
        numbers = self._pair(stats, than)
        bag.take_all("AND")
        bag.take("BETWEEN")
        bag.take("FROM")
        bag.take("TO")
        first, second = numbers
        if ratio is not None:
            return Arithmetic(operation=ArithmeticOperation.DIVIDE, numbers=(first, second))
        if percent is not None:
            return Arithmetic(operation=ArithmeticOperation.PERCENT_CHANGE, numbers=(first, second))
        negative = (compare is not None and compare.value.endswith("-")) or any(
            lower(one) for one in adjectives
        )
        if not than and compare is None and minus and not bag.has("MINUS"):
            return less(first, second)
        return less(second, first) if negative else less(first, second)

    def _counts_apart(self, kind: str, compare: Item | None, than: list[Item]) -> Query:
        """Read "how many more hours below 2 degrees had Oslo than Rome"."""
        bag, scene = self.bag, self.scene
        bag.take("COUNT_NOUN")
        bag.take_all("AND")
        self._spend_question_words()
        where = self._condition(kind)
        if len(scene.places) != 2:
            raise NotReadError("incomplete", Message(id="grammar-compare_two"))
        places, starts = list(scene.places), list(scene.place_starts)
        scene.places.clear()
        time = scene.one_time()
        if than and reference_first(bag, than[0], starts):
            places.reverse()
        if compare is not None and compare.value.endswith("-"):
            places.reverse()
        first, second = (
            Count(
                of=COUNTED[kind],
                condition=where,
                place=place,
                time=time,
                space=None if is_point(place) or kind == "cells" else Quantifier.ANY,
                lasting=Quantifier.ANY if kind == "cells" and not is_instant(time) else None,
            )
            for place in places
        )
        return less(first, second)

    def _spread(self, minus: list[Item]) -> Query | None:
        """Read the difference of the highest and the lowest of one quantity as its range."""
        bag, scene = self.bag, self.scene
        ends = [
            found.value
            for number, item in enumerate(bag.items)
            if number not in bag.used and (found := item.read_as("STAT")) is not None
        ]
        if not minus or sorted(ends) != ["max", "min"] or len(scene.terms) != 1:
            return None
        bag.take_all("STAT")
        bag.take_all("AND", "BETWEEN")
        self._spend_question_words()
        bag.take("COUNT_NOUN") if counts_degrees(bag) else None
        term, place, time = scene.one_term(), scene.one_place(), scene.one_time()
        highest = measure(term, place, time, Stats(stat(Reduce.MAX)), self.assumed)
        lowest = measure(term, place, time, Stats(stat(Reduce.MIN)), self.assumed, loud=False)
        return less(highest, lowest)

    def _pair(self, stats: Stats, than: list[Item]) -> tuple[Number, Number]:
        """Return the two numbers that are compared; after "than" stands the second."""
        scene = self.scene
        self._spans()
        pairs = [
            name
            for name, values in (
                ("places", scene.places),
                ("times", scene.times),
                ("terms", scene.terms),
            )
            if len(values) == 2
        ]
        levels = [item for item in self.bag.items if item.kind == "LEVEL"]
        if len(pairs) == 0 and len(scene.terms) == 1 and len(scene.times) == 1:
            ends = ends_of(scene.times[0])
            base = scene.times[0].base
            if ends is not None and not than and isinstance(base, Intervals | Days):
                scene.times[:] = list(ends)
                scene.time_starts[:] = [scene.time_starts[0]] * 2
                pairs = ["times"]
        if len(pairs) == 0 and len(scene.terms) == 1 and len(levels) >= 1:
            free = self.bag.take_all("LEVEL")
            if len(free) == 1 and scene.terms[0].level is not None:
                other = replace(scene.terms[0], level=free[0].value)
                pair = [(scene.term_starts[0], scene.terms[0]), (free[0].start, other)]
                pair.sort(key=lambda row: row[0])
                scene.terms[:] = [row[1] for row in pair]
                scene.term_starts[:] = [row[0] for row in pair]
                pairs = ["terms"]
            elif len(free) == 2:
                one = scene.terms[0]
                scene.terms[:] = [replace(one, level=item.value) for item in free]
                scene.term_starts[:] = [item.start for item in free]
                pairs = ["terms"]
        if len(pairs) != 1:
            raise NotReadError("incomplete", Message(id="grammar-compare_two"))
        swap = False
        if than:
            starts = {
                "places": scene.place_starts,
                "times": scene.time_starts,
                "terms": scene.term_starts,
            }[pairs[0]]
            swap = reference_first(self.bag, than[0], starts)
        if pairs[0] == "places":
            a, b = scene.places
            scene.places.clear()
            term, time = scene.one_term(), scene.one_time()
            first = measure(term, a, time, stats, self.assumed)
            second = measure(term, b, time, stats, self.assumed, loud=False)
        elif pairs[0] == "times":
            early, late = scene.times
            scene.times.clear()
            term, place = scene.one_term(), scene.one_place()
            first = measure(term, place, early, stats, self.assumed)
            second = measure(term, place, late, stats, self.assumed, loud=False)
        else:
            one, other_term = scene.terms
            if one.unit != other_term.unit:
                raise NotReadError("contradiction", Message(id="grammar-compare_two"))
            scene.terms.clear()
            scene.term_starts.clear()
            place, time = scene.one_place(), scene.one_time()
            first = measure(one, place, time, stats, self.assumed)
            second = measure(other_term, place, time, stats, self.assumed, loud=False)
        return (second, first) if swap else (first, second)

    def _ranking(self) -> Query:
        self.bag.take("WHICH", "WHICH_LEVEL")
        self.bag.take("RANK")
        return self._rank(self.bag.take("COMPARE"))

    def _rank(self, compare: Item | None) -> Query:
        bag, scene = self.bag, self.scene
        bag.take("WHICH", "WHICH_LEVEL")
        self.answer, self.layered = AnswerKind.LABEL, "both"
        bag.take_all("THAN")
        self._spend_question_words()
        bag.take("COORD_WORD")
        stats = self._stats()
        term_end = self._end(stats, scene.terms[0]) if scene.terms else None
        if compare is not None:
            end = End.MIN if compare.value.endswith("-") else End.MAX
        elif stats.end is not None:
            end = stats.end
        elif term_end is not None:
            end = term_end
        else:
            raise NotReadError("incomplete", Message(id="grammar-which_end"))
        bag.take_all("AND", "OR")
        levels = bag.take_all("LEVEL")
        candidates: list[Candidate] = []
        of = "place"
        first = True
        if len(scene.places) >= 2 and not levels:
            places = list(scene.places)
            scene.places.clear()
            term, time = scene.one_term(), scene.one_time()
            for place in places:
                number = measure(
                    term, place, time, self._inner(stats, compare), self.assumed, loud=first
                )
                candidates.append(Candidate(label=label_of(place), number=number))
                first = False
        elif len(scene.times) >= 2 and not levels:
            of, times = "time", list(scene.times)
            scene.times.clear()
            term, here = scene.one_term(), scene.one_place()
            for time in times:
                number = measure(
                    term, here, time, self._inner(stats, compare), self.assumed, loud=first
                )
                candidates.append(Candidate(label=getattr(time.base, "words", ""), number=number))
                first = False
        elif levels and len(scene.terms) == 1:
            of, one = "level", scene.one_term()
            here, time = scene.one_place(), scene.one_time()
            terms = [replace(one, level=item.value) for item in levels]
            if one.level is not None:
                terms.append(one)
            for term in terms:
                number = measure(
                    term, here, time, self._inner(stats, compare), self.assumed, loud=first
                )
                candidates.append(Candidate(label=f"{term.level} hPa", number=number))
                first = False
        if len(candidates) < 2:
            raise NotReadError("incomplete", Message(id="grammar-compare_two"))
        kind: Any = of
        return Ranking(candidates=tuple(candidates), end=end, of=kind)

    def _inner(self, stats: Stats, compare: Item | None) -> Stats:
        """The statistic of each candidate: "highest mean" ranks means, "highest" ranks maxima."""
        del compare
        return stats
