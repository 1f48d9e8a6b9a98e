"""Application configuration."""

from django.apps import AppConfig


class RegionsConfig(AppConfig):
    """Saved regions of a centre."""

    name = "hvrmet.regions"
    label = "regions"
