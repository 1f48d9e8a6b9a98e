"""Application configuration."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Jobs, their events, the queue, the outbox and leases."""

    name = "hvrmet.jobs"
    label = "jobs"
