"""Addresses of evidence and artifacts."""

from django.urls import path

from hvrmet.evidence import api, fields_api, uses_api

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
    path(
        "diagnoses/<uuid:job_id>/fields/",
        fields_api.DiagnosisFieldsView.as_view(),
        name="diagnosis-fields",
    ),
    path(
        "diagnoses/<uuid:job_id>/fields/<str:name>/",
        fields_api.DiagnosisFieldView.as_view(),
        name="diagnosis-field",
    ),
    path(
        "diagnoses/<uuid:job_id>/fields/<str:name>/points/",
        fields_api.DiagnosisFieldPointsView.as_view(),
    ),
    path(
        "diagnoses/<uuid:job_id>/fields/<str:name>/line/",
        fields_api.DiagnosisFieldLineView.as_view(),
    ),
    path(
        "computations/<uuid:job_id>/fields/",
        fields_api.ComputationFieldsView.as_view(),
        name="computation-fields",
    ),
    path(
        "computations/<uuid:job_id>/fields/<str:name>/",
        fields_api.ComputationFieldView.as_view(),
        name="computation-field",
    ),
    path(
        "computations/<uuid:job_id>/fields/<str:name>/points/",
        fields_api.ComputationFieldPointsView.as_view(),
    ),
    path(
        "computations/<uuid:job_id>/fields/<str:name>/line/",
        fields_api.ComputationFieldLineView.as_view(),
    ),
    path("artifacts/<str:token>/", api.download, name="artifact-download"),
]
