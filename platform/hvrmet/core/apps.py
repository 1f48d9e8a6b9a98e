"""Application configuration."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    """Errors, the tenant scope, problem answers, pagination and health."""

    name = "hvrmet.core"
    label = "core"
