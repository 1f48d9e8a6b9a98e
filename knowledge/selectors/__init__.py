"""Reading the Guideline Library: as its curators keep it, its releases, and who uses which."""

from knowledge.selectors.library import (
    LibraryFilter,
    citing_entries,
    entries_in_force,
    entries_of,
    entry_history,
    entry_in_force,
    import_list,
    library_in_force,
    library_selection,
    reference_in_force,
    references_in_force,
    tools_by_name,
)
from knowledge.selectors.releases import (
    adoption_in_force,
    adoption_list,
    current_release_digest,
    entry_get,
    entry_list,
    release_document,
    release_get,
    release_list,
)
from knowledge.selectors.rows import reference_of

__all__ = [
    "LibraryFilter",
    "adoption_in_force",
    "adoption_list",
    "citing_entries",
    "current_release_digest",
    "entries_in_force",
    "entries_of",
    "entry_get",
    "entry_history",
    "entry_in_force",
    "entry_list",
    "import_list",
    "library_in_force",
    "library_selection",
    "reference_in_force",
    "reference_of",
    "references_in_force",
    "release_document",
    "release_get",
    "release_list",
    "tools_by_name",
]
