"""Addresses of jobs."""

from django.urls import path

from hvrmet.jobs.api import answers, diagnoses, lifecycle, map_features, sources, steering, words

urlpatterns = [
    path("diagnoses/", diagnoses.DiagnosisListView.as_view(), name="diagnosis-list"),
    path("diagnoses/in-words/", words.DiagnosisInWordsView.as_view(), name="diagnosis-in-words"),
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
    path(
        "computations/<uuid:job_id>/features/",
        map_features.ComputationFeaturesView.as_view(),
        name="computation-features",
    ),
    path("computations/<uuid:job_id>/events/", answers.ComputationEventsView.as_view()),
    path("questions/", answers.QuestionListView.as_view(), name="question-list"),
    path("questions/read/", words.ReadQuestionView.as_view(), name="question-read"),
    path("questions/<uuid:job_id>/", answers.QuestionView.as_view(), name="question-detail"),
    path("questions/<uuid:job_id>/cancel/", answers.QuestionCancelView.as_view()),
    path("questions/<uuid:job_id>/events/", answers.QuestionEventsView.as_view()),
    path("queue/", lifecycle.QueueView.as_view(), name="queue"),
    path("usage/", diagnoses.UsageView.as_view(), name="usage"),
    path("sources/", sources.SourceListView.as_view(), name="source-list"),
    path("source-roots/", sources.SourceRootListView.as_view(), name="source-root-list"),
    path("sources/<str:name>/", sources.SourceView.as_view(), name="source-detail"),
    path("requests/read/", words.ReadRequestView.as_view(), name="request-read"),
]
