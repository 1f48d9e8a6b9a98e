"""The application whose static files are the built dashboard."""

from django.apps import AppConfig


class DashboardConfig(AppConfig):
    """Names the application, so that its static files are found."""

    name = "hvrmet.dashboard"
    label = "dashboard"
