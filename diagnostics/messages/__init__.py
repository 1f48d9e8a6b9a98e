"""Every text that people read, in every language, from one catalogue.

A `Message` names an entry of the catalogue and carries typed parameters. `render` writes it in a
language. A language is one file: ``en.ftl``, ``zh.ftl``.
"""

from diagnostics.messages.catalogue import (
    API,
    SOURCE,
    Catalogue,
    Count,
    MessageError,
    catalogue,
    heading,
    is_term,
    join_written,
    languages,
    localise,
    recorded,
    render,
    term,
)
from diagnostics.messages.message import Listing, Measure, Message, Moment, Param, Term, message

__all__ = [
    "API",
    "SOURCE",
    "Catalogue",
    "Count",
    "Listing",
    "Measure",
    "Message",
    "MessageError",
    "Moment",
    "Param",
    "Term",
    "catalogue",
    "heading",
    "is_term",
    "join_written",
    "languages",
    "localise",
    "message",
    "recorded",
    "render",
    "term",
]
