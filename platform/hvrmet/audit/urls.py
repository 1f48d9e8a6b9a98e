"""Addresses of the audit log."""

from django.urls import path

from hvrmet.audit import api

urlpatterns = [
    path("audit/", api.AuditListView.as_view(), name="audit-list"),
    path("audit/seen/", api.SeenView.as_view(), name="audit-seen"),
]
