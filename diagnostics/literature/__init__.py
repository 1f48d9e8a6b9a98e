"""Papers as a source of drafts: read within limits, passages by rules, entries for curators."""

from diagnostics.literature.drafts import Draft, PaperDrafts, draft_entries
from diagnostics.literature.licences import Licence, licence_of
from diagnostics.literature.paper import Limits, Page, Paper, read_paper
from diagnostics.literature.passages import Statement, find_statements

__all__ = [
    "Draft",
    "Licence",
    "Limits",
    "Page",
    "Paper",
    "PaperDrafts",
    "Statement",
    "draft_entries",
    "find_statements",
    "licence_of",
    "read_paper",
]
