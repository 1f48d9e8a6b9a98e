"""The sentence that says a form back: what was understood, in the language of the question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from diagnostics.contracts.enums import Language
from diagnostics.contracts.form_terms import (
    AllTimes,
    Amount,
    Approximation,
    Around,
    BoxPlace,
    Centroid,
    Days,
    Everywhere,
    ExtremePlace,
    ExtremeTime,
    Instants,
    Intervals,
    Months,
    NamedPlace,
    Place,
    PlacesTogether,
    PointPlace,
    QuantityTerm,
    Reduce,
    RelativeTimes,
    Statistic,
    Step,
    Surface,
    TimeSet,
)
from diagnostics.contracts.forms import (
    AllOf,
    AmountLimit,
    AnyOf,
    Arithmetic,
    Assumption,
    Both,
    Compare,
    Condition,
    Constant,
    Coordinate,
    Count,
    Distance,
    Either,
    Elapsed,
    EventPresent,
    FeaturePresent,
    Form,
    Holds,
    Impossible,
    Limit,
    Negation,
    NotOf,
    Number,
    PercentileLimit,
    PercentileOf,
    PlaceQuery,
    Quantifier,
    Query,
    Ranking,
    Reduced,
    RequestForm,
    Spell,
    Tendency,
    TimeQuery,
    Trend,
    UnitsQuery,
    Where,
)
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.grid.gazetteer import known_places
from diagnostics.grid.regions import format_region
from diagnostics.language.area_names import place_name
from diagnostics.language.lexicon import entries
from diagnostics.messages import Listing, Measure, Message, Moment, catalogue, render, term
from diagnostics.messages.message import Param
from diagnostics.reporting.places import with_article

_OWN_LEVEL = {"2m": "2", "10m": "10"}


def restate(form: Form) -> str:
    """Return the reading of a form as a sentence, with what was assumed."""
    speaker = FormWriter(form.language, form.zone or "UTC")
    query = speaker.query(form.query)
    if form.unit:
        query = speaker.text("read_unit", query=query, unit=form.unit)
    sentence = speaker.text("read", query=query)
    if not form.assumed:
        return sentence
    parts = [speaker.assumed(item) for item in form.assumed]
    assumed = speaker.text("assumed", parts=speaker.listed(parts, "clauses"))
    return f"{sentence} {assumed}" if form.language is Language.EN else f"{sentence}{assumed}"


def restate_request(form: RequestForm) -> str:
    """Return the reading of a request for a diagnosis as a sentence."""
    speaker = FormWriter(form.language, form.zone or "UTC")
    parts = [term(event.value, form.language) for event in form.events]
    if form.place is not None:
        parts.append(speaker.place(form.place))
    parts += [speaker.time(item) for item in form.periods]
    return speaker.text("read", query=speaker.listed(parts, "clauses"))


class FormWriter:
    """Says the parts of forms in a language.

    Parameters
    ----------
    language : Language
    zone : str
        Of days and clock times that name none.
    """

    def __init__(self, language: Language, zone: str = "UTC") -> None:
        self.language = language
        self.zone = zone

    @property
    def zh(self) -> bool:
        """Whether it speaks Chinese."""
        return self.language is Language.ZH

    def text(self, name: str, /, **params: Param) -> str:
        """Return a text of the catalogue."""
        return render(Message(id=f"question-{name}", params=params), self.language)

    def word(self, name: str) -> str:
        """Return a term of the catalogue's closed vocabularies."""
        return term(name, self.language)

    def assumed(self, item: Assumption) -> str:
        """Say what no word said and a rule took."""
        meaning = item.meaning
        for name in (f"assumed_{meaning}", f"stat_{meaning}", f"quantifier_{meaning}"):
            if catalogue(self.language.value).has(f"question-{name}"):
                meaning = self.text(name)
                break
        else:
            if meaning in entries():
                meaning = self.quantity(QuantityTerm(id=meaning))
        part = f"part_{item.part}"
        return self.text("assumed_part", part=self.text(part), meaning=meaning)

    def listed(self, parts: Iterable[str], style: Any = "comma") -> str:
        """Join parts as the language joins a list."""
        items = tuple(part for part in parts if part)
        if not items:
            return ""
        return self.text("plain", text=Listing(items=items, style=style))

    # -- queries -----------------------------------------------------------------------------------

    def query(self, query: Query | Number) -> str:
        """Say a query, or any number, condition or statement that stands for one."""
        match query:
            case Reduced():
                return self.measure(query)
            case Count():
                how = self.how(
                    self._quantifier(query.space),
                    self._over(query.over),
                    self._lasting(query.lasting),
                )
                return self._framed(f"count_{query.of.value}", query, query.condition, how)
            case Spell():
                how = self.how(self._quantifier(query.space))
                return self._framed(f"spell_{query.of}", query, query.condition, how)
            case Trend():
                return self.text(
                    "trend", per=self.text(f"per_{query.per}"), measure=self.measure(query.measure)
                )
            case Arithmetic():
                numbers = self.listed((self.query(item) for item in query.numbers), "clauses")
                return self.text(f"operation_{query.operation.value}", numbers=numbers)
            case Distance():
                return self.text(
                    "distance", start=self.place(query.start), end=self.place(query.end)
                )
            case Coordinate():
                to = self.place(query.to) if query.to is not None else ""
                known = {"to": to} if query.axis == "bearing" else {}
                position = self.place(query.position)
                return self.text(f"coordinate_{query.axis}", position=position, **known)
            case Elapsed():
                ends = [
                    self.query(item) if isinstance(item, TimeQuery) else self.time(item)
                    for item in (query.start, query.end)
                ]
                return self.text("elapsed", start=ends[0], end=ends[1])
            case Constant():
                return self._constant(query)
            case Compare() | Holds() | Tendency() | Both() | Either() | Negation():
                return self._statement(query)
            case EventPresent() | FeaturePresent():
                return self._weather(query)
            case _:
                return self._search(query)

    def _constant(self, query: Constant) -> str:
        amounts = [query.amount] if query.upper is None else [query.amount, query.upper]
        return self.listed((self.amount(item) for item in amounts), "and")

    def _statement(self, query: Compare | Holds | Tendency | Both | Either | Negation) -> str:
        match query:
            case Compare():
                said = self.text(
                    "compare",
                    left=self.query(query.left),
                    relation=self.text(f"relation_{query.relation.value}"),
                    right=self.query(query.right),
                )
                return (
                    self.text("compare_significant", statement=said)
                    if query.significant
                    else (said)
                )
            case Holds():
                share = ""
                if query.share is not None:
                    share = self.text("share", percent=f"{100.0 * query.share:g}")
                space = share or self._quantifier(query.space)
                parts = [space, self._lasting(query.over)]
                if query.nested == "time_in_space":
                    parts.reverse()
                return self._framed("holds", query, query.condition, self.how(*parts))
            case Tendency():
                name = f"tendency_{query.direction.value}" if query.direction else "tendency"
                return self.text(name, measure=self.measure(query.measure))
            case Negation():
                return self.text("negation", statement=self.query(query.statement))
            case _:
                style = "and" if isinstance(query, Both) else "or"
                return self.listed((self.query(item) for item in query.statements), style)

    def _weather(self, query: EventPresent | FeaturePresent) -> str:
        frame = {"place": self.place(query.place), "time": self.time(query.time)}
        if isinstance(query, FeaturePresent):
            name = query.words or self.word(query.detector)
            return self.text(f"feature_{query.asked}", feature=name, **frame)
        if query.event is None:
            return self.text("event_types", **frame)
        asked = "event_grade" if query.asked == "grade" else "event_present"
        return self.text(asked, event=self.word(query.event.value), **frame)

    def _search(self, query: TimeQuery | PlaceQuery | Ranking | UnitsQuery | Impossible) -> str:
        match query:
            case TimeQuery():
                if query.measure is not None and query.end is not None:
                    return self.text(
                        "when_extreme",
                        end=self.text(f"stat_{query.end.value}"),
                        measure=self.measure(query.measure),
                    )
                assert query.condition is not None
                how = self.how(self._quantifier(query.space))
                return self._framed(f"when_{query.which}", query, query.condition, how)
            case PlaceQuery():
                position = self.place(query.position)
                return self.text(f"where_{query.asked}", position=position)
            case Ranking():
                labels = self.listed(item.label for item in query.candidates)
                number = self.query(query.candidates[0].number)
                if query.take != 1:
                    return self.text("ranking_order", candidates=labels, number=number)
                end = self.text(f"stat_{query.end.value}")
                return self.text("ranking", candidates=labels, end=end, number=number)
            case UnitsQuery():
                if query.condition is None and query.measure is not None:
                    end = self.text(f"stat_{query.end.value}") if query.end else ""
                    measure = self.measure(query.measure)
                    return self.text(f"units_{query.of}_by", end=end, measure=measure)
                assert query.condition is not None
                share = ""
                if query.share is not None:
                    share = self.text("share", percent=f"{100.0 * query.share:g}")
                return self._framed(f"units_{query.of}", query, query.condition, self.how(share))
            case _:
                return self.text("impossible")

    def _framed(self, name: str, query: Any, condition: Condition, how: str) -> str:
        return self.text(
            name,
            condition=self.condition(condition),
            how=how,
            place=self.place(query.place),
            time=self.time(query.time),
        )

    def measure(self, measure: Reduced) -> str:
        """Say a quantity with its reductions, place and time."""
        total = measure.over is not None and measure.over.reduce is Reduce.SUM
        parts = [
            self.text("how_space", statistic=self.statistic(measure.space))
            if measure.space is not None
            else "",
            self.text("how_total") if total else self._over(measure.over),
            self.text("how_within", condition=self.condition(measure.within))
            if measure.within is not None
            else "",
        ]
        if measure.time_first or total:
            parts[0], parts[1] = parts[1], parts[0]
        return self.text(
            "measure",
            quantity=self.quantity(measure.quantity),
            how=self.how(*parts),
            place=self.place(measure.place),
            time=self.time(measure.time),
        )

    def how(self, *parts: str) -> str:
        """Say in brackets how values are reduced; nothing where they are not."""
        said = self.listed(parts)
        return self.text("how", parts=said) if said else ""

    def statistic(self, statistic: Statistic) -> str:
        """Say a statistic."""
        if statistic.percentile is not None:
            return self.text("stat_percentile", percentile=f"{statistic.percentile:g}")
        return self.text(f"stat_{statistic.reduce.value}")

    def _over(self, over: Statistic | None) -> str:
        return "" if over is None else self.text("how_time", statistic=self.statistic(over))

    def _quantifier(self, quantifier: Quantifier | None) -> str:
        return "" if quantifier is None else self.text(f"quantifier_{quantifier.value}")

    def _lasting(self, quantifier: Quantifier | None) -> str:
        return "" if quantifier is None else self.text(f"lasting_{quantifier.value}")

    # -- conditions --------------------------------------------------------------------------------

    def condition(self, condition: Condition) -> str:
        """Say a condition."""
        match condition:
            case Where():
                quantity = self.quantity(condition.quantity)
                parts = [
                    self.text("how_space", statistic=self.statistic(condition.space))
                    if condition.space
                    else "",
                    self._over(condition.over),
                ]
                return self.text(
                    "condition",
                    quantity=f"{quantity}{self.how(*parts)}",
                    relation=self.text(f"relation_{condition.relation.value}"),
                    limit=self._limit(condition.limit),
                )
            case NotOf():
                return self.text("condition_not", condition=self.condition(condition.condition))
            case AllOf() | AnyOf():
                style = "and" if isinstance(condition, AllOf) else "or"
                return self.listed((self.condition(item) for item in condition.conditions), style)

    def _limit(self, limit: Limit) -> str:
        match limit:
            case AmountLimit():
                amounts = [limit.amount] if limit.upper is None else [limit.amount, limit.upper]
                return self.listed((self.amount(item) for item in amounts), "and")
            case PercentileLimit():
                climatology = limit.of is PercentileOf.CLIMATOLOGY
                name = "limit_climatology" if climatology else "limit_percentile"
                return self.text(name, percentile=f"{limit.percentile:g}")
            case _:
                quantity = self.quantity(limit.quantity)
                if limit.plus is None:
                    return quantity
                return self.text("limit_plus", quantity=quantity, amount=self.amount(limit.plus))

    def amount(self, amount: Amount) -> str:
        """Say a stated number with its unit."""
        shown = self.text("plain", text=Measure(measure=amount.value, unit=_unit(amount.unit)))
        match amount.approximation:
            case Approximation.ABOUT | Approximation.NEARLY | Approximation.JUST_OVER:
                return self.text(f"amount_{amount.approximation.value}", amount=shown)
            case _:
                return shown

    # -- quantities --------------------------------------------------------------------------------

    def quantity(self, quantity: QuantityTerm) -> str:
        """Name a quantity with all that is made of it."""
        entry = entries().get(quantity.id)
        name = quantity.id.removeprefix("field:").replace("_", " ")
        if entry is not None:
            name = (entry.label_zh if self.zh else entry.label_en) or name
        name = self._levelled(name, quantity)
        if quantity.component is not None and quantity.component.value != "speed":
            name = self.text(f"component_{quantity.component.value}", name=name)
        if quantity.anomaly is not None:
            name = self.text(f"anomaly_{quantity.anomaly.value}", name=name)
        if quantity.hours is not None:
            name = self.text("quantity_hours", name=name, hours=f"{quantity.hours:g}")
        if quantity.change_hours is not None:
            name = self.text("quantity_change", name=name, hours=f"{quantity.change_hours:g}")
        if quantity.daily is not None:
            statistic = self.text(f"stat_{quantity.daily.statistic.value}")
            zone = quantity.daily.zone or self.zone
            name = self.text("quantity_daily", name=name, statistic=statistic, zone=zone)
        if quantity.gradient:
            name = self.text("quantity_gradient", name=name)
        return self.text("quantity_absolute", name=name) if quantity.absolute else name

    def _levelled(self, name: str, quantity: QuantityTerm) -> str:
        level = quantity.level
        if len(quantity.levels) > 1:
            low, high = max(quantity.levels), min(quantity.levels)
            return self.text("quantity_layer", name=name, first=f"{low:g}", last=f"{high:g}")
        if isinstance(level, float) and f"{level:g}" not in name:
            return self.text("quantity_level", name=name, level=f"{level:g}")
        if level in _OWN_LEVEL and _OWN_LEVEL[level] not in name:
            return self.text("quantity_height", name=name, height=_OWN_LEVEL[level])
        return name

    # -- places ------------------------------------------------------------------------------------

    def place(self, place: Place) -> str:
        """Say a place."""
        match place:
            case Everywhere():
                return self.text("place_everywhere")
            case BoxPlace():
                return self._surface(
                    self.text("place_box", box=format_region(place.region)), place.surface
                )
            case PointPlace():
                if place.name:
                    return self.text("place_named_point", name=self.named(place.name))
                latitude, longitude = f"{place.latitude:g}", f"{place.longitude:g}"
                return self.text("place_point", latitude=latitude, longitude=longitude)
            case NamedPlace():
                return self._surface(self.named(place.name), place.surface)
            case PlacesTogether():
                places = self.listed((self.place(item) for item in place.places), "and")
                return self.text("place_shared", places=places) if place.shared else places
            case Around():
                return self.text(
                    "place_around", km=f"{place.km:g}", centre=self.place(place.centre)
                )
            case ExtremePlace() | Centroid():
                return self._derived(place)

    def _derived(self, place: ExtremePlace | Centroid) -> str:
        known = {
            "quantity": self.quantity(place.quantity),
            "end": self.text(f"stat_{place.end.value}"),
            "place": self.place(place.place),
            "time": self.time(place.time),
        }
        if isinstance(place, Centroid):
            return self.text("place_centroid", share=f"{100.0 * place.share:g}", **known)
        return self.text("place_extreme", **known)

    def _surface(self, name: str, surface: Surface | None) -> str:
        return name if surface is None else self.text(f"place_{surface.value}", place=name)

    def named(self, name: str) -> str:
        """Return a place's name in the language, where it is known."""
        if not self.zh:
            return with_article(name)
        if not name.isascii():
            return name
        found = known_places(name)
        return place_name(found[0], Language.ZH) if found else name

    # -- times -------------------------------------------------------------------------------------

    def time(self, time: TimeSet) -> str:
        """Say a set of times."""
        said = self._base(time)
        if time.clock is None:
            return said
        first, last = f"{time.clock.first:g}", f"{time.clock.last:g}"
        zone = time.zone or self.zone
        return self.text("time_clock", time=said, first=first, last=last, zone=zone)

    def _base(self, time: TimeSet) -> str:
        base = time.base
        match base:
            case AllTimes():
                return self.text("time_all")
            case Instants():
                return self.listed((self._moment(item) for item in base.times), "and")
            case Intervals():
                return self.listed((self.window(item) for item in base.windows), "and")
            case Days():
                dates = self.listed((item.isoformat() for item in base.dates), "and")
                return self.text("time_days", dates=dates, zone=time.zone or self.zone)
            case Months():
                months = self.listed(str(item) for item in base.months)
                if base.year is None:
                    return self.text("time_months", months=months)
                return self.text("time_months_of", months=months, year=str(base.year))
            case RelativeTimes():
                return self._relative(base)
            case ExtremeTime():
                return self.text(
                    "time_extreme",
                    quantity=self.quantity(base.quantity),
                    end=self.text(f"stat_{base.end.value}"),
                    place=self.place(base.place),
                )

    def _relative(self, base: RelativeTimes) -> str:
        anchor = self.text(f"anchor_{base.anchor.value}")
        first, last = f"{base.first:g}", f"{base.last:g}"
        if base.step is Step.HOUR:
            if base.instant:
                return self.text("time_relative_hour", first=first, anchor=anchor)
            return self.text("time_relative_hours", first=first, last=last, anchor=anchor)
        name = f"time_relative_{base.step.value}"
        return self.text(name, first=first, last=last, anchor=anchor)

    def _moment(self, moment: Any) -> str:
        return self.text("plain", text=Moment(moment=moment))

    def window(self, window: TimeWindow) -> str:
        """Say a period."""
        start, end = self._moment(window.start), self._moment(window.end)
        return self.text("time_interval", start=start, end=end)


def _unit(unit: str) -> str:
    return {"1": "", "x": ""}.get(unit, unit)
