"""Addresses of sockets."""

from django.urls import path

from hvrmet.realtime.consumers import DiagnosisConsumer

websocket_urlpatterns = [
    path("ws/v1/diagnoses/<uuid:job_id>/", DiagnosisConsumer.as_asgi(), name="diagnosis-socket"),
]
