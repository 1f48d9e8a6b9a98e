"""Application configuration."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Append-only records of who did what."""

    name = "hvrmet.audit"
    label = "audit"
