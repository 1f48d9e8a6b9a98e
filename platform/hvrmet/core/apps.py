"""Application configuration."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    """Errors, the tenant scope, problem answers, pagination and health."""

    name = "hvrmet.core"
    label = "core"

    def ready(self) -> None:
        """Watch every connection."""
        from django.db.backends.signals import connection_created

        from hvrmet.core.metrics import watch_connection

        connection_created.connect(watch_connection)
