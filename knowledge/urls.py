"""Addresses of the library and the catalogue."""

from django.urls import path

from knowledge import adoption_api, api

urlpatterns = [
    path("guidelines/releases/", api.ReleaseListView.as_view(), name="release-list"),
    path("guidelines/releases/<str:digest>/", api.ReleaseView.as_view(), name="release-detail"),
    path(
        "guidelines/releases/<str:digest>/entries/",
        api.EntryListView.as_view(),
        name="release-entries",
    ),
    path(
        "guidelines/releases/<str:digest>/entries/<str:entry_id>/",
        api.EntryView.as_view(),
        name="release-entry",
    ),
    path("guidelines/adoptions/", adoption_api.AdoptionListView.as_view(), name="adoption-list"),
    path(
        "guidelines/adoptions/<uuid:adoption_id>/confirm/",
        adoption_api.AdoptionConfirmView.as_view(),
        name="adoption-confirm",
    ),
    path("catalog/", api.CatalogView.as_view(), name="catalog"),
    path("catalog/<slug:name>/", api.CatalogPageView.as_view(), name="catalog-page"),
]
