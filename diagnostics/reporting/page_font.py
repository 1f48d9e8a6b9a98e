"""The Chinese characters of a page, for readers without a Chinese font."""

from __future__ import annotations

import base64
import io
from functools import lru_cache
from importlib.resources import files

FACE = "NotoSansSC-Regular.otf"
_FIRST, _LAST = 0x2E80, 0xFFEF
"""CJK letters, their punctuation and full-width forms; Latin text takes the reader's own font."""


def page_characters(page: str) -> str:
    """Return the characters of a page that a font without Chinese lacks, each once, in order.

    Examples
    --------
    >>> page_characters("降水 25 mm，降雪")
    '水降雪，'
    """
    # the set first: a page holds millions of letters, most of them of its pictures
    return "".join(sorted(letter for letter in set(page) if _FIRST <= ord(letter) <= _LAST))


@lru_cache(maxsize=32)
def embedded_font(characters: str) -> str:
    """Return a WOFF font of some characters, in base64; empty where there are none.

    Parameters
    ----------
    characters : str
        As `page_characters` returns them. Those that the charts' typeface lacks are left out.

    Returns
    -------
    str
        The same for the same characters: no time is written into it.
    """
    if not characters:
        return ""
    import logging

    from fontTools import subset
    from fontTools.ttLib import TTFont

    logging.getLogger(subset.__name__).setLevel(logging.WARNING)
    data = (files("diagnostics.figures") / "fonts" / FACE).read_bytes()
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    worker = subset.Subsetter(options)
    worker.populate(text=characters)
    worker.subset(font)
    font.flavor = "woff"
    out = io.BytesIO()
    font.save(out, reorderTables=None)
    return base64.b64encode(out.getvalue()).decode()
