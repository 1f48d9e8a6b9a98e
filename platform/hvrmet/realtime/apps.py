"""Application configuration."""

from django.apps import AppConfig


class RealtimeConfig(AppConfig):
    """Messages and sockets that follow a job."""

    name = "hvrmet.realtime"
    label = "realtime"
