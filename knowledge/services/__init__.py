"""Changing the Guideline Library: files, proposals, releases, and what a tenant works with."""

from knowledge.services.acceptance import NOT_MEASURED
from knowledge.services.adoptions import (
    adoption_confirm,
    adoption_propose,
    adoption_withdraw,
    overlay_propose,
    release_viewed,
)
from knowledge.services.bulk_changes import (
    BulkAct,
    BulkChange,
    BulkOutcome,
    BulkPath,
    bulk_preview,
    bulk_propose,
)
from knowledge.services.candidates import (
    candidate_approve,
    candidate_prepare,
    candidate_viewed,
    candidate_withdraw,
)
from knowledge.services.decisions import FieldDecision, proposal_decide, proposal_viewed
from knowledge.services.effects import (
    effect_ask,
    effect_ask_of_adoption,
    effect_ask_of_review,
    effect_stop,
    effect_store,
)
from knowledge.services.field_edits import FieldEdit
from knowledge.services.library import ImportOutcome, library_import, library_read, package_import
from knowledge.services.overlays import (
    OverlayEdit,
    adjustment_choose,
    adjustment_drop,
    adjustment_save,
    overlay_reset,
)
from knowledge.services.proposals import (
    FieldChoice,
    field_choose,
    field_drop,
    field_save,
    interest_declare,
    proposal_create,
    proposal_recall,
    proposal_save,
    proposal_submit,
    proposal_take_over,
    proposal_withdraw,
)
from knowledge.services.proposed_files import file_propose
from knowledge.services.releases import release_import
from knowledge.services.remarks import remark_take_back, remark_write, remarks_viewed
from knowledge.services.revisions import library_lock
from knowledge.services.search_index import index_rebuild
from knowledge.services.sentences import SentenceInfo, sentence_ask, sentence_told

__all__ = [
    "NOT_MEASURED",
    "BulkAct",
    "BulkChange",
    "BulkOutcome",
    "BulkPath",
    "FieldChoice",
    "FieldDecision",
    "FieldEdit",
    "ImportOutcome",
    "OverlayEdit",
    "SentenceInfo",
    "adjustment_choose",
    "adjustment_drop",
    "adjustment_save",
    "adoption_confirm",
    "adoption_propose",
    "adoption_withdraw",
    "bulk_preview",
    "bulk_propose",
    "candidate_approve",
    "candidate_prepare",
    "candidate_viewed",
    "candidate_withdraw",
    "effect_ask",
    "effect_ask_of_adoption",
    "effect_ask_of_review",
    "effect_stop",
    "effect_store",
    "field_choose",
    "field_drop",
    "field_save",
    "file_propose",
    "index_rebuild",
    "interest_declare",
    "library_import",
    "library_lock",
    "library_read",
    "overlay_propose",
    "overlay_reset",
    "package_import",
    "proposal_create",
    "proposal_decide",
    "proposal_recall",
    "proposal_save",
    "proposal_submit",
    "proposal_take_over",
    "proposal_viewed",
    "proposal_withdraw",
    "release_import",
    "release_viewed",
    "remark_take_back",
    "remark_write",
    "remarks_viewed",
    "sentence_ask",
    "sentence_told",
]
