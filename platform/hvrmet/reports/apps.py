"""Application configuration."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """Reports and their immutable versions."""

    name = "hvrmet.reports"
    label = "reports"
