"""Addresses of the application's pages: all below a centre, but for the page of components."""

from django.urls import path

from hvrmet.dashboard import views

urlpatterns = [
    path("components/", views.page, name="components"),
    path("c/<slug:slug>/reports/<uuid:version_id>/", views.report, name="report"),
    path(
        "c/<slug:slug>/diagnoses/<uuid:job_id>/report/<int:number>/",
        views.page,
        name="report-page",
    ),
    path(
        "c/<slug:slug>/diagnoses/<uuid:job_id>/report/<int:number>/export/<str:kind>/",
        views.report_file,
        name="report-file",
    ),
    path("c/<slug:slug>/", views.page, name="dashboard"),
    path("c/<slug:slug>/<path:rest>", views.page, name="dashboard-page"),
]
