"""The library, or a selection of it, as a text that can be taken in again."""

from __future__ import annotations

from enum import StrEnum

from diagnostics.contracts.library import Library
from diagnostics.guidelines.exchange import (
    ENTRY_TABLE,
    REFERENCE_TABLE,
    entry_document,
    plain_document,
    yaml_document,
)
from knowledge.selectors import LibraryFilter, library_in_force, library_selection


class ExportKind(StrEnum):
    """What is written: entries, or the bibliography."""

    ENTRIES = "entries"
    REFERENCES = "references"


class ExportFormat(StrEnum):
    """A table for people, or a document for machines."""

    CSV = "csv"
    YAML = "yaml"


def export_text(kind: ExportKind, form: ExportFormat, wanted: LibraryFilter) -> str:
    """Write entries, each with the number of its revision, or the bibliography.

    Parameters
    ----------
    kind : ExportKind
    form : ExportFormat
    wanted : LibraryFilter
        Of entries; the bibliography is written whole.
    """
    if kind is ExportKind.ENTRIES:
        selection = library_selection(wanted)
        if form is ExportFormat.YAML:
            return yaml_document(selection)
        return ENTRY_TABLE.write(entry_document(entry) for entry in selection.entries)
    references = library_in_force().references
    if form is ExportFormat.YAML:
        return yaml_document(Library(references=references))
    return REFERENCE_TABLE.write(plain_document(item) for item in references)
