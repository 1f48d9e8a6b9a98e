"""Addresses of jobs."""

from django.urls import path

from hvrmet.jobs.api import (
    answers,
    climatologies,
    climatology_builds,
    diagnoses,
    inquiries,
    lifecycle,
    sources,
    steering,
    usage,
    words,
)

urlpatterns = [
    path("diagnoses/", diagnoses.DiagnosisListView.as_view(), name="diagnosis-list"),
    path("diagnoses/<uuid:job_id>/", diagnoses.DiagnosisView.as_view(), name="diagnosis-detail"),
    path(
        "diagnoses/<uuid:job_id>/cancel/",
        diagnoses.DiagnosisCancelView.as_view(),
        name="diagnosis-cancel",
    ),
    path(
        "diagnoses/<uuid:job_id>/events/",
        diagnoses.DiagnosisEventsView.as_view(),
        name="diagnosis-events",
    ),
    path(
        "diagnoses/<uuid:job_id>/steering/",
        steering.SteeringView.as_view(),
        name="diagnosis-steering",
    ),
    path(
        "diagnoses/<uuid:job_id>/retry/",
        lifecycle.RetryView.as_view(),
        name="diagnosis-retry",
    ),
    path(
        "diagnoses/<uuid:job_id>/rerun/",
        lifecycle.RerunView.as_view(),
        name="diagnosis-rerun",
    ),
    path("computations/", answers.ComputationListView.as_view(), name="computation-list"),
    path(
        "computations/<uuid:job_id>/",
        answers.ComputationView.as_view(),
        name="computation-detail",
    ),
    path("computations/<uuid:job_id>/cancel/", answers.ComputationCancelView.as_view()),
    path("computations/<uuid:job_id>/events/", answers.ComputationEventsView.as_view()),
    path("questions/", answers.QuestionListView.as_view(), name="question-list"),
    path("questions/<uuid:job_id>/", answers.QuestionView.as_view(), name="question-detail"),
    path("questions/<uuid:job_id>/cancel/", answers.QuestionCancelView.as_view()),
    path("questions/<uuid:job_id>/events/", answers.QuestionEventsView.as_view()),
    path("detections/", answers.DetectionsView.as_view(), name="detections"),
    path("workflows/", answers.WorkflowListView.as_view(), name="workflow-list"),
    path("workflows/check/", answers.WorkflowCheckView.as_view(), name="workflow-check"),
    path("workflows/<uuid:job_id>/", answers.WorkflowView.as_view(), name="workflow-detail"),
    path("workflows/<uuid:job_id>/cancel/", answers.WorkflowCancelView.as_view()),
    path("workflows/<uuid:job_id>/events/", answers.WorkflowEventsView.as_view()),
    path(
        "climatologies/",
        climatology_builds.ClimatologyListView.as_view(),
        name="climatology-list",
    ),
    path(
        "climatologies/<uuid:job_id>/",
        climatology_builds.ClimatologyView.as_view(),
        name="climatology-detail",
    ),
    path("climatologies/<uuid:job_id>/cancel/", climatology_builds.ClimatologyCancelView.as_view()),
    path("climatologies/<uuid:job_id>/resume/", climatology_builds.ClimatologyResumeView.as_view()),
    path("climatologies/<uuid:job_id>/events/", climatology_builds.ClimatologyEventsView.as_view()),
    path("queue/", lifecycle.QueueView.as_view(), name="queue"),
    path("usage/", usage.UsageView.as_view(), name="usage"),
    path("usage/month/", usage.MonthUsageView.as_view(), name="usage-month"),
    path("usage/jobs/<uuid:job_id>/", usage.JobUsageView.as_view(), name="usage-job"),
    path("sources/", sources.SourceListView.as_view(), name="source-list"),
    path("sources/<str:source_name>/", sources.SourceView.as_view(), name="source-detail"),
    path(
        "sources/<str:source_name>/climatologies/",
        climatologies.ClimatologiesView.as_view(),
        name="source-climatologies",
    ),
    path(
        "sources/<str:source_name>/climatologies/point/",
        climatologies.ClimatologyPointView.as_view(),
        name="source-climatology-point",
    ),
    path(
        "sources/<str:source_name>/climatologies/choice/",
        climatologies.ClimatologyChoiceView.as_view(),
        name="source-climatology-choice",
    ),
    path("requests/read/", words.RequestReadView.as_view(), name="request-read"),
    path("feasibility/", words.FeasibilityView.as_view(), name="feasibility"),
    path("inquiries/<uuid:inquiry_id>/", inquiries.InquiryView.as_view(), name="inquiry-detail"),
]
