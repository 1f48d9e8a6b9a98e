"""Numbers with units, levels, and how a quantity should stand to them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from diagnostics.contracts.form_terms import Amount, Approximation
from diagnostics.contracts.forms import (
    AmountLimit,
    Limit,
    PercentileLimit,
    PercentileOf,
    Relation,
)
from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, NotReadError, Sentence, about
from diagnostics.messages import Message

_BEAUFORT = (0.0, 0.3, 1.6, 3.4, 5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7)
"""Lowest mean wind of each force, m/s."""
_RELATIONS = {
    "above": Relation.ABOVE,
    "at_least": Relation.AT_LEAST,
    "below": Relation.BELOW,
    "at_most": Relation.AT_MOST,
}
_STRENGTHS = ("strong", "deep")
"""Comparisons whose side of the number follows from the quantity: stronger than, deeper than."""
_MOVED = {"strengthen": "strong", "weaken": "strong", "deepen": "deep"}
"""Changes whose side follows from the quantity as well."""
_REVERSED = {
    Relation.ABOVE: Relation.AT_MOST,
    Relation.AT_LEAST: Relation.BELOW,
    Relation.BELOW: Relation.AT_LEAST,
    Relation.AT_MOST: Relation.ABOVE,
}
_PREPOSITIONS = frozenset(["above", "over", "below", "under", "beyond", "past", "beneath"])
"""Comparisons that before a place only say where."""
_COMPARED = {
    "above": "+",
    "below": "-",
    "strong_above": "strong",
    "strong_below": "weak",
    "deep_above": "deep",
}
_CONVERTED = {"mi2": ("km2", 2.589988), "inHg": ("hPa", 33.863887), "miles": ("km", 1.609344)}


@dataclass(frozen=True)
class Stated:
    """A stated number, or a range of two.

    Parameters
    ----------
    amount : Amount
    upper : Amount, optional
    relation : Relation, optional
        As the words say; None for a plain number.
    """

    amount: Amount
    upper: Amount | None = None
    relation: Relation | None = None
    reached: bool = False
    """Whether it is said to be reached."""
    force: bool = False
    """Whether it is the lowest wind of a force, as "gale force" is."""
    strength: str = ""
    """strong | deep: what the comparison is of, where its side follows from the quantity."""

    @property
    def unit(self) -> str:
        """Unit of the number, empty where none is said."""
        return self.amount.unit or (self.upper.unit if self.upper else "")

    def limit(self) -> Limit:
        """Return the number as a limit."""
        return AmountLimit(amount=self.amount, upper=self.upper)


@dataclass(frozen=True)
class Share:
    """A percentile that is stated, with its comparison."""

    percentile: float
    relation: Relation | None = None
    climatology: bool = False

    def limit(self) -> Limit:
        """Return the percentile as a limit."""
        of = PercentileOf.CLIMATOLOGY if self.climatology else PercentileOf.AREA
        return PercentileLimit(percentile=self.percentile, of=of)


def opposite(relation: Relation) -> Relation:
    """Return what holds where a relation does not."""
    if relation not in _REVERSED:
        raise NotReadError(
            "ambiguous", Message(id="grammar-negated_range", params={"words": relation.value})
        )
    return _REVERSED[relation]


def _relation(value: str) -> tuple[Relation, str]:
    """Return the relation of a comparison, and whether it is one of strength or depth."""
    first, _, rest = value.partition("_")
    if first in _STRENGTHS:
        return _RELATIONS[rest], first
    return _RELATIONS[value], ""


def find_amounts(sentence: Sentence) -> None:
    """Replace numbers with their units by ``AMOUNT``, percentiles by ``PERCENTILE``.

    A comparison, an approximation and a negation directly before a number become part of it.
    """
    _percentiles(sentence)
    _numbers(sentence)
    _approximations(sentence)
    _comparisons(sentence)
    _moved_to(sentence)
    _defined_forces(sentence)
    _freed(sentence)


def _defined_forces(sentence: Sentence) -> None:
    """Take the number in brackets for the force it explains: "hurricane force (32.7 m/s)"."""
    items, at = sentence.items, 0
    while at + 3 < len(items):
        force, opened, inner, closed = items[at : at + 4]
        if (
            force.kind == "AMOUNT"
            and inner.kind == "AMOUNT"
            and opened.text in "(（"
            and closed.text in ")）"
            and any(word in force.text.lower() for word in ("force", "级"))
        ):
            relation = inner.value.relation or force.value.relation or Relation.AT_LEAST
            sentence.take(at, at + 4, "AMOUNT", replace(inner.value, relation=relation))
        at += 1


def _resolution(text: str) -> float | None:
    digits = text.replace(",", "")
    try:
        float(digits)
    except ValueError:
        return None
    if "." in digits:
        return float(10 ** -len(digits.partition(".")[2]))
    return 10.0 if len(digits) > 2 and digits.endswith("0") else 1.0


def _percentiles(sentence: Sentence) -> None:
    items, at = sentence.items, 0
    while at < len(items):
        number = kind_at(items, at, "NUM")
        if number is not None and 0 <= number.value <= 100:
            after = at + 1
            if kind_at(items, after, "ORDINAL"):
                after += 1
            percent = kind_at(items, after, "UNIT")
            if percent is not None and percent.value == "%":
                after += 1
            if after < len(items) and items[after].text == "个":
                after += 1
            if kind_at(items, after, "PCTL_WORD"):
                end = after + 1
                climate = False
                probe = end
                while probe < len(items) and items[probe].kind in ("EMPTY", "PREP"):
                    probe += 1
                if kind_at(items, probe, "CLIMATE"):
                    climate, end = True, probe + 1
                sentence.take(at, end, "PERCENTILE", Share(number.value, climatology=climate))
        at += 1


def _sign_before(items: list[Item], at: int) -> tuple[float, int]:
    """Read minus, a dash or 零下 before a number."""
    before = items[at - 1] if at else None
    if before is None:
        return 1.0, at
    led = items[at - 2] if at > 1 else None
    taken_from = led is not None and led.kind in ("NUM", "AMOUNT", "UNIT", "QUANT", "NAME", "PLACE")
    if before.text.lower() == "minus" and taken_from:
        return 1.0, at
    if before.text == "零下" or before.text.lower() == "minus" or before.text in ("负",):
        return -1.0, at - 1
    if before.text in ("-", "−", "–") and (
        at < 2 or items[at - 2].end < before.start or items[at - 2].kind not in ("NUM", "AMOUNT")
    ):
        return -1.0, at - 1
    return 1.0, at


def _numbers(sentence: Sentence) -> None:
    items, at = sentence.items, 0
    while at < len(items):
        freezing = kind_at(items, at, "FREEZING")
        if freezing is not None and freezing.text != "零下":
            amount = Amount(value=0.0, unit="degC", words=freezing.text, resolution=1.0)
            below = freezing.text.lower() in ("freezing", "below freezing point", "frost")
            led = at and any(kind_at(items, at - 1, kind) for kind in ("CMP", "APPROX", "TO"))
            relation = Relation.BELOW if below and not led else None
            sentence.take(at, at + 1, "AMOUNT", Stated(amount, relation=relation))
            at += 1
            continue
        force = kind_at(items, at, "FORCE")
        if force is not None and force.value != "storm":
            amount = Amount(value=_BEAUFORT[int(force.value)], unit="m/s", words=force.text)
            sentence.take(at, at + 1, "AMOUNT", Stated(amount, force=True))
            at += 1
            continue
        fraction = kind_at(items, at, "FRACTION")
        if fraction is not None:
            share = Amount(value=float(fraction.value), unit="%", words=fraction.text)
            sentence.take(at, at + 1, "AMOUNT", Stated(share))
            at += 1
            continue
        number = kind_at(items, at, "NUM")
        if number is None and _force_led(items, at):
            at = _take_force(sentence, at)
            continue
        if number is None:
            at += 1
            continue
        at = _number(sentence, at, number)
    at = 0
    while at < len(items):
        if items[at].text == "零下":
            zero = Stated(
                Amount(value=0.0, unit="degC", words="零下", resolution=1.0),
                relation=Relation.BELOW,
            )
            sentence.take(at, at + 1, "AMOUNT", zero)
        at += 1


def _force_led(items: list[Item], at: int) -> bool:
    force = kind_at(items, at, "FORCE")
    return (
        force is not None
        and force.text.lower() in ("force", "beaufort", "bft")
        and (kind_at(items, at + 1, "NUM") is not None)
    )


def _take_force(sentence: Sentence, at: int) -> int:
    number = sentence.items[at + 1].value
    with about("", sentence.items[at : at + 2]):
        amount = _beaufort(number, sentence.items[at].text)
    sentence.take(at, at + 2, "AMOUNT", Stated(amount, relation=Relation.AT_LEAST))
    return at + 1


def _beaufort(number: float, words: str) -> Amount:
    if not 0 <= number <= 12 or number != int(number):
        raise NotReadError(
            "contradiction", Message(id="grammar-no_such_force", params={"words": words}), words
        )
    return Amount(value=_BEAUFORT[int(number)], unit="m/s", words=words)


def _number(sentence: Sentence, at: int, number: Item) -> int:
    items = sentence.items
    sign, start = _sign_before(items, at)
    # a range: "10 to 20 mm", 10-20毫米, "10 mm to 20 mm"
    middle, first_unit = at + 1, _unit(items, at + 1)
    if first_unit is not None:
        middle = first_unit[1]
    joint = items[middle] if middle < len(items) else None
    between = start and kind_at(items, start - 1, "BETWEEN") is not None
    joined = joint is not None and (
        joint.kind == "TO" or joint.text in ("-", "~", "–") or (between and joint.kind == "AND")
    )
    other = kind_at(items, middle + 1, "NUM")
    second_sign, second_at = sign if items[start].text == "零下" else 1.0, middle + 1
    if (
        joined
        and other is None
        and middle + 1 < len(items)
        and items[middle + 1].text.lower() in ("-", "minus", "零下")
    ):
        other, second_sign, second_at = kind_at(items, middle + 2, "NUM"), -1.0, middle + 2
    if joined and other is not None:
        last = _unit(items, second_at + 1)
        if last is not None and (first_unit is None or first_unit[0] == last[0]):
            words = sentence.text[items[start].start : items[last[1] - 1].end]
            low = _amount(sign * number.value, last[0], words, number.text)
            high = _amount(second_sign * other.value, last[0], words, other.text)
            begin = start - 1 if between else start
            low, high = (low, high) if low.value <= high.value else (high, low)
            sentence.take(begin, last[1], "AMOUNT", Stated(low, high, Relation.BETWEEN))
            return begin + 1
        if last is None and first_unit is None and between:
            words = sentence.text[items[start].start : items[second_at].end]
            low = _amount(sign * number.value, "", words, number.text)
            high = _amount(second_sign * other.value, "", words, other.text)
            sentence.take(start - 1, second_at + 1, "AMOUNT", Stated(low, high, Relation.BETWEEN))
            return start
    if first_unit is not None:
        unit, end = first_unit
        words = sentence.text[items[start].start : items[end - 1].end]
        with about("", items[start:end]):
            amount = (
                _beaufort(number.value, words)
                if unit == "force"
                else _amount(sign * number.value, unit, words, number.text)
            )
        relation = Relation.AT_LEAST if items[end - 1].text == "级以上" else None
        sentence.take(start, end, "AMOUNT", Stated(amount, relation=relation))
        return start + 1
    if items[start].text == "零下":
        words = sentence.text[items[start].start : items[at].end]
        sentence.take(
            start,
            at + 1,
            "AMOUNT",
            Stated(_amount(sign * number.value, "degC", words, number.text)),
        )
        return start + 1
    if sign < 0:
        words = sentence.text[items[start].start : items[at].end]
        sentence.take(start, at + 1, "NUM", -number.value)
        return start + 1
    return at + 1


def _unit(items: list[Item], at: int) -> tuple[str, int] | None:
    if at < len(items) and items[at].text == "-" and kind_at(items, at + 1, "UNIT"):
        at += 1
    if at < len(items) and items[at].text == "个":
        at += 1
    unit = kind_at(items, at, "UNIT")
    if unit is not None:
        return str(unit.value), at + 1
    letter = items[at].text if at < len(items) else ""
    if letter in ("C", "F") and items[at].kind in ("UNKNOWN", "DIR"):
        return f"deg{letter}", at + 1
    degree = kind_at(items, at, "DEGREE")
    if degree is not None:
        return "degree", at + 1
    force = kind_at(items, at, "FORCE")
    if force is not None and force.text in ("级", "级以上", "级风"):
        return "force", at + 1
    return None


def _amount(value: float, unit: str, words: str, digits: str) -> Amount:
    resolution = _resolution(digits)
    if unit in _CONVERTED:
        unit, factor = _CONVERTED[unit]
        value *= factor
        resolution = None if resolution is None else resolution * factor
    return Amount(value=value, unit=unit, words=words, resolution=resolution)


def _approximations(sentence: Sentence) -> None:
    items, at = sentence.items, 0
    while at < len(items):
        if items[at].kind == "AMOUNT":
            for side in (at - 1, at + 1):
                word = kind_at(items, side, "APPROX")
                if word is None or (side < at) != (
                    word.text not in ("左右", "上下", "or so", "前后")
                ):
                    continue
                stated = items[at].value
                approximation = Approximation(word.value)
                new = replace(
                    stated,
                    amount=stated.amount.model_copy(update={"approximation": approximation}),
                )
                start = min(side, at)
                sentence.take(start, start + 2, "AMOUNT", new)
                at = start
        elif kind_at(items, at, "APPROX") and _asks(items, at + 1):
            # "about how many": the answer is as exact as the data
            sentence.take(at, at + 1, "EMPTY", "")
        at += 1


def _asks(items: list[Item], at: int) -> bool:
    return any(kind_at(items, at, kind) for kind in ("WHAT", "HOW_MANY", "HOW", "HOW_LONG"))


def _comparisons(sentence: Sentence) -> None:
    items, at = sentence.items, 0
    while at < len(items):
        item = items[at]
        numeric = item.kind in ("AMOUNT", "PERCENTILE") or (
            item.kind == "NUM" and _compared(items, at)
        )
        if not numeric:
            at += 1
            continue
        if item.kind == "NUM":
            value: Any = Stated(_amount(item.value, "", item.text, item.text))
        else:
            value = item.value
        start, end, relation, strength = at, at + 1, value.relation, ""
        after = kind_at(items, end, "CMP_AFTER")
        if after is not None:
            (relation, strength), end = _relation(after.value), end + 1
        before = start - 1
        while (
            before >= 0
            and items[before].kind in ("EMPTY", "PREP")
            and items[before].text.lower()
            in (
                "the",
                "its",
                "their",
                "a",
                "of",
                "到",
                "了",
                "过",
                "于",
            )
        ):
            before -= 1
        word = next(
            (
                found
                for kind in ("CMP", "GT", "LT")
                if (found := kind_at(items, before, kind)) is not None
            ),
            None,
        )
        reached = False
        if word is not None:
            said, strength = _relation(word.value)
            reached = said is Relation.AT_LEAST and word.text.lower().startswith(
                ("reach", "hit", "attain", "达")
            )
            relation, start = said, before
        elif (
            (stays := kind_at(items, before, "BETWEEN")) is not None and value.upper is not None
            if isinstance(value, Stated)
            else False
        ):
            start = before
            del stays
        if (relation is not None and relation is not value.relation) or reached:
            value = replace(value, relation=relation)
        if relation is not None and kind_at(items, start - 1, "EQUAL_WORD") is not None:
            # "stood at more than 28 °C"
            start -= 1
        if isinstance(value, Stated) and (reached or strength):
            value = replace(value, reached=reached, strength=strength)
        if start != at or end != at + 1 or item.kind == "NUM":
            sentence.take(start, end, item.kind if item.kind != "NUM" else "AMOUNT", value)
            at = start
        at += 1


def _moved_to(sentence: Sentence) -> None:
    """Read "strengthened to 30 m/s", "deepened to 968 hPa" as a number that was reached."""
    items, at = sentence.items, 0
    while at < len(items):
        said = items[at].value if items[at].kind == "AMOUNT" else None
        to = kind_at(items, at - 1, "TO")
        if not isinstance(said, Stated) or to is None or to.text.lower() not in ("to", "到", "至"):
            at += 1
            continue
        before = at - 2
        while before >= 0 and items[before].kind in ("EMPTY", "PREP"):
            before -= 1
        moved = kind_at(items, before, "RISE") or kind_at(items, before, "FALL")
        if moved is None or any(item.kind == "FROM" for item in items[:at]):
            at += 1
            continue
        relation = Relation.AT_LEAST if moved.kind == "RISE" else Relation.AT_MOST
        strength = _MOVED.get(moved.value, "")
        if strength == "deep":
            relation = Relation.AT_LEAST
        value = replace(
            said,
            relation=said.relation or relation,
            reached=said.relation is None,
            strength=said.strength if said.relation else strength,
        )
        sentence.take(before, at + 1, "AMOUNT", value)
        at = before + 1


def _freed(sentence: Sentence) -> None:
    """Read "higher than" before a name, not a number, as a comparison of two."""
    items, at = sentence.items, 0
    while at < len(items):
        word = items[at] if items[at].kind == "CMP" else None
        if word is not None and word.text.lower() in _PREPOSITIONS:
            after = at + 1
            while after < len(items) and items[after].kind in ("EMPTY", "PREP"):
                after += 1
            if kind_at(items, after, "PLACE") is not None:
                items[at] = replace(word, kind="EMPTY", value="", others=())
                at += 1
                continue
        if word is not None and word.value in _COMPARED:
            sign = _COMPARED[word.value]
            hot = word.text.lower().split()[0] in ("hotter", "warmer", "colder", "cooler")
            value = f"temperature{sign}" if hot else sign
            items[at : at + 1] = [
                replace(word, kind="COMPARE", value=value, others=()),
                replace(word, kind="THAN", value="than", others=()),
            ]
            at += 1
        at += 1


def _compared(items: list[Item], at: int) -> bool:
    """Whether a bare number stands right after a comparison or before "or more"."""
    before = at - 1
    while before >= 0 and items[before].kind == "EMPTY":
        before -= 1
    led = any(kind_at(items, before, kind) is not None for kind in ("CMP", "GT", "LT"))
    counted = any(
        kind_at(items, at + 1, kind) is not None
        for kind in ("COUNT_NOUN", "TIMEUNIT", "UNIT", "MONTH", "ZH_MONTH", "ZH_DAY")
    )
    return (led or kind_at(items, at + 1, "CMP_AFTER") is not None) and not counted
