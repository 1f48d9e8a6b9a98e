"""Application configuration."""

from django.apps import AppConfig


class KnowledgeConfig(AppConfig):
    """The Guideline Library: immutable releases and their entries."""

    name = "knowledge"
