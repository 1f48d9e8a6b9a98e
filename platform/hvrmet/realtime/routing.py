"""Addresses of sockets."""

from django.urls import path, re_path

from hvrmet.realtime.consumers import (
    ActivitySocket,
    ClimatologySocket,
    ComputationSocket,
    DiagnosisSocket,
    QuestionSocket,
    UnknownSocket,
    WorkflowSocket,
)

websocket_urlpatterns = [
    path("ws/v1/diagnoses/<uuid:job_id>/", DiagnosisSocket.as_asgi(), name="diagnosis-socket"),
    path("ws/v1/computations/<uuid:job_id>/", ComputationSocket.as_asgi()),
    path("ws/v1/questions/<uuid:job_id>/", QuestionSocket.as_asgi()),
    path("ws/v1/workflows/<uuid:job_id>/", WorkflowSocket.as_asgi()),
    path("ws/v1/climatologies/<uuid:job_id>/", ClimatologySocket.as_asgi()),
    path("ws/v1/activity/", ActivitySocket.as_asgi(), name="activity-socket"),
    re_path("", UnknownSocket.as_asgi()),
]
