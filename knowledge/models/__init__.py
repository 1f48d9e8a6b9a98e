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
    LibraryPreset,
    LibraryReference,
    PresetRevision,
    ReferenceRevision,
    Revision,
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
from knowledge.models.remarks import Remark, RemarkWithdrawal
from knowledge.models.search import SearchedItem

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
    "LibraryPreset",
    "LibraryReference",
    "MeasuredEffect",
    "Overlay",
    "PresetRevision",
    "Proposal",
    "ProposalState",
    "ProposedField",
    "ProposedKind",
    "ReferenceRevision",
    "Release",
    "Remark",
    "RemarkWithdrawal",
    "Revision",
    "SearchedItem",
    "Threshold",
    "Wording",
]
