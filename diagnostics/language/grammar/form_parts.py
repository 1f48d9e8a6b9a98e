"""Parts of forms: measures and conditions, with the reductions that words or defaults name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from diagnostics.contracts.form_terms import (
    Amount,
    Daily,
    Days,
    End,
    Place,
    QuantityTerm,
    Reduce,
    Statistic,
    TimeSet,
)
from diagnostics.contracts.forms import (
    Arithmetic,
    ArithmeticOperation,
    Constant,
    Limit,
    Number,
    Reduced,
    Relation,
    Where,
)
from diagnostics.errors import DiagnosticsError
from diagnostics.language.grammar.amounts import Share, Stated, opposite
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.senses import limited
from diagnostics.language.grammar.sentence_context import is_instant, is_point
from diagnostics.language.grammar.terms import Term
from diagnostics.messages import Message
from diagnostics.units import same_quantity

Assumed = list[tuple[str, str]]
_HOTTEST = 60.0
"""Above this a bare number of degrees may be meant in Fahrenheit."""


@dataclass(frozen=True)
class Stats:
    """The statistics that a sentence names.

    Parameters
    ----------
    plain : Statistic, optional
        Over place and time alike.
    space, over : Statistic, optional
        Over the place, over the time.
    """

    plain: Statistic | None = None
    space: Statistic | None = None
    over: Statistic | None = None

    @property
    def end(self) -> End | None:
        """Maximum or minimum, where that is the plain statistic."""
        if self.plain is not None and self.plain.reduce in (Reduce.MAX, Reduce.MIN):
            return End(self.plain.reduce.value)
        return None


def stat(name: str | Reduce, percentile: float | None = None) -> Statistic:
    """Return a statistic by its name."""
    return Statistic(reduce=Reduce(name), percentile=percentile)


def measure(
    term: Term, place: Place, time: TimeSet, stats: Stats, assumed: Assumed, *, loud: bool = True
) -> Reduced:
    """Return a quantity reduced over a place and a time set.

    Parameters
    ----------
    loud : bool
        Whether a statistic that no word names is noted.
    """
    quantity = term.quantity(assumed)
    point, instant = is_point(place), is_instant(time)
    single_day = (
        quantity.daily is not None and isinstance(time.base, Days) and len(time.base.dates) == 1
    )
    plain = stats.plain
    space, over, time_first = stats.space, stats.over, False
    total = (
        term.accumulates
        and quantity.hours is None
        and quantity.daily is None
        and quantity.change_hours is None
    )
    if total:
        summed = plain is not None and plain.reduce is Reduce.SUM
        if over is None:
            over = stat(Reduce.SUM)
        if space is None and not point:
            if plain is not None and not summed:
                space, time_first = plain, True
            else:
                space = stat(Reduce.MEAN)
                if loud:
                    assumed.append(("space", "mean"))
        if point and plain is not None and plain.reduce is Reduce.MEAN:
            raise NotReadError("ambiguous", Message(id="grammar-mean_of_amount"), term.words)
        return Reduced(
            quantity=quantity,
            place=place,
            time=time,
            space=None if point else space,
            over=over,
            time_first=time_first and not point,
        )
    if plain is not None and plain.reduce is Reduce.SUM:
        if not term.accumulates:
            raise NotReadError(
                "unused_words",
                Message(id="grammar-no_sum", params={"words": term.words}),
                term.words,
            )
        if quantity.daily is not None or quantity.hours is not None:
            plain = None
    if plain is not None and plain.reduce is Reduce.RANGE and not instant:
        over = over or plain
        if not point and space is None:
            space = stat(Reduce.MEAN)
            assumed.append(("space", "mean"))
    if plain is None:
        default = _usual(term)
        needed = (not point and space is None) or (not instant and not single_day and over is None)
        if needed and loud:
            if not point and space is None:
                assumed.append(("space", default.reduce.value))
            if not instant and over is None and not single_day:
                assumed.append(("over", default.reduce.value))
        plain = default
    return Reduced(
        quantity=quantity,
        place=place,
        time=time,
        space=None if point else space or plain,
        over=None if instant or single_day else over or plain,
    )


def _usual(term: Term) -> Statistic:
    if term.end is not None and term.id not in ("precipitation", "snowfall", "snow_depth"):
        return stat(term.end.value)
    return stat(Reduce.MAX) if term.accumulates else stat(Reduce.MEAN)


def fits(term: Term, stated: Stated | Share) -> bool:
    """Whether a stated number may be a value of a quantity."""
    if isinstance(stated, Share) or not stated.unit:
        return True
    unit = "degC" if stated.unit == "degree" else stated.unit
    if unit == "sigma" or (term.anomaly is not None and term.anomaly.value == "standardised"):
        return unit in ("sigma", "1")
    if term.id in ("precipitation", "snowfall", "snow_depth", "pwat") and unit in (
        "mm",
        "cm",
        "in",
        "m",
        "kg m-2",
    ):
        return True
    if term.unit == "gpm" and unit in ("m", "gpm", "dam", "km", "ft"):
        return True
    try:
        return same_quantity(unit, term.unit) or (
            unit in ("degC", "K", "degF") and term.unit in ("K", "degC")
        )
    except DiagnosticsError:
        return False


def settled(stated: Stated, term: Term, assumed: Assumed, *, difference: bool = False) -> Stated:
    """Give a stated number the unit that its quantity leaves no choice of.

    Raises
    ------
    NotReadError
        ``unused_words`` where the unit is not one of the quantity; ``ambiguous`` where Celsius and
        Fahrenheit are as likely.
    """
    if not fits(term, stated):
        raise NotReadError(
            "unused_words",
            Message(
                id="grammar-unit_differs",
                params={"words": stated.amount.words, "quantity": term.words},
            ),
            stated.amount.words,
        )

    if not difference:
        stated = limited(stated, term)

    def settle(amount: Amount | None) -> Amount | None:
        if amount is None:
            return None
        unit = amount.unit
        if (
            unit in ("degree", "")
            and term.unit in ("degC", "K")
            and not (unit == "" and term.entry and term.entry.sort != "temperature")
        ):
            if amount.value > _HOTTEST and not difference:
                raise NotReadError(
                    "ambiguous",
                    Message(id="grammar-which_degrees", params={"words": amount.words}),
                    amount.words,
                    ("degC", "degF"),
                )
            assumed.append(("unit", "degC"))
            unit = "degC"
        elif unit == "degree" and term.unit == "deg":
            unit = "deg"
        elif unit == "":
            if (
                term.unit in ("1", "sigma", "degC")
                or term.id
                in (
                    "k_index",
                    "total_totals",
                    "sweat_index",
                )
                or amount.value == 0.0
            ):
                unit = term.unit
            else:
                raise NotReadError(
                    "incomplete",
                    Message(
                        id="grammar-which_unit", params={"words": amount.words, "unit": term.unit}
                    ),
                    amount.words,
                    (f"{amount.words} {term.unit}",),
                )
        return amount.model_copy(update={"unit": unit, "difference": difference})

    amount, upper = settle(stated.amount), settle(stated.upper)
    assert amount is not None
    return replace(stated, amount=amount, upper=upper)


def condition(
    term: Term,
    stated: Stated | Share,
    assumed: Assumed,
    *,
    negated: bool = False,
    counted: str = "",
    space: Statistic | None = None,
    over: Statistic | None = None,
) -> Where:
    """Return "a quantity stands so to a limit".

    Parameters
    ----------
    counted : str
        hours | days | "": what is counted decides the window of amounts.
    """
    if stated.relation is None:
        raise NotReadError(
            "incomplete",
            Message(id="grammar-no_comparison", params={"words": _words(stated)}),
            _words(stated),
        )
    if isinstance(stated, Stated):
        stated = settled(stated, term, assumed)
    elif term.one_sided:
        raise NotReadError(
            "ambiguous",
            Message(
                id="grammar-which_sense",
                params={"words": _words(stated), "quantity": term.words},
            ),
            _words(stated),
        )
    assert stated.relation is not None
    relation = opposite(stated.relation) if negated else stated.relation
    if term.accumulates and term.hours is None and term.daily is None and over is None:
        if counted in ("hours", "times"):
            term = replace(term, hours=1.0)
            assumed.append(("hours", "1"))
        elif counted == "days":
            term = replace(term, daily=Daily(statistic=Reduce.SUM))
        else:
            over = stat(Reduce.SUM)
    quantity: QuantityTerm = term.quantity(assumed)
    return Where(quantity=quantity, relation=relation, limit=stated.limit(), space=space, over=over)


def _words(stated: Stated | Share) -> str:
    return stated.amount.words if isinstance(stated, Stated) else f"{stated.percentile:g}%"


def constant(stated: Stated) -> Constant:
    """Return a stated number as a number of a form."""
    return Constant(amount=stated.amount, upper=stated.upper)


def less(first: Number, second: Number) -> Arithmetic:
    """Return the first number minus the second."""
    return Arithmetic(operation=ArithmeticOperation.SUBTRACT, numbers=(first, second))


def limit_of(value: Any) -> Limit:
    """Return the limit of a stated number or percentile."""
    limit: Limit = value.limit()
    return limit


RELATIONS = {"above": Relation.ABOVE, "below": Relation.BELOW}
