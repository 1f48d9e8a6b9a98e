"""What is asked by name and no file of one event holds: refused before any word is set aside.

Some of these are words of talk ("return period"), and some stand beside words that mean a place
("within 50 km of the coast of Kerala"): without the refusal the rest of the sentence would be
answered as if they had not been said.
"""

from __future__ import annotations

import re

from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.text_normalisation import flatten
from diagnostics.messages import Message

_MANY = (
    r"(?:\d[\d,]*|two|five|ten|twenty|thirty|forty|fifty|sixty|eighty|hundred|"
    r"(?:a|one|two|five)[ -](?:hundred|thousand)|thousand)"
)
_YEARS = r"[ -]*(?:years?|yrs?|y)\b"
_HAN_NUMBER = r"[\d一二两三四五六七八九十百千万几数多少.]"
_RETURN_PERIOD = re.compile(
    r"\b(?:return|recurrence)[ -](?:period|level|interval|time|value)s?\b"
    rf"|\b(?:1|one)[ -]in[ -](?:a[ -])?{_MANY}{_YEARS}"
    rf"|\bonce[ -](?:in|every)[ -](?:a[ -])?(?:century|centuries|{_MANY}{_YEARS})"
    rf"|(?<![\d,])(?!(?:19|20)\d\d\b)\b{_MANY}[ -]*(?:year|yr)[ -]"
    r"(?:flood|rain|rainfall|rainstorm|storm|event|snowfall|snowstorm|gust|wind)s?\b"
    r"|\bhow rare\b|\brarity\b|多罕见|罕见程度"
    rf"|重现期|重现水平|回归期|{_HAN_NUMBER}+\s*年(?:一|不|难|未)遇"
)
_HOW_MUCH = re.compile(
    r"\b(?:how|which|what) (?:much|many|large|big|amounts?|values?)\b|多少|多大|几"
)
_EVENT_NOUN = (
    r"(?:[^\W\d]+ ){0,2}?(?:flood|rain|rainfall|downpour|deluge|rainstorm|storm|snow|snowfall|"
    r"snowstorm|blizzard|gale|windstorm|heat|heat ?wave|cold|cold ?wave|freeze)s?\b"
)
_DEFINITE = r"(?:(?<=\bthe )|(?<=\bthis )|(?<=\bthat )|(?<=^))"
_EPITHET = re.compile(
    rf"{_DEFINITE}(?:(?:1|one)[ -]in[ -](?:a[ -])?{_MANY}{_YEARS}"
    rf"|once[ -](?:in|every)[ -](?:a[ -])?(?:century|{_MANY}{_YEARS}))(?=[ -]{_EVENT_NOUN})"
    rf"|{_DEFINITE}(?!(?:19|20)\d\d\b){_MANY}[ -]*(?:year|yr)(?=[ -]{_EVENT_NOUN})"
    rf"|{_HAN_NUMBER}+\s*年(?:一|不|难|未)遇的?(?=(?:特大|极端|罕见)?"
    r"(?:暴雨|大雨|降雨|降水|洪|暴雪|大雪|寒潮|高温|热浪|大风|风暴|雨|雪|台风))"
)
_CLIMATE_CHANGE = re.compile(
    r"\b(?:climate change|global warming)\b(?![ -](?:course|class|department|project|unit|team|"
    r"office|ministry|adaptation|programme|program|group|centre|center|agency|lecture|seminar))"
    r"|\b(?:climate|extreme event)[ -]attribution\b|\battribution stud(?:y|ies)\b"
    r"|\b(?:man|human)[ -]made warming\b|气候变化|气候变暖|全球变暖"
)
_FORECAST_QUALITY = re.compile(
    r"\bpredictability\b|\bforecast (?:bust|failure|verification)s?\b|\bbusted forecasts?\b"
    r"|(?<!for )\bverification\b|\bwarning lead[ -]times?\b|可预报性|可预报度|预报检验|预报失误"
    r"|预报失败|预警提前量"
)
_OTHER_EVENTS = re.compile(
    r"\banalog(?:ue)?s?\b|\bprecedents?\b|\b(?:comparison with|similar to)\b"
    r" (?:\w+ ){0,2}(?:events?|cases?|storms?|years?)\b|历史相似|相似个例|相似过程"
)
_NO_PLACE = r"(?!(?:on|at|along|near|off|and|or|in|by|over|ivory|gold|sunshine)\b)"
_COAST = (
    rf"(?:the |any |its )?(?:{_NO_PLACE}[^\W\d]+[ '-]+){{0,3}}?{_NO_PLACE}"
    r"(?:coasts?|coastlines?|shores?|shorelines?|seaside|seashore|seaboard|beach(?:es)?)\b"
)
_LENGTH = (
    r"(?:\d[\d.]* ?-?)?(?:\b|(?<=\d))"
    r"(?:kms?|kilomet(?:re|er)s?|miles?|nmi?|nautical miles?|met(?:re|er)s?|m)\b"
)
_COAST_DISTANCE = re.compile(
    rf"{_LENGTH}[ -]?(?:of|from|off|to|inland of|inland from|away from|out from|behind) {_COAST}"
    rf"|{_LENGTH}[ -](?:wide )?(?:coastal|inshore|offshore|inland|seaward|out to sea|out at sea)\b"
    rf"|\b(?:off|from) {_COAST}(?: of(?: [^\W\d]+){{1,3}}?)? by (?:\w+ )?{_LENGTH}"
    rf"|\bcoastal (?:strip|band|belt|zone) (?:of )?[\d.]+ ?{_LENGTH}"
    rf"|\b(?:far|distance|distant|close|closer|closest|nearest)\b"
    rf"[^.;,?!]{{0,40}}?\b(?:from|to|of) {_COAST}"
    r"|\bhow far (?:inland|offshore|out to sea|out at sea)\b"
    r"|[距离][^\d,.;?!]{0,4}?(?:海岸线?|岸线|岸边|海边|海滨)"
    r"|(?:海岸线?|岸线|海边|海滨|沿海|近岸|离岸|岸边)(?:以外|以内|向外|向内|外|内)?\s*"
    rf"{_HAN_NUMBER}+\s*(?:公里|千米|km|海里|米)"
)
_SUBJECTS = (
    (_RETURN_PERIOD, "grammar-no_return_period"),
    (_CLIMATE_CHANGE, "grammar-no_climate_change"),
    (_FORECAST_QUALITY, "grammar-no_forecast_quality"),
    (_OTHER_EVENTS, "grammar-no_other_events"),
    (_COAST_DISTANCE, "grammar-no_coast_distance"),
)


