"""Names of pressure systems and of a day's extremes, said as nouns.

"The low off New England", 低涡中心 and "London's high" are nouns: the low is the lowest pressure or
height of its place, the high of a day the highest temperature. Which of the two a noun means is
taken from what stands beside it: a quantity that is named, a unit, or the only quantity of the
data. Where none of these decides, the word stays, and the sentence is refused.
"""

from __future__ import annotations

from dataclasses import replace

from diagnostics.contracts.form_terms import BoxPlace, NamedPlace
from diagnostics.language.grammar.datetimes import kind_at
from diagnostics.language.grammar.items import Item, Sentence
from diagnostics.language.grammar.terms import Term

_LOWS = frozenset(
    [
        "low",
        "lows",
        "low pressure",
        "depression",
        "cyclone",
        "低压",
        "低涡",
        "气旋",
        "冷涡",
        "低压系统",
    ]
)
_OF_PRESSURE = frozenset(["mean_sea_level_pressure", "low_centre", "surface_pressure"])
_OF_HEIGHT = frozenset(["geopotential_height", "height"])
_DEGREES = frozenset(["degC", "degF", "K"])
_BESIDE = ("PREP", "SIGN", "BE", "TIME", "PLACE", "EMPTY", "SOURCE", "CENTRAL", "NEAR", "SURFACE")
_ASKED_OF_STRENGTH = ("HOW", "COMPARE", "THAN", "RISE", "FALL", "EXISTS", "HOW_MANY", "COUNT_NOUN")
_EXTREMES = ("STAT", "SUPER", "AREA_STAT", "DAILY")
_TRUE = frozenset(["degrees true", "degree true", "degrees from north"])


def settle_systems(sentence: Sentence, only: str = "") -> None:
    """Settle such nouns, once places, times and quantities are read.

    Parameters
    ----------
    sentence : Sentence
        Changed in place.
    only : str
        The quantity of the lexicon that is the only one of the data, empty where there are more.
    """
    for at in range(len(sentence.items) - 1, -1, -1):
        if at < len(sentence.items):
            _low(sentence, at)
    _high_of_day(sentence, only)
    _degrees_true(sentence)
    _grew_colder(sentence)
    _jet_explained(sentence)


def _is_noun(items: list[Item], at: int) -> bool:
    """Whether "low" and "high" is a noun here: nothing behind it has the property."""
    after = items[at + 1] if at + 1 < len(items) else None
    predicate = any(kind_at(items, at - 1, kind) for kind in ("HOW", "TERM", "BE"))
    return not predicate and (after is None or after.kind in _BESIDE or after.text == "'s")


def _low(sentence: Sentence, at: int) -> None:
    """Silence the low whose pressure or height is named, and read a lone one as its centre."""
    items = sentence.items
    word = items[at]
    if word.text.lower() not in _LOWS or word.kind not in ("ADJ", "FEATURE", "UNKNOWN", "TERM"):
        return
    of_term = word.kind == "FEATURE" and kind_at(items, at + 1, "TERM") is not None
    if not of_term and not _is_noun(items, at):
        return
    terms = [item.value for item in items if item.kind == "TERM" and item is not word]
    pressures = [term for term in terms if term.id in _OF_PRESSURE]
    heights = [term for term in terms if term.id in _OF_HEIGHT]
    named = pressures or heights
    if len(terms) > len(named) or _extreme_of(items) == "max":
        return
    if named:
        if not _place_of_low(sentence, at):
            return
        at = sentence.items.index(word)
        if len(named) > 1 and not _one_centre(sentence, pressures):
            return
        at = sentence.items.index(word)
        if heights and _extreme_of(items) is None:
            sentence.items[at] = Item("STAT", "min", word.start, word.end, word.text)
        elif word.kind != "TERM":
            sentence.take(at, at + 1, "EMPTY", "")
        _without_centre(sentence, at)
        return
    surface = _surface_before(items, at)
    located = any(item.read_as("WHERE") for item in items)
    if word.kind == "ADJ" and surface is not None and located:
        sentence.take(surface, at + 1, "TERM", Term("low_centre", word.text))


def _place_of_low(sentence: Sentence, at: int) -> bool:
    """Silence the name that a low has of its place where a stated box says where to look.

    Returns
    -------
    bool
        False where the sentence has several places that are not one inside the other.
    """
    items = sentence.items
    places = [n for n, item in enumerate(items) if item.kind == "PLACE"]
    if len(places) < 2:
        return True
    boxes = [n for n in places if isinstance(items[n].value, BoxPlace)]
    before = at - 1
    if len(places) != 2 or len(boxes) != 1 or before not in places or before in boxes:
        return False
    named, box = items[before].value, items[boxes[0]].value.region
    if not isinstance(named, NamedPlace):
        return False
    inside = box.holds(*named.region.center) or named.region.holds(*box.center)
    if not inside:
        return False
    sentence.take(before, before + 1, "EMPTY", "")
    return True


def _surface_before(items: list[Item], at: int) -> int | None:
    """Return where "the surface" stands directly before a low."""
    before = items[at - 1] if at else None
    if before is None or "surface" not in before.text.lower():
        return None
    return at - 1


def _extreme_of(items: list[Item]) -> str | None:
    for item in items:
        for kind in _EXTREMES:
            found = item.read_as(kind)
            if found is not None:
                high = str(found.value) in ("max", "strong") or str(found.value).endswith("+")
                return "max" if high and str(found.value) != "low+" else "min"
    return None


