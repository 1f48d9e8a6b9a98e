"""Terms that exclude each other: met and not met, deepens and fills, found and not found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from diagnostics.contracts.conclusion import level_of
from diagnostics.contracts.enums import Category, EventType, Firing, Language
from diagnostics.contracts.systems import FrontType, JetQuadrant, UpperKind
from diagnostics.detection.features.registry import DETECTORS
from diagnostics.messages import term
from diagnostics.reporting.consistency_of_words import Said
from diagnostics.reporting.consistency_reading import shown_in
from diagnostics.reporting.consistency_subjects import Clause, Fact, Statements, kinds_in
from diagnostics.reporting.motion import STEADY

States = tuple[tuple[str, frozenset[str]], ...]
"""Patterns of words, and the states of a thing that they may be said of."""
_MET: States = (
    (
        r"not assessable|cannot be (?:tested|assessed)|do not allow|不可评估|无法评估"
        r"|无法检验|不能检验",
        frozenset({Firing.NOT_ASSESSABLE}),
    ),
    (
        r"\bnot met\b|\bnot (?:reached|fulfilled)\b|no [a-z ]*(?:occurred|happened)|未满足|不满足"
        r"|没有满足|未达到?判据|未出现|没有出现|未发生|没有发生",
        frozenset({Firing.NOT_FIRED, Firing.REACHED_HERE, Firing.LIKELY_AT_STATIONS}),
    ),
    (r"\bmet\b|\bmeets?\b|(?<![未不])满足", frozenset({Firing.FIRED})),
)
_VERDICT: States = (
    (
        r"undetermined|could not be (?:decided|judged)|无法判定|无法判断|未能判定",
        frozenset({"undetermined"}),
    ),
    (
        r"refuted|not found|not confirmed|was rejected|is rejected|disproved|未证实|未识别|未发现"
        r"|未被证实|没有证实|被否定|不成立|未检出|没有发现",
        frozenset({"refuted"}),
    ),
    (
        r"\bconfirmed\b|\bis found\b|\bwas found\b|已证实|得到证实|被证实|已被证实",
        frozenset({"confirmed"}),
    ),
)
_STANDING: States = (
    (r"supports or opposes|既不支持也不否定", frozenset({"open"})),
    (r"rejected|ruled out|\bfallen\b|discarded|refuted|不成立|被?否定|排除", frozenset({"fallen"})),
    (
        r"favou?red|favou?rs this|\bleading\b|main explanation|main cause|主要成因|主导|主因|首要"
        r"|(?:mainly|chiefly|primarily) (?:due|caused|driven|made)"
        r"|主要是?由.*(?:造成|引起|所致|导致)",
        frozenset({"leading"}),
    ),
    (r"\bopen\b|undecided|未定|悬而未决", frozenset({"open"})),
    (r"contribut|共同作用|同时起作用|进而促成", frozenset({"contributing", "leading"})),
)
_CONFIRMED_CAUSE = re.compile(r"(?<!not )\bconfirmed\b|(?<!未)(?<!部分)证实")
_DEEPENS = re.compile(r"deepen|intensif|加深|加强|增强|发展")
_FILLS = re.compile(r"\bfill|weaken|decay|填塞|减弱|减弱|衰减")
_GROWS = re.compile(r"strengthen|intensif|builds|加强|增强")
_CAME = re.compile(r"\bhas\b|\bhad\b|[Ss]ince|以来|此前|过去")
_GOES = re.compile(r"\bBy\b|\bthen\b|will|[Uu]ntil|^至|，至|此后|未来|将")
_ASIDE = re.compile(r"[(（][^()（）]*[)）]")
_NONE = re.compile(
    r"\bno(?: [a-z-]+){0,2} (?:lows?|highs?|jets?|fronts?|troughs?|ridges?|plumes?)\b(?! near)"
    r"|cannot (?:show|tell)|(?:is|are|was) (?:absent|not found)"
    r"|(?:没有|未见|未发现|不存在|无法给出|看不到|无)[^，。；]{0,8}(?:低压|高压|急流|锋|槽|脊|水汽)"
    r"|(?:锋面?|急流|槽线?|脊线?|低压|高压)[^，。；]{0,4}(?:不存在|未见)",
    re.IGNORECASE,
)
_THERE = re.compile(
    r"\bthere (?:is|was|are|were) (?:an?|the|one|two)\b|\b(?:lies|lay|runs|ran|crosses|crossed)\b"
    r"|有[一两]?[条个支]|存在|横贯|穿过|位于"
)
_NEAR_KM = 600.0
"""Nearer than this a system is near."""
_NONE_FOUND = re.compile(r"\b(?:no|neither) [^,;.]*\b(?:is|was) found")
"""That nothing was found says nothing of the factor beside it."""
_FRONTS = {
    "cold": re.compile(r"cold fronts?|冷锋"),
    "warm": re.compile(r"warm fronts?|暖锋"),
    "occluded": re.compile(r"occluded fronts?|occlusions?|锢囚"),
    "stationary": re.compile(r"stationary fronts?|静止锋"),
}
_EXTRATROPICAL = re.compile(r"extratropical|温带")
_ALOFT = re.compile(r"\baloft\b|\b\d00 hPa\b|高空|\d00 hPa")
_COMES = re.compile(r"approach(?:es|ing)|comes? nearer|coming nearer|靠近|逼近|接近|移近")
_LEAVES = re.compile(r"moves? away|moving away|recedes?|远离|离开|移离")
_SINGLE = re.compile(
    r"\bno (?:further|other|second) (?:[a-z]+ )?(?:event|{event})|\b(?:the )?only (?:one )?{event}"
    r"|仅有?一[次个场]|只有一[次个场]|没有(?:其他|另外|第二)|别无"
)
_NEARBY = re.compile(r"near(?:by)?\b|附近")
"""Words after which a denial is of something nearer."""
_OF_A_KIND = re.compile(r"\b(?:has|have|with)\b|具备")
"""Words after which a denial is of something of another kind."""
_DOUBT = re.compile(r"\bnot\b|cannot|whether|missing|缺少|不能|无法|未|没有|无")
_LATER = re.compile(r"later section|见后文")
"""Words that lead on to another section, and say nothing of what was named before them."""
_CONTROL = re.compile(r"quiet (?:place|time)|无过程|对照")
_NOBODY = re.compile(r"\bnone\b|\bnothing\b|\bnot\b|\bno\b|均不|既不|并不|没有", re.IGNORECASE)
_AGAINST = re.compile(r"speaks? against|argues? against|opposes?|反对|否定该?成因|不支持")
_FOR = re.compile(r"speaks? for|supports?|支持")
_LEVEL = re.compile(r"confiden|可信度")
_GRADE = re.compile(r"(?:Grade|等级)[:：为是 ]+(?P<words>[^.。;；|]+)")


def terms_apart(statements: Statements) -> Iterator[Said]:
    """Yield words whose term excludes what the report says of the same thing elsewhere."""
    for clause in statements.clauses():
        for rule in _RULES:
            yield from rule(statements, clause)


def _state(
    words: str, states: tuple[tuple[str, frozenset[str]], ...]
) -> tuple[str, frozenset[str]]:
    """Return the first state that words name, and the words; none where they name no state."""
    for pattern, allowed in states:
        match = re.search(pattern, words, re.IGNORECASE)
        if match:
            return match[0], allowed
    return "", frozenset()


def _fact(statements: Statements, subject: str, path: str) -> Fact | None:
    """Return the first fact of a subject whose path ends as asked."""
    for fact in statements.facts:
        if fact.subject == subject and re.search(path, fact.claim.path):
            return fact
    return None


def _criteria(statements: Statements, clause: Clause) -> Iterator[Said]:
    """A type is met, not met, or cannot be tested."""
    found, allowed = _state(clause.literal(), _MET)
    if not found or _CONTROL.search(clause.text):
        return
    results = {
        f"event:{item.event}": item.firing for item in statements.report.classification.assessments
    }
    for subject in clause.subjects:
        if subject in results and results[subject] not in allowed:
            yield _told(statements, clause, found, subject, r"firing$", results[subject])
            return


def _verdicts(statements: Statements, clause: Clause) -> Iterator[Said]:
    """A factor is confirmed, refuted or undetermined."""
    if not clause.own or _CONTROL.search(clause.text) or _LATER.search(clause.text):
        return
    if any(one.startswith("cause:") for one in clause.subjects):
        return
    words = _ASIDE.sub(" ", clause.literal())
    if _NONE_FOUND.search(words):
        return
    found, allowed = _state(words, _VERDICT)
    judged = {
        f"evidence:{item.id}": item.judgement.verdict
        for item in statements.report.evidence
        if item.judgement is not None
    }
    for subject in clause.subjects if found else ():
        if subject in judged and judged[subject] not in allowed:
            yield _told(statements, clause, found, subject, r"verdict$", judged[subject])
            return


def _standings(statements: Statements, clause: Clause) -> Iterator[Said]:
    """An explanation leads, contributes, is open or has fallen."""
    standing = {f"cause:{one.cause}": one.standing for one in statements.report.conclusion.causes}
    words = clause.literal()
    found, allowed = _state(words, _STANDING)
    if not found and clause.own and (match := _CONFIRMED_CAUSE.search(words)):
        found, allowed = match[0], frozenset({"leading", "contributing"})
    subjects = [one for one in clause.subjects if one in standing]
    for subject in subjects if found else ():
        if standing[subject] not in allowed and (clause.own or len(subjects) == 1):
            yield _told(statements, clause, found, subject, r"standing$", standing[subject])
            return


def _support(statements: Statements, clause: Clause) -> Iterator[Said]:
    """A factor speaks for an explanation, or against it."""
    if not clause.own:
        return
    words = clause.literal()
    causes = statements.report.conclusion.causes
    leading = [one for one in causes if one.standing == "leading"]
    named = [one for one in causes if f"cause:{one.cause}" in clause.subjects] or leading
    for pattern, other in ((_AGAINST, "supported_by"), (_FOR, "opposed_by")):
        match = pattern.search(words)
        if not match or _NOBODY.search(words) or (pattern is _FOR and _AGAINST.search(words)):
            continue
        for one in named:
            for item in getattr(one, other):
                if f"evidence:{item}" in clause.subjects:
                    yield _told(
                        statements, clause, match[0], f"cause:{one.cause}", "standing", other
                    )
                    return


def _trends(statements: Statements, clause: Clause) -> Iterator[Said]:
    """A low deepens or fills, a high strengthens or weakens, as its values do."""
    systems = statements.report.systems
    words = clause.literal()
    for subject in clause.subjects:
        if systems is None or not subject.startswith("systems:pressure."):
            continue
        system = systems.pressure[int(subject.rpartition(".")[2])]
        rising, falling = (_FILLS, _DEEPENS) if system.kind == "low" else (_GROWS, _FILLS)
        up, down = rising.search(words), falling.search(words)
        if bool(up) == bool(down):
            continue
        paths = {claim.path for claim in clause.claims()}
        moves = {
            name: move.change
            for name, move in (("earlier", system.earlier), ("movement", system.movement))
            if move is not None and move.change is not None
        }
        named = [name for name in moves if any(f".{name}." in path for path in paths)]
        if len(named) != 1:
            named = [
                name
                for name, told in (("earlier", _CAME), ("movement", _GOES))
                if name in moves and told.search(clause.text)
            ]
        changes = {name: moves[name] for name in (named if len(named) == 1 else moves)}
        match = up or down
        if match and changes and not any((c > 0) == bool(up) for c in changes.values() if c):
            name = next(iter(changes))
            fact = _fact(statements, subject, rf"\.{name}\.change$")
            if fact is not None or max(map(abs, changes.values())) >= STEADY:
                yield Said(clause, match[0], fact, "" if fact else f"{changes[name]:+.1f}")
        return


def _presence(statements: Statements, clause: Clause) -> Iterator[Said]:
    """A system is said to be there, or not, as the situation has it."""
    systems = statements.report.systems
    if not clause.own or systems is None:
        return
    words = clause.literal()
    none = _NONE.search(words)
    known_of = {
        kind: tuple(one for one in statements.systems_of(kind) if _is_meant(statements, one, words))
        for kind in kinds_in(words)
    }
    about = any(claim.source == "systems" for claim in clause.claims())
    if none:
        named = [one for kind in kinds_in(none[0]) or known_of for one in known_of.get(kind, ())]
        if _NEARBY.search(words):
            named = [one for one in named if _is_near(statements, one)]
        if named and not about and not _OF_A_KIND.search(words):
            yield Said(clause, words.strip(), _fact_of_system(statements, named[0]))
        return
    parts = {"low": "pressure", "high": "pressure", "trough": "axes", "ridge": "axes"}
    fact = _fact(statements, "systems:cannot_tell", "cannot_tell")
    of_factor = any(one.startswith(("evidence:", "cause:", "tool:")) for one in clause.subjects)
    for kind, known in known_of.items():
        aside = about or of_factor or _DOUBT.search(words)
        if known or aside:
            continue
        if parts.get(kind, kind) in systems.cannot_tell:
            if fact:
                yield Said(clause, words.strip(), fact)
                return
        elif _THERE.search(words):
            yield Said(clause, words.strip(), None, "–")
            return


def _is_meant(statements: Statements, subject: str, words: str) -> bool:
    """Whether a system is of the type of front, or aloft, as words ask for."""
    part, _, number = subject.removeprefix("systems:").partition(".")
    systems = statements.report.systems
    if part == "fronts" and systems is not None:
        types = [name for name, pattern in _FRONTS.items() if pattern.search(words)]
        return not types or systems.fronts[int(number)].type in types
    if part != "pressure" or systems is None:
        return True
    tropical = systems.pressure[int(number)].cyclone is not None
    return not _ALOFT.search(words) and not (tropical and _EXTRATROPICAL.search(words))


def _is_near(statements: Statements, subject: str) -> bool:
    """Whether a system lies near the event."""
    part, _, number = subject.removeprefix("systems:").partition(".")
    item = getattr(statements.report.systems, part)[int(number)]
    return item.position is None or item.position.distance_km <= _NEAR_KM


def _approaches(statements: Statements, clause: Clause) -> Iterator[Said]:
    """A front comes nearer, or moves away."""
    systems = statements.report.systems
    words = clause.literal()
    comes, leaves = _COMES.search(words), _LEAVES.search(words)
    if systems is None or bool(comes) == bool(leaves):
        return
    for subject in clause.subjects:
        if not subject.startswith("systems:fronts."):
            continue
        approach = systems.fronts[int(subject.rpartition(".")[2])].approach
        if approach is not None and (approach == "toward") != bool(comes):
            match = comes or leaves
            assert match is not None
            yield Said(clause, match[0], _fact_of_system(statements, subject))
        return


def _singles(statements: Statements, clause: Clause) -> Iterator[Said]:
    """There was one event of a type, or there were several."""
    if not clause.own:
        return
    language = statements.report.language
    for item in statements.report.classification.assessments:
        name = term(item.event, language).lower()
        pattern = _SINGLE.pattern.replace("{event}", re.escape(name))
        found = re.search(pattern, clause.literal(), re.IGNORECASE)
        if found and len(item.objects) > 1 and f"event:{item.event}" in clause.subjects:
            yield Said(clause, found[0], None, f"{len(item.objects)}")
            return


def _fact_of_system(statements: Statements, subject: str) -> Fact | None:
    return _fact(statements, subject, r"latitude|value") or _fact(statements, subject, r".")


def _levels(statements: Statements, clause: Clause) -> Iterator[Said]:
    """The word of a confidence is that of its number."""
    words = clause.literal()
    language = statements.report.language
    if not clause.own or not _LEVEL.search(clause.text):
        return
    said = [
        name
        for name in ("very_low", "moderate", "high", "low")
        if re.search(rf"(?<!\w)(?<!not )(?<!being ){re.escape(term(name, language))}(?!\w)", words)
        or (language is Language.ZH and re.search(rf"(?<!不){term(name, language)}", words))
    ][:1]
    numbers = [one.value[0] for one in shown_in(clause.text) if one.kind == "count"]
    facts = [
        fact
        for fact in statements.facts
        if fact.claim.path.endswith("confidence_level") and fact.claim.id not in clause.bound
    ]
    for name in said:
        if numbers and numbers[-1] <= 1.0 and level_of(numbers[-1]) != name:
            fact = next((one for one in facts if one.claim.value == level_of(numbers[-1])), None)
            yield Said(clause, term(name, language), fact, term(level_of(numbers[-1]), language))
        elif not numbers and facts and all(one.claim.value != name for one in facts):
            yield Said(clause, term(name, language), facts[0])


def _grades(statements: Statements, clause: Clause) -> Iterator[Said]:
    """The grade of a type is the same everywhere."""
    match = _GRADE.search(clause.text) if clause.own else None
    if match is None:
        return
    told = [statements.subject_of(statements.claims[name]) for name in sorted(clause.bound)]
    for subject in (*told, *clause.subjects):
        fact = _fact(statements, subject, r"grade_name$")
        if fact is not None and fact.words.strip().lower() != match["words"].strip().lower():
            yield Said(clause, match["words"].strip(), fact)
        if fact is not None:
            return


def _told(
    statements: Statements, clause: Clause, words: str, subject: str, path: str, value: str
) -> Said:
    fact = _fact(statements, subject, path)
    language = statements.report.language
    return Said(clause, words, fact, "" if fact else term(value, language))


def _vocabularies(statements: Statements, clause: Clause) -> Iterator[Said]:
    """A corrected sentence has the terms that the report has for the same thing."""
    if not clause.own or not clause.bound or _NONE.search(clause.literal()):
        return
    words = _ASIDE.sub(" ", clause.literal())
    language = statements.report.language
    about = {statements.subject_of(claim) for claim in clause.claims()} or set(clause.subjects)
    for path, form, names, within in _VOCABULARIES:
        facts = [
            fact
            for fact in statements.facts
            if fact.subject in about and re.search(path, fact.claim.path)
        ]
        unsaid = [fact for fact in facts if fact.claim.id not in clause.bound]
        if not unsaid or not re.search(within, f"{clause.where}: {clause.text}"):
            continue
        known = {term(form.format(fact.claim.value), language) for fact in facts}
        all_names = [term(name, language) for name in names] or [
            fact.words for fact in statements.facts if re.search(path, fact.claim.path)
        ]
        for name in sorted(all_names, key=len, reverse=True):
            pattern = rf"(?<![A-Za-z-]){re.escape(name)}(?![A-Za-z-])"
            found = re.search(pattern, words, re.IGNORECASE)
            if found and name not in known:
                yield Said(clause, found[0], unsaid[0])
            if found:
                break


_VOCABULARIES: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    (
        r"judgement\.strength$",
        "{}",
        ("weak", "significant", "strong", "extreme"),
        r"^(?:chain|refuted), table",
    ),
    (r"^category$", "{}", tuple(Category), r"^(?:chain|refuted), table"),
    (r"^causes\.\d+\.standing$", "{}", ("leading", "contributing", "open", "fallen"), "table"),
    (r"^controls\.standing$", "{}", ("control_counts", "control_trivial", "control_none"), ""),
    (
        r"^controls\.tests\.\d+\.finding$",
        "{}",
        ("control_as_strong", "control_weaker", "control_absent", "control_unknown"),
        r"quiet|无过程|对照",
    ),
    (r"^assessments\.\d+\.event$|^occurrence\.event$", "{}", tuple(EventType), ""),
    (r"^assessments\.\d+\.metrics\.quantity$", "{}", (), ""),
    (r"features\.\d+\.kind$|detectors\.\d+\.detector$", "{}", tuple(DETECTORS), ""),
    (r"^pressure\.\d+\.kind$", "pressure_{}", ("pressure_low", "pressure_high"), ""),
    (r"^axes\.\d+\.kind$", "{}", ("trough", "ridge"), ""),
    (r"^upper\.\d+\.kind$", "{}", get_args(UpperKind), ""),
    (r"^plumes\.\d+\.kind$", "{}", ("atmospheric_river", "vapour_corridor"), ""),
    (r"^jets\.\d+\.quadrant$", "{}", get_args(JetQuadrant), ""),
    (
        r"^fronts\.\d+\.type$",
        "{}_front",
        tuple(f"{name}_front" for name in get_args(FrontType)),
        "",
    ),
)
"""Terms that exclude each other: of which claims, how a value names its term, all names (those of
the report where none are given), and where they are read."""
_RULES = (
    _vocabularies,
    _criteria,
    _verdicts,
    _standings,
    _support,
    _trends,
    _presence,
    _approaches,
    _singles,
    _levels,
    _grades,
)
