"""Errors, the tenant scope, problem answers, pagination and health."""
