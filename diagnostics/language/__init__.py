"""Requests and questions in words, English and Chinese: what is asked, where, when, by which words.

Pure. :func:`read_asked_diagnosis` reads a request whole or says what is in doubt;
:func:`read_request` reads it as far as it can be, and says of each part on which words it stands;
:func:`read_asked_question` says that of a question or claim.
Whatever no word says is listed as assumed, whatever may mean several things with its choices.
"""

from diagnostics.language.asked import read_request
from diagnostics.language.asked_context import AskedContext, KnownSource
from diagnostics.language.asked_questions import read_asked_question
from diagnostics.language.diagnosis import LanguageContext, read_asked_diagnosis

__all__ = [
    "AskedContext",
    "KnownSource",
    "LanguageContext",
    "read_asked_diagnosis",
    "read_asked_question",
    "read_request",
]
