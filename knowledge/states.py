"""The states of curation, as data: what a draft, a proposal or an overlay can be."""

from __future__ import annotations

from enum import StrEnum


class Origin(StrEnum):
    """How a revision of an entry came about."""

    IMPORTED = "imported"
    EDITED = "edited"
    LITERATURE = "literature"
    CORRECTION = "correction"
    RESTORED = "restored"
    VERIFIED = "verified"
    RELEASED = "released"


class ThresholdRole(StrEnum):
    """Which test of an expected anomaly a threshold belongs to."""

    CLIMATOLOGY = "climatology"
    ABSOLUTE = "absolute"
    FLOOR = "floor"
    BAND = "band"
    ALSO = "also"


class ChangeKind(StrEnum):
    """What a draft does to the library."""

    ADD = "add"
    CHANGE = "change"
    REMOVE = "remove"


class DraftStatus(StrEnum):
    """Where a draft stands; the last two are final."""

    OPEN = "open"
    PROPOSED = "proposed"
    RELEASED = "released"
    DROPPED = "dropped"


class ProposalStatus(StrEnum):
    """Where a proposal stands; the last three are final."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    RELEASED = "released"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


OPEN_PROPOSALS = (ProposalStatus.DRAFT, ProposalStatus.SUBMITTED)


class ReviewWord(StrEnum):
    """What a curator says of a proposal."""

    APPROVE = "approve"
    REQUEST_CHANGES = "request_changes"
    REJECT = "reject"


class ReleaseKind(StrEnum):
    """How a release of a centre came about."""

    RELEASED = "released"
    COMBINED = "combined"


class OverlayAction(StrEnum):
    """What an overlay does to an entry of the release that it lies on."""

    ADD = "add"
    ADJUST = "adjust"
    SWITCH_OFF = "switch_off"
    TRANSLATE = "translate"
