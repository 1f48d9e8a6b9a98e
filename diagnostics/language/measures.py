"""Numbers with units, levels, and the words that say how a quantity stands to them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from diagnostics.contracts.questions import Comparator, Threshold
from diagnostics.language.words import Words

_UNITS: tuple[tuple[str, str], ...] = (
    ("hPa/100km", r"hpa\s*/\s*100\s*km"),
    ("hPa/h", r"hpa\s*(?:/|per\s+)h(?:our)?"),
    ("hPa", r"hpa|mbars?|mb|millibars?|hectopascals?|百帕|毫巴"),
    ("K/100km/3h", r"k\s*/\s*100\s*km\s*/\s*3\s*h"),
    ("K/100km", r"k\s*/\s*100\s*km|k\s+per\s+100\s*km|开/百公里"),
    ("K/km", r"(?:k|°c|℃)\s*/\s*km"),
    (
        "K/day",
        r"(?:k|°c|℃|degrees?(?:\s+celsius)?|度|开)\s*(?:/|per\s+|a\s+|每)\s*(?:day|d\b|天|日)"
        r"|k\s+d-1|k\s+day-1",
    ),
    ("K/12h", r"k\s*/\s*12\s*h(?:ours)?|k\s+(?:per|in)\s+12\s*h(?:ours)?"),
    ("1e-5 K/s", r"(?:1e-5|10\^?-5|x\s*10-5)\s*(?:k\s*/\s*s|k\s+s-1)"),
    ("1e-5 s-1", r"(?:1e-5|10\^?-5|x\s*10-5)\s*(?:s\^?-1|/\s*s)"),
    (
        "km/h",
        r"km\s*/\s*h|kmh|kph|km\s+h-1|kilomet(?:re|er)s?\s+per\s+hour|公里/小时|千米/小时|公里每小时",
    ),
    ("m/s", r"m\s*/\s*s|m\s+s-1|m\s+s\*\*-1|ms-1|met(?:re|er)s?\s+(?:per|a)\s+second|米/秒|米每秒"),
    ("kt", r"kts?|knots?|节"),
    ("mph", r"mph|miles\s+per\s+hour|英里/小时"),
    ("Pa/s", r"pa\s*/\s*s|pa\s+s-1|帕/秒"),
    ("g/kg", r"g\s*/\s*kg|g\s+kg-1|克/千克|克每千克"),
    ("J/kg", r"j\s*/\s*kg|j\s+kg-1|焦耳?/千克|焦耳?每千克"),
    ("kg m-1 s-1", r"kg\s*m-1\s*s-1|kg/m/s|kg\s*/\s*\(m\s*s\)"),
    ("m2 s-2", r"m2\s*/\s*s2|m2\s+s-2"),
    ("PVU", r"pvu"),
    ("sigma", r"sigma|standard\s+deviations?|σ|个?标准差"),
    ("mm/h", r"mm\s*/\s*h|毫米/小时"),
    ("mm", r"mm|millimet(?:re|er)s?|kg\s+m-2|毫米"),
    ("cm", r"cm|centimet(?:re|er)s?|厘米"),
    ("inch", r"inch(?:es)?|英寸"),
    ("dam", r"dam|dagpm|gpdm|gpdam|位势什米|什米|位势十米"),
    ("gpm", r"gpm|位势米|geopotential\s+met(?:re|er)s?"),
    ("km2", r"km2|km²|km\^2|square\s+kilomet(?:re|er)s?|平方公里|平方千米"),
    ("km", r"km|kilomet(?:re|er)s?|公里|千米"),
    ("degF", r"°\s*f|℉|deg(?:rees?)?\s*f(?:ahrenheit)?|fahrenheit|华氏度"),
    ("degC", r"°\s*c|℃|deg(?:rees?)?\.?\s*c(?:elsius)?|celsius|摄氏度|c(?![a-z])|degrees?|°|度"),
    ("K", r"k(?:elvins?)?|开尔文|开"),
    ("%", r"%|per\s?cent|个百分点"),
    ("Pa", r"pa|帕"),
    ("m", r"m|met(?:re|er)s?|米"),
)
_UNIT = (
    r"(?:"
    + "|".join(f"(?P<u{number}>{pattern})" for number, (_, pattern) in enumerate(_UNITS))
    + r")(?![a-z0-9²])"
)
_SIGN = r"(?:minus\s+|零下\s*|负|(?<![\w\d])-\s?)"
_FIGURE = r"\d+(?:\.\d+)?(?:e-?\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?"
_MEASURE = re.compile(
    rf"(?P<sign>{_SIGN})?(?<![\d.])(?P<number>{_FIGURE})"
    rf"(?:\s*(?:to|~|至|到|-)\s*(?P<sign2>{_SIGN})?(?P<upper>{_FIGURE}))?[\s-]*{_UNIT}"
)
_FREEZING = re.compile(r"freezing(?!\s+(?:level|rain))|冰点")
_FORCES: dict[str, tuple[float, re.Pattern[str]]] = {
    "hurricane force": (32.7, re.compile(r"hurricane[\s-]+force")),
    "storm force": (24.5, re.compile(r"storm[\s-]+force")),
    "gale force": (17.2, re.compile(r"gale[\s-]+force")),
}

_SURFACE = 870
"""Below this, hPa, no sea-level pressure was ever observed: the number is a level."""
_LOWEST = 50
"""Below this, hPa, a number is a difference of pressure unless it is said to be a level."""
_LEVELS = r"(?:[1-9]\d{0,2}|1000)"
_LEVEL_RANGE = re.compile(
    rf"(?<![\d.])(?P<first>{_LEVELS})(?:\s*(?:hpa|mb|百帕))?\s*(?:-|to|and|minus|与|和|至|到)\s*"
    rf"(?P<second>{_LEVELS})[\s-]*(?:hpa|mb|百帕)"
)
_LEVEL = re.compile(rf"(?<![\d.])(?P<level>{_LEVELS})[\s-]*(?:hpa|mb|百帕)(?![a-z/])")
_AFTER_LEVEL = re.compile(
    r"^\s*(?:level|surface|height|geopotential|temperature|wind|flow|jet|winds|heights|relative|"
    r"specific|humidity|vorticity|divergence|convergence|advection|cold|warm|omega|vertical|"
    r"等压面|层|上空|高度|位势|气温|温度|平均|最大|最高|最低|风|比湿|相对|涡度|散度|低空|高空|急流|"
    r"暖平流|冷平流|垂直|水汽)"
)
_NEAR_GROUND = re.compile(r"(?<![\d.])(?P<m>2|10)[\s-]*(?:m|met(?:re|er)s?|米)(?![a-z/2²每])(?!/)")

_AFTER_HEIGHT = re.compile(
    r"[\s-]*(?:wind|temp|gust|dew|air|relative|humid|气温|温度|最大风|最高|最低|平均|风|露点|阵风|相对)"
)
_BARE = re.compile(
    r"\s*(?P<sign>minus\s+|-|零下)?(?P<number>\d+(?:\.\d+)?)(?![\d.]*[a-z%°\d])(?!\s*(?:st|nd|rd|th)\b)"
)

_ABOVE = (
    r"above|over|more\s+than|greater\s+than|higher\s+than|larger\s+than|exceed\w*|"
    r"in\s+excess\s+of|at\s+least|topp\w+|surpass\w*|(?:no|not)\s+less\s+than|stronger\s+than|"
    r"warmer\s+than|hotter\s+than|beyond|upwards\s+of|past|超过|高于|大于|强于|超出|突破|不低于|"
    r"不少于|不小于|至少|逾"
)
_BELOW = (
    r"below|under|less\s+than|lower\s+than|smaller\s+than|(?:no|not)\s+more\s+than|at\s+most|"
    r"weaker\s+than|colder\s+than|cooler\s+than|fewer\s+than|(?:no|not)\s+stronger\s+than|"
    r"(?:no|not)\s+higher\s+than|deeper\s+than|低于|小于|不足|不到|少于|弱于|不超过|未超过|不高于|"
    r"不大于|至多|未达到?|不及"
)
_WORD = re.compile(rf"(?P<deep>no\s+deeper\s+than)|(?P<below>{_BELOW})|(?P<above>{_ABOVE})")
_AFTER = re.compile(
    r"^\s*(?:(?P<above>or\s+(?:more|higher|above|stronger|greater)|及?以上|\+)|"
    r"(?P<below>or\s+(?:less|lower|below|fewer)|及?以下))"
)
_FILLER = re.compile(
    r"^(?:[\s,]|about|around|roughly|approximately|some|an?|mere|modest|the|约|大约|过|了|达)*$"
)
_NOT = re.compile(
    r"(?<![a-z])(?:not|never|nowhere|none|no|n't|did\s+not|does\s+not|don't|didn't)(?![a-z])"
    r"|[a-z]n't|未|没有|并非|并未"
)


@dataclass(frozen=True)
class Measure:
    """A threshold, its place in the text, and the clause before it."""

    threshold: Threshold
    start: int
    end: int


@dataclass(frozen=True)
class LevelMention:
    """A level and where in the text it stands."""

    level: float | str
    start: int


def find_levels(words: Words) -> list[LevelMention]:
    """Find pressure levels and heights above ground, and cross them out."""
    found: list[LevelMention] = []
    pair = _LEVEL_RANGE.search(words.left)
    bounds = () if pair is None else (int(pair["first"]), int(pair["second"]))
    if pair is not None and min(bounds) >= _LOWEST and min(bounds) < _SURFACE:
        found += [LevelMention(float(pair[name]), pair.start(name)) for name in ("first", "second")]
        words.note(
            "level", words.original(*pair.span()), f"{pair['first']} and {pair['second']} hPa"
        )
        words.cross(*pair.span())
    position = 0
    while (match := _LEVEL.search(words.left, position)) is not None:
        position = match.end()
        if not _is_level(words.left, match):
            continue
        level = float(match["level"])
        found.append(LevelMention(level, match.start()))
        words.note("level", words.original(*match.span()), f"{level:g} hPa")
        words.cross(*match.span())
    for match in list(_NEAR_GROUND.finditer(words.left)):
        named = _AFTER_HEIGHT.match(words.left[match.end() :])
        led = re.search(r"(?:\bat|the|,)\s*$|^\s*$", words.left[: match.start()])
        if named or led:
            found.append(LevelMention(f"{match['m']}m", match.start()))
            words.note("level", words.original(*match.span()), f"{match['m']} m above ground")
            words.cross(*match.span())
    return sorted(found, key=lambda item: item.start)


def _is_level(text: str, match: re.Match[str]) -> bool:
    """Tell a level from a stated pressure: only surface pressures lie above 870 hPa."""
    level = float(match["level"])
    if level < _LOWEST:
        return _AFTER_LEVEL.match(text[match.end() :]) is not None or bool(
            re.search(r"\bat\s+$", text[: match.start()])
        )
    if level < _SURFACE:
        return not re.search(
            r"(?:by|下降|上升|fell|rose|changed?)\s*(?:about|约)?\s*$", text[: match.start()]
        )
    standard = level in (875, 900, 925, 950, 975, 1000)
    before = text[max(0, match.start() - 5) : match.start()]
    stated = re.search(r"(?:of|near|about|to|约|达|为)\s*$", text[: match.start()])
    after = _AFTER_LEVEL.match(text[match.end() :])
    return standard and not stated and bool(after or re.search(r"\bat\s+$|^\s*$", before))


def find_measures(words: Words) -> list[Measure]:
    """Find numbers with a unit, and how the quantity should stand to them; cross them out."""
    found: list[Measure] = []
    restated: dict[int, Comparator] = {}
    for name, (speed, pattern) in _FORCES.items():
        match = pattern.search(words.left)
        if match is None:
            continue
        rest = _MEASURE.search(words.left, match.end())
        gap = words.left[match.end() : rest.start()] if rest else "long"
        if rest is None or not re.fullmatch(
            r"[\s(,]*(?:winds?|of|more\s+than|at\s+least|[\s(,])*", gap
        ):
            comparator = _comparator(words.left, match.start(), match.end())[0]
            comparator = Comparator.ABOVE if comparator is Comparator.ABOUT else comparator
            found.append(
                Measure(
                    Threshold(comparator=comparator, value=speed, unit="m/s", words=name),
                    *match.span(),
                )
            )
        else:
            # "below gale force (17.2 m/s)": the number only restates the word
            restated[rest.start()] = _comparator(words.left, match.start(), match.end())[0]
        words.cross(*match.span())
    position = 0
    while (match := _MEASURE.search(words.left, position)) is not None:
        position = match.end()
        item = _measure(words, match)
        again = restated.get(match.start())
        if again is not None and item.threshold.comparator is Comparator.ABOUT:
            item = replace(item, threshold=item.threshold.model_copy(update={"comparator": again}))
        found.append(item)
    if not found:
        found += _bare(words)
    if not found:
        match = re.search(r"(?:above|below|高于|低于)\s*(?:" + _FREEZING.pattern + ")", words.left)
        if match is not None:
            above = match[0].startswith(("above", "高于"))
            threshold = Threshold(
                comparator=Comparator.ABOVE if above else Comparator.BELOW,
                value=0.0,
                unit="degC",
                words=words.original(*match.span()),
            )
            found.append(Measure(threshold, *match.span()))
            words.cross(*match.span())
    for item in found:
        sign = {"above": ">=", "below": "<=", "about": "about", "between": "between"}
        upper = "" if item.threshold.upper is None else f" and {item.threshold.upper:g}"
        words.note(
            "threshold",
            item.threshold.words,
            f"{sign[item.threshold.comparator.value]} {item.threshold.value:g}{upper} "
            f"{item.threshold.unit}",
        )
    return sorted(found, key=lambda item: item.start)


def _bare(words: Words) -> list[Measure]:
    """Read a number without a unit after a comparison: it is in the quantity's own."""
    for match in _WORD.finditer(words.left):
        number = _BARE.match(words.left[match.end() :])
        if number is None:
            continue
        start, end = match.start(), match.end() + number.end()
        comparator, start = _comparator(words.left, match.end() + number.start("number"), end)
        value = float(number["number"]) * (-1.0 if number["sign"] else 1.0)
        text = words.original(start, end)
        words.cross(start, end)
        return [Measure(Threshold(comparator=comparator, value=value, words=text), start, end)]
    return []


