"""Application configuration."""

from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    """Reviews of report versions, corrections, and publication."""

    name = "hvrmet.reviews"
    label = "reviews"
