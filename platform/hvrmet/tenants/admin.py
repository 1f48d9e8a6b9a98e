"""Admin: tenants, the choice of one, and its members."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from hvrmet.core.admin import SESSION_KEY, OwnedAdmin
from hvrmet.tenants.models import Membership, Tenant


@admin.register(Tenant)
class TenantAdmin(admin.ModelAdmin):
    """Operational centres; the action chooses the one whose rows the other pages show."""

    list_display = ("slug", "name", "timezone", "jobs_per_hour", "running_jobs")
    actions = ("work_in",)

    @admin.action(description="Show the rows of this tenant")
    def work_in(self, request: HttpRequest, queryset: QuerySet[Tenant]) -> None:
        """Choose one tenant for this session."""
        tenant = queryset.first()
        if tenant is None or queryset.count() != 1:
            self.message_user(request, "Choose one tenant.", messages.ERROR)
            return
        request.session[SESSION_KEY] = str(tenant.pk)
        self.message_user(request, f"The other pages now show the rows of {tenant}.")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a tenant's rows would be left without it."""
        return False


@admin.register(Membership)
class MembershipAdmin(OwnedAdmin):
    """Who works in the chosen tenant."""

    list_display = ("user", "roles")
