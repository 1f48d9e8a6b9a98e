"""Django's command line, with the source root ``platform/`` on the path."""

from __future__ import annotations

import os
import sys
from pathlib import Path

WITHOUT_DATABASE = frozenset(
    {"check", "collectstatic", "help", "makemigrations", "spectacular", "version"}
)


def main() -> int:
    """Run the command named on the command line."""
    root = Path(__file__).resolve().parent
    for entry in (str(root), str(root / "platform")):
        if entry not in sys.path:
            sys.path.insert(0, entry)
    from hvrmet.settings.environment import (  # the path is set above
        MissingServiceError,
        require_database,
        settings_module,
    )

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", settings_module())
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    try:
        if command not in WITHOUT_DATABASE and not {"--help", "--version"} & set(sys.argv):
            require_database()
    except MissingServiceError as error:
        sys.stderr.write(f"manage.py: {error}\n")
        return 1
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
