"""Requests in words, English and Chinese: what is asked, where, when, from which words.

Pure: text in, :class:`diagnostics.contracts.questions.RequestReading` out. Whatever no word says
is listed as assumed, whatever may mean several things as ambiguous with its choices.
"""

from diagnostics.language.diagnosis import LanguageContext, read_asked_diagnosis

__all__ = ["LanguageContext", "read_asked_diagnosis"]
