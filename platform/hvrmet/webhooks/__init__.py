"""Signed messages to downstream services: who gets them, what was sent, and what came of it."""
