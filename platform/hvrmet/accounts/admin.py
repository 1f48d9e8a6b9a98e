"""Admin: people and service keys."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from hvrmet.accounts.models import ApiKey, User
from hvrmet.core.admin import OwnedAdmin

admin.site.unregister(Group)


@admin.register(User)
class PersonAdmin(UserAdmin):
    """People. They are deactivated, never deleted: records name them."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: clear `is_active` instead."""
        return False


@admin.register(ApiKey)
class ApiKeyAdmin(OwnedAdmin):
    """The keys of the chosen tenant, without their hashes."""

    list_display = ("name", "prefix", "roles", "expires_at", "revoked_at", "last_used_at")
    exclude = ("key_hash", "previous_hash")
