"""Sentences of bulletins held against the data: supported, contradicted or not checkable."""

from __future__ import annotations

import logging
import re

from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import (
    ClaimCheck,
    ClaimReport,
    ClaimVerdict,
    Comparator,
    PlaceMention,
    QuantityMention,
    RequestReading,
    Threshold,
)
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.limits import TOO_LARGE
from diagnostics.language.lexicon import entries
from diagnostics.language.reading import read_request, same_unit
from diagnostics.questions.claim_values import (
    NEAREST,
    NEGATIVE,
    ONE_END,
    Bound,
    found_value,
    holds,
)
from diagnostics.questions.measure import Desk
from diagnostics.questions.places import narrowed
from diagnostics.questions.told import in_language
from diagnostics.units import convert

log = logging.getLogger(__name__)

_EVERYWHERE = re.compile(
    r"(?<![a-z])(?:everywhere|throughout|at\s+all\s+times|all\s+(?:of|over|across)|no\s+lower\s+than)"
    r"(?![a-z])|各地均|全区|始终|一直|均(?!值)"
)
_STAYING = re.compile(
    r"(?<![a-z])(?:stay\w*|remain\w*|kept|never|nowhere|not|n't|everywhere|throughout|no\s+more)"
    r"(?![a-z])|n't|未|不足|不超过|始终|一直|均(?!值)|没有"
)
_SHORT_OF = re.compile(
    r"(?<![a-z])(?:never|not|nowhere|\w+n't)\s+(?:\w+\s+)?(?:reach\w*|attain\w*|hit|get\s+to)(?![a-z])"
    r"|(?:未曾|从未|并未|未|没有|没能|不曾|不到)(?:能)?(?:达|升)"
)
"""That a value was not reached: it stayed below."""
_FUTURE = re.compile(
    r"(?<![a-z])(?:is|are)\s+(?:expected|likely|forecast|set)\s+to(?![a-z])|预计|预报|将(?!军)"
)
_CLAUSE = re.compile(r"\s*[;；]\s*|,\s*(?:while|whereas|but)\s+|，(?:而|但)|\s+while\s+(?=[a-z])")
_TOLERANCES = {"pressure": 2.0, "temperature": 1.0, "height": 20.0, "percent": 5.0}
"""How far a round number may lie from the value it speaks of, in the quantity's own unit."""
RELATIVE = 0.05
"""The same for winds and amounts, as a share of the stated number."""


def verify(sentence: str, desk: Desk, language: Language | None = None) -> ClaimReport:
    """Hold a sentence against the data.

    Parameters
    ----------
    sentence : str
        English or Chinese; clauses divided by a semicolon, "while" or "but" are checked one by
        one and share place and time.
    desk : Desk
    language : Language, optional
        Of the report; the sentence's own by default.

    Returns
    -------
    ClaimReport
        Each claim with the stated and the found number, operator and provenance.
    """
    around = desk.surroundings()
    whole = read_request(sentence, around)
    if language is not None:
        whole = whole.model_copy(update={"language": language})
    checks: list[ClaimCheck] = []
    parts = [part for part in _CLAUSE.split(sentence) if part.strip()]
    for part in parts:
        reading = whole if len(parts) == 1 else _inherit(read_request(part, around), whole)
        if len(parts) == 1 or reading.thresholds:
            checks += _guarded(part, reading, desk)
    if not checks:
        checks = _guarded(sentence, whole, desk)
    return ClaimReport(
        sentence=sentence,
        language=whole.language,
        verdict=_overall(checks),
        claims=tuple(checks),
        reason="; ".join(dict.fromkeys(item.reason for item in checks if item.reason)),
        reading=in_language(whole, whole.language),
    )


def _overall(checks: list[ClaimCheck]) -> ClaimVerdict:
    verdicts = {item.verdict for item in checks}
    for verdict in (ClaimVerdict.CONTRADICTED, ClaimVerdict.SUPPORTED):
        if verdict in verdicts:
            return verdict
    return ClaimVerdict.NOT_CHECKABLE


def _inherit(part: RequestReading, whole: RequestReading) -> RequestReading:
    """Let a clause that names no place or time share those of the sentence."""
    changes: dict[str, object] = {}
    if not part.places:
        changes["places"] = whole.places
    if part.window is None and not part.instants:
        changes |= {"window": whole.window, "instants": whole.instants}
    if not part.quantities:
        changes["quantities"] = whole.quantities
    return part.model_copy(update=changes)


def _not_checkable(words: str, reason: str, **known: object) -> ClaimCheck:
    return ClaimCheck.model_validate(
        {"words": words, "verdict": ClaimVerdict.NOT_CHECKABLE, "reason": reason, **known}
    )


def _guarded(words: str, reading: RequestReading, desk: Desk) -> list[ClaimCheck]:
    """Check a clause; where the program itself fails, say so and leave a log record."""
    try:
        return _check(words, reading, desk)
    except Exception as error:
        log.info("a claim met a fault of the program: %r", words, exc_info=error)
        kind = type(error).__name__
        return [_not_checkable(words, f"the program failed ({kind}): report it with the data")]


def _check(words: str, reading: RequestReading, desk: Desk) -> list[ClaimCheck]:
    """Check every number of one clause."""
    if not reading.thresholds:
        return [_not_checkable(words, "the sentence states no number with a unit")]
    if _FUTURE.search(words.lower()) and desk.inventory.origin not in ("forecast", "unknown"):
        return [
            _not_checkable(
                words, f"the sentence speaks of the future; the data are {desk.inventory.origin}"
            )
        ]
    if reading.ambiguities:
        first = reading.ambiguities[0]
        choices = f" ({'; '.join(first.choices)})" if first.choices else ""
        return [_not_checkable(words, f"'{first.words}': {first.message}{choices}")]
    checks = []
    for threshold in reading.thresholds:
        mention = _quantity_of(words, reading, threshold)
        if mention is None:
            checks.append(
                _not_checkable(
                    threshold.words, f"no quantity in the sentence is measured in {threshold.unit}"
                )
            )
            continue
        checks.append(_check_one(words, reading, mention, threshold, desk))
    return checks


