"""Addresses of search."""

from django.urls import path

from hvrmet.search import api

urlpatterns = [
    path("search/", api.SearchAllView.as_view(), name="search"),
    path("search/places/", api.SearchPlacesView.as_view(), name="search-places"),
    path("search/catalog/", api.SearchCatalogView.as_view(), name="search-catalog"),
    path("search/entries/", api.SearchEntriesView.as_view(), name="search-entries"),
    path("search/reports/", api.SearchReportsView.as_view(), name="search-reports"),
    path("search/diagnoses/", api.SearchDiagnosesView.as_view(), name="search-diagnoses"),
]
