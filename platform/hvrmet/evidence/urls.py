"""Addresses of evidence and artifacts."""

from django.urls import path

from hvrmet.evidence import api, uses_api

urlpatterns = [
    path(
        "diagnoses/<uuid:job_id>/evidence/", api.EvidenceView.as_view(), name="diagnosis-evidence"
    ),
    path(
        "diagnoses/<uuid:job_id>/artifacts/",
        api.ArtifactsView.as_view(),
        name="diagnosis-artifacts",
    ),
    path("computations/<uuid:job_id>/artifacts/", api.ComputationArtifactsView.as_view()),
    path("questions/<uuid:job_id>/artifacts/", api.QuestionArtifactsView.as_view()),
    path(
        "guidelines/library/entries/<str:entry_id>/uses/",
        uses_api.EntryUsesView.as_view(),
        name="library-entry-uses",
    ),
    path("artifacts/<str:token>/", api.download, name="artifact-download"),
]
