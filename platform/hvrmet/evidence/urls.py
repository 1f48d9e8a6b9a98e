"""Addresses of evidence and artifacts."""

from django.urls import path

from hvrmet.evidence import api, extracts_api

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
    path(
        "computations/<uuid:job_id>/artifacts/<str:sha256>/",
        api.ComputationArtifactView.as_view(),
    ),
    path("questions/<uuid:job_id>/artifacts/", api.QuestionArtifactsView.as_view()),
    path(
        "diagnoses/<uuid:job_id>/evidence/<str:evidence_id>/layers/",
        extracts_api.EvidenceLayersView.as_view(),
        name="evidence-layers",
    ),
    path("workflows/<uuid:job_id>/artifacts/", api.WorkflowArtifactsView.as_view()),
    path("climatologies/<uuid:job_id>/artifacts/", api.ClimatologyArtifactsView.as_view()),
    path("workflows/<uuid:job_id>/diagram/", api.WorkflowDiagramView.as_view()),
    path("extracts/", extracts_api.ExtractView.as_view(), name="extracts"),
    path("files/<str:sha256>/", extracts_api.FileView.as_view(), name="extracted-file"),
    path("artifacts/<str:token>/", api.download, name="artifact-download"),
]
