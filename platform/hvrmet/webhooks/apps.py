"""Application configuration."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Signed messages to downstream services."""

    name = "hvrmet.webhooks"
    label = "webhooks"
