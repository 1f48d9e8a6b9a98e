"""The command ``hvrmet mcp``."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from diagnostics.cli.arguments import add_boundaries, add_climatology, add_data, tool_files
from diagnostics.cli.output import Output
from diagnostics.cli.usage import help_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_data(parser)
    add_climatology(parser)
    add_boundaries(parser)
    parser.add_argument("--name", metavar="NAME", help=help_text("help-mcp_name"))
    parser.add_argument("--out", metavar="DIR", help=help_text("help-mcp_out"))


def run(options: argparse.Namespace, output: Output) -> None:
    """Serve the tools over standard input and output until the agent goes away."""
    from diagnostics.cli.local_tools import LocalTools
    from diagnostics.tool_server import tool_server

    files = tool_files(options)
    files.data.open()  # what cannot be read is said before an agent comes
    name = options.name or Path(options.data[0].rstrip("/")).stem
    with tempfile.TemporaryDirectory(prefix="hvrmet-mcp-") as folder:
        tools = LocalTools(name, files, Path(options.out or folder))
        tool_server(tools).run("stdio")
