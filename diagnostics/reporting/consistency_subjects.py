"""What a report says of each thing: its claims by the feature that they describe."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from diagnostics.contracts.report import Claim, Report, Section, Sentence
from diagnostics.messages import term
from diagnostics.reporting.consistency_reading import Shown, shown_in
from diagnostics.reporting.values import format_claim, sentence_pieces

_SYSTEM = re.compile(r"^(pressure|jets|fronts|axes|upper|plumes)\.(\d+)")
_TESTED = re.compile(r"^assessments\.(\d+)")
_CAUSE = re.compile(r"^causes\.(\d+)\.")
_NAMING = re.compile(
    r"(?:^|\.)(?:quantity|title_(?:en|zh)|name(?:_zh)?|event|id|detectors\.\d+\.detector)$"
)
_TOKEN = re.compile(r"[a-z]{3,}|\d{3,}|[\u4e00-\u9fff](?=[\u4e00-\u9fff])")
_LEAST_TOKENS, _SHARE_OF_TOKENS = 3, 0.7
"""Words name by another wording what has so many of its parts in common with them."""
_LEAST_SHORT = 2
_MEASURE = re.compile(
    r"^(?:maximum|minimum|mean) | (?:strength|intensity|magnitude|maximum|minimum|value)$"
    r"|(?:强度|最大值|最小值|极大值|极小值|数值|大小)$"
)
"""What of a name says how the thing is measured: "the low-level jet" is its strength, too."""
_REASONED = ("cause:", "evidence:")
_ARTICLE = re.compile(r"^(?:an?|the) ")
_PLAIN = frozenset({"the", "and", "under", "with", "hpa", "behind", "ahead", "for", "from"})
_END = re.compile(r"(?<=\.)\s+(?=[A-Z“\"]|$)|(?<=。)|\n+")
_WORDS = {
    "low": r"(?<!very )\blows?\b(?! level| \(|-)|低压",
    "high": r"(?<!being )\bhighs?\b(?!-|er)|高压|副高",
    "jets": r"\bjets?\b|(?<!低空)急流",
    "fronts": r"\b(?:cold|warm|stationary|occluded)? ?fronts?\b|(?<!前)[冷暖]锋|锋面|静止锋|锢囚锋",
    "trough": r"\btroughs?\b|槽线|(?<!\w)槽|低压槽|高空槽",
    "ridge": r"\bridges?\b|脊线|高压脊|高空脊",
    "plumes": r"\bplumes?\b|vapour transport|atmospheric rivers?|大气河流|水汽通道|水汽输送带",
}
"""Words for a kind of system."""
_EVENT = re.compile(r"\b(?:the|this) event\b|此事件|本次过程|此次过程|该过程|过程", re.IGNORECASE)
LEVELS = frozenset((925.0, 850.0, 700.0, 600.0, 500.0, 400.0, 300.0, 250.0, 200.0, 100.0))
"""Pressures, hPa, that name a level and measure nothing."""


@dataclass(frozen=True)
class Fact:
    """What one claim says.

    Attributes
    ----------
    subject : str
        What it describes: ``event:gale``, ``systems:pressure.0``, ``evidence:e02``, ...
    claim : Claim
    words : str
        As readers see it.
    shown : tuple of Shown
        What those words show.
    """

    subject: str
    claim: Claim
    words: str
    shown: tuple[Shown, ...]


@dataclass(frozen=True)
class Clause:
    """Words up to a full stop, or a row of a table.

    Attributes
    ----------
    where : str
        Place in the report, as the checker names it.
    text : str
        As readers see it.
    pieces : tuple of (str, Claim or None)
    bound : frozenset of str
        Ids of the claims of the whole sentence or row.
    own : bool
        Whether a person wrote it.
    subjects : tuple of str
        What it speaks of, the first named first.
    heads : frozenset of str
        Of a row: the heads of the columns, which stand before its cells.
    """

    where: str
    section: str
    text: str
    pieces: tuple[tuple[str, Claim | None], ...]
    bound: frozenset[str]
    own: bool
    subjects: tuple[str, ...]
    heads: frozenset[str] = frozenset()

    def literal(self) -> str:
        """Return the words that are no value and no head of a column; blanks stand for these."""
        return "".join(
            text if claim is None and text not in self.heads else " " * len(text)
            for text, claim in self.pieces
        )

    def claims(self) -> Iterator[Claim]:
        """Yield the claims that it shows."""
        yield from (claim for _, claim in self.pieces if claim is not None)


@dataclass(frozen=True)
class Statements:
    """The facts and the clauses of a report.

    Parameters
    ----------
    report : Report
    """

    report: Report
    _cache: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """What its claims say, in order."""
        found = []
        for claim in self.report.claims:
            words = format_claim(claim, self.report.language)
            subject = self.subject_of(claim)
            if subject:
                general = claim.kind == "text"  # what holds of every case, and shows nothing of it
                shown = () if general else tuple(shown_in(_readable(claim, words)))
                found.append(Fact(subject, claim, words, shown))
        return tuple(found)

    @cached_property
    def claims(self) -> Mapping[str, Claim]:
        """By id."""
        return {claim.id: claim for claim in self.report.claims}

    @cached_property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Names and what they name, the longest first."""
        language = self.report.language
        found: dict[str, str] = {}
        for fact in self.facts:
            leaf = fact.claim.path
            if fact.claim.kind in ("term", "text") and _NAMING.search(leaf):
                found.setdefault(_ARTICLE.sub("", fact.words.lower()), fact.subject)
        for name, subject in list(found.items()):
            short = _MEASURE.sub("", name).strip()
            if short != name and len(_tokens(short)) >= _LEAST_SHORT and short not in found:
                found[short] = subject
        for tested in self.report.classification.assessments:
            found.setdefault(term(tested.event, language).lower(), f"event:{tested.event}")
        return tuple(sorted(found.items(), key=lambda item: -len(item[0])))

    def subject_of(self, claim: Claim) -> str:
        """Return what a claim describes; empty for one that describes no single thing."""
        kind, _, key = claim.source.partition(":")
        if claim.source == "classification":
            match = _TESTED.match(claim.path)
            if match:
                return f"event:{self.report.classification.assessments[int(match[1])].event}"
            return "run"
        if claim.source == "conclusion":
            match = _CAUSE.match(claim.path)
            if match:
                return f"cause:{self.report.conclusion.causes[int(match[1])].cause}"
            event = self.report.conclusion.occurrence.event
            return f"event:{event}" if claim.path.startswith("occurrence.event") else "run"
        if claim.source == "systems":
            match = _SYSTEM.match(claim.path)
            return f"systems:{match[0]}" if match else f"systems:{claim.path.partition('.')[0]}"
        if kind == "evidence":
            return claim.source if key not in ("event", "situation") else "chart"
        if kind == "cause":
            return f"cause:{key.partition('.')[2]}"
        if kind == "tool":
            return self._made_by(key)
        if kind == "entry":
            return next(
                (f"evidence:{one.id}" for one in self.report.evidence if one.entry_id == key), ""
            )
        return ""

    def _made_by(self, tool: str) -> str:
        for item in self.report.evidence:
            made = item.index or item.figure
            if made is not None and made.name == tool:
                return f"evidence:{item.id}"
        return f"tool:{tool}"

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses of the sentences, rows and captions of the report."""
        yield from self._clauses("title", "title", self.report.title, ())
        for section in self.report.sections:
            for number, item in enumerate(section.sentences, start=1):
                yield from self._clauses(f"{section.id}, sentence {number}", section.id, item, ())
            yield from self._rows(section)
            for figure in section.figures:
                where = f"{section.id}, caption of {figure.artifact}"
                subject = f"evidence:{figure.evidence_id}"
                if figure.evidence_id in ("event", "situation"):
                    subject = "chart"
                yield from self._clauses(where, section.id, figure.caption, (subject,))

    def _rows(self, section: Section) -> Iterator[Clause]:
        head = [f"{cell.text}: " for cell in section.table[0]] if section.table else []
        for row, cells in enumerate(section.table[1:], start=2):
            pieces: list[tuple[str, Claim | None]] = []
            for name, cell in zip(head, cells, strict=False):
                pieces += [(name, None), *self._pieces(cell), (" | ", None)]
            made = self._clause(
                f"{section.id}, table row {row}", section.id, tuple(pieces),
                any(cell.own is not None for cell in cells), (),
            )  # fmt: skip
            yield replace(made, heads=frozenset(head))

    def _clauses(
        self, where: str, section: str, item: Sentence, given: tuple[str, ...]
    ) -> Iterator[Clause]:
        pieces = self._pieces(item)
        bound = frozenset(claim.id for _, claim in pieces if claim is not None)
        before = given
        for part in _split(pieces):
            clause = self._clause(where, section, part, item.own is not None, before, bound)
            before = clause.subjects or before
            yield clause

    def _pieces(self, item: Sentence) -> tuple[tuple[str, Claim | None], ...]:
        pieces = sentence_pieces(item, self.claims, self.report.language)
        return tuple((one.text, self.claims[one.claim] if one.claim else None) for one in pieces)

    def _clause(
        self,
        where: str,
        section: str,
        pieces: tuple[tuple[str, Claim | None], ...],
        own: bool,
        before: tuple[str, ...],
        bound: frozenset[str] | None = None,
    ) -> Clause:
        text = "".join(piece for piece, _ in pieces)
        if bound is None:
            bound = frozenset(claim.id for _, claim in pieces if claim is not None)
        subjects = [self.subject_of(claim) for _, claim in pieces if claim is not None]
        literal = "".join(piece for piece, claim in pieces if claim is None)
        if own:
            subjects += self.named_in(literal)
            event = self.report.conclusion.occurrence.event
            pronoun = event and _EVENT.search(literal)
            if pronoun and not any(subjects) and not _of_an_event(before):
                subjects.append(f"event:{event}")
        kept = tuple(dict.fromkeys(one for one in subjects if one and one != "run"))
        if not kept and "run" in subjects:
            kept = ("run",)
        return Clause(where, section, text, pieces, bound, own, kept or before)

    def named_in(self, text: str) -> list[str]:
        """Return what words name: types, factors, explanations, systems, the event."""
        if text not in self._cache:
            self._cache[text] = tuple(self._find_names(text))
        return list(self._cache[text])

    def _find_names(self, text: str) -> Iterator[str]:
        left = text.lower()
        named = False
        for name, subject in self.names:
            pattern = rf"(?<![a-z]){re.escape(name)}(?![a-z])"
            if re.search(pattern, left):
                left = re.sub(pattern, " ", left)
                named = named or subject.startswith(_REASONED)
                yield subject
        if not named:
            yield from self._named_otherwise(left)
        for kind in kinds_in(left):
            system = self._system(kind, text)
            if system:
                yield system

    def _named_otherwise(self, text: str) -> Iterator[str]:
        """Yield the explanation or factor that words name by another wording, the likeliest."""
        said = _tokens(text)
        shares = []
        for name, subject in self.names:
            parts = _tokens(name)
            if subject.startswith(_REASONED) and len(parts) >= _LEAST_TOKENS:
                shares.append((len(parts & said) / len(parts), len(parts), subject))
        best = max(shares, default=(0.0, 0, ""))
        if best[0] >= _SHARE_OF_TOKENS:
            yield best[2]

    def systems_of(self, kind: str) -> tuple[str, ...]:
        """Return the systems of a kind that the report tells of, in order."""
        found = dict.fromkeys(
            fact.subject
            for fact in self.facts
            if fact.subject.startswith("systems:") and self._is(fact.subject, kind)
        )
        return tuple(found)

    def _is(self, subject: str, kind: str) -> bool:
        part, _, number = subject.removeprefix("systems:").partition(".")
        systems = self.report.systems
        if systems is None or not number:
            return False
        if kind in ("low", "high"):
            if part == "pressure":
                return systems.pressure[int(number)].kind == kind
            return part == "upper" and kind in systems.upper[int(number)].kind
        if kind in ("trough", "ridge"):
            return part == "axes" and systems.axes[int(number)].kind == kind
        return part == kind

    def _system(self, kind: str, text: str) -> str | None:
        """Return which system of a kind words mean: by its place or value, else the first told."""
        known = self.systems_of(kind)
        shown = [
            one
            for one in shown_in(text)
            if one.kind == "place"
            or (one.unit in ("hPa", "gpm", "dagpm") and one.value[0] not in LEVELS)
        ]
        for subject in known:
            told = [one for fact in self.facts if fact.subject == subject for one in fact.shown]
            if any(one.kind == other.kind and _same(one, other) for one in shown for other in told):
                return subject
        return known[0] if known else None


def kinds_in(text: str) -> list[str]:
    """Return the kinds of systems that words name."""
    return [kind for kind, words in _WORDS.items() if re.search(words, text, re.IGNORECASE)]


def _tokens(text: str) -> frozenset[str]:
    """Return the words that tell a name apart: of Chinese its pairs of characters."""
    found = set()
    for match in _TOKEN.finditer(text):
        pair = text[match.start() : match.start() + 2]
        found.add(match[0] if match[0].isascii() else pair)
    return frozenset(found - _PLAIN)


def _of_an_event(subjects: tuple[str, ...]) -> bool:
    return any(one.startswith(("event:", "evidence:")) for one in subjects)


def _same(one: Shown, other: Shown) -> bool:
    if one.kind == "place":
        return max(abs(a - b) for a, b in zip(one.value, other.value, strict=True)) < 1.0
    return one.unit == other.unit and abs(one.value[0] - other.value[0]) <= one.value[1]


def _readable(claim: Claim, words: str) -> str:
    """Return a value so that a direction alone is read as one in Chinese, too."""
    alone = claim.kind == "direction" or claim.path.endswith(".direction")
    return f"{words}侧" if alone and not words.isascii() and len(words) <= 3 else words


def _split(
    pieces: tuple[tuple[str, Claim | None], ...],
) -> Iterator[tuple[tuple[str, Claim | None], ...]]:
    """Split at the full stops between values."""
    part: list[tuple[str, Claim | None]] = []
    for text, claim in pieces:
        if claim is not None:
            part.append((text, claim))
            continue
        first, *rest = _END.split(text)
        part.append((first, None))
        for words in rest:
            yield tuple(part)
            part = [(words, None)]
    if any(text.strip() for text, _ in part):
        yield tuple(part)
