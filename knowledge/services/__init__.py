"""Changing the Guideline Library: taking in files and releases, and what a tenant works with."""

from knowledge.services.library import ImportOutcome, library_import, library_read, package_import
from knowledge.services.releases import (
    adoption_confirm,
    adoption_propose,
    release_import,
    release_viewed,
)

__all__ = [
    "ImportOutcome",
    "adoption_confirm",
    "adoption_propose",
    "library_import",
    "library_read",
    "package_import",
    "release_import",
    "release_viewed",
]
