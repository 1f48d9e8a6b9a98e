"""The composition root: Celery tasks, and the loop's ports implemented with the platform.

``celery -A tasks worker`` finds the application here.
"""

from hvrmet.celery_app import app

__all__ = ["app"]
