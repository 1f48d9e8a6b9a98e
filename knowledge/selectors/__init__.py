"""Reading the library."""

from knowledge.selectors.releases import (
    adoption_in_force,
    adoption_list,
    current_release_digest,
    entry_list,
    release_document,
    release_get,
    release_list,
)

__all__ = [
    "adoption_in_force",
    "adoption_list",
    "current_release_digest",
    "entry_list",
    "release_document",
    "release_get",
    "release_list",
]
