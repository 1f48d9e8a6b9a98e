"""Application configuration."""

from django.apps import AppConfig


class DashboardConfig(AppConfig):
    """The page of the application in the browser, and the built files that it loads."""

    name = "hvrmet.dashboard"
    label = "dashboard"