def refuse_subjects(text: str) -> None:
    """Refuse a text that names what no data of one event hold.

    Parameters
    ----------
    text : str
        A question, a claim or a request, as written.

    Raises
    ------
    NotReadError
        ``outside_the_data``, with the words and the reason.
    """
    flat = flatten(text)
    for pattern, reason in _SUBJECTS:
        found = pattern.search(flat)
        if found is not None:
            words = text[found.start() : found.end()].strip()
            raise NotReadError(
                "outside_the_data", Message(id=reason, params={"words": words}), words
            )


def without_epithets(text: str) -> tuple[str, tuple[str, ...]]:
    """Blank what a request calls its event: "the once-in-a-century rain", 百年一遇的暴雨.

    Before the name of a definite event it is an epithet and asks nothing. Whoever asks whether it
    was "a once-in-a-century flood", how rare or how much is left to :func:`refuse_subjects`.

    Parameters
    ----------
    text : str
        A request, as written.

    Returns
    -------
    tuple of (str, tuple of str)
        The text, of the same length, and the words that were blanked.
    """
    flat = flatten(text)
    if len(flat) != len(text) or _HOW_MUCH.search(flat):
        return text, ()
    found = list(_EPITHET.finditer(flat))
    for match in found:
        text = text[: match.start()] + " " * len(match[0]) + text[match.end() :]
    return text, tuple(match[0] for match in found)
