"""Addresses of the library and the catalogue."""

from django.urls import path

from knowledge import adoption_api, api, library_api

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
    path(
        "guidelines/library/entries/",
        library_api.LibraryEntryListView.as_view(),
        name="library-entries",
    ),
    path(
        "guidelines/library/entries/<str:entry_id>/",
        library_api.LibraryEntryView.as_view(),
        name="library-entry",
    ),
    path(
        "guidelines/library/entries/<str:entry_id>/revisions/",
        library_api.LibraryEntryHistoryView.as_view(),
        name="library-entry-history",
    ),
    path(
        "guidelines/library/references/",
        library_api.LibraryReferenceListView.as_view(),
        name="library-references",
    ),
    path(
        "guidelines/library/references/<str:reference_key>/",
        library_api.LibraryReferenceView.as_view(),
        name="library-reference",
    ),
    path(
        "guidelines/library/imports/",
        library_api.LibraryImportListView.as_view(),
        name="library-imports",
    ),
    path(
        "guidelines/library/export/<str:library_file>/",
        library_api.LibraryExportView.as_view(),
        name="library-export",
    ),
    path("catalog/", api.CatalogView.as_view(), name="catalog"),
    path("catalog/<slug:name>/", api.CatalogPageView.as_view(), name="catalog-page"),
]
