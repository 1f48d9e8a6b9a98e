"""A text being read: what is understood is crossed out, so that no word counts twice."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import Ambiguity, Understanding

CROSSED = "\x01"
"""Stands where a word was understood; no pattern matches it."""

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord("　"): " ",
    ord("−"): "-",
    ord("–"): "-",
    ord("—"): "-",
    ord("‑"): "-",
    ord("’"): "'",
    ord("℃"): "℃",
    ord("。"): ".",
    ord("、"): ",",
    ord("【"): "(",
    ord("】"): ")",
}
_RUNS = re.compile(r"[a-z]+|\d+|[^\sa-z\d]+")
"""What a space may stand between in Chinese: words, numbers, the rest."""
_DIGITS = {
    "零": 0,
    "〇": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}


def language_of(text: str) -> Language:
    """Return Chinese where any Chinese character occurs, else English."""
    return Language.ZH if _CHINESE.search(text) else Language.EN


def flatten(text: str) -> str:
    """Lower case with half-width signs; every character keeps its place."""
    plain = text.translate(_WIDE)
    return "".join(one.lower() if len(one.lower()) == 1 else one for one in plain)


def chinese_number(text: str) -> float | None:
    """Read a number written in Chinese characters up to the thousands, e.g. 二十四."""
    if not text or any(one not in _DIGITS and one not in "十百千点" for one in text):
        return None
    whole, _, decimals = text.partition("点")
    total, digit = 0, 0
    for one in whole:
        if one in _DIGITS:
            digit = _DIGITS[one]
        else:
            total += (digit or 1) * {"十": 10, "百": 100, "千": 1000}[one]
            digit = 0
    total += digit
    if not decimals:
        return float(total)
    return float(f"{total}." + "".join(str(_DIGITS[one]) for one in decimals))


@lru_cache(maxsize=4096)
def phrase(text: str) -> re.Pattern[str]:
    """Compile a phrase: spaces match spaces and hyphens, whole words, any plural.

    In Chinese a space before or after a number or a unit is as good as none.
    """
    if _CHINESE.search(text):
        # one character alone is part of other words: 大风, 风险
        guard = (r"(?<![大强暴台])", r"(?![险暴])") if len(text) == 1 else ("", "")
        parts = _RUNS.findall(flatten(text))
        return re.compile(guard[0] + r"\s*".join(map(re.escape, parts)) + guard[1])
    parts = [re.escape(part) for part in re.split(r"[\s-]+", flatten(text))]
    body = r"[\s-]*".join(parts) if len(parts) == 1 else r"[\s-]+".join(parts)
    return re.compile(rf"(?<![a-z0-9]){body}(?:'?e?s'?)?(?![a-z0-9])")


@dataclass
class Words:
    """The text and what is left of it.

    Parameters
    ----------
    text : str
        As written.
    """

    text: str
    left: str = ""
    notes: list[Understanding] = field(default_factory=list)
    doubts: list[Ambiguity] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = self.left or flatten(self.text)
        self.language = language_of(self.text)

    def original(self, start: int, end: int) -> str:
        """Return the words as written."""
        return self.text[start:end].strip(" ,，、.")

    def cross(self, start: int, end: int) -> None:
        """Cross out what was understood."""
        self.left = self.left[:start] + CROSSED * (end - start) + self.left[end:]

    def take(self, pattern: re.Pattern[str] | str, start: int = 0) -> re.Match[str] | None:
        """Find a pattern in what is left, and cross it out."""
        match = re.compile(pattern).search(self.left, start)
        if match is not None:
            self.cross(*match.span())
        return match

    def note(self, part: str, words: str, meaning: str, *, assumed: bool = False) -> None:
        """Record what was understood."""
        item = Understanding(part=part, words=words, meaning=meaning, assumed=assumed)
        if item not in self.notes:
            self.notes.append(item)

    def doubt(self, part: str, words: str, choices: Iterable[str], message: str) -> None:
        """Record what may mean several things."""
        self.doubts.append(
            Ambiguity(part=part, words=words, choices=tuple(choices), message=message)
        )
