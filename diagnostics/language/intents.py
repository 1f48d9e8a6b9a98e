"""Events, presets, statistics, and whether a diagnosis is asked for: closed lists of words."""

from __future__ import annotations

import re

from diagnostics.contracts.enums import EventType
from diagnostics.language.words import Words

_EVENTS: tuple[tuple[EventType, re.Pattern[str]], ...] = (
    (
        EventType.SNOWSTORM,
        re.compile(r"snow\s?storms?|blizzards?|heavy\s+snow\w*|暴雪|大雪|雪灾|暴风雪"),
    ),
    (
        EventType.RAINSTORM,
        re.compile(
            r"rain\s?storms?|heavy\s+rain\w*|torrential\s+rain\w*|extreme\s+rain\w*|downpours?|"
            r"flood\w*|暴雨|强降水|强降雨|特大暴雨|洪涝"
        ),
    ),
    (
        EventType.HEAT_WAVE,
        re.compile(r"heat\s?waves?|extreme\s+heat|hot\s+spell|热浪|高温(?:热浪|天气|过程|事件)?"),
    ),
    (
        EventType.COLD_WAVE,
        re.compile(
            r"cold\s+(?:waves?|outbreaks?|surges?|spells?|snaps?)|寒潮|强冷空气|冷空气过程|强降温"
        ),
    ),
    (
        EventType.GALE,
        re.compile(
            r"gales?(?![\s-]+force)|wind\s?storms?|damaging\s+winds?|severe\s+winds?|"
            r"大风(?:过程|天气|事件)?|强风|暴风(?!雪)"
        ),
    ),
)
_DIAGNOSE = re.compile(
    r"diagnos\w*|(?<![a-z])why(?![a-z])|what\s+(?:caused|is\s+happening|happened|is\s+going\s+on|"
    r"drove|was\s+behind)|causes?\s+of|mechanisms?|analys[ei]s?\s+(?:of\s+)?the\s+(?:event|situation|"
    r"weather|circulation)|discussion\s+of|explain|write\s+a|诊断|为什么|原因|成因|机理|机制|"
    r"怎么回事|发生了什么|天气分析|环流分析|讨论|分析(?:一下)?.*(?:过程|天气|形势)"
)
_PRESETS = re.compile(
    r"(?<![a-z])(?P<preset>cma|nws|etccdi)(?![a-z])|(?P<zh>中国气象局|国家标准|国标)"
)
_STATISTICS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "mean",
        re.compile(
            r"(?<![a-z])(?:area[\s-]*)?(?:means?|averages?d?)(?![a-z])(?!\s+sea)|"
            r"(?:区域|面积)?平均(?!海)"
        ),
    ),
    ("median", re.compile(r"(?<![a-z])median(?![a-z])|中位数|中值")),
    (
        "max",
        re.compile(
            r"(?<![a-z])(?:maxim(?:um|a|al)|max|highest|peak(?:ed|ing|s)?|strongest|largest|greatest|"
            r"hottest|warmest|wettest|windiest|most\s+intense|as\s+high\s+as|up\s+to|topped\s+out|"
            r"climbed\s+to|soared\s+to)(?![a-z])|最大|最高|最强|最热|最暖|峰值|最多|极大|升至|高达|达到"
        ),
    ),
    (
        "min",
        re.compile(
            r"(?<![a-z])(?:minim(?:um|a|al)|min|lowest|smallest|weakest|coldest|coolest|deepest|"
            r"bottomed\s+out|as\s+low\s+as|down\s+to|dropped\s+to|fell\s+to|plunged\s+to|"
            r"least)(?![a-z])|最小|最低|最弱|最冷|极小|降至|降到|低至|跌至"
        ),
    ),
)
_PERCENTILE = re.compile(
    r"(?P<p>\d{1,2}(?:\.\d)?)\s*(?:st|nd|rd|th)\s+percentile|第?\s*(?P<zh>\d{1,2}(?:\.\d)?)\s*百?分位"
    r"|(?<![a-z])p(?P<short>\d{2})(?!\d)"
)


def find_event(words: Words) -> EventType | None:
    """Find a word for an event, and cross it out."""
    for event, pattern in _EVENTS:
        match = pattern.search(words.left)
        if match is not None:
            words.note("event", words.original(*match.span()), event.value)
            words.cross(*match.span())
            return event
    return None


def asks_for_diagnosis(flat: str) -> bool:
    """Whether a text, in lower case, asks what happened and why."""
    return _DIAGNOSE.search(flat) is not None


def find_preset(words: Words) -> str | None:
    """Find the name of a preset of criteria."""
    match = words.take(_PRESETS)
    if match is None:
        return None
    preset = match["preset"] or "cma"
    words.note("preset", words.original(*match.span()), preset)
    return preset


def find_statistics(words: Words) -> list[tuple[int, str]]:
    """Find statistics with their places in the text, and cross them out."""
    found: list[tuple[int, str]] = []
    match = words.take(_PERCENTILE)
    if match is not None:
        number = float(match["p"] or match["zh"] or match["short"])
        name = f"p{number:02g}" if number == int(number) else f"p{number:04.1f}"
        found.append((match.start(), name))
    for name, pattern in _STATISTICS:
        while (match := pattern.search(words.left)) is not None:
            words.cross(*match.span())
            found.append((match.start(), name))
    return sorted(found)
