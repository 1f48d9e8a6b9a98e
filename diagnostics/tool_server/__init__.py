"""Tools for other people's agents, by the Model Context Protocol: the same over every backend."""

from diagnostics.tool_server.backend import Backend, Caller, Picture, ToolRefusedError
from diagnostics.tool_server.server import TOOLS, tool_server

__all__ = ["TOOLS", "Backend", "Caller", "Picture", "ToolRefusedError", "tool_server"]
