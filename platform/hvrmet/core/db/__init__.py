"""The database: base models, tenant scope, row-level security, roles, fields, queries."""
