"""Names that people give to people, centres, keys and things: how they are kept, and which differ.

A name stands in lists, logs, reports and other people's decisions, so that nobody can read another
one into it: it has no character that is not seen, that turns the reading, or that looks like one of
another script beside it.
"""

from __future__ import annotations

import re
from typing import Annotated
from unicodedata import category, name, normalize

from django.core.exceptions import ValidationError
from pydantic import AfterValidator

_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
# Letters and signs that are drawn as nothing, and marks that choose a form of the one before.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5") | frozenset(
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x180E))
)
_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")
# Signs of the field that look like no letter of another script: potential temperature, slope.
_SIGNS = frozenset("ΔΘΛΠΣΦΨΩδθλπσφψω")
_LETTERS = re.compile(r"[^\W\d_]+")


def name_key(given: str) -> str:
    """Return what names have in common that differ in case, width or composition only.

    Examples
    --------
    >>> len({name_key(text) for text in ("lone.two", "Lone.TWO", "ｌone.two", " lone.two")})
    1
    """
    folded = normalize("NFKC", given).casefold()
    return normalize("NFKC", folded).strip()


def clean_name(given: str) -> str:
    """Return a name as it is kept: composed, with single spaces between its words.

    Raises
    ------
    ValueError
        For a line break, a character that cannot be seen or turns the reading, look-alike scripts
        in one word, and a name without any letter, digit or sign.

    Examples
    --------
    >>> clean_name("  长江 delta 850 hPa ")
    '长江 delta 850 hPa'
    """
    text = normalize("NFC", given)
    if any(category(sign) in _UNSEEN or sign in _BLANK for sign in text):
        raise ValueError(
            "a name has no line breaks, no control characters, and none that cannot be seen"
        )
    text = " ".join(text.split())
    if not text:
        raise ValueError("a name needs a letter or a digit")
    for word in _LETTERS.findall(text):
        if len({_script(letter) for letter in word if letter not in _SIGNS} - {None}) > 1:
            raise ValueError(
                f"{word!r} mixes letters of scripts that look alike: write it in one of them"
            )
    return text


def _script(letter: str) -> str | None:
    """Return the script of a letter, of those whose letters are taken for one another."""
    described = normalize("NFKC", letter)
    first = name(described[0], "").partition(" ")[0]
    return first if first in _ALIKE else None


def validate_name(given: str) -> None:
    """Refuse in a form, or in a row's own check, what `clean_name` refuses.

    Raises
    ------
    ValidationError
        With code ``invalid_name``.
    """
    try:
        clean_name(given)
    except ValueError as error:
        raise ValidationError(str(error), code="invalid_name") from error


Name = Annotated[str, AfterValidator(clean_name)]
"""A name in a body, as it is kept."""
