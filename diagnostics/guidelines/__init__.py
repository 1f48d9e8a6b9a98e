"""The Guideline Library without a database: load, select, replan and judge."""

from diagnostics.guidelines.applicability import (
    CaseProfile,
    case_profile,
    inapplicable_reason,
)
from diagnostics.guidelines.coverage import coverage_of
from diagnostics.guidelines.entry_names import find_entry, nearest_names
from diagnostics.guidelines.information import beliefs_after
from diagnostics.guidelines.likelihood import discriminates, joint_odds, ratio_of
from diagnostics.guidelines.links import links_of
from diagnostics.guidelines.release import load_release, release_digest
from diagnostics.guidelines.release_file import (
    PAPER,
    RELEASE_FILE,
    pack_release,
    release_yaml,
    unpack_release,
)
from diagnostics.guidelines.selection import (
    entry_value,
    hit_rate,
    rank_replacements,
    select_hypothesis,
)
from diagnostics.guidelines.verdict import judge_figure, judge_index

__all__ = [
    "PAPER",
    "RELEASE_FILE",
    "CaseProfile",
    "beliefs_after",
    "case_profile",
    "coverage_of",
    "discriminates",
    "entry_value",
    "find_entry",
    "hit_rate",
    "inapplicable_reason",
    "joint_odds",
    "judge_figure",
    "judge_index",
    "links_of",
    "load_release",
    "nearest_names",
    "pack_release",
    "rank_replacements",
    "ratio_of",
    "release_digest",
    "release_yaml",
    "select_hypothesis",
    "unpack_release",
]
