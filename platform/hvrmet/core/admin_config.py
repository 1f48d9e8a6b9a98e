"""Which site the admin is."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class AuditedAdminConfig(AdminConfig):
    """Django's admin on the site that names who acts."""

    default = False
    default_site = "hvrmet.core.admin.AuditedSite"
