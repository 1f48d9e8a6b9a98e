"""How a paragraph of a person's own words is marked, in every form in which a report is read."""

from __future__ import annotations

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Language
from diagnostics.contracts.report import OwnWords
from diagnostics.messages import localise
from diagnostics.reporting.values import format_time

_PERSON = "person:"


def own_words_mark(words: OwnWords, language: Language) -> str:
    """Say whose words follow, when they were written, and that nobody has checked them.

    Parameters
    ----------
    words : OwnWords
    language : Language

    Returns
    -------
    str
        Plain text in one line; the form of output escapes it.
    """
    return localise(
        "report-own_words",
        language,
        author=" ".join(words.author.removeprefix(_PERSON).split()),
        time=format_time(format_instant(words.written_at), language),
    )
