"""Addresses of webhooks."""

from django.urls import path

from hvrmet.webhooks import api

_ONE = "webhooks/<uuid:webhook_id>/"
_DELIVERY = f"{_ONE}deliveries/<uuid:delivery_id>/"

urlpatterns = [
    path("webhooks/", api.WebhookListView.as_view(), name="webhook-list"),
    path(_ONE, api.WebhookView.as_view(), name="webhook-detail"),
    path(f"{_ONE}rotate/", api.WebhookRotationView.as_view(), name="webhook-rotate"),
    path(f"{_ONE}test/", api.WebhookTestView.as_view(), name="webhook-test"),
    path(f"{_ONE}deliveries/", api.DeliveryListView.as_view(), name="webhook-deliveries"),
    path(_DELIVERY, api.DeliveryView.as_view(), name="webhook-delivery"),
    path(f"{_DELIVERY}replay/", api.ReplayView.as_view(), name="webhook-replay"),
]
