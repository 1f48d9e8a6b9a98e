"""Tables of the Guideline Library: itself, proposals, releases, and who works with which."""

from knowledge.models.centres import AdjustedKind, Adoption, CentreAdjustment, Overlay
from knowledge.models.effects import MeasuredEffect
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
from knowledge.models.proposals import (
    Decision,
    DecisionVerdict,
    Interest,
    Proposal,
    ProposalState,
    ProposedField,
    ProposedKind,
    Wording,
)
from knowledge.models.releases import Approval, Candidate, Entry, Release

__all__ = [
    "AdjustedKind",
    "Adoption",
    "Approval",
    "Candidate",
    "CentreAdjustment",
    "Citation",
    "Decision",
    "DecisionVerdict",
    "Detector",
    "Entry",
    "EntryRevision",
    "ExplanationRevision",
    "Interest",
    "LibraryEntry",
    "LibraryExplanation",
    "LibraryImport",
    "LibraryReference",
    "MeasuredEffect",
    "Overlay",
    "Proposal",
    "ProposalState",
    "ProposedField",
    "ProposedKind",
    "ReferenceRevision",
    "Release",
    "Threshold",
    "Wording",
]
