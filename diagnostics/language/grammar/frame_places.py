"""Where, when and which: positions, countries, times, events and features."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.form_terms import (
    Daily,
    End,
    ExtremePlace,
    Reduce,
)
from diagnostics.contracts.forms import (
    AnswerKind,
    Candidate,
    EventPresent,
    FeaturePresent,
    Negation,
    PlaceQuery,
    Quantifier,
    Query,
    Ranking,
    Reduced,
    TimeQuery,
    UnitsQuery,
)
from diagnostics.language.grammar.form_parts import (
    measure,
    stat,
)
from diagnostics.language.grammar.frame_base import ASKED
from diagnostics.language.grammar.frame_numbers import NumberFrames
from diagnostics.language.grammar.frame_parts import counts_degrees, label_of
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.sentence_context import is_point
from diagnostics.language.grammar.whole_extent import step_hours
from diagnostics.messages import Message


class PlaceFrames(NumberFrames):
    """Where, when and which: positions, countries, times, events and features."""

    def _where(self) -> Query:
        bag, scene = self.bag, self.scene
        self.answer = AnswerKind.COORDINATES
        self.layered = "over"
        bag.take_all("WHERE")
        bag.take("WHERE_CLAUSE")
        bag.take_all("COORD_WORD", "ZH_PLACE_CLAUSE", "LATITUDE")
        bag.take_value("COUNT_NOUN", "cells")
        if len(scene.places) >= 2 and not self._conditions_left():
            return self._rank(bag.take("COMPARE"))
        stats = self._stats()
        if not self._conditions_left():
            self._also_asked()
        self._spend_question_words()
        if self._conditions_left():
            where = self._condition("")
            return UnitsQuery(
                of="region", condition=where, place=scene.one_place(), time=scene.one_time()
            )
        term = scene.one_term()
        end = self._end(stats, term)
        if end is None and stats.plain is not None and stats.plain.reduce is Reduce.SUM:
            end = End.MAX
        if end is None:
            raise NotReadError("incomplete", Message(id="grammar-which_end"))
        self._spans()
        position = self._position(term, end, scene.one_place(), scene.one_time())
        if stats.over is not None and isinstance(position, ExtremePlace):
            position = position.model_copy(update={"over": stats.over})
        bag.take("EXISTS")
        return PlaceQuery(position=position)

    def _also_asked(self) -> None:
        """Take what an answer of where or when says beside it: the value, and the time.

        "Where and when was it hottest, and how hot?" is one extreme, with all that belongs to it.
        """
        bag = self.bag
        bag.take_all("WHEN", "AND", "WHAT")
        if bag.has("HOW"):
            bag.take_all("HOW", "ADJ")
        if len(self.scene.terms) == 1 and self.scene.terms[0].accumulates:
            bag.take_value("FALL", "fall")
        if counts_degrees(bag):
            bag.take("COUNT_NOUN")
        terms = self.scene.terms
        ranged = len(terms) == 1 and terms[0].daily is not None
        if ranged and terms[0].daily == Daily(statistic=Reduce.RANGE):
            bag.take_all("DIFFERENCE")
        plain = len(terms) == 1 and terms[0].accumulates
        if plain and terms[0].hours is None and terms[0].daily is None:
            # "the wettest hour"
            if bag.take_value("PER", "hour") or bag.take_value("COUNT_NOUN", "hours"):
                terms[0] = replace(terms[0], hours=1.0)
            elif bag.take_value("PER", "day") or bag.take_value("COUNT_NOUN", "days"):
                terms[0] = replace(terms[0], daily=Daily(statistic=Reduce.SUM))

    def _quadrant(self) -> Query:
        bag, scene = self.bag, self.scene
        self.answer = AnswerKind.LABEL
        bag.take_all("QUADRANT")
        bag.take_all("WHICH", "WHERE")
        stats = self._stats()
        self._spend_question_words()
        term = scene.one_term()
        end = self._end(stats, term)
        if end is None:
            raise NotReadError("incomplete", Message(id="grammar-which_end"))
        return PlaceQuery(
            position=self._position(term, end, scene.one_place(), scene.one_time()),
            asked="quadrant",
        )

    def _units(self) -> Query:
        bag, scene = self.bag, self.scene
        self.layered = "both"
        unit = bag.take("WHICH_UNIT")
        assert unit is not None
        compare = bag.peek("COMPARE")
        if compare is not None and len(scene.places) >= 2 and not self._conditions_left():
            return self._rank(bag.take("COMPARE"))
        many = (
            unit.text.lower().endswith(("ies", "states", "provinces", "regions", "cities"))
            or "些" in unit.text
            or "几" in unit.text
        )
        self.answer = AnswerKind.PLACES if many else AnswerKind.PLACE
        bag.take("CONTAIN")
        of = "country" if unit.value == "country" else "region"
        self._spans()
        if self._conditions_left():
            if unit.value == "town":
                raise NotReadError(
                    "unused_words",
                    Message(id="grammar-towns_not_listed", params={"words": unit.text}),
                    unit.text,
                )
            space, over = self._quantifiers()
            where = self._condition("")
            bag.take("EXISTS")
            self._spend_question_words()
            kind: Any = of
            if over is not None and over is not Quantifier.ANY:
                raise NotReadError("unused_words", Message(id="grammar-no_limit"))
            share = (
                {Quantifier.ALL: 1.0, Quantifier.MOST: 0.5}.get(space)
                if space is not None
                else None
            )
            return UnitsQuery(
                of=kind,
                condition=where,
                share=share,
                place=scene.one_place(),
                time=scene.one_time(),
            )
        stats = self._stats()
        self._spend_question_words()
        term = scene.one_term()
        end = self._end(stats, term)
        bag.take("EXISTS")
        if len(scene.places) >= 2:
            scene.terms.append(term)
            scene.term_starts.append(0)
            bag.take_all("AND", "OR")
            if end is None:
                raise NotReadError("incomplete", Message(id="grammar-which_end"))
            places = list(scene.places)
            scene.places.clear()
            term, time = scene.one_term(), scene.one_time()
            self.answer = AnswerKind.LABEL
            return Ranking(
                candidates=tuple(
                    Candidate(
                        label=label_of(p),
                        number=measure(term, p, time, stats, self.assumed, loud=n == 0),
                    )
                    for n, p in enumerate(places)
                ),
                end=end,
            )
        if end is None:
            raise NotReadError("incomplete", Message(id="grammar-which_end"))
        asked: Any = unit.value
        return PlaceQuery(
            position=self._position(term, end, scene.one_place(), scene.one_time()), asked=asked
        )

    def _when(self) -> Query:
        bag, scene = self.bag, self.scene
        self.layered = "space"
        asked = bag.take("WHEN")
        which = bag.take("FIRST")
        if asked is not None and which is None and len(scene.times) >= 2:
            return self._rank(bag.take("COMPARE"))
        led = bag.items[0].read_as("FIRST") is not None
        yes = asked is None and which is not None and which.value != "all" and not led
        if yes and which is not None and self._yes_no():
            raise NotReadError(
                "unused_words",
                Message(id="grammar-unused_words", params={"words": which.text}),
                which.text,
            )
        days = (asked is not None and asked.value == "day") or (
            which is not None
            and which.value == "all"
            and any(w in which.text.lower() for w in ("day", "date", "天", "日"))
        )
        self.answer = (
            AnswerKind.TIMES if which is not None and which.value == "all" else AnswerKind.TIME
        )
        bag.take_all("COUNT_NOUN") if asked is None else None
        space, over = self._quantifiers()
        self._refuse_over(over)
        bag.take("STAY")
        if self._conditions_left() or (bag.has("AMOUNT") and not bag.has("STAT", "SUPER")):
            where = self._condition("days" if days else "")
            if where.kind == "where" and where.over is not None:
                raise NotReadError("incomplete", Message(id="grammar-which_window"), "")
            place, time = scene.one_place(), scene.one_time()
            if space is None and not is_point(place):
                space = Quantifier.ANY
                self.assumed.append(("space", "any"))
            if which is None:
                self.assumed.append(("which", "first"))
            return TimeQuery(
                condition=where,
                which=which.value if which is not None else "first",
                place=place,
                time=time,
                space=space,
                days=days,
            )
        stats = self._stats()
        self._also_asked()
        self._spend_question_words()
        self._spans()
        if which is not None and which.value == "last":
            raise NotReadError(
                "unused_words",
                Message(id="grammar-unused_words", params={"words": which.text}),
                which.text,
            )
        term = scene.one_term()
        end = self._end(stats, term)
        plain = stats.plain
        if plain is not None and plain.reduce in (Reduce.MEAN, Reduce.SUM):
            raise NotReadError("incomplete", Message(id="grammar-which_end"))
        if end is None:
            raise NotReadError("incomplete", Message(id="grammar-which_end"))
        place, time = scene.one_place(), scene.one_time()
        if term.accumulates and term.hours is None and term.daily is None:
            step = step_hours(scene.context.times)
            if days:
                term = replace(term, daily=Daily(statistic=Reduce.SUM))
            elif step is not None:
                term = replace(term, hours=step)
                self.assumed.append(("hours", f"{step:g}"))
            else:
                raise NotReadError("incomplete", Message(id="grammar-which_window"), term.words)
        inner = Reduced(
            quantity=term.quantity(self.assumed),
            place=place,
            time=time,
            space=None if is_point(place) else (stats.space or stat(end.value)),
        )
        return TimeQuery(measure=inner, end=end, place=place, time=time, days=days)

    def _event(self) -> Query:
        bag, scene = self.bag, self.scene
        yes = bag.take("ASKS") is not None
        bag.take_all("EXISTS")
        types = bag.take("EVENT_TYPES")
        grade = bag.take_all("GRADE")
        event = bag.take("EVENT")
        bag.take("PRESENT")
        preset = bag.take("PRESET")
        bag.take_all("CRITERIA")
        bag.take_all("WHICH")
        self._spend_question_words()
        negated = self._negated()
        asked: Any = "grade" if grade else "types" if types is not None else "present"
        self.answer = {
            "grade": AnswerKind.LABEL,
            "types": AnswerKind.SET,
            "present": AnswerKind.BOOLEAN,
        }[asked]
        if asked != "types" and event is None:
            raise NotReadError("incomplete", Message(id="grammar-which_event"))
        if asked == "present" and not yes and bag.has(*ASKED):
            bag.close()
        query: Query = EventPresent(
            event=EventType(event.value) if event is not None else None,
            place=scene.one_place(),
            time=scene.one_time(),
            preset=preset.value if preset is not None else None,
            asked=asked,
        )
        return Negation(statement=query) if negated else query

    def _feature(self) -> Query:
        bag, scene = self.bag, self.scene
        feature = bag.take("FEATURE")
        assert feature is not None
        where = bag.take("WHERE")
        how_many = bag.take("HOW_MANY")
        bag.take("ASKS")
        bag.take_all("EXISTS")
        bag.take("WHAT")
        negated = self._negated()
        _, over = self._quantifiers()
        level = bag.take("LEVEL")
        params = dict(feature.value.params)
        if level is not None:
            if not isinstance(level.value, float):
                raise NotReadError(
                    "unused_words",
                    Message(id="grammar-unused_words", params={"words": level.text}),
                    level.text,
                )
            params["level"] = level.value
        asked: Any = (
            "position" if where is not None else "count" if how_many is not None else "present"
        )
        self.answer = {
            "position": AnswerKind.COORDINATES,
            "count": AnswerKind.NUMBER,
            "present": AnswerKind.BOOLEAN,
        }[asked]
        query: Query = FeaturePresent(
            detector=feature.value.detector,
            params=params,
            place=scene.one_place(),
            time=scene.one_time(),
            over=over or Quantifier.ANY,
            asked=asked,
            words=feature.text,
        )
        return Negation(statement=query) if negated else query
