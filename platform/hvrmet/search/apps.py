"""Application configuration."""

from django.apps import AppConfig


class SearchConfig(AppConfig):
    """Finding things by words."""

    name = "hvrmet.search"
    label = "search"

    def ready(self) -> None:
        """Index what is saved: a new diagnosis once it is queued, all else as it is written."""
        from hvrmet.search import indexing

        indexing.connect()
