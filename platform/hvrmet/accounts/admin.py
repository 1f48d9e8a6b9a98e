"""Admin: people and service keys."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.usersessions.models import UserSession
from axes.admin import AccessAttemptAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils import timezone
from django.utils.decorators import method_decorator

from hvrmet.accounts.confirmation import confirmed_until
from hvrmet.accounts.models import ApiKey, User
from hvrmet.core.admin import OwnedAdmin

admin.site.unregister(Group)
admin.site.unregister(UserSession)  # its pages show the keys of sessions
# The audit log has failed sign-ins; here they could be deleted. Attempts stay: deleting one ends a
# lock-out, on record.
admin.site.unregister((AccessLog, AccessFailureLog))


class AttemptAdmin(AccessAttemptAdmin):
    """Failed sign-ins that count towards a lock-out; whoever deletes them ends it."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: sign-ins make them."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: sign-ins count them."""
        return False


admin.site.unregister(AccessAttempt)
admin.site.register(AccessAttempt, AttemptAdmin)


def _not_confirmed(request: HttpRequest) -> bool:
    until = confirmed_until(request)
    return until is None or until < timezone.now()


_confirmed = reauthentication_required(enabled=_not_confirmed)


@admin.register(User)
class PersonAdmin(UserAdmin):
    """People. They are deactivated, never deleted: records name them.

    Whoever makes or changes one says first again who they are, if that was long ago. Operators are
    made by `manage.py set_operator`: the database refuses that right to the platform's own role.
    """

    fieldsets = (*(UserAdmin.fieldsets or ()), ("Guideline Library", {"fields": ("curates",)}))
    list_filter = (*UserAdmin.list_filter, "curates")
    readonly_fields = ("is_staff", "is_superuser", "last_login", "date_joined")

    changeform_view = method_decorator(_confirmed)(UserAdmin.changeform_view)
    user_change_password = method_decorator(_confirmed)(UserAdmin.user_change_password)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: clear `is_active` instead."""
        return False


@admin.register(ApiKey)
class ApiKeyAdmin(OwnedAdmin):
    """The keys of the chosen tenant, without their hashes."""

    list_display = ("name", "prefix", "roles", "expires_at", "revoked_at", "last_used_at")
    exclude = ("key_hash", "previous_hash")
