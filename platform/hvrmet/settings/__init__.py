"""Settings: `environment` reads typed variables, the other modules are Django's settings."""
