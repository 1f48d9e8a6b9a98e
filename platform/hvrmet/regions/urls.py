"""Addresses of saved regions."""

from django.urls import path

from hvrmet.regions import api

urlpatterns = [
    path("regions/", api.RegionListView.as_view(), name="region-list"),
    path("regions/<uuid:region_id>/", api.RegionView.as_view(), name="region-detail"),
]
