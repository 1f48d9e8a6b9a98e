"""Addresses of the library and the catalogue."""

from django.urls import path

from knowledge import api

urlpatterns = [
    path("guidelines/releases/", api.ReleaseListView.as_view(), name="release-list"),
    path("guidelines/releases/<str:digest>/", api.ReleaseView.as_view(), name="release-detail"),
    path(
        "guidelines/releases/<str:digest>/entries/",
        api.EntryListView.as_view(),
        name="release-entries",
    ),
    path("catalog/", api.CatalogView.as_view(), name="catalog"),
    path("catalog/<slug:name>/", api.CatalogPageView.as_view(), name="catalog-page"),
]
