"""The registry of audited actions: every code with its text, and what no record may hold."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any


class Action(StrEnum):
    """Stable codes of what can be audited."""

    DIAGNOSIS_CREATED = "diagnosis.created"
    DIAGNOSIS_CANCELLED = "diagnosis.cancelled"
    ANSWER_ASKED = "answer.asked"
    ANSWER_CANCELLED = "answer.cancelled"
    ANSWER_VIEWED = "answer.viewed"
    DIAGNOSIS_RETRIED = "diagnosis.retried"
    DIAGNOSIS_STEERED = "diagnosis.steered"
    DIAGNOSIS_VIEWED = "diagnosis.viewed"
    REPORT_VERSION_CREATED = "report.version_created"
    REPORT_VERSION_DESTROYED = "report.version_destroyed"
    REPORT_VIEWED = "report.viewed"
    REPORT_SENT = "report.sent"
    REPORT_SUBMITTED = "report.submitted"
    REPORT_REVIEWED = "report.reviewed"
    REPORT_CORRECTED = "report.correction_submitted"
    REPORT_CORRECTION_REFUSED = "report.correction_refused"
    REPORT_PUBLISHED = "report.published"
    REPORT_SUPERSEDED = "report.superseded"
    REPORT_WITHDRAWN = "report.withdrawn"
    WEBHOOK_CREATED = "webhook.created"
    WEBHOOK_CHANGED = "webhook.changed"
    WEBHOOK_ROTATED = "webhook.rotated"
    WEBHOOK_ENDED = "webhook.ended"
    WEBHOOK_REPLAYED = "webhook.replayed"
    WEBHOOK_TESTED = "webhook.tested"
    REGION_SAVED = "region.saved"
    REGION_DELETED = "region.deleted"
    SOURCE_REGISTERED = "source.registered"
    SOURCE_CHANGED = "source.changed"
    SOURCE_REMOVED = "source.removed"
    API_KEY_CREATED = "api_key.created"
    API_KEY_ROTATED = "api_key.rotated"
    API_KEY_REVOKED = "api_key.revoked"
    TENANT_CREATED = "tenant.created"
    MEMBER_SET = "member.set"
    MEMBER_REMOVED = "member.removed"
    MEMBER_LEFT = "member.left"
    MEMBER_BY_GROUPS = "member.by_groups"
    MEMBER_INVITED = "invitation.created"
    INVITATION_ACCEPTED = "invitation.accepted"
    INVITATION_DECLINED = "invitation.declined"
    INVITATION_REVOKED = "invitation.revoked"
    HOME_CHOSEN = "person.home_chosen"
    LIBRARY_VIEWED = "library.viewed"
    LIBRARY_PROPOSED = "library.proposed"
    LIBRARY_ADOPTED = "library.adopted"
    LIBRARY_PROPOSAL_WITHDRAWN = "library.proposal_withdrawn"
    CHANGE_PROPOSED = "library.change_proposed"
    CHANGE_VIEWED = "library.change.viewed"
    CHANGE_DECIDED = "library.change_decided"
    CHANGE_WITHDRAWN = "library.change_withdrawn"
    CHANGE_TAKEN_OVER = "library.change_taken_over"
    CHANGE_ACCEPTED = "library.change_accepted"
    EFFECT_ASKED = "library.effect_asked"
    EFFECT_STOPPED = "library.effect_stopped"
    REMARK_WRITTEN = "library.remark_written"
    REMARK_TAKEN_BACK = "library.remark_taken_back"
    REMARKS_VIEWED = "library.remarks.viewed"
    INTEREST_DECLARED = "library.interest_declared"
    RELEASE_PREPARED = "library.release_prepared"
    RELEASE_VIEWED = "library.release.viewed"
    RELEASE_APPROVED = "library.release_approved"
    RELEASE_WITHDRAWN = "library.release_withdrawn"
    SESSION_STARTED = "session.started"
    SESSION_ENDED = "session.ended"
    SESSION_REFUSED = "session.refused"
    SESSION_LOCKED_OUT = "session.locked_out"
    SESSION_CONFIRMED = "session.confirmed"
    SESSION_REVOKED = "session.revoked"
    SECOND_FACTOR_ADDED = "second_factor.added"
    SECOND_FACTOR_REMOVED = "second_factor.removed"
    RECORD_VIEWED = "record.viewed"
    RECORD_CREATED = "record.created"
    RECORD_CHANGED = "record.changed"
    RECORD_DELETED = "record.deleted"
    RECORD_DESTROYED = "record.destroyed"
    PASSWORD_CHANGED = "password.changed"  # noqa: S105 - a code


TEXTS: dict[Action, str] = {
    Action.DIAGNOSIS_CREATED: "A diagnosis was queued.",
    Action.DIAGNOSIS_CANCELLED: "A diagnosis was cancelled.",
    Action.ANSWER_ASKED: "A computation or a question was queued.",
    Action.ANSWER_CANCELLED: "A computation or a question was cancelled.",
    Action.ANSWER_VIEWED: "A person looked at a computation or a question, or at its answer.",
    Action.DIAGNOSIS_RETRIED: "A failed or parked diagnosis was put back into the queue.",
    Action.DIAGNOSIS_STEERED: "A running diagnosis was given an order.",
    Action.DIAGNOSIS_VIEWED: "A person looked at a diagnosis, up to an event.",
    Action.REPORT_VERSION_CREATED: "A version of a report was stored.",
    Action.REPORT_VERSION_DESTROYED: "A version of a report was destroyed: its time was over.",
    Action.REPORT_VIEWED: "A person was shown a version of a report.",
    Action.REPORT_SENT: "A version was sent to pages, which record what of it they display.",
    Action.REPORT_SUBMITTED: "A version of a report was handed in for review.",
    Action.REPORT_REVIEWED: "A person reviewed a version of a report.",
    Action.REPORT_CORRECTED: "A person submitted other wording for a report.",
    Action.REPORT_CORRECTION_REFUSED: "A correction was not carried by the evidence.",
    Action.REPORT_PUBLISHED: "A version of a report was published.",
    Action.REPORT_SUPERSEDED: "A version gave place to a later one that was published.",
    Action.REPORT_WITHDRAWN: "A version of a report was withdrawn.",
    Action.WEBHOOK_CREATED: "A webhook was registered.",
    Action.WEBHOOK_CHANGED: "A webhook was changed, paused or resumed.",
    Action.WEBHOOK_ROTATED: "A webhook got a new secret.",
    Action.WEBHOOK_ENDED: "A webhook was ended.",
    Action.WEBHOOK_REPLAYED: "A delivery to a webhook was asked for again.",
    Action.WEBHOOK_TESTED: "A test message to a webhook was asked for.",
    Action.REGION_SAVED: "A region was kept under a name.",
    Action.REGION_DELETED: "A kept region was deleted.",
    Action.SOURCE_REGISTERED: "A centre registered data of its own.",
    Action.SOURCE_CHANGED: "What is said of a centre's own source was changed.",
    Action.SOURCE_REMOVED: "A centre's own source was taken out.",
    Action.API_KEY_CREATED: "An API key was made or replaced.",
    Action.API_KEY_ROTATED: "An API key got a new secret.",
    Action.API_KEY_REVOKED: "An API key was revoked.",
    Action.TENANT_CREATED: "A centre was made by the operator.",
    Action.MEMBER_SET: "A member's roles were set.",
    Action.MEMBER_REMOVED: "A member was removed.",
    Action.MEMBER_LEFT: "A member left the centre.",
    Action.MEMBER_BY_GROUPS: "A provider's groups began, changed or ended a membership.",
    Action.MEMBER_INVITED: "A person was invited to become a member.",
    Action.INVITATION_ACCEPTED: "A person accepted an invitation and became a member.",
    Action.INVITATION_DECLINED: "A person declined an invitation.",
    Action.INVITATION_REVOKED: "An invitation was revoked.",
    Action.HOME_CHOSEN: "A person chose another home centre.",
    Action.LIBRARY_VIEWED: "A person was shown all entries of a release of the library.",
    Action.LIBRARY_PROPOSED: "A release of the library was proposed for use.",
    Action.LIBRARY_ADOPTED: "A second person put a proposed release into use.",
    Action.LIBRARY_PROPOSAL_WITHDRAWN: "A person took back the proposal to use a release.",
    Action.CHANGE_PROPOSED: "A person handed in changes of the library.",
    Action.CHANGE_VIEWED: "A person was shown changes of the library that were handed in.",
    Action.CHANGE_DECIDED: "A person approved, corrected or returned changes of the library.",
    Action.CHANGE_WITHDRAWN: "A person withdrew changes of the library, or took them back to edit.",
    Action.CHANGE_TAKEN_OVER: "A curator took over changes whose owner curates no more.",
    Action.CHANGE_ACCEPTED: "Changes of the library were approved in every field and made.",
    Action.EFFECT_ASKED: "The effect of a change of the library was to be measured.",
    Action.EFFECT_STOPPED: "The measuring of an effect was stopped.",
    Action.REMARK_WRITTEN: "A curator wrote a remark about a change or an item of the library.",
    Action.REMARK_TAKEN_BACK: "A curator took back what they had remarked.",
    Action.REMARKS_VIEWED: "A curator was shown remarks about a change of the library.",
    Action.INTEREST_DECLARED: "A person declared their interests as a curator.",
    Action.RELEASE_PREPARED: "A release was made from the library, for approval.",
    Action.RELEASE_VIEWED: "A person was shown what a prepared release changes.",
    Action.RELEASE_APPROVED: "A person approved a prepared release; the second one releases it.",
    Action.RELEASE_WITHDRAWN: "A prepared release was withdrawn.",
    Action.SESSION_STARTED: "A person signed in.",
    Action.SESSION_ENDED: "A person signed out.",
    Action.SESSION_REFUSED: "A sign-in failed.",
    Action.SESSION_LOCKED_OUT: "Sign-in was locked after failed attempts.",
    Action.SESSION_CONFIRMED: "A person said again who they are.",
    Action.SESSION_REVOKED: "Sessions of a person were ended from another one.",
    Action.SECOND_FACTOR_ADDED: "A person added a second factor.",
    Action.SECOND_FACTOR_REMOVED: "A person removed a second factor.",
    Action.RECORD_VIEWED: "An operator looked at rows of the centre in the admin.",
    Action.RECORD_CREATED: "A row of rights was made, in the admin or by the operator.",
    Action.RECORD_CHANGED: "A row of rights was changed, in the admin or by the operator.",
    Action.RECORD_DELETED: "A row of rights was deleted, in the admin or by the operator.",
    Action.RECORD_DESTROYED: "Rows were destroyed because their time was over.",
    Action.PASSWORD_CHANGED: "A person changed the password.",
}

REDACTED = "[redacted]"
_SECRET = re.compile(r"password|secret|token|ticket|hash|credential|cookie|authorization", re.I)


def redact(document: Any) -> Any:
    """Return a copy in which the values of secret-bearing names are replaced."""
    if isinstance(document, dict):
        return {
            name: REDACTED if _SECRET.search(str(name)) else redact(value)
            for name, value in document.items()
        }
    if isinstance(document, (list, tuple)):
        return [redact(item) for item in document]
    return document
