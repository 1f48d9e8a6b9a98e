"""The tables of the Guideline Library.

Shared by all centres and written by none: `Release`, `Entry`. Everything else is a centre's own,
under row-level security.
"""

from knowledge.models.citations import Citation, PassageRow, Work
from knowledge.models.curation import (
    Comment,
    Draft,
    Proposal,
    ProposalItem,
    ProposalReview,
)
from knowledge.models.entries import (
    DetectorRow,
    DiscriminationRow,
    LibraryEntry,
    Revision,
    ThresholdRow,
)
from knowledge.models.learning import EffectRun, ExperienceSnapshot, Outcome
from knowledge.models.overlays import OverlayChange
from knowledge.models.papers import PaperReading
from knowledge.models.releases import Adoption, CentreRelease, Entry, Release
from knowledge.models.waiting import WaitingWork
from knowledge.models.workspaces import CauseRow, Workspace

__all__ = [
    "Adoption",
    "CauseRow",
    "CentreRelease",
    "Citation",
    "Comment",
    "DetectorRow",
    "DiscriminationRow",
    "Draft",
    "EffectRun",
    "Entry",
    "ExperienceSnapshot",
    "LibraryEntry",
    "Outcome",
    "OverlayChange",
    "PaperReading",
    "PassageRow",
    "Proposal",
    "ProposalItem",
    "ProposalReview",
    "Release",
    "Revision",
    "ThresholdRow",
    "WaitingWork",
    "Work",
    "Workspace",
]
