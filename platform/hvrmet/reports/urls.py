"""Addresses of reports."""

from django.urls import path

from hvrmet.reports import api, diff_api, list_api, map_api

urlpatterns = [
    path("diagnoses/<uuid:job_id>/report/", api.ReportView.as_view(), name="diagnosis-report"),
    path(
        "diagnoses/<uuid:job_id>/report/versions/<int:number>/",
        api.ReportVersionView.as_view(),
        name="diagnosis-report-version",
    ),
    path(
        "diagnoses/<uuid:job_id>/report/versions/<int:number>/reading/",
        api.ReportReadingView.as_view(),
        name="diagnosis-report-reading",
    ),
    path(
        "diagnoses/<uuid:job_id>/report/versions/<int:number>/export/<str:kind>/",
        api.ReportExportView.as_view(),
        name="diagnosis-report-export",
    ),
    path(
        "diagnoses/<uuid:job_id>/report/versions/<int:number>/features/",
        map_api.ReportFeaturesView.as_view(),
        name="diagnosis-report-features",
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
    path("reports/", list_api.ReportListView.as_view(), name="report-list"),
    path("reports/<uuid:version_id>/", list_api.ReportDetailView.as_view(), name="report-detail"),
    path(
        "reports/<uuid:version_id>/export/<str:kind>/",
        list_api.ReportFileView.as_view(),
        name="report-export",
    ),
]
