"""The `hvrmet` command: everything that works without a database."""

from diagnostics.cli.main import main

__all__ = ["main"]
