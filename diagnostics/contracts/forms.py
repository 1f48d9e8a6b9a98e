"""The form: what a question, a claim or a request means, typed and composable.

It is the only thing that is executed. A grammar (or a program, or a model) makes it, the evaluator
answers it, and the sentence in which the reading is said back is generated from it.

Three layers compose. A **condition** holds or not at a cell and time ("rain in 6 h at least
50 mm"). A **number** reduces quantities and conditions ("hours above 35 degC", "the difference
of two means"). A **query** is what is asked: a number, whether something holds, a time, a place,
a set, a ranking. Whoever makes a form says every reduction: the evaluator has no statistic of its
own, and refuses to make one number of many without one. What no word said and a rule took is in
`assumed`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, JsonValue, model_validator

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.form_terms import (
    Amount,
    End,
    Everywhere,
    NamedPlace,
    Place,
    Position,
    QuantityTerm,
    Statistic,
    TimeSet,
)
from diagnostics.contracts.validation import ContractError

# -- conditions at cells and times -----------------------------------------------------------------


class Relation(StrEnum):
    """How a left side stands to a right side."""

    ABOVE = "above"
    AT_LEAST = "at_least"
    BELOW = "below"
    AT_MOST = "at_most"
    EQUAL = "equal"
    """Within the tolerance of the stated number."""
    BETWEEN = "between"
    """Both ends included."""
    OUTSIDE = "outside"


class PercentileOf(StrEnum):
    """Of which values a percentile is taken."""

    AREA = "area"
    """Of the area at each time, weighted by cell area."""
    ALL = "all"
    """Of all cells and times of the place and the time set."""
    TIME = "time"
    """Of the times, at each cell."""
    CLIMATOLOGY = "climatology"


class PercentileLimit(Contract):
    """A percentile as a limit."""

    kind: Literal["percentile"] = "percentile"
    percentile: float = Field(ge=0, le=100)
    of: PercentileOf = PercentileOf.ALL


class QuantityLimit(Contract):
    """Another quantity as a limit, plus an amount."""

    kind: Literal["quantity"] = "quantity"
    quantity: QuantityTerm
    plus: Amount | None = None
    space: Statistic | None = Field(default=None, description="its own mean, median over the place")
    over: Statistic | None = None


class AmountLimit(Contract):
    """A stated number as a limit; `upper` for between and outside."""

    kind: Literal["amount"] = "amount"
    amount: Amount
    upper: Amount | None = None


Limit = Annotated[AmountLimit | PercentileLimit | QuantityLimit, Field(discriminator="kind")]


class Where(Contract):
    """A quantity stands so to a limit, at each cell and time.

    `space` or `over` reduce the quantity first: "the area mean exceeds" has `space`, "cells whose
    total exceeds" has `over`. What is reduced is the same at every cell (time).
    """

    kind: Literal["where"] = "where"
    quantity: QuantityTerm
    relation: Relation
    limit: Limit
    space: Statistic | None = None
    over: Statistic | None = None


class AllOf(Contract):
    """Every one of several conditions."""

    kind: Literal["all_of"] = "all_of"
    conditions: tuple[Condition, ...] = Field(min_length=2)


class AnyOf(Contract):
    """At least one of several conditions."""

    kind: Literal["any_of"] = "any_of"
    conditions: tuple[Condition, ...] = Field(min_length=2)


class NotOf(Contract):
    """The contrary of a condition."""

    kind: Literal["not_of"] = "not_of"
    condition: Condition


Condition = Annotated[Where | AllOf | AnyOf | NotOf, Field(discriminator="kind")]


class Quantifier(StrEnum):
    """At how many cells or times a condition must hold."""

    ANY = "any"
    """At least once, anywhere."""
    ALL = "all"
    """Throughout, everywhere."""
    MOST = "most"
    """More than half of the area, or of the time."""
    NONE = "none"
    """Never, nowhere."""


# -- numbers ---------------------------------------------------------------------------------------


class Reduced(Contract):
    """A quantity reduced over a place and a time set.

    Space is reduced at each time, then time, or first time where `time_first`. At one cell `space`
    is not needed, nor `over` at one time. `within` keeps only the cells and times where it holds.
    Amounts (rain, snow) with ``over: sum`` are the total of the period, from increments.
    """

    kind: Literal["measure"] = "measure"
    quantity: QuantityTerm
    place: Place = Field(default_factory=Everywhere)
    time: TimeSet = Field(default_factory=TimeSet)
    space: Statistic | None = None
    over: Statistic | None = None
    time_first: bool = False
    within: Condition | None = None


class Counted(StrEnum):
    """What is counted."""

    HOURS = "hours"
    DAYS = "days"
    """Local days on which it holds at some time; of daily quantities, the days themselves."""
    TIMES = "times"
    SPELLS = "spells"
    CELLS = "cells"
    AREA = "area"
    """km2."""
    AREA_PERCENT = "area_percent"
    TIME_PERCENT = "time_percent"


class Count(Contract):
    """For how long, how often, or over how much area a condition holds.

    Of times, `space` says at how many cells it must hold. Of cells and area, `over` reduces the
    numbers of the single times, or `lasting` says at which times a cell must meet it.
    """

    kind: Literal["count"] = "count"
    of: Counted
    condition: Condition
    place: Place = Field(default_factory=Everywhere)
    time: TimeSet = Field(default_factory=TimeSet)
    space: Quantifier | None = None
    over: Statistic | None = None
    lasting: Quantifier | None = None


class Spell(Contract):
    """The longest unbroken run of hours or local days in which a condition holds."""

    kind: Literal["spell"] = "spell"
    of: Literal["hours", "days"]
    condition: Condition
    place: Place = Field(default_factory=Everywhere)
    time: TimeSet = Field(default_factory=TimeSet)
    space: Quantifier | None = None


class Trend(Contract):
    """The linear trend of a measure over its times; the answer's detail has its significance."""

    kind: Literal["trend"] = "trend"
    measure: Reduced
    per: Literal["hour", "day", "year"] = "day"


