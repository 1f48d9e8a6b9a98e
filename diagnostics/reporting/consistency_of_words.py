"""Words that say another thing of a feature than the report does elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from diagnostics.grid.distance import great_circle_km
from diagnostics.reporting.consistency_reading import Shown, shown_in
from diagnostics.reporting.consistency_subjects import LEVELS, Clause, Fact, Statements
from diagnostics.reporting.places import name_of_point

APART_KM = 60.0
TURN_DEG = 50.0
ROUNDED_DEG = 0.05
"""What a printed position may differ by from its own."""
_AWAY = re.compile(r"^\d+ km [a-z-]+ of |[东南西北]+侧\d+ km$")
"""How far a position lies from the place that names it."""
_BEFORE, _AFTER = 110, 14
"""Letters around a value that say which property it is of."""
_WIND = r"from_deg$|direction_deg_from$|^jets\.\d+\.(?:part\.)?toward_deg$|speed_ms$"
_BLOWS = re.compile(r"^\s*(?:风|wind)|from the(?: [a-z]+)? $")
_ROLES: tuple[tuple[str, str, str], ...] = (
    ("threshold", r"threshold", r"limit|threshold|expected|阈值|预期"),
    ("severity", r"\.severity$", r"severity index|强度指数"),
    ("motion", r"\.(?:movement|earlier)\.(?!change)", r"\bmov|移动|移速|移向"),
    ("control", r"^controls\.", r"quiet|对照|无过程"),
    ("lag", r"apart_hours", r"\bbefore\b|\bafter\b|较峰值|[早晚]"),
    ("confidence", r"confidence", r"confiden|可信度"),
    ("share", r"fraction", r"\bshare|of it\b|比例|占"),
    ("widest", r"area_time", r"widely|范围"),
    ("onset", r"(?:metrics|objects\.\d+)\.onset$", r"onset|beg[ai]n|start|from $|开始|起止时间为$"),
    (
        "end",
        r"(?:metrics|objects\.\d+)\.end$",
        r"\bend(?:s|ed)?\b|until|结束|\bfrom .+ to $|起止.+至$",
    ),
    ("change", r"\.change$", r"\bchange|变化| in \d+ h"),
    ("wind", _WIND, r"from the|风|wind|reaches"),
    ("smoothing", r"smoothed_km", r"sigma|σ|smooth"),
    ("level", r"level_hpa$", r"\bat $|\($"),
    ("gradient", r"^flow\.gradient", r"\(100 km\)"),
)
"""Properties, by the path of a claim and by the words beside a value."""
_COUNTS: tuple[tuple[str, str], ...] = (
    (r"^confirmed\.#", r"confirmed|(?<!未)证实"),
    (r"^explanation\.own\.#", r"speak for|支持它|of the explanation|成因的已证实"),
    (r"^refuted\.#", r"not found|未识别|未发现|未证实|refuted"),
    (r"^uncontrolled\.#", r"without the event|quiet|没有过程|对照|无过程"),
    (r"^undetermined\.#", r"undetermined|无法判定"),
    (r"^turns$", r"[Rr]ounds|轮"),
    (r"^times\.#", r"\btimes\b|时次"),
    (r"^levels_hpa\.#", r"\blevels\b|层"),
    (r"^checked\.ran\.#", r"checks|检查"),
    (r"^checked\.findings\.#", r"findings|有问题|异常"),
    (r"objects\.#$", r"\bevents\b|事件"),
    (r"^occurrence\.confidence$", r"[Cc]onfidence in this|此判断的可信度"),
    (r"^explanation\.confidence$", r"[Cc]onfidence in the|成因解释的可信度"),
    (r"\.severity$", r"severity index|强度指数"),
    (
        r"confidence_parts\.|judgement\.confidence$|^assessments\.\d+\.confidence$",
        r"[Cc]onfidence: |可信度: ",
    ),
)
"""Counts and plain numbers, the one that words name last deciding."""
_COUNTED = re.compile(r"\s*(?:[)）]|个|factors|could|$)")
"""What follows the number of things that a sentence counts."""
_LIST = re.compile(r"^\s*(?:[)）]|个)?\s*[:：]")


@dataclass(frozen=True)
class Said:
    """Words that a report contradicts, and the fact that does."""

    clause: Clause
    words: str
    fact: Fact | None
    instead: str = ""


def values_apart(statements: Statements) -> Iterator[Said]:
    """Yield the values in a person's words that the report gives otherwise.

    Of each value the facts of the same feature and dimension are sought, first those that the same
    sentence does not show already: a sentence tells a value once.
    """
    for clause in statements.clauses():
        yield from _listed(clause)
        if not clause.own:
            continue
        literal = clause.literal()
        for shown in shown_in(literal):
            level = shown.unit == "hPa" or shown.kind == "count"
            if level and abs(shown.value[0]) in LEVELS:
                continue
            if shown.kind == "place" and shown.name:
                yield from _misnamed(statements, clause, shown)
            told = _candidates(statements, clause, shown)
            if not told or any(agree(shown, one) for _, one in told):
                continue
            counted = shown.kind == "count" and _COUNTED.match(literal[shown.end :])
            strict = clause.bound or counted or _is_of_one_wind(clause, shown, told)
            if strict or not _told_elsewhere(statements, clause, shown):
                yield Said(clause, shown.text, told[0][0])


def _listed(clause: Clause) -> Iterator[Said]:
    """Yield a count before a list that has another length."""
    place, parts = 0, []
    for text, claim in clause.pieces:
        parts.append((place, text, claim))
        place += len(text)
    own = [one for one in shown_in(clause.literal()) if one.kind == "count"] if clause.own else []
    counted = [(one.end, one.value[0], one.text) for one in own]
    counted += [
        (start + len(text), float(str(claim.value)), text)
        for start, text, claim in parts
        if claim is not None and claim.path == "explanation.own.#"
    ]
    for end, count, words in counted:
        after = [
            claim
            for start, _, claim in parts
            if start >= end and claim is not None and not claim.path.endswith(".level")
        ]
        length = sum(claim.path.startswith("title_") for claim in after)
        if _LIST.search(clause.text[end:]) and length == len(after) and 0 < length != count:
            yield Said(clause, words, None, f"{length}")


def _is_of_one_wind(clause: Clause, shown: Shown, told: list[tuple[Fact, Shown]]) -> bool:
    """Whether a direction is that of the wind of the only thing that a clause names."""
    of_wind = all(re.search(_WIND, fact.claim.path) for fact, _ in told)
    return shown.kind == "direction" and len(clause.subjects) == 1 and of_wind


def _told_elsewhere(statements: Statements, clause: Clause, shown: Shown) -> bool:
    """Whether the report tells this value of anything that the clause may mean as well."""
    families = {_family(one) for one in clause.subjects}
    around = clause.text[max(0, shown.start - _AFTER) : shown.start], clause.text[shown.end :]
    of_wind = shown.kind == "direction" and any(map(_BLOWS.search, around))
    return any(
        one.kind == shown.kind and one.unit == shown.unit and agree(shown, one)
        for fact in statements.facts
        if not of_wind or re.search(_WIND, fact.claim.path)
        if fact.subject in clause.subjects or _family(fact.subject) not in families
        for one in fact.shown
    )


def _family(subject: str) -> str:
    return re.split(r"[.:](?=[^.:]*$)", subject)[0]


def _candidates(statements: Statements, clause: Clause, shown: Shown) -> list[tuple[Fact, Shown]]:
    facts = [
        (fact, one)
        for fact in statements.facts
        if fact.subject in clause.subjects or shown.kind == "count"
        for one in fact.shown
        if one.kind == shown.kind and one.unit == shown.unit
    ]
    if shown.kind == "count":
        near = re.split(r"[,;，；|]", clause.text[: shown.start])[-1] + clause.text[shown.end :]
        return _of_count(facts, clause, near) or _of_count(facts, clause, clause.text)
    beside = clause.text[max(0, shown.start - _BEFORE) : shown.start]
    after = clause.text[shown.end : shown.end + _AFTER]
    whole = clause.text if clause.section == "timeline" else beside
    facts = _unsaid(facts, clause) or facts
    return _of_role(facts, beside, after, whole) or facts


def _of_count(
    facts: list[tuple[Fact, Shown]], clause: Clause, words: str
) -> list[tuple[Fact, Shown]]:
    """Return the counts of what words name, the most particular name deciding."""
    for path, names in reversed(_COUNTS):
        chosen = [
            item
            for item in facts
            if re.search(path, item[0].claim.path)
            and (item[0].subject in clause.subjects or item[0].subject in ("run", ""))
        ]
        if chosen and re.search(names, words):
            return _unsaid(chosen, clause) or chosen
    return []


def _unsaid(facts: list[tuple[Fact, Shown]], clause: Clause) -> list[tuple[Fact, Shown]]:
    if not clause.bound:
        return facts
    return [item for item in facts if item[0].claim.id not in clause.bound]


def _of_role(
    facts: list[tuple[Fact, Shown]], before: str, after: str, whole: str
) -> list[tuple[Fact, Shown]]:
    near = re.split(r"[,;，；|]", before)[-1] + "\0" + re.split(r"[,;，；|]", after)[0]
    roles = {
        name
        for name, _, words in _ROLES
        if re.search(words, whole if name in ("onset", "end") else near, re.IGNORECASE)
    }
    if "end" in roles:
        roles.discard("onset")
    played = [
        ({name for name, path, _ in _ROLES if re.search(path, fact.claim.path)}, fact, one)
        for fact, one in facts
    ]
    matching = [(fact, one) for mine, fact, one in played if mine and mine <= roles]
    return matching or [(fact, one) for mine, fact, one in played if not mine]


def agree(shown: Shown, told: Shown) -> bool:
    """Whether one thing that words show is another, as far as both are printed.

    Parameters
    ----------
    shown, told : Shown
        Of one kind and unit.
    """
    if shown.kind == "time":
        pairs = zip(shown.value, told.value, strict=True)
        return all(one == other or min(one, other) < 0 for one, other in pairs)
    if shown.kind == "place":
        return float(great_circle_km(*shown.value, *told.value)) <= APART_KM
    if shown.kind == "direction":
        return abs((shown.value[0] - told.value[0] + 180.0) % 360.0 - 180.0) <= TURN_DEG
    one, other = shown.value[0], told.value[0]
    if one >= 0.0 > other and "−" not in shown.text:  # "falls by 5 hPa" of a change of -5
        other = -other
    return abs(one - other) <= (shown.value[1] + told.value[1]) * 1.001


def _misnamed(statements: Statements, clause: Clause, shown: Shown) -> Iterator[Said]:
    """Yield a position beside the name of another place."""
    language = statements.report.language
    latitude, longitude = shown.value
    names = [
        name_of_point(latitude + north, longitude + east, language)
        for north in (0.0, -ROUNDED_DEG, ROUNDED_DEG)
        for east in (0.0, -ROUNDED_DEG, ROUNDED_DEG)
    ]
    found = [_AWAY.sub("", name) for name in names if name is not None]
    if found and _AWAY.sub("", shown.name) not in found:
        yield Said(clause, shown.text, None, found[0])