def _one_centre(sentence: Sentence, pressures: list[Term]) -> bool:
    """Let the lowest sea level pressure in brackets explain the central pressure before it."""
    items = sentence.items
    if len(pressures) != 2 or {term.id for term in pressures} != {
        "low_centre",
        "mean_sea_level_pressure",
    }:
        return False
    at = next(n for n, item in enumerate(items) if item.kind == "TERM" and item.value in pressures)
    sentence.take(at, at + 1, "EMPTY", "")
    return True


def _without_centre(sentence: Sentence, at: int) -> None:
    """Silence the centre of a low, and the blizzard or storm that it is said to be of."""
    items = sentence.items
    if kind_at(items, at + 1, "CENTRAL") is not None:
        sentence.take(at + 1, at + 2, "EMPTY", "")
    before = at - 1
    while before >= 0 and items[before].kind in ("EMPTY", "PREP", "TIME"):
        before -= 1
    if before >= 0 and items[before].kind == "EVENT":
        sentence.take(before, before + 1, "EMPTY", "")


def _high_of_day(sentence: Sentence, only: str) -> None:
    """Read "London's high in Fahrenheit" as the highest temperature of its time."""
    items = sentence.items
    found = [
        at
        for at, item in enumerate(items)
        if item.text.lower() in ("high", "low") and item.kind == "ADJ" and _is_noun(items, at)
    ]
    said = any(item.read_as(kind) for item in items for kind in (*_EXTREMES, *_ASKED_OF_STRENGTH))
    if len(found) != 1 or said or any(item.kind == "TERM" for item in items):
        return
    units = [unit.value for item in items if (unit := item.read_as("UNIT")) is not None]
    degrees = any(unit in _DEGREES for unit in units)
    other = any(unit not in _DEGREES for unit in units)
    if other or not (degrees or only == "temperature"):
        return
    at = found[0]
    word = items[at]
    middle = word.start + 1
    sentence.items[at : at + 1] = [
        Item(
            "STAT", "max" if word.text.lower() == "high" else "min", word.start, middle, word.text
        ),
        Item("TERM", Term("temperature", word.text), middle, word.end, word.text),
    ]


def _degrees_true(sentence: Sentence) -> None:
    """Silence "degrees true" of a direction: its degrees count from north."""
    items = sentence.items
    directed = any(
        item.read_as("WHICH_DIRECTION") is not None
        or (item.kind == "TERM" and item.value.id == "wind_direction")
        for item in items
    )
    for at, item in enumerate(items):
        if item.kind == "DEGREE" and item.text.lower() in _TRUE and directed:
            sentence.take(at, at + 1, "EMPTY", "")


def _grew_colder(sentence: Sentence) -> None:
    """Read "lost more than 30 C" and "turned more than 30 °C colder" as a fall by so much."""
    items = sentence.items
    for at in range(len(items) - 1):
        amount = items[at + 1]
        if amount.kind != "AMOUNT" or amount.value.amount.unit not in _DEGREES:
            continue
        word = items[at].text.lower()
        if word in ("lost", "lose", "loses", "shed") and items[at].kind != "CMP":
            sentence.take(at, at + 1, "FALL", "fall")
            return
        colder = kind_at(items, at + 2, "COMPARE")
        if word in ("turned", "became", "grew", "got", "went") and colder is not None:
            kind = {"temperature-": "FALL", "temperature+": "RISE"}.get(str(colder.value))
            if kind is not None and kind_at(items, at + 3, "THAN") is None:
                sentence.take(at + 2, at + 3, "EMPTY", "")
                sentence.take(at, at + 1, kind, kind.lower())
                return


def _jet_explained(sentence: Sentence) -> None:
    """Read 低空急流中心（风速最大处） and "jet level wind at 300 hPa" as one quantity."""
    items = sentence.items
    terms = [at for at, item in enumerate(items) if item.kind == "TERM"]
    if len(terms) != 2 or any(item.read_as(kind) for item in items for kind in ("THAN", "MINUS")):
        return
    first, second = terms
    jet, wind = items[first].value, items[second].value
    if "jet" not in jet.id or wind.id != "wind_speed":
        return
    if kind_at(items, first + 1, "HEIGHT_WORD") is not None and second == first + 2:
        if jet.level in (None, wind.level):
            sentence.take(first, second + 1, "TERM", wind)
        return
    opened = next((n for n in range(first + 1, second) if items[n].text in "(（"), None)
    closed = next((n for n in range(second, len(items)) if items[n].text in ")）"), None)
    if opened is None or closed is None or wind.level not in (None, jet.level):
        return
    inside = items[opened + 1 : closed]
    if all(one.kind in ("TERM", "STAT", "SUPER", "EMPTY", "PREP") for one in inside) and any(
        (stat := one.read_as("STAT")) is not None and stat.value in ("max", "strong")
        for one in inside
    ):
        level = jet.level if jet.level is not None else wind.level
        explained = sentence.take(opened, closed + 1, "STAT", "max")
        sentence.items[opened] = replace(explained, value="max")
        sentence.items[first] = replace(items[first], value=replace(jet, level=level))
        if kind_at(sentence.items, first + 1, "CENTRAL") is not None:
            sentence.take(first + 1, first + 2, "EMPTY", "")
