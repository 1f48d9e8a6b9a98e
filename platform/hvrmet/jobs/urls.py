"""Addresses of jobs."""

from django.urls import path

from hvrmet.jobs import answers_api, api, lifecycle_api, steering_api

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
    path("computations/", answers_api.ComputationListView.as_view(), name="computation-list"),
    path(
        "computations/<uuid:job_id>/",
        answers_api.ComputationView.as_view(),
        name="computation-detail",
    ),
    path("computations/<uuid:job_id>/cancel/", answers_api.ComputationCancelView.as_view()),
    path("computations/<uuid:job_id>/events/", answers_api.ComputationEventsView.as_view()),
    path("questions/", answers_api.QuestionListView.as_view(), name="question-list"),
    path("questions/<uuid:job_id>/", answers_api.QuestionView.as_view(), name="question-detail"),
    path("questions/<uuid:job_id>/cancel/", answers_api.QuestionCancelView.as_view()),
    path("questions/<uuid:job_id>/events/", answers_api.QuestionEventsView.as_view()),
    path("queue/", lifecycle_api.QueueView.as_view(), name="queue"),
    path("usage/", api.UsageView.as_view(), name="usage"),
    path("sources/", api.SourceListView.as_view(), name="source-list"),
]
