"""HTTP: bodies and queries to typed values, error answers, pagination, OpenAPI, serving."""
