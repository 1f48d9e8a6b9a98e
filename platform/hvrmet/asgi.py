"""The ASGI application: HTTP by Django, sockets by the realtime consumers."""

from __future__ import annotations

import os

from hvrmet.settings.environment import require_database, settings_module

os.environ.setdefault("DJANGO_SETTINGS_MODULE", settings_module())
require_database()

import django

django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware, SessionMiddleware

from hvrmet.accounts.authentication import is_known
from hvrmet.core.http.serving import Handler, settle
from hvrmet.core.observability import tracing
from hvrmet.realtime.routing import websocket_urlpatterns
from hvrmet.realtime.sockets import Droppable
from hvrmet.tool_server.door import ToolDoor

sockets = CookieMiddleware(SessionMiddleware(URLRouter(websocket_urlpatterns)))
tracing.start("hvrmet-web")
http = ToolDoor(Handler(is_known))
application = Droppable(ProtocolTypeRouter({"http": http, "websocket": sockets}))
settle()
