"""The admin's way to work in one tenant: a superuser chooses it, and every page opens its scope."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from hvrmet.core.db.scope import acting, describe_transaction, scope
from hvrmet.core.messages import page_text

SESSION_KEY = "admin_tenant_id"
rows_viewed = Signal()
"""An operator was shown rows of the open scope: `user`, `table`, and the key of one `row`."""


class AuditedSite(admin.AdminSite):
    """The admin, in which every page acts in the name of its person.

    Changes are recorded by the database (`core.sql.audited`); the site tells it who makes them. A
    page of no tenant runs in one transaction, so that a change and its record stand or fall
    together.
    """

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Run every page of the site in the name of the person who asks for it."""
        return super().admin_view(_in_own_name(view), cacheable)


def _in_own_name(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    opens_scope = isinstance(getattr(view, "__self__", None), OwnedAdmin)

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        with acting(f"person:{user.get_username()}", user.pk):
            if opens_scope:
                return view(request, *args, **kwargs)
            with transaction.atomic():
                describe_transaction()
                return view(request, *args, **kwargs)

    return page


def scoped_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Run an admin page in the chosen tenant's scope, its late rendering included."""

    def page(self: OwnedAdmin, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_superuser:  # type: ignore[union-attr]
            raise PermissionDenied
        chosen = request.session.get(SESSION_KEY)
        if chosen is None:
            messages.warning(request, page_text("operator-choose_tenant"))
            return redirect("admin:tenants_tenant_changelist")
        with scope(UUID(chosen)):
            response = view(self, request, *args, **kwargs)
            if hasattr(response, "render"):
                response = response.render()
            if request.method == "GET" and response.status_code == HTTPStatus.OK:
                row = args[0] if args else kwargs.get("object_id")
                rows_viewed.send(self, user=request.user, table=self.opts.db_table, row=row)
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
