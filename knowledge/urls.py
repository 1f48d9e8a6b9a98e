"""Addresses of the library and the catalogue."""

from django.urls import path

from knowledge import (
    adoption_api,
    api,
    bulk_api,
    candidates_api,
    effect_api,
    interest_api,
    library_api,
    overlay_api,
    presets_api,
    proposals_api,
    queue_api,
    remarks_api,
    search_api,
    sentence_api,
)

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
    path(
        "guidelines/releases/<str:digest>/difference/<str:other>/",
        candidates_api.ReleaseDifferenceView.as_view(),
        name="release-difference",
    ),
    path("guidelines/adoptions/", adoption_api.AdoptionListView.as_view(), name="adoption-list"),
    path(
        "guidelines/adoptions/<uuid:adoption_id>/confirm/",
        adoption_api.AdoptionConfirmView.as_view(),
        name="adoption-confirm",
    ),
    path(
        "guidelines/adoptions/<uuid:adoption_id>/withdraw/",
        adoption_api.AdoptionWithdrawView.as_view(),
        name="adoption-withdraw",
    ),
    path(
        "guidelines/adoptions/<uuid:adoption_id>/effect/",
        effect_api.AdoptionEffectView.as_view(),
        name="adoption-effect",
    ),
    path("guidelines/overlay/", overlay_api.OverlayView.as_view(), name="overlay"),
    path(
        "guidelines/overlay/fields/",
        overlay_api.OverlayFieldsView.as_view(),
        name="overlay-fields",
    ),
    path(
        "guidelines/overlay/fields/<uuid:adjustment_id>/",
        overlay_api.OverlayFieldView.as_view(),
        name="overlay-field",
    ),
    path(
        "guidelines/overlay/fields/<uuid:adjustment_id>/choice/",
        overlay_api.OverlayChoiceView.as_view(),
        name="overlay-choice",
    ),
    path(
        "guidelines/overlay/reset/",
        overlay_api.OverlayResetView.as_view(),
        name="overlay-reset",
    ),
    path(
        "guidelines/overlay/propose/",
        overlay_api.OverlayProposeView.as_view(),
        name="overlay-propose",
    ),
    path(
        "guidelines/overlay/effect/",
        effect_api.OverlayEffectView.as_view(),
        name="overlay-effect",
    ),
    path(
        "guidelines/overlay/sentence/",
        sentence_api.OverlaySentenceView.as_view(),
        name="overlay-sentence",
    ),
    path("guidelines/sentence/", sentence_api.SentenceView.as_view(), name="sentence"),
    path(
        "guidelines/overlay/presets/",
        presets_api.OverlayPresetsView.as_view(),
        name="overlay-presets",
    ),
    path(
        "guidelines/overlay/versions/",
        overlay_api.OverlayVersionListView.as_view(),
        name="overlay-versions",
    ),
    path("guidelines/queue/", queue_api.QueueView.as_view(), name="library-queue"),
    path("guidelines/remarks/", remarks_api.RemarkListView.as_view(), name="remarks"),
    path(
        "guidelines/remarks/<uuid:remark_id>/take-back/",
        remarks_api.RemarkTakeBackView.as_view(),
        name="remark-take-back",
    ),
    path("guidelines/interest/", interest_api.InterestView.as_view(), name="interest"),
    path("guidelines/proposals/", proposals_api.ProposalListView.as_view(), name="proposals"),
    path("guidelines/proposals/bulk/", bulk_api.BulkView.as_view(), name="proposal-bulk"),
    path(
        "guidelines/proposals/file/",
        proposals_api.ProposalFileView.as_view(),
        name="proposal-file",
    ),
    path(
        "guidelines/proposals/<uuid:proposal_id>/",
        proposals_api.ProposalView.as_view(),
        name="proposal",
    ),
    path(
        "guidelines/proposals/<uuid:proposal_id>/fields/",
        proposals_api.ProposalFieldsView.as_view(),
        name="proposal-fields",
    ),
    path(
        "guidelines/proposals/<uuid:proposal_id>/fields/<uuid:field_id>/",
        proposals_api.ProposalFieldView.as_view(),
        name="proposal-field",
    ),
    path(
        "guidelines/proposals/<uuid:proposal_id>/fields/<uuid:field_id>/choice/",
        proposals_api.ProposalChoiceView.as_view(),
        name="proposal-choice",
    ),
    *(
        path(
            f"guidelines/proposals/<uuid:proposal_id>/{act}/",
            view.as_view(),
            name=f"proposal-{act}",
        )
        for act, view in (
            ("submit", proposals_api.ProposalSubmitView),
            ("recall", proposals_api.ProposalRecallView),
            ("withdraw", proposals_api.ProposalWithdrawView),
            ("take-over", proposals_api.ProposalTakeOverView),
            ("decisions", proposals_api.ProposalDecisionsView),
        )
    ),
    path(
        "guidelines/proposals/<uuid:proposal_id>/effect/",
        effect_api.ProposalEffectView.as_view(),
        name="proposal-effect",
    ),
    path(
        "guidelines/proposals/<uuid:proposal_id>/sentence/",
        sentence_api.ProposalSentenceView.as_view(),
        name="proposal-sentence",
    ),
    path(
        "guidelines/candidates/<uuid:candidate_id>/effect/",
        effect_api.CandidateEffectView.as_view(),
        name="candidate-effect",
    ),
    path("guidelines/candidates/", candidates_api.CandidateListView.as_view(), name="candidates"),
    path(
        "guidelines/candidates/<uuid:candidate_id>/",
        candidates_api.CandidateView.as_view(),
        name="candidate",
    ),
    path(
        "guidelines/candidates/<uuid:candidate_id>/approve/",
        candidates_api.CandidateApproveView.as_view(),
        name="candidate-approve",
    ),
    path(
        "guidelines/candidates/<uuid:candidate_id>/withdraw/",
        candidates_api.CandidateWithdrawView.as_view(),
        name="candidate-withdraw",
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
        "guidelines/library/references/<str:reference_key>/revisions/",
        library_api.LibraryReferenceHistoryView.as_view(),
        name="library-reference-history",
    ),
    path(
        "guidelines/library/causes/",
        library_api.LibraryCauseListView.as_view(),
        name="library-causes",
    ),
    path(
        "guidelines/library/presets/",
        presets_api.LibraryPresetListView.as_view(),
        name="library-presets",
    ),
    path(
        "guidelines/library/presets/<str:preset_name>/revisions/",
        library_api.LibraryPresetHistoryView.as_view(),
        name="library-preset-history",
    ),
    path(
        "guidelines/library/causes/<str:event>/<str:cause_id>/revisions/",
        library_api.LibraryCauseHistoryView.as_view(),
        name="library-cause-history",
    ),
    path(
        "guidelines/library/search/",
        search_api.LibrarySearchView.as_view(),
        name="library-search",
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
