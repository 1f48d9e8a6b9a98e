"""Changing the library."""

from knowledge.services.releases import (
    adoption_confirm,
    adoption_propose,
    release_import,
    release_viewed,
)

__all__ = ["adoption_confirm", "adoption_propose", "release_import", "release_viewed"]
