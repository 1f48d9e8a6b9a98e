"""Texts before they are read: their language, their plain form, Chinese numbers."""

from __future__ import annotations

import re

from diagnostics.contracts.enums import Language

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


_OUR_COUNTRY = ("我国", "中国")
"""What Chinese texts call China."""


def language_of(text: str) -> Language:
    """Return Chinese where any Chinese character occurs, else English."""
    return Language.ZH if _CHINESE.search(text) else Language.EN


def flatten(text: str) -> str:
    """Lower case with half-width signs; every character keeps its place."""
    plain = text.translate(_WIDE).replace(*_OUR_COUNTRY)
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
