"""The admin's way to work in one tenant: a superuser chooses it, and every page opens its scope."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from hvrmet.core.scope import scope

SESSION_KEY = "admin_tenant_id"


def scoped_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Run an admin page in the chosen tenant's scope, its late rendering included."""

    def page(self: OwnedAdmin, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_superuser:  # type: ignore[union-attr]
            raise PermissionDenied
        chosen = request.session.get(SESSION_KEY)
        if chosen is None:
            return redirect("admin:tenants_tenant_changelist")
        with scope(UUID(chosen)):
            response = view(self, request, *args, **kwargs)
            if hasattr(response, "render"):
                response = response.render()
            return response

    return page


class OwnedAdmin(admin.ModelAdmin):
    """Rows of the chosen tenant, to read; changes go through the API, which audits them."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: services make rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: services change rows."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: nothing is deleted here."""
        return False

    changelist_view = scoped_page(admin.ModelAdmin.changelist_view)
    changeform_view = scoped_page(admin.ModelAdmin.changeform_view)
    delete_view = scoped_page(admin.ModelAdmin.delete_view)
    history_view = scoped_page(admin.ModelAdmin.history_view)