def _measure(words: Words, match: re.Match[str]) -> Measure:
    unit = next(name for number, (name, _) in enumerate(_UNITS) if match[f"u{number}"] is not None)
    value = float(match["number"].replace(",", "")) * (-1.0 if match["sign"] else 1.0)
    upper = None
    if match["upper"] is not None:
        upper = float(match["upper"].replace(",", "")) * (
            -1.0 if match["sign2"] or (match["sign"] and match["sign"].startswith("零")) else 1.0
        )
    comparator, start = _comparator(words.left, match.start(), match.end())
    if upper is not None:
        comparator = Comparator.BETWEEN
        value, upper = min(value, upper), max(value, upper)
    after = _AFTER.match(words.left[match.end() :])
    end = match.end() + (after.end() if after else 0)
    threshold = Threshold(
        comparator=comparator,
        value=value,
        upper=upper,
        unit=unit,
        words=words.original(start, end),
    )
    words.cross(start, end)
    return Measure(threshold, start, end)


def _comparator(text: str, start: int, end: int) -> tuple[Comparator, int]:
    """Read the comparison before or after a number, negation included."""
    after = _AFTER.match(text[end:])
    clause = re.split(r"[;.!?](?!\d)", text[:start])[-1]
    offset = start - len(clause)
    last = None
    for match in _WORD.finditer(clause):
        last = match
    if after is not None:
        return (Comparator.ABOVE if after["above"] else Comparator.BELOW), start
    if last is None or not _FILLER.match(clause[last.end() :]):
        return Comparator.ABOUT, start
    if last["deep"]:
        return Comparator.ABOVE, offset + last.start()
    above = last["above"] is not None
    before = clause[: last.start()]
    fixed = re.match(r"no|not|不|未", last[0])
    if not fixed and _NOT.search(before):
        above = not above
    return (Comparator.ABOVE if above else Comparator.BELOW), offset + last.start()
