"""Requests in words, English and Chinese: what is asked, where, when, from which words.

Pure: text in, :class:`diagnostics.contracts.questions.RequestReading` out, or
:class:`diagnostics.contracts.asked_words.ReadSentence`, read as far as it can be. Whatever no word says is listed as
assumed, whatever may mean several things as ambiguous with its choices.
"""

from diagnostics.language.asked import AskedContext, KnownSource, read_request
from diagnostics.language.diagnosis import LanguageContext, read_asked_diagnosis

__all__ = [
    "AskedContext",
    "KnownSource",
    "LanguageContext",
    "read_asked_diagnosis",
    "read_request",
]
