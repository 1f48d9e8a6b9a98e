"""Every text that people read, in every language, from one catalogue.

A `Message` names an entry of the catalogue and carries typed parameters. `render` writes it in a
language. A language is one file: ``en.ftl``, ``zh.ftl``.
"""

from diagnostics.messages.catalogue import (
    Catalogue,
    MessageError,
    catalogue,
    is_term,
    languages,
    localise,
    render,
    term,
)
from diagnostics.messages.legible import legible
from diagnostics.messages.message import Listing, Measure, Message, Moment, Param, Term, message

__all__ = [
    "Catalogue",
    "Listing",
    "Measure",
    "Message",
    "MessageError",
    "Moment",
    "Param",
    "Term",
    "catalogue",
    "is_term",
    "languages",
    "legible",
    "localise",
    "message",
    "render",
    "term",
]
