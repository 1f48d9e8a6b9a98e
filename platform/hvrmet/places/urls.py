"""Addresses of places and saved regions."""

from django.urls import path

from hvrmet.places import api, search_api

urlpatterns = [
    path("places/", search_api.PlaceSearchView.as_view(), name="place-search"),
    path("regions/", api.SavedRegionListView.as_view(), name="saved-region-list"),
    path("regions/<uuid:region_id>/", api.SavedRegionView.as_view(), name="saved-region-detail"),
]
