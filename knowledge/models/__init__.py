"""Tables of the Guideline Library: the library itself, its releases, and who works with which."""

from knowledge.models.library import (
    Citation,
    Detector,
    EntryRevision,
    ExplanationRevision,
    LibraryEntry,
    LibraryExplanation,
    LibraryImport,
    LibraryReference,
    ReferenceRevision,
    Threshold,
)
from knowledge.models.releases import Adoption, Entry, Release

__all__ = [
    "Adoption",
    "Citation",
    "Detector",
    "Entry",
    "EntryRevision",
    "ExplanationRevision",
    "LibraryEntry",
    "LibraryExplanation",
    "LibraryImport",
    "LibraryReference",
    "ReferenceRevision",
    "Release",
    "Threshold",
]
