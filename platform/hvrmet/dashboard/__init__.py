"""The dashboard: the built pages of ``frontend/``, and the one view that serves them."""
