"""What every frame needs: statistics, conditions, quantifiers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from diagnostics.contracts.form_terms import (
    Amount,
    Daily,
    End,
    ExtremePlace,
    Place,
    Position,
    Reduce,
    Statistic,
    TimeSet,
)
from diagnostics.contracts.forms import (
    AllOf,
    AnswerKind,
    AnyOf,
    Condition,
    Count,
    Counted,
    NotOf,
    Quantifier,
    Relation,
)
from diagnostics.language.grammar.amounts import Share, Stated
from diagnostics.language.grammar.form_parts import (
    Assumed,
    Stats,
    condition,
    fits,
    stat,
)
from diagnostics.language.grammar.frame_parts import (
    alike,
)
from diagnostics.language.grammar.items import Item, NotReadError
from diagnostics.language.grammar.sentence_context import Scene, is_instant, is_point
from diagnostics.language.grammar.terms import Term, with_level
from diagnostics.messages import Message

COUNTED = {
    "hours": Counted.HOURS,
    "days": Counted.DAYS,
    "cells": Counted.CELLS,
    "times": Counted.TIMES,
    "spells": Counted.SPELLS,
}
_INNER = frozenset({Reduce.MEAN, Reduce.MEDIAN})
_OUTER = frozenset({Reduce.MAX, Reduce.MIN})
ASKED = (
    "WHAT",
    "HOW",
    "HOW_MANY",
    "HOW_LONG",
    "HOW_OFTEN",
    "HOW_FAR",
    "WHEN",
    "WHERE",
    "WHICH_UNIT",
    "WHICH",
    "WHICH_LEVEL",
    "WHICH_DIRECTION",
    "WHY",
)


_HOW_MUCH = "多少"
"""Ends comparisons that ask by how much: 热多少."""
_UNIT_MEANS = {"mm": "precipitation", "hPa": "mean_sea_level_pressure"}


ASKED_UNITS = {
    **dict.fromkeys(("degC", "degF"), "temperature"),
    **dict.fromkeys(("m/s", "km/h", "kt", "mph"), "wind_speed"),
    "mm": "precipitation",
    "hPa": "mean_sea_level_pressure",
}
"""The quantity that the unit of an answer means where none is named: "how many millimetres"."""


_PASSED_BEFORE_ASKING = (
    "EMPTY", "SIGN", "TIME", "PLACE", "PREP", "STORM_NAME", "STORM_WORD", "SOURCE", "LEVEL",
)  # fmt: skip


class FrameBase:
    """What every frame needs: statistics, conditions, quantifiers.

    Parameters
    ----------
    scene : Scene
        Gathered.
    assumed : list of (str, str)
        What no word says: part and value.
    statement : bool
        Whether the sentence states something (a claim) instead of asking.
    """

    def __init__(self, scene: Scene, assumed: Assumed, *, statement: bool = False) -> None:
        self.scene, self.bag, self.assumed, self.statement = scene, scene.bag, assumed, statement
        self.answer: AnswerKind | None = None
        self.layered = ""

    def _yes_no(self) -> bool:
        bag = self.bag
        if self.statement:
            return True
        if bag.take("ASKS") is not None:
            self.answer = AnswerKind.BOOLEAN
            return True
        first = next(
            (i for i in bag.items if i.kind not in _PASSED_BEFORE_ASKING),
            None,
        )
        asked = bag.has(*ASKED)
        apart = bag.has("DIFFERENCE", "MINUS", "RATIO", "UNIT", "PERCENT_CHANGE")
        compare = bag.peek("COMPARE")
        named = compare is not None and compare.text.endswith(_HOW_MUCH)
        if bag.has("COMPARE", "ADJ") and bag.has("THAN") and not (asked or apart or named):
            self.answer = AnswerKind.BOOLEAN
            return True
        if first is not None and (first.kind == "BE" or first.kind == "EXISTS") and not asked:
            if first.kind == "EXISTS":
                bag.take("EXISTS")
            self.answer = AnswerKind.BOOLEAN
            return True
        if (
            first is not None
            and first.kind == "ANY"
            and not bag.has(*ASKED)
            and bag.has("AMOUNT", "EVENT")
        ):
            self.answer = AnswerKind.BOOLEAN
            return True
        return (
            not bag.has(*ASKED)
            and self._conditions_left()
            and not bag.has(
                "COUNT_NOUN", "AREA", "SHARE", "SPELL", "TIME_SHARE", "STAT", "HOW_MANY"
            )
        )

    def _clause(self) -> bool:
        """Whether "where" begins a clause here and asks nothing."""
        item = self.bag.peek("WHERE_CLAUSE")
        if item is None:
            return False
        first = next((i for i in self.bag.items if i.kind not in ("EMPTY", "SIGN", "PREP")), None)
        return first is not None and first.start != item.start and len(self.scene.terms) >= 2

    def _conditions_left(self) -> bool:
        return any(
            item.kind in ("AMOUNT", "PERCENTILE") and item.value.relation is not None
            for n, item in enumerate(self.bag.items)
            if n not in self.bag.used
        )

    def _implied_terms(self) -> None:
        """Add the quantity that an adjective means, where none is named: "hottest"."""
        bag, scene = self.bag, self.scene
        for item in bag.items:
            for kind in ("SUPER", "ADJ", "COMPARE"):
                found = item.read_as(kind)
                if found is None or found.kind != item.kind:
                    continue
                name = found.value.rstrip("+-")
                if name == "":
                    continue
                if name == "low":
                    name = "low_centre" if not scene.terms else ""
                if name and not scene.terms:
                    scene.terms.append(Term(name, item.text, implied=True))
                    scene.term_starts.append(item.start)
                elif (
                    name
                    and scene.terms
                    and not alike(scene.terms[0], name)
                    and len(scene.terms) == 1
                    and not self._conditions_left()
                ):
                    raise NotReadError(
                        "contradiction",
                        Message(
                            id="grammar-adjective_differs",
                            params={"words": item.text, "quantity": scene.terms[0].words},
                        ),
                        item.text,
                    )
        if not scene.terms:
            self._terms_of_units()
        if not scene.terms:
            self._terms_of_differences()
        if len(scene.terms) == 1:
            self._lone_level()
            self._lone_daily()

    def _lone_level(self) -> None:
        """Give the one level that stands apart to the one quantity that lacks it."""
        term = self.scene.terms[0]
        levels = [item for item in self.bag.items if item.kind == "LEVEL"]
        free = [item for item in levels if self.bag.items.index(item) not in self.bag.used]
        if len(free) != 1 or term.level is not None or term.height_m is not None or term.levels:
            return
        bound = with_level(term, free[0])
        if bound is not None:
            self.bag.take("LEVEL")
            self.scene.terms[0] = bound

    def _lone_daily(self) -> None:
        """Give "daily maxima" that stand apart to the temperature that their unit means."""
        term = self.scene.terms[0]
        daily = self.bag.peek("DAILY")
        if daily is not None and term.implied and term.id == "temperature" and term.daily is None:
            self.bag.take("DAILY")
            each = Daily(statistic=Reduce(daily.value))
            self.scene.terms[0] = replace(term, daily=each)

    def _terms_of_differences(self) -> None:
        """Take temperature for what only temperatures do: 温差, "how many degrees"."""
        for item in self.bag.items:
            changed = item.kind in ("DIFFERENCE", "FALL", "RISE", "CHANGE")
            if changed and item.text == "变压":
                self.scene.imply("mean_sea_level_pressure", item)
                return
            hot = changed and "温" in item.text
            daily = item.read_as("DAILY")
            if daily is not None and daily.value in ("max", "min", "range"):
                self.bag.used.add(self.bag.items.index(item))
                self.scene.imply("temperature", item)
                each = Daily(statistic=Reduce(daily.value))
                self.scene.terms[-1] = replace(self.scene.terms[-1], daily=each)
                return
            noun = item.read_as("COUNT_NOUN")
            degrees = noun is not None and noun.value == "degrees"
            freezing = item.kind == "AMOUNT" and getattr(item.value, "unit", "") == "degree"
            if hot or degrees or freezing:
                self.scene.imply("temperature", item)
                return

    def _terms_of_units(self) -> None:
        """Take the quantity that only one unit can mean: metres per second are wind."""
        for item in self.bag.items:
            if item.kind != "AMOUNT" or not isinstance(item.value, Stated):
                continue
            led = item.text.lower().split(" ")[0]
            cold = not item.value.unit and item.value.amount.value < 0
            if led in ("colder", "cooler", "warmer", "hotter") or cold:
                self.scene.imply("temperature", item)
                return
            named = _UNIT_MEANS.get(item.value.unit)
            if named == "precipitation":
                # "the heaviest one-hour fall was 24 mm" falls, and has not fallen by it
                self.bag.take_value("FALL", "fall")
            if named is not None:
                self.scene.imply(named, item)
                return
            if item.value.unit in ("m/s", "km/h", "kt", "mph"):
                self.scene.imply("wind_speed", item)
                return
            if item.text in ("零下", "freezing", "冰点") or item.value.unit in (
                "degC",
                "degF",
                "K",
            ):
                self.scene.imply("temperature", item)
                return

    def _stats(self, *, end: End | None = None) -> Stats:
        """Take every statistic that the sentence names."""
        bag = self.bag
        space = over = plain = None
        found = bag.take("AREA_STAT")
        if found is not None:
            space = stat(found.value)
        found = bag.take("TIME_STAT")
        if found is not None:
            over = stat(found.value)
        for item in bag.take_all("STAT"):
            new = stat(item.value)
            if plain is None or plain == new:
                plain = new
            elif plain.reduce is Reduce.SUM or new.reduce is Reduce.SUM:
                plain = plain if new.reduce is Reduce.SUM else new
                over = stat(Reduce.SUM)
            elif (
                self.layered
                and {plain.reduce, new.reduce} <= _INNER | _OUTER
                and plain.reduce not in _OUTER & {new.reduce}
            ):
                inner, plain = (plain, new) if plain.reduce in _INNER else (new, plain)
                space = inner if self.layered == "space" else space
                over = inner if self.layered == "over" else over
                if self.layered == "both":
                    space = over = inner
            else:
                raise NotReadError(
                    "ambiguous",
                    Message(id="grammar-two_statistics", params={"words": item.text}),
                    item.text,
                )
        for item in bag.take_all("SUPER"):
            sign = Reduce.MAX if item.value.endswith("+") else Reduce.MIN
            if item.value.startswith("low"):
                sign = Reduce.MIN
            if plain is None:
                plain = stat(sign)
            elif self.layered and plain.reduce in _INNER:
                inner, plain = plain, stat(sign)
                space = inner if self.layered in ("space", "both") else space
                over = inner if self.layered in ("over", "both") else over
            elif plain.reduce is not sign:
                raise NotReadError(
                    "ambiguous",
                    Message(id="grammar-two_statistics", params={"words": item.text}),
                    item.text,
                )
        share = bag.take("PERCENTILE") if self._plain_percentile() else None
        if share is not None:
            plain = stat(Reduce.PERCENTILE, share.value.percentile)
        adjective = bag.peek("ADJ")
        if adjective is not None and bag.has("HOW"):
            bag.take("ADJ")
            bag.take("HOW")
            bag.take_all("RISE", "FALL")
            if plain is None:
                plain = stat(Reduce.MAX if self._sign(adjective) > 0 else Reduce.MIN)
                self.assumed.append(("over", plain.reduce.value))
        if end is not None and plain is None:
            plain = stat(end.value)
        return Stats(plain, space, over)

    def _sign(self, adjective: Item) -> int:
        return 1 if adjective.value.endswith("+") else -1

    def _plain_percentile(self) -> bool:
        item = self.bag.peek("PERCENTILE")
        return item is not None and item.value.relation is None

    def _end(self, stats: Stats, term: Term) -> End | None:
        return stats.end or (term.end if stats.plain is None else None)

    def _stated(self) -> list[tuple[Item, Any]]:
        """Take the stated numbers and percentiles that are compared with."""
        found = []
        for item in self.bag.take_all("AMOUNT"):
            found.append((item, item.value))
        while True:
            share = self.bag.peek("PERCENTILE")
            if share is None or share.value.relation is None:
                break
            self.bag.take("PERCENTILE")
            found.append((share, share.value))
        return sorted(found, key=lambda row: row[0].start)

    def _term_for(self, stated: Stated | Share, at: int) -> Term:
        """Return the quantity that a number is said of: the nearest before it that fits."""
        scene = self.scene
        fitting = [
            (start, term)
            for start, term in zip(scene.term_starts, scene.terms, strict=True)
            if fits(term, stated)
        ]
        if not fitting:
            if not scene.terms:
                raise NotReadError("incomplete", Message(id="grammar-no_quantity_named"))
            settled_words = stated.amount.words if isinstance(stated, Stated) else ""
            raise NotReadError(
                "unused_words",
                Message(
                    id="grammar-unit_differs",
                    params={"words": settled_words, "quantity": scene.terms[0].words},
                ),
                settled_words,
            )
        before = [row for row in fitting if row[0] < at]
        chosen = before[-1] if before else fitting[0]
        return chosen[1]

    def _drop(self, *terms: Term) -> None:
        for term in terms:
            for number, other in enumerate(self.scene.terms):
                if other is term:
                    del self.scene.terms[number]
                    del self.scene.term_starts[number]
                    break

    def _negated(self) -> bool:
        """Take the negations; an even number is none."""
        return len(self.bag.take_all("NOT")) % 2 == 1

    def _condition(self, counted: str = "", *, negated: bool | None = None) -> Condition:
        """Return the one condition of a sentence, of all its stated numbers."""
        found = self._stated()
        if not found:
            limit = self._zero_condition(counted)
            if limit is not None:
                return limit
            raise NotReadError("incomplete", Message(id="grammar-no_limit"))
        turned = self._negated() if negated is None else negated
        used, parts = [], []
        for item, stated in found:
            term = self._term_for(stated, item.start)
            used.append(term)
            parts.append(
                condition(
                    term, stated, self.assumed, negated=turned and len(found) == 1, counted=counted
                )
            )
        self._drop(*used)
        if len(parts) == 1:
            return parts[0]
        joint = self.bag.take_all("AND", "WHILE")
        if self.bag.has("OR"):
            self.bag.take_all("OR")
            return AnyOf(conditions=tuple(parts))
        del joint
        whole: Condition = AllOf(conditions=tuple(parts))
        return NotOf(condition=whole) if turned else whole

    def _zero_condition(self, counted: str) -> Condition | None:
        """Read "hours with rain": an amount above nothing."""
        scene = self.scene
        if len(scene.terms) == 1 and scene.terms[0].accumulates:
            term = scene.terms[0]
            self._drop(term)
            zero = Stated(
                Amount(value=0.1, unit="mm", words=term.words), relation=Relation.AT_LEAST
            )
            self.assumed.append(("limit", "0.1 mm"))
            return condition(term, zero, self.assumed, counted=counted)
        if len(scene.terms) == 1 and scene.terms[0].one_sided:
            term = scene.terms[0]
            self._drop(term)
            none = Stated(Amount(value=0.0, words=term.words), relation=Relation.ABOVE)
            return condition(term, none, self.assumed, counted=counted)
        return None

    def _has_limit(self, *, area: bool = False) -> bool:
        if self._conditions_left():
            return True
        if area:
            one_sided = len(self.scene.terms) == 1 and self.scene.terms[0].one_sided
            return self.bag.has("PERCENTILE") or one_sided
        return (
            len(self.scene.terms) == 1
            and (self.scene.terms[0].accumulates or self.scene.terms[0].one_sided)
            and not self.bag.has("UNIT")
        )

    def _spend_question_words(self) -> None:
        self.bag.take_all("WHAT")
        self.bag.take_all("HOW_MANY")
        if self.bag.has("HOW") and not self.bag.has("ADJ"):
            self.bag.take_all("HOW")

    def _spans(self) -> None:
        """Give a length of time to the one quantity that can have a window: "in 6 hours"."""
        span, terms = self.bag.peek("SPAN"), self.scene.terms
        open_ = [
            number
            for number, term in enumerate(terms)
            if term.accumulates and term.hours is None and term.daily is None
        ]
        if span is not None and len(open_) == 1 and span.value.hours:
            self.bag.take("SPAN")
            terms[open_[0]] = replace(terms[open_[0]], hours=span.value.hours)
            again = self.bag.peek("SPAN")
            if again is not None and again.value.hours == span.value.hours:
                self.bag.take("SPAN")

    def _quantifiers(self) -> tuple[Quantifier | None, Quantifier | None]:
        """Take the words for how much of place and time: (space, time)."""
        bag = self.bag
        space = over = None
        for item in bag.take_all("ANY"):
            if item.value in ("space", "any"):
                space = Quantifier.ANY
            if item.value in ("time",):
                over = Quantifier.ANY
        for item in bag.take_all("ALL"):
            said = self._said_of(item)
            if said == "space":
                space = Quantifier.ALL
                if item.value == "left":
                    # 全区都: every cell, and all the time that is said
                    over = Quantifier.ALL
            elif said == "none":
                continue
            elif said == "time":
                over = Quantifier.ALL
            elif self.scene.places and not is_point(self.scene.places[0]):
                space = Quantifier.ALL
            else:
                over = Quantifier.ALL
        for item in bag.take_all("MOST"):
            if self.scene.places and not is_point(self.scene.places[0]) and "time" not in item.text:
                space = Quantifier.MOST
            else:
                over = Quantifier.MOST
        if bag.take("NEVER"):
            over = Quantifier.NONE
        if bag.take("NOWHERE"):
            space = Quantifier.NONE
        return space, over

    def _said_of(self, item: Item) -> str:
        """Return of what a word says that it is all: time | space | all (not said).

        "Throughout" is said of what follows it, 都 of the nearest time or place before it.
        """
        items, scene = self.bag.items, self.scene
        at = next(n for n, one in enumerate(items) if one.start == item.start)
        if item.text.lower() == "throughout":
            following = at + 1
            while following < len(items) and items[following].kind == "EMPTY":
                following += 1
            place = following < len(items) and items[following].kind == "PLACE"
            return "space" if place else "time"
        if item.value != "left":
            return str(item.value)
        if any(one.read_as("ALL") or one.read_as("ANY") for one in items[:at]):
            return "none"
        for one in reversed(items[:at]):
            if one.kind == "PLACE" and not is_point(one.value):
                return "space"
            if one.kind == "TIME":
                return "time"
        if scene.places and not is_point(scene.places[0]):
            return "space"
        raise NotReadError(
            "ambiguous",
            Message(id="grammar-unused_words", params={"words": item.text}),
            item.text,
        )

    def _refuse_over(self, over: Quantifier | None) -> None:
        """Refuse a word for all or most of the time where no part of a form can say it.

        Raises
        ------
        NotReadError
        """
        if over not in (None, Quantifier.ANY):
            words = str(over.value if over is not None else "")
            raise NotReadError(
                "unused_words",
                Message(id="grammar-unused_words", params={"words": words}),
                words,
            )

    def _over_cells(
        self,
        counted: Counted,
        where: Condition,
        place: Place,
        time: TimeSet,
        over: Quantifier | None = None,
    ) -> Count:
        lasting = None
        reduced = where.kind == "where" and where.over is not None
        if reduced or is_instant(time):
            self._refuse_over(over)
        else:
            lasting = over or Quantifier.ANY
            if over is None:
                self.assumed.append(("over", "any"))
        return Count(of=counted, condition=where, place=place, time=time, lasting=lasting)

    def _reduced(self, where: Condition, stats: Stats) -> Condition:
        space = stats.space or stats.plain
        if where.kind != "where" or space is None or space.reduce in (Reduce.SUM,):
            return where
        return where.model_copy(update={"space": space})

    def _position(self, term: Term, end: End, place: Place, time: TimeSet) -> Position:
        quantity = term.quantity(self.assumed)
        over: Statistic | None = None
        if term.accumulates and quantity.hours is None and quantity.daily is None:
            over = stat(Reduce.SUM)
        return ExtremePlace(quantity=quantity, end=end, place=place, time=time, over=over)
