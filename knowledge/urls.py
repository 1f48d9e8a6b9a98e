"""Addresses of the library and the catalogue."""

from django.urls import path

from knowledge import (
    adoption_api,
    api,
    curation_api,
    overlays_api,
    papers_api,
    proposals_api,
)

_ENTRY = "library/entries/<str:entry_id>/"
_PROPOSAL = "library/proposals/<int:proposal_number>/"
_RELEASE = "guidelines/releases/<str:digest>/"

urlpatterns = [
    path("guidelines/releases/", api.ReleaseListView.as_view(), name="release-list"),
    path("guidelines/releases/<str:digest>/", api.ReleaseView.as_view(), name="release-detail"),
    path(
        "guidelines/releases/<str:digest>/entries/",
        api.EntryListView.as_view(),
        name="release-entries",
    ),
    path("guidelines/adoptions/", adoption_api.AdoptionListView.as_view(), name="adoption-list"),
    path(
        "guidelines/adoptions/<uuid:adoption_id>/confirm/",
        adoption_api.AdoptionConfirmView.as_view(),
        name="adoption-confirm",
    ),
    path(f"{_RELEASE}diff/", proposals_api.ReleaseDiffView.as_view(), name="release-diff"),
    path(f"{_RELEASE}export/", overlays_api.ReleaseExportView.as_view(), name="release-export"),
    path("library/workspace/", curation_api.WorkspaceView.as_view(), name="library-workspace"),
    path("library/entries/", curation_api.LibraryEntryListView.as_view(), name="library-entries"),
    path(_ENTRY, curation_api.LibraryEntryView.as_view(), name="library-entry"),
    path(f"{_ENTRY}remove/", curation_api.LibraryEntryRemoveView.as_view(), name="library-remove"),
    path(f"{_ENTRY}drop/", curation_api.LibraryDraftDropView.as_view(), name="library-drop"),
    path(f"{_ENTRY}uses/", curation_api.LibraryUsesView.as_view(), name="library-uses"),
    path(
        f"{_ENTRY}comments/",
        curation_api.LibraryCommentListView.as_view(),
        name="library-comments",
    ),
    path(
        f"{_ENTRY}revisions/",
        curation_api.LibraryRevisionListView.as_view(),
        name="library-revisions",
    ),
    path(
        f"{_ENTRY}revisions/<int:number>/",
        curation_api.LibraryRevisionView.as_view(),
        name="library-revision",
    ),
    path(
        f"{_ENTRY}revisions/<int:number>/diff/",
        curation_api.LibraryRevisionDiffView.as_view(),
        name="library-revision-diff",
    ),
    path(
        "library/comments/<uuid:comment_id>/resolve/",
        curation_api.LibraryCommentResolveView.as_view(),
        name="library-comment-resolve",
    ),
    path("library/preview/", curation_api.LibraryPreviewView.as_view(), name="library-preview"),
    path(
        "library/statistics/",
        curation_api.LibraryStatisticsView.as_view(),
        name="library-statistics",
    ),
    path("library/coverage/", curation_api.LibraryCoverageView.as_view(), name="library-coverage"),
    path(
        "library/citations/",
        curation_api.LibraryCitationsView.as_view(),
        name="library-citations",
    ),
    path("library/releases/", proposals_api.CentreReleaseListView.as_view(), name="own-releases"),
    path("library/proposals/", proposals_api.ProposalListView.as_view(), name="proposals"),
    path(_PROPOSAL, proposals_api.ProposalView.as_view(), name="proposal"),
    path(f"{_PROPOSAL}diff/", proposals_api.ProposalDiffView.as_view(), name="proposal-diff"),
    path(f"{_PROPOSAL}submit/", proposals_api.ProposalSubmitView.as_view(), name="proposal-submit"),
    path(
        f"{_PROPOSAL}withdraw/",
        proposals_api.ProposalWithdrawView.as_view(),
        name="proposal-withdraw",
    ),
    path(
        f"{_PROPOSAL}explain/", proposals_api.ProposalExplainView.as_view(), name="proposal-explain"
    ),
    path(
        f"{_PROPOSAL}reviews/",
        proposals_api.ProposalReviewListView.as_view(),
        name="proposal-reviews",
    ),
    path(
        f"{_PROPOSAL}release/", proposals_api.ProposalReleaseView.as_view(), name="proposal-release"
    ),
    path("library/papers/", papers_api.PaperListView.as_view(), name="library-papers"),
    path("library/papers/<uuid:paper_id>/", papers_api.PaperView.as_view(), name="library-paper"),
    path(f"{_PROPOSAL}effects/", overlays_api.EffectListView.as_view(), name="library-effects"),
    path(
        "library/effects/<uuid:effect_id>/",
        overlays_api.EffectView.as_view(),
        name="library-effect",
    ),
    path("library/overlay/", overlays_api.OverlayView.as_view(), name="library-overlay"),
    path(
        "library/overlay/combine/",
        overlays_api.OverlayCombineView.as_view(),
        name="library-overlay-combine",
    ),
    path(
        "library/overlay/entries/<str:overlaid>/",
        overlays_api.OverlayEntryView.as_view(),
        name="library-overlay-entry",
    ),
    path("library/import/", overlays_api.LibraryImportView.as_view(), name="library-import"),
    path("library/upstream/", overlays_api.LibraryUpstreamView.as_view(), name="library-upstream"),
    path("catalog/", api.CatalogView.as_view(), name="catalog"),
    path("catalog/<slug:name>/", api.CatalogPageView.as_view(), name="catalog-page"),
]