class ArithmeticOperation(StrEnum):
    """Arithmetic of numbers."""

    SUBTRACT = "subtract"
    ADD = "add"
    MULTIPLY = "multiply"
    DIVIDE = "divide"
    PERCENT = "percent"
    """The first as a percentage of the second."""
    PERCENT_CHANGE = "percent_change"
    """By how many per cent the first lies above the second."""
    ABSOLUTE = "absolute"
    MEAN = "mean"
    LARGEST = "largest"
    SMALLEST = "smallest"


class Arithmetic(Contract):
    """An operation on numbers: the difference of two means, a change from one time to another."""

    kind: Literal["arithmetic"] = "arithmetic"
    operation: ArithmeticOperation
    numbers: tuple[Number, ...] = Field(min_length=1)


class Distance(Contract):
    """Kilometres along the great circle between two positions."""

    kind: Literal["distance"] = "distance"
    start: Position
    end: Position


class Coordinate(Contract):
    """The latitude or longitude of a position, or the bearing to another one."""

    kind: Literal["coordinate"] = "coordinate"
    axis: Literal["latitude", "longitude", "bearing"]
    position: Position
    to: Position | None = Field(default=None, description="of a bearing")


class Elapsed(Contract):
    """Hours from one time to another."""

    kind: Literal["elapsed"] = "elapsed"
    start: TimeQuery | TimeSet
    end: TimeQuery | TimeSet


class Constant(Contract):
    """A stated number."""

    kind: Literal["constant"] = "constant"
    amount: Amount
    upper: Amount | None = Field(default=None, description="the other end of a range")


Number = Annotated[
    Reduced | Count | Spell | Trend | Arithmetic | Distance | Coordinate | Elapsed | Constant,
    Field(discriminator="kind"),
]

# -- what holds or not -----------------------------------------------------------------------------


