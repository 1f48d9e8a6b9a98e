"""Application configuration."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Append-only records of who did what."""

    name = "hvrmet.audit"
    label = "audit"

    def ready(self) -> None:
        """Listen to what operators are shown."""
        from hvrmet.audit.operator_views import note_rows_viewed
        from hvrmet.core.admin import rows_viewed

        rows_viewed.connect(note_rows_viewed)
