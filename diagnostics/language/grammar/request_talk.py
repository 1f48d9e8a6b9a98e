"""Talk in a request: what is left of it once event, place and period are read.

People tell more than they ask: "half the trees in my valley came down",
嘉陵江都见底了, "no maths please". Where a request is whole without such words they are skipped, and
listed in the reading as what binds nothing.
A word that may change which event, where, when, how much or from which data is never skipped: a
number, a unit of a number, a time, a place or what may be the name of one, a side of a place, a
negation or a condition of any of these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from diagnostics.contracts.form_terms import BoxPlace, Days, Instants, Intervals, NamedPlace
from diagnostics.language.grammar.asides import clauses_of, words_of_asides
from diagnostics.language.grammar.gazetteer import cities, place_trie
from diagnostics.language.grammar.items import Item
from diagnostics.language.grammar.lattice import cut
from diagnostics.language.grammar.phrase_pool import SILENT, UNREAD, PhrasePool
from diagnostics.language.grammar.sentence_context import Scene

_SLOTS = frozenset({
    "PLACE", "TIME", "EVENT", "EVENTS", "TERM", "NUM", "AMOUNT", "NAME", "DATE", "CLOCK", "MONTH",
    "WEEKDAY", "PART", "RELDAY", "RELPART", "RELWEEK", "SEASON", "HALFMONTH", "HOLIDAY", "MOVABLE",
    "ZONE", "LASTN", "NEXTN", "AGO", "NOW", "NOON", "AMPM", "UNTIL", "DIR", "SIDE", "PART_OF",
    "NEAR",
    "COORD_WORD", "DEGREE", "AS_GIVEN", "EXCLUDE", "PRESET", "CHART", "CHART_WORD", "CENTRAL",
    "OUTDOORS", "LEAD", "SPAN", "LETTER", "DAY_HOUR", "ZH_YEAR", "ZH_MONTH", "ZH_DAY", "ZH_HOUR",
    "FORCE", "QUADRANT", "WEEKDAY_OF", "PAST_WEEKEND", "FROM_NOW", "WHOLE_PLACE", "WHOLE_TIME",
    "LOCAL", "RAINED",
})  # fmt: skip
"""Kinds that hold, or may hold, an event, a place, a period, a setting or a number."""
_REFUSED = frozenset({"WHAT_IF", "SEASONAL", "ENSO", "ADVICE", "FORECAST"})
"""Kinds that ask for what no diagnosis of an event gives."""
_TALK = frozenset({
    "RISE", "FALL", "CHANGE", "TREND", "DIFFERENCE", "SPELL", "SHARE", "TIME_SHARE", "CMP",
    "CMP_AFTER",
    "THAN", "EQUAL_WORD", "MUCH", "ENOUGH", "ALIKE", "STEADY", "COVER", "RANK", "PER", "DAILY",
    "RATIO", "STAY", "MOVE", "SAME_SPOT", "HEIGHT_WORD", "SURFACE", "LEVEL", "START", "FRACTION",
    "MOST", "COUNT_NOUN", "AREA", "WHERE_CLAUSE", "WHEN_CLAUSE", "ZH_PLACE_CLAUSE", "WHILE", "GT",
    "LT", "BOTH", "APART", "ANOMALY", "CLIMATE", "FIRST", "NEVER", "NOWHERE", "FREEZING", "STAT",
    "SUPER", "ADJ", "COMPARE", "GRADE", "BEARING", "LAST", "NIGHTS", "AREA_STAT", "TIME_STAT",
    "DRY", "FEATURE", "RAIN_GRADE", "SOME_DAY", "QUANT", "SIGN", "WIND_FROM", "CENTROID",
    "LATITUDE", "WHICH_UNIT", "WHICH_LEVEL", "WHICH_DIRECTION", "HOW_FAR", "NOQUANT", "AT_ALL",
    "TIMEUNIT", "AUDIENCE", "REQUEST", "SURFACE_LEVEL", "PERCENT_CHANGE", "MINUS", "VAGUE",
    "ANY", "ALL", "HOW_MANY", "HOW_LONG", "HOW_OFTEN", "TENTHS", "PCTL_WORD", "APPROX",
})  # fmt: skip
"""Kinds that say what is wondered about or reported of an event that is known without them."""
_PLACED = ("PLACE", "TIME", "EVENT", "EVENTS", "TERM")
_SIGNS_SAID = frozenset("->→=~*#•·|+")
_JOINTS = ("AND", "OR", "TO", "FROM", "BEFORE", "AFTER", "BETWEEN")
"""Kinds that bind two slots, or a slot behind them, and are talk beside anything else."""
_FEW = 2
"""Words of a clause in which a name with a capital is rather a place than a report of one."""
_SUPPOSED = re.compile(r"\b(?:would|could|might)(?:n't)?\b.{1,60}?\bhave\b", re.IGNORECASE)
"""Asks what was not: every word of it counts."""
_WIDEST = 30.0
"""Degrees of longitude of a place above which it has many coasts."""
_LONGEST = 8
"""Characters of an unread Chinese run above which too much is unread."""


def skip_talk(bag: PhrasePool, scene: Scene, assumed: list[tuple[str, str]]) -> None:
    """Skip the talk of a request whose event, place and period are known without it.

    Parameters
    ----------
    bag : PhrasePool
        With what no rule took; words that are skipped are marked as used.
    scene : Scene
        Places and times that were read.
    assumed : list of (str, str)
        Gets ``aside`` with the words of each run that was skipped.
    """
    if _SUPPOSED.search(bag.sentence.text):
        return
    items, placed = bag.items, bool(scene.places) or scene.context.place_given
    skipped: set[int] = set()
    for first, last in clauses_of(items):
        free = [n for n in range(first, last) if n not in bag.used and _counts(items[n])]
        slots = any(_is_slot(items, n) for n in range(first, last))
        for at in free:
            if _is_talk(items, at, (first, last), placed=placed, slots=slots, scene=scene):
                skipped.add(at)
        if slots:
            assumed += [("aside", words) for words in _runs(bag, skipped & set(free))]
        elif not set(free) <= skipped:
            # a clause of talk is skipped whole or not at all
            skipped -= set(free)
        elif free:
            assumed.append(("aside", bag.sentence.text[items[first].start : items[last - 1].end]))
    bag.used |= skipped


def _counts(item: Item) -> bool:
    signs = not item.text.strip(",，;；?？.。!！:：\"'“”‘’「」《》()（）、…")
    return item.kind not in SILENT and not signs


def _is_slot(items: Sequence[Item], at: int) -> bool:
    item = items[at]
    return item.kind in _SLOTS or any(kind in _SLOTS for kind, _ in item.others)


def _is_talk(
    items: Sequence[Item],
    at: int,
    clause: tuple[int, int],
    *,
    placed: bool,
    slots: bool,
    scene: Scene,
) -> bool:
    """Whether a word that no rule took says nothing of where, when, which and how much."""
    item = items[at]
    kinds = {item.kind, *(kind for kind, _ in item.others)}
    if kinds & _REFUSED:
        return False
    if item.text.lower() in words_of_asides("of_time") or kinds & {"FIRST", "TIMEUNIT"}:
        hours = kinds & _SLOTS - {"HALFMONTH"}
        return (
            not hours
            and _dated(scene)
            and not _near(items, at, 1, ("NUM",))
            and (all(_month_alone(items[n]) for n in range(*clause) if items[n].kind == "TIME"))
        )
    if "HALF" in kinds:
        part = (*_SLOTS, "DIR", "SIDE")
        return not (_near(items, at, 1, part) or _near(items, at, -1, part))
    if item.text.lower() in words_of_asides("beside"):
        return placed and slots and _beside_place(items, at) and _narrow(scene)
    if item.kind == "NUM" and item.text.lower() in words_of_asides("particles"):
        return not _near(items, at, 1, (*_SLOTS, "TIMEUNIT", "COUNT_NOUN"))
    if item.text.lower() == "off":
        return at + 1 >= clause[1] or items[at + 1].kind in ("PREP", "TIME")
    if item.text.lower() in words_of_asides("conditions"):
        return item.text.lower() == "if" and _only_of_means(items[at + 1 : clause[1]])
    if item.kind in UNREAD:
        if item.kind != "UNKNOWN":
            return True
        return _unknown_talk(items, at, clause, placed=placed, boxed=_boxed(scene))
    if item.text.lower() in words_of_asides("binding") and item.kind != "NUM":
        return not slots
    if item.kind == "DIR":
        # "strong NW winds", "so fierce from the north-east"
        blows = at + 1 < len(items) and "wind" in items[at + 1].text.lower()
        unplaced = not any(items[n].kind in _PLACED for n in range(*clause))
        return blows or (unplaced and _near(items, at, -1, ("FROM", "WIND_FROM")))
    if set(item.text) <= _SIGNS_SAID:
        return not (_near(items, at, -1, ("NUM", "DEGREE")) or _near(items, at, 1, ("NUM",)))
    if item.kind == "NOT" or item.kind == "NEVER":
        return _denies_nothing(items, at, clause[1])
    if item.kind == "SPAN":
        return item.value.hours is not None and item.value.hours <= _hours(scene)
    if item.kind == "UNIT":
        return _near(items, at, 1, ("EVENT", "TERM")) and not _near(
            items, at, -1, ("NUM", "AMOUNT")
        )
    if item.kind in _JOINTS:
        return not (_near(items, at, 1, _SLOTS) and _near(items, at, -1, _SLOTS)) and not (
            item.kind in ("BEFORE", "AFTER", "FROM", "BETWEEN")
            and _near(items, at, 1, ("TIME", "PLACE", "NUM"))
        )
    return not kinds & _SLOTS and item.kind in _TALK


def _dated(scene: Scene) -> bool:
    """Whether the period is given by dates, which a vague word beside them cannot change."""
    return any(isinstance(one.base, Days | Intervals | Instants) for one in scene.times)


def _boxed(scene: Scene) -> bool:
    """Whether the place is stated in numbers, which no name beside it can change."""
    return len(scene.places) == 1 and any(
        isinstance(one, BoxPlace) and any(map(str.isdigit, one.words)) for one in scene.places
    )


def _month_alone(item: Item) -> bool:
    """Whether a time names no day, so that words about it do not count from one."""
    spoken = item.value
    moments = (getattr(spoken, "first", None), getattr(spoken, "last", None))
    return all(one is None or (one.day is None and one.days is None) for one in moments)


def _narrow(scene: Scene) -> bool:
    """Whether the place is no ocean and no continent, of which one coast may be meant."""
    return all(
        not isinstance(one, NamedPlace) or one.region.width <= _WIDEST for one in scene.places
    )


def _hours(scene: Scene) -> float:
    """Return how long the dated period is, in hours, 0 where none is dated."""
    total = 0.0
    for one in scene.times:
        if isinstance(one.base, Days):
            total += 24.0 * len(one.base.dates)
        elif isinstance(one.base, Intervals):
            total += sum((w.end - w.start).total_seconds() for w in one.base.windows) / 3600.0
    return total


def _beside_place(items: Sequence[Item], at: int) -> bool:
    return _near(items, at, -1, ("PLACE", "AND")) or _near(items, at, 1, ("PLACE",))


def _only_of_means(items: Sequence[Item]) -> bool:
    """Whether a condition is one of what there is: "if ERA5 isn't available", "if you have it"."""
    means = words_of_asides("means")
    named = any(item.kind == "SOURCE" or item.text.lower() in means for item in items)
    slots = any(_is_slot(items, n) and item.kind != "SOURCE" for n, item in enumerate(items))
    return named and not slots


def _near(items: Sequence[Item], at: int, step: int, kinds: Sequence[str] | frozenset[str]) -> bool:
    """Whether the next item that is not silent is of one of the kinds."""
    at += step
    while 0 <= at < len(items) and items[at].kind in (*SILENT, "REQUEST"):
        at += step
    return 0 <= at < len(items) and (
        items[at].kind in kinds or any(kind in kinds for kind, _ in items[at].others)
    )


def _denies_nothing(items: Sequence[Item], at: int, end: int) -> bool:
    """Whether what is denied is no event, place, time or number: "no maths", 回不来."""
    felt = ("ADJ", "SUPER", "STORM", "STORM_NAME", "STORM_WORD", "FORECAST")
    return not any(
        _is_slot(items, n) or items[n].kind in felt for n in range(at + 1, min(end, at + 5))
    )


def _unknown_talk(
    items: Sequence[Item], at: int, clause: tuple[int, int], *, placed: bool, boxed: bool
) -> bool:
    """Whether an unknown word is no name of a place, condition or number."""
    item = items[at]
    if not item.text.isascii():
        return placed and _han_talk(items, at, clause)
    word = item.text.lower()
    mine = at > clause[0] and items[at - 1].text.lower() in words_of_asides("own")
    if any(map(str.isdigit, word)) or word in words_of_asides("conditions"):
        return False
    if word in words_of_asides("binding") and not mine:
        return False
    before = at - 1
    while before >= clause[0] and items[before].text.lower() in words_of_asides("determiners"):
        before -= 1
    bare = before == at - 1 and word not in words_of_asides("particles")
    if bare and (word in cities() or word in _names()):
        return False
    task = before >= clause[0] and items[before].kind in ("AND", "OR")
    if task and before < at - 1:
        # "and its context" asks for more than a diagnosis
        return False
    led = before >= clause[0] and items[before].text.lower() in words_of_asides("placing")
    if boxed or (placed and _measured_at(items, at, clause)):
        return True
    if item.text.islower() or _opens_telling(items, at, clause):
        beside = bare and (_touches_place(items, at, -1) or _touches_place(items, at, 1))
        return not beside and (before < at - 1 or not led)
    alone = not any(_is_slot(items, n) for n in range(*clause))
    joined = _near(items, at, 1, ("UNKNOWN", "NAME")) or _near(items, at, -1, ("UNKNOWN", "NAME"))
    return placed and alone and not led and not joined and clause[1] - clause[0] > _FEW


def _measured_at(items: Sequence[Item], at: int, clause: tuple[int, int]) -> bool:
    """Whether a clause tells where an amount was measured, and no more: "944 mm at Santacruz"."""
    slots = [items[n].kind for n in range(*clause) if _is_slot(items, n)]
    return slots == ["AMOUNT"] and any(items[n].kind == "AMOUNT" for n in range(clause[0], at))


def _opens_telling(items: Sequence[Item], at: int, clause: tuple[int, int]) -> bool:
    """Whether a capital only begins an aside: "Main moisture source?"."""
    return at == clause[0] and clause[1] - at > 1 and items[at + 1].text[:1].islower()


def _touches_place(items: Sequence[Item], at: int, step: int) -> bool:
    return 0 <= at + step < len(items) and items[at + step].kind == "PLACE"


def _han_talk(items: Sequence[Item], at: int, clause: tuple[int, int]) -> bool:
    """Whether an unread Chinese run stands where no name of a place does."""
    first, last = at, at + 1
    while first > clause[0] and _unread_beside(items[first - 1], items[first]):
        first -= 1
    while last < clause[1] and _unread_beside(items[last - 1], items[last]):
        last += 1
    run = "".join(item.text for item in items[first:last])
    if set(run) <= words_of_asides("particles_zh"):
        return True
    if len(run) > _LONGEST or words_of_asides("binding_zh") & set(run):
        return False
    before = items[first - 1] if first > clause[0] else None
    after = items[last] if last < len(items) else None
    if not any(_is_slot(items, n) for n in range(*clause)):
        # 清江水位猛涨: where it is was said elsewhere
        return before is None or before.text not in words_of_asides("placing")
    if words_of_asides("named_after") & set(run):
        return False
    weather = ("EVENT", "EVENTS", "TERM", "QUANT")
    if after is not None and after.kind in weather and after.start == items[last - 1].end:
        return False
    if before is not None and (before.kind == "PLACE" or before.text in words_of_asides("placing")):
        return False
    if after is not None and after.text[:1] in words_of_asides("named_after"):
        return False
    return first > clause[0]


def _unread_beside(left: Item, right: Item) -> bool:
    return left.kind == right.kind == "UNKNOWN" and left.end == right.start


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(name for name in place_trie().phrases() if len(cut(name)) == 1)


def _runs(bag: PhrasePool, skipped: set[int]) -> list[str]:
    """Return what was skipped, as written, neighbours together."""
    runs: list[list[int]] = []
    for at in sorted(skipped):
        if runs and all(
            n in skipped or bag.items[n].kind in SILENT for n in range(runs[-1][1] + 1, at)
        ):
            runs[-1][1] = at
        else:
            runs.append([at, at])
    return [bag.sentence.text[bag.items[a].start : bag.items[b].end] for a, b in runs]
