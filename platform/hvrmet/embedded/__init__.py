"""The embedded default: PostgreSQL and Valkey from Python wheels, started and stopped by us.

Nothing here is meant for production, where the settings refuse it. A laptop, a test run and the
demonstration get the same kinds of server that production has, without a system service.
Linux only; nothing is imported until a submodule is.
"""
