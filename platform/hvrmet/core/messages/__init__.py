"""Every text of the pages that the server writes: one Fluent file per language.

The files have the form of the science's catalogue (`diagnostics.messages`), which reads them. The
API is not among them: its answers are in English, whatever the browser asks for.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from django.utils.translation import get_language

from diagnostics.messages import Catalogue, Param

LANGUAGES = {"en": "en", "zh-hans": "zh"}
"""The languages of pages, as Django names them, and the file of each."""


@cache
def page_catalogue(language: str) -> Catalogue:
    """Return the texts of a file: ``en`` or ``zh``."""
    path = files("hvrmet.core.messages").joinpath(f"{language}.ftl")
    return Catalogue(language, path.read_text(encoding="utf-8"))


def page_text(identifier: str, /, **params: Param) -> str:
    """Write one text in the language of the page that is being made.

    Parameters
    ----------
    identifier : str
        ``section-name``.
    **params : Param
        The variables of the entry.

    Raises
    ------
    MessageError
        When there is no such entry, or a parameter is missing.
    """
    language = LANGUAGES.get(get_language() or "", "en")
    return page_catalogue(language).text(identifier, params)