class Compare(Contract):
    """A number stands so to another; a trend counts only where it is significant, if asked."""

    kind: Literal["compare"] = "compare"
    left: Number
    relation: Relation
    right: Number
    significant: bool = False


class Holds(Contract):
    """A condition holds at so many cells and times.

    "Did it ever exceed" is any and any; "stayed above throughout" all times. `nested` says which
    is outer: ``space_in_time`` asks at how many times it holds at enough cells, ``time_in_space``
    at how many cells it holds at enough times.
    """

    kind: Literal["holds"] = "holds"
    condition: Condition
    place: Place = Field(default_factory=Everywhere)
    time: TimeSet = Field(default_factory=TimeSet)
    space: Quantifier | None = None
    over: Quantifier | None = None
    nested: Literal["space_in_time", "time_in_space"] = "space_in_time"
    share: float | None = Field(
        default=None, gt=0, le=1, description="of the area, in place of `space`: at least so much"
    )


class Direction(StrEnum):
    """The sign of a change."""

    RISE = "rise"
    FALL = "fall"
    STEADY = "steady"


class Tendency(Contract):
    """Whether a measure rose or fell from the first to the last of its times."""

    kind: Literal["tendency"] = "tendency"
    measure: Reduced
    direction: Direction | None = Field(default=None, description="none: asks which")


class EventPresent(Contract):
    """An event type is recognised; without a type, which ones are."""

    kind: Literal["event"] = "event"
    event: EventType | None = None
    place: Place = Field(default_factory=Everywhere)
    time: TimeSet = Field(default_factory=TimeSet)
    preset: str | None = None
    asked: Literal["present", "grade", "types"] = "present"


class FeaturePresent(Contract):
    """A detector finds a feature: a front, a trough, a jet."""

    kind: Literal["feature"] = "feature"
    detector: str
    params: dict[str, JsonValue] = {}
    place: Place = Field(default_factory=Everywhere)
    time: TimeSet = Field(default_factory=TimeSet)
    over: Quantifier = Quantifier.ANY
    asked: Literal["present", "position", "count"] = "present"
    words: str = ""


class Both(Contract):
    """Several statements that all hold."""

    kind: Literal["both"] = "both"
    statements: tuple[Statement, ...] = Field(min_length=2)


class Either(Contract):
    """Several statements of which one holds."""

    kind: Literal["either"] = "either"
    statements: tuple[Statement, ...] = Field(min_length=2)


class Negation(Contract):
    """The contrary of a statement."""

    kind: Literal["negation"] = "negation"
    statement: Statement


Statement = Annotated[
    Compare | Holds | Tendency | EventPresent | FeaturePresent | Both | Either | Negation,
    Field(discriminator="kind"),
]

# -- times, places, sets ---------------------------------------------------------------------------


class TimeQuery(Contract):
    """When a measure is at its end (its own `over` is not used), or when a condition holds."""

    kind: Literal["when"] = "when"
    measure: Reduced | None = None
    end: End | None = None
    condition: Condition | None = None
    which: Literal["first", "last", "all"] = "first"
    place: Place = Field(default_factory=Everywhere)
    time: TimeSet = Field(default_factory=TimeSet)
    space: Quantifier | None = None
    days: bool = Field(default=False, description="asks for local days, not times")

    @model_validator(mode="after")
    def _one_of_two(self) -> TimeQuery:
        if (self.measure is None) == (self.condition is None) or (
            (self.measure is None) != (self.end is None)
        ):
            raise ContractError("when_of")
        return self


class PlaceQuery(Contract):
    """Where: the position, or the named unit that contains it, or the quadrant of the place."""

    kind: Literal["position"] = "position"
    position: Position
    asked: Literal["coordinates", "country", "region", "town", "quadrant"] = "coordinates"


class Candidate(Contract):
    """One of several that are compared: a place, a time, a level, by its number."""

    label: str
    number: Number


class Ranking(Contract):
    """Which of several has the highest or lowest number, or their order."""

    kind: Literal["ranking"] = "ranking"
    candidates: tuple[Candidate, ...] = Field(min_length=2)
    end: End
    take: int | None = Field(default=1, ge=1, description="none: all, in order")
    of: Literal["place", "time", "level", "quantity"] = "place"


