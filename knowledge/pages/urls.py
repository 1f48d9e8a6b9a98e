"""Addresses of the curation pages."""

from django.urls import path

from knowledge.pages import entries, papers, releases

urlpatterns = [
    path("", entries.queue_page, name="curation-queue"),
    path("begin/", entries.begin, name="curation-begin"),
    path("bulk/", entries.bulk, name="curation-bulk"),
    path("preview/", entries.preview, name="curation-preview"),
    path("language/", entries.choose_language, name="curation-language"),
    path("new/", entries.entry_new, name="curation-new"),
    path("entries/<str:entry_id>/", entries.entry_page, name="curation-entry"),
    path("entries/<str:entry_id>/act/", entries.act, name="curation-act"),
    path("entries/<str:entry_id>/comment/", entries.comment, name="curation-comment"),
    path("entries/<str:entry_id>/history/", entries.history, name="curation-history"),
    path("entries/<str:entry_id>/uses/", entries.uses, name="curation-uses"),
    path("proposals/", releases.proposals, name="curation-proposals"),
    path("proposals/<int:number>/", releases.proposal, name="curation-proposal"),
    path("proposals/<int:number>/act/", releases.proposal_act, name="curation-proposal-act"),
    path("releases/", releases.releases, name="curation-releases"),
    path("releases/adopt/", releases.adopt, name="curation-adopt"),
    path("releases/<str:digest>/", releases.release, name="curation-release"),
    path("coverage/", releases.coverage_page, name="curation-coverage"),
    path("use/", releases.use, name="curation-use"),
    path("overlay/", releases.overlay, name="curation-overlay"),
    path("import/", releases.imports, name="curation-import"),
    path("papers/", papers.papers, name="curation-papers"),
    path("papers/<uuid:paper_id>/", papers.paper, name="curation-paper"),
]
