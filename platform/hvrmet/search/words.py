"""The words of a text: English stems by the database's own dictionary, Chinese in pairs."""

from __future__ import annotations

import re

from django.db import connection

LONGEST_TOKEN = 100
_CHINESE = re.compile(r"[\u3400-\u9fff]+")
_NAMES = re.compile(r"[_/]+|(?<=\d)(?=[^\W\d_])")
"""Where identifiers and numbers with their unit come apart."""
_EMPTY = re.compile("为什么|什么|怎么样|怎么|怎样|如何|哪些|哪个|是否|多少|[的了吗呢吧]")
"""Chinese words that say nothing of what is looked for, as the dictionary's English stop words."""


def pairs_of(text: str) -> list[str]:
    """Return each pair of neighbouring Chinese characters; one that stands alone by itself.

    Words that only ask or join are left out.

    Examples
    --------
    >>> pairs_of("江苏暴雨 and 雪")
    ['江苏', '苏暴', '暴雨', '雪']
    >>> pairs_of("什么是雨的成因？")
    ['是雨', '成因']
    """
    found: list[str] = []
    for run in _CHINESE.findall(_EMPTY.sub(" ", text)):
        found += [run[k : k + 2] for k in range(max(len(run) - 1, 1))]
    return list(dict.fromkeys(found))


def latin_of(text: str) -> str:
    """Return what is not Chinese, with the parts of identifiers, and numbers and units, apart.

    Examples
    --------
    >>> latin_of("low_level_jet 急流")
    'low level jet  '
    >>> latin_of("850hPa")
    '850 hPa'
    """
    return _CHINESE.sub(" ", _NAMES.sub(" ", text))


def tokens_of(*texts: str) -> list[list[str]]:
    """Return the tokens of texts, by one statement; stop words are left out."""
    latin = [latin_of(text) for text in texts]
    stems: list[list[str]] = [[] for _ in texts]
    if any(text.strip() for text in latin):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT place, lexeme FROM unnest(%s::text[]) WITH ORDINALITY AS t(txt, place), "
                "unnest(to_tsvector('english', txt)) ORDER BY place, lexeme",
                [latin],
            )
            for place, lexeme, *_ in cursor.fetchall():
                stems[place - 1].append(lexeme)
    return [
        [token for token in (*found, *pairs_of(text)) if len(token) <= LONGEST_TOKEN]
        for found, text in zip(stems, texts, strict=True)
    ]
