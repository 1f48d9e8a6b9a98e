"""Addresses of reviews and publication."""

from django.urls import path

from hvrmet.reviews import api, corrections_api, standing_api

_VERSION = "diagnoses/<uuid:job_id>/report/versions/<int:number>/"

urlpatterns = [
    path(
        "diagnoses/<uuid:job_id>/reviews/", api.ReviewListView.as_view(), name="diagnosis-reviews"
    ),
    path(
        "diagnoses/<uuid:job_id>/corrections/",
        corrections_api.CorrectionListView.as_view(),
        name="diagnosis-corrections",
    ),
    path(
        "diagnoses/<uuid:job_id>/corrections/<uuid:correction_id>/",
        corrections_api.CorrectionView.as_view(),
        name="diagnosis-correction",
    ),
    path(
        f"{_VERSION}standing/",
        standing_api.StandingView.as_view(),
        name="diagnosis-report-standing",
    ),
    path("reports/waiting/", standing_api.WaitingView.as_view(), name="report-waiting"),
    path(f"{_VERSION}opened/", standing_api.OpenedView.as_view(), name="diagnosis-report-opened"),
    path(f"{_VERSION}submit/", api.SubmitView.as_view(), name="diagnosis-report-submit"),
    path(f"{_VERSION}publish/", api.PublishView.as_view(), name="diagnosis-report-publish"),
    path(f"{_VERSION}withdraw/", api.WithdrawView.as_view(), name="diagnosis-report-withdraw"),
]
