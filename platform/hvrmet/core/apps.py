"""Application configuration."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    """Errors, the tenant scope, problem answers, pagination and health."""

    name = "hvrmet.core"
    label = "core"

    def ready(self) -> None:
        """Watch every connection."""
        from django.db.backends.signals import connection_created

        from hvrmet.core.observability import metrics, tracing

        connection_created.connect(metrics.watch_connection)
        connection_created.connect(tracing.watch_connection)
