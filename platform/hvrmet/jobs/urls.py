"""Addresses of jobs."""

from django.urls import path

from hvrmet.jobs import api, lifecycle_api, steering_api

urlpatterns = [
    path("diagnoses/", api.DiagnosisListView.as_view(), name="diagnosis-list"),
    path("diagnoses/<uuid:job_id>/", api.DiagnosisView.as_view(), name="diagnosis-detail"),
    path(
        "diagnoses/<uuid:job_id>/cancel/",
        api.DiagnosisCancelView.as_view(),
        name="diagnosis-cancel",
    ),
    path(
        "diagnoses/<uuid:job_id>/events/",
        api.DiagnosisEventsView.as_view(),
        name="diagnosis-events",
    ),
    path(
        "diagnoses/<uuid:job_id>/steering/",
        steering_api.SteeringView.as_view(),
        name="diagnosis-steering",
    ),
    path(
        "diagnoses/<uuid:job_id>/retry/",
        lifecycle_api.RetryView.as_view(),
        name="diagnosis-retry",
    ),
    path(
        "diagnoses/<uuid:job_id>/rerun/",
        lifecycle_api.RerunView.as_view(),
        name="diagnosis-rerun",
    ),
    path("queue/", lifecycle_api.QueueView.as_view(), name="queue"),
    path("usage/", api.UsageView.as_view(), name="usage"),
    path("sources/", api.SourceListView.as_view(), name="source-list"),
]
