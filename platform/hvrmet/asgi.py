"""The ASGI application: HTTP by Django, sockets by the realtime consumers."""

from __future__ import annotations

import os

from hvrmet.settings.environment import require_database, settings_module

os.environ.setdefault("DJANGO_SETTINGS_MODULE", settings_module())
require_database()

import django  # noqa: E402 - settings come first

django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402 - needs loaded apps
from channels.sessions import CookieMiddleware, SessionMiddleware  # noqa: E402

from hvrmet.core import tracing  # noqa: E402
from hvrmet.core.serving import Handler, settle  # noqa: E402
from hvrmet.realtime.routing import websocket_urlpatterns  # noqa: E402
from hvrmet.realtime.sockets import Droppable  # noqa: E402

sockets = CookieMiddleware(SessionMiddleware(URLRouter(websocket_urlpatterns)))
tracing.start("hvrmet-web")
application = Droppable(ProtocolTypeRouter({"http": Handler(), "websocket": sockets}))
settle()
