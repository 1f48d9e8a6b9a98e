"""Application configuration."""

from django.apps import AppConfig


class KnowledgeConfig(AppConfig):
    """The Guideline Library: immutable releases and their entries."""

    name = "knowledge"

    def ready(self) -> None:
        """Register what jobs need of the library."""
        from hvrmet.jobs.library import LibraryProvider, provide_library

        from knowledge.catalog import catalog_document
        from knowledge.selectors import current_release_digest, release_document

        provide_library(LibraryProvider(current_release_digest, release_document, catalog_document))
