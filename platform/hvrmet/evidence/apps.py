"""Application configuration."""

from django.apps import AppConfig


class EvidenceConfig(AppConfig):
    """Evidence of runs and content-addressed artifacts."""

    name = "hvrmet.evidence"
    label = "evidence"