def _quantity_of(
    words: str, reading: RequestReading, threshold: Threshold
) -> QuantityMention | None:
    """Return the quantity that a number is said of: the nearest before it that fits its unit."""
    fitting = [item for item in reading.quantities if same_unit(item, threshold)]
    if not fitting:
        return None
    flat = words.lower()
    at = flat.find(threshold.words.lower())
    before = [item for item in fitting if 0 <= flat.find(item.words.lower()) < at]
    chosen = before[-1] if before else fitting[0]
    centre = next((item for item in fitting if item.id in ("low_centre", "high_centre")), None)
    if centre is not None and chosen.id == "mean_sea_level_pressure":
        # "the low had a central pressure of": the pressure is that of the centre
        return centre
    return chosen


def _check_one(
    words: str,
    reading: RequestReading,
    mention: QuantityMention,
    threshold: Threshold,
    desk: Desk,
) -> ClaimCheck:
    place = narrowed(reading.places)
    bound = _bind(words, reading, mention, threshold, place)
    known = {
        "quantity": mention.id,
        "level": mention.level,
        "statistic": bound.statistic,
        "comparator": bound.comparator,
        "stated": bound.value,
        "stated_upper": bound.upper,
        "unit": mention.unit,
        "place": place.name if place else "",
        "tolerance": bound.tolerance,
    }
    if len(reading.places) > 1 and place is None:
        names = ", ".join(item.name for item in reading.places)
        return _not_checkable(
            threshold.words, f"the sentence names several places: {names}", **known
        )
    try:
        found = found_value(reading, bound, place, desk)
    except DiagnosticsError as error:
        if error.ends_run and error.code != TOO_LARGE:
            raise
        return _not_checkable(threshold.words, error.message, **known)
    supported = holds(bound, found.value)
    return ClaimCheck.model_validate(
        {
            **known,
            "words": threshold.words,
            "verdict": ClaimVerdict.SUPPORTED if supported else ClaimVerdict.CONTRADICTED,
            "found": found.value,
            "latitude": found.latitude,
            "longitude": found.longitude,
            "time": found.time,
            "operator": found.operator,
            "provenance": (found.provenance,),
        }
    )


def _bind(
    words: str,
    reading: RequestReading,
    mention: QuantityMention,
    threshold: Threshold,
    place: PlaceMention | None,
) -> Bound:
    """Turn the words of a claim into a statistic and what should hold of it."""
    change = reading.trend is not None
    unit = threshold.unit or mention.unit
    difference = change or mention.id == "temperature_change_24h"
    value = _converted(threshold.value, unit, mention.unit, difference)
    upper = None
    if threshold.upper is not None:
        upper = _converted(threshold.upper, unit, mention.unit, difference)
    comparator = threshold.comparator
    short_of = comparator is Comparator.ABOUT and _SHORT_OF.search(words.lower())
    if short_of and not change and mention.end != "min":
        comparator = Comparator.BELOW
    if (change and reading.trend == "fall") or mention.id in NEGATIVE:
        value, comparator = -abs(value), _mirrored(comparator)
        upper = None if upper is None else -abs(upper)
    if upper is not None:
        value, upper = min(value, upper), max(value, upper)
    statistic = "change" if change else _statistic(words, reading.statistic, mention, comparator)
    tolerance = None
    if comparator in (Comparator.ABOUT, Comparator.BETWEEN):
        sort = entries()[mention.id].sort if mention.id in entries() else "amount"
        tolerance = _TOLERANCES.get(sort, RELATIVE * abs(value))
        if comparator is Comparator.BETWEEN:
            tolerance = tolerance / 2.0
    return Bound(mention, threshold, comparator, value, upper, statistic, tolerance)


def _converted(value: float, unit: str, target: str, difference: bool) -> float:
    if unit == target or {unit, target} <= {"sigma", "1"}:
        return value
    if unit == "degC" and target == "K" and difference:
        return value
    return float(convert(value, unit, target, difference, water_equivalent=True))


def _mirrored(comparator: Comparator) -> Comparator:
    return {Comparator.ABOVE: Comparator.BELOW, Comparator.BELOW: Comparator.ABOVE}.get(
        comparator, comparator
    )


def _statistic(
    words: str, said: str | None, mention: QuantityMention, comparator: Comparator
) -> str:
    """Return which value of a region and period a claim speaks of."""
    flat = words.lower()
    if mention.id in ONE_END and mention.end is not None:
        return mention.end
    if said is not None and said.startswith(("mean", "median", "p")):
        return said
    sort = entries()[mention.id].sort if mention.id in entries() else "amount"
    if comparator is Comparator.ABOVE:
        if said == "min" or (_EVERYWHERE.search(flat) and not _STAYING.search(flat)):
            return "min"
        return "max"
    if comparator is Comparator.BELOW:
        if said in ("max", "min"):
            return said
        if _STAYING.search(flat) or mention.end == "max" or sort in ("wind", "amount", "percent"):
            return "max"
        return "min"
    if said is not None:
        return said
    if mention.end is not None:
        return mention.end
    return "max" if sort in ("wind", "amount") else NEAREST
