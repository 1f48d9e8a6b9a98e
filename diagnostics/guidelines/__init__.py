"""The Guideline Library without a database: load, select, replan and judge."""

from diagnostics.guidelines.applicability import (
    CaseProfile,
    case_profile,
    inapplicable_reason,
)
from diagnostics.guidelines.coverage import coverage_of
from diagnostics.guidelines.difference import release_difference, touch_of
from diagnostics.guidelines.effect_changes import (
    changed_numbers,
    changed_release,
    changes_digest,
    deciding_changes,
    deciding_criteria,
    deciding_numbers,
    event_of_number,
)
from diagnostics.guidelines.entry_names import find_entry, nearest_names
from diagnostics.guidelines.overlay import (
    Base,
    Combination,
    Stock,
    adjustable,
    combined,
    editable_document,
    says_otherwise,
)
from diagnostics.guidelines.preset_numbers import (
    PresetNumber,
    is_preset_number,
    is_preset_source,
    preset_documents,
    preset_fields,
    preset_numbers,
    preset_unit,
)
from diagnostics.guidelines.presets import library_preset, preset_document
from diagnostics.guidelines.release import (
    DRAFT,
    REVIEWED,
    load_library,
    load_release,
    release_digest,
    release_of,
)
from diagnostics.guidelines.release_file import RELEASE_FILE, pack_release, unpack_release
from diagnostics.guidelines.selection import (
    entry_value,
    rank_replacements,
    select_hypothesis,
)
from diagnostics.guidelines.verdict import judge_figure, judge_index

__all__ = [
    "DRAFT",
    "RELEASE_FILE",
    "REVIEWED",
    "Base",
    "CaseProfile",
    "Combination",
    "PresetNumber",
    "Stock",
    "adjustable",
    "case_profile",
    "changed_numbers",
    "changed_release",
    "changes_digest",
    "combined",
    "coverage_of",
    "deciding_changes",
    "deciding_criteria",
    "deciding_numbers",
    "editable_document",
    "entry_value",
    "event_of_number",
    "find_entry",
    "inapplicable_reason",
    "is_preset_number",
    "is_preset_source",
    "judge_figure",
    "judge_index",
    "library_preset",
    "load_library",
    "load_release",
    "nearest_names",
    "pack_release",
    "preset_document",
    "preset_documents",
    "preset_fields",
    "preset_numbers",
    "preset_unit",
    "rank_replacements",
    "release_difference",
    "release_digest",
    "release_of",
    "says_otherwise",
    "select_hypothesis",
    "touch_of",
    "unpack_release",
]
