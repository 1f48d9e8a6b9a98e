"""What a report is made from: the folded run, the pinned release and the catalogue's names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import Verdict
from diagnostics.contracts.evidence import EvidenceItem, FigureAnswer
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.report import Conclusion, RetrievalRecord, SoftwareInfo
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import ReplanDecision, ReportOutline
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.contracts.steering import SteeringLog
from diagnostics.contracts.tools import ToolSpec


@dataclass(frozen=True)
class ReportChart:
    """A chart of the run: the evidence it belongs to and where its picture is."""

    evidence_id: str
    artifact: str
    answer: FigureAnswer


@dataclass(frozen=True)
class ReportMaterial:
    """Everything a report may speak of; nothing else reaches one."""

    request: DiagnosisRequest
    window: TimeWindow
    timezone: str
    inventory: Inventory
    data_digest: str
    classification: Classification
    conclusion: Conclusion
    evidence: tuple[EvidenceItem, ...]
    charts: tuple[ReportChart, ...]
    outline: ReportOutline
    replans: tuple[ReplanDecision, ...]
    retrieval: RetrievalRecord
    steering: SteeringLog
    failed: Mapping[str, str]
    blocked: Mapping[str, str]
    release: GuidelineRelease
    specs: Mapping[str, ToolSpec]
    software: SoftwareInfo

    @property
    def set_aside(self) -> tuple[EvidenceItem, ...]:
        """Evidence that a person did not want counted."""
        aside = self.conclusion.set_aside
        return tuple(item for item in self.evidence if item.id in aside)

    @property
    def counted(self) -> tuple[EvidenceItem, ...]:
        """The evidence that counts."""
        aside = self.conclusion.set_aside
        return tuple(item for item in self.evidence if item.id not in aside)

    @property
    def confirmed(self) -> tuple[EvidenceItem, ...]:
        """The evidence that was found and explains the event."""
        return tuple(item for item in self._found if not item.restates_criterion)

    @property
    def severity(self) -> tuple[EvidenceItem, ...]:
        """The evidence that was found and merely restates the event's criterion."""
        return tuple(item for item in self._found if item.restates_criterion)

    @property
    def _found(self) -> tuple[EvidenceItem, ...]:
        return tuple(
            item
            for item in self.counted
            if item.judgement is not None and item.judgement.verdict is Verdict.CONFIRMED
        )

    def entry(self, evidence: EvidenceItem) -> GuidelineEntry | None:
        """The guideline entry that a piece of evidence tests."""
        return self.release.entry(evidence.entry_id) if evidence.entry_id else None
