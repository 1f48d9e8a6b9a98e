"""Admin: webhooks and deliveries, to read; without their secrets."""

from __future__ import annotations

from django.contrib import admin

from hvrmet.core.admin import OwnedAdmin
from hvrmet.webhooks.models import Delivery, Subscription


@admin.register(Subscription)
class SubscriptionAdmin(OwnedAdmin):
    """The webhooks of the chosen tenant."""

    list_display = ("name", "url", "active", "created_by", "ended_at")
    exclude = ("sealed_key", "previous_key")


@admin.register(Delivery)
class DeliveryAdmin(OwnedAdmin):
    """The deliveries of the chosen tenant."""

    list_display = ("event", "subscription", "status", "attempts", "last_code", "created_at")
    list_select_related = ("event", "subscription")
    ordering = ("-created_at",)
