"""Application configuration."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Metrics, backups, and the drill that restores one."""

    name = "hvrmet.operations"
    label = "operations"
