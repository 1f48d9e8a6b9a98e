"""The HVR-Met platform: the Django project and its applications."""
