"""Configuration of the places."""

from __future__ import annotations

from django.apps import AppConfig


class PlacesConfig(AppConfig):
    """Places and saved regions."""

    name = "hvrmet.places"
    label = "places"
