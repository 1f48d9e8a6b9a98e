"""Settings of a laptop or of the embedded default."""

from hvrmet.settings.base import *  # noqa: F403 - the settings idiom of Django
