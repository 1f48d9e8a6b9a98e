"""Addresses of sessions and identity."""

from django.urls import path

from hvrmet.accounts import api

urlpatterns = [
    path("session/", api.SessionView.as_view(), name="session"),
    path("me/", api.MeView.as_view(), name="me"),
]
