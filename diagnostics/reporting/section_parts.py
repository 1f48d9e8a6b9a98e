"""What the sections share: titles, names of tools, heads of tables."""

from __future__ import annotations

from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.report import Section, Sentence
from diagnostics.messages import localise
from diagnostics.reporting.claim_book import ClaimBook


def section(book: ClaimBook, name: str, **parts: object) -> Section:
    """Make a section with its title in the language of the report."""
    title = localise(f"report-section_{name}", book.language)
    return Section.model_validate({"id": name, "title": title, **parts})


def tool_name(book: ClaimBook, factor: str) -> str:
    """Bind the title of a tool in the language of the report."""
    return book.bind(f"tool:{factor}", f"title_{book.language.value}", "term")


def chart_title(book: ClaimBook, item: EvidenceItem) -> str:
    """Bind the title of a chart that is no tool of the catalogue: that of the event, say.

    Runs of older releases have it in the words of their request's language only.
    """
    source = f"evidence:{item.id}"
    if item.figure is not None and item.figure.wording is not None:
        return book.bind(source, "figure.wording", "message")
    return book.bind(source, "figure.title", "text")


def heads(book: ClaimBook, *names: str) -> tuple[Sentence, ...]:
    """Return the first row of a table."""
    return tuple(book.say(f"head_{name}") for name in names)


def cell(book: ClaimBook, value: str | None) -> Sentence:
    """Return one cell: a bound value, or the sign for none."""
    return book.say("empty") if value is None else book.say("cell", value=value)