class UnitsQuery(Contract):
    """Which countries or regions: those where a condition holds, or the first by a measure.

    With `condition`, those of whose area at least `share` meets it (without: any cell) at some
    time. With `measure`, ordered by it; its own place is the unit's outline.
    """

    kind: Literal["units"] = "units"
    of: Literal["country", "region"] = "country"
    units: tuple[NamedPlace, ...] = Field(
        default=(), description="the choice; empty: all there are"
    )
    place: Place = Field(default_factory=Everywhere)
    time: TimeSet = Field(default_factory=TimeSet)
    condition: Condition | None = None
    share: float | None = Field(default=None, gt=0, le=1)
    measure: Reduced | None = None
    end: End | None = None
    take: int | None = Field(default=None, ge=1)


class Impossible(Contract):
    """What is understood and no data can answer."""

    kind: Literal["impossible"] = "impossible"
    reason: Literal[
        "counterfactual",
        "simulator",
        "seasonal_outlook",
        "not_in_data",
        "advice",
        "cause",
        "open_text",
    ]
    subject: str = ""
    words: str = ""


Query = Annotated[
    Reduced
    | Count
    | Spell
    | Trend
    | Arithmetic
    | Distance
    | Coordinate
    | Elapsed
    | Compare
    | Holds
    | Tendency
    | EventPresent
    | FeaturePresent
    | Both
    | Either
    | Negation
    | TimeQuery
    | PlaceQuery
    | Ranking
    | UnitsQuery
    | Impossible,
    Field(discriminator="kind"),
]


class AnswerKind(StrEnum):
    """What an answer is; it must fit the question word."""

    NUMBER = "number"
    BOOLEAN = "boolean"
    TIME = "time"
    TIMES = "times"
    PLACE = "place"
    COORDINATES = "coordinates"
    PLACES = "places"
    RANKING = "ranking"
    LABEL = "label"
    SET = "set"
    NONE = "none"


class Assumption(Contract):
    """What no word said and a rule took: a place, a time, a zone, a level, a statistic."""

    part: str = Field(description="place | time | zone | level | space | over | unit | year")
    meaning: str = Field(description="id of the catalogue of messages, or the value taken")


class Form(Contract):
    """A question, or one clause of a claim: then `query` is a statement."""

    version: Literal[1] = 1
    language: Language = Language.EN
    query: Query
    answer: AnswerKind | None = Field(
        default=None, description="what the question word asks for; none: what the query gives"
    )
    unit: str | None = Field(default=None, description="the unit that was asked for")
    zone: str | None = Field(default=None, description="of days and clock times that name none")
    now: Instant | None = Field(default=None, description="what relative times count from")
    text: str = Field(default="", description="the words, where there were any")
    assumed: tuple[Assumption, ...] = ()


class ClaimForm(Contract):
    """The clauses of a sentence, each a form whose query is a statement."""

    text: str = ""
    language: Language = Language.EN
    clauses: tuple[Form, ...] = Field(min_length=1)


class RequestForm(Contract):
    """A request for a diagnosis: where, one or several periods, which events, or which charts."""

    text: str = ""
    language: Language = Language.EN
    place: Place | None = None
    periods: tuple[TimeSet, ...] = ()
    events: tuple[EventType, ...] = ()
    charts: tuple[str, ...] = Field(
        default=(), description="charts asked for alone; several where they fit equally well"
    )
    preset: str | None = None
    source_words: str = Field(default="", description="as the words name the data")
    zone: str | None = None
    now: Instant | None = None
    assumed: tuple[Assumption, ...] = ()


for _model in (
    AllOf, AnyOf, NotOf, Arithmetic, Elapsed, Compare, Both, Either, Negation, TimeQuery, Candidate,
    Ranking, Form, ClaimForm,
):  # fmt: skip
    _model.model_rebuild()
