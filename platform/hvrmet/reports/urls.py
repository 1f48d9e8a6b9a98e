"""Addresses of reports."""

from django.urls import path

from hvrmet.reports import api, diff_api

urlpatterns = [
    path("diagnoses/<uuid:job_id>/report/", api.ReportView.as_view(), name="diagnosis-report"),
    path(
        "diagnoses/<uuid:job_id>/report/versions/<int:number>/",
        api.ReportVersionView.as_view(),
        name="diagnosis-report-version",
    ),
    path(
        "diagnoses/<uuid:job_id>/report/versions/<int:number>/export/<str:kind>/",
        api.ReportExportView.as_view(),
        name="diagnosis-report-export",
    ),
    path(
        "diagnoses/<uuid:job_id>/report/versions/<int:number>/diff/",
        diff_api.ReportDiffView.as_view(),
        name="diagnosis-report-diff",
    ),
    path(
        "diagnoses/<uuid:job_id>/report/versions/<int:number>/diff/export/<str:kind>/",
        diff_api.ReportDiffExportView.as_view(),
        name="diagnosis-report-diff-export",
    ),
]
