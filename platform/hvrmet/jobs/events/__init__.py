"""The events of a job: their one writer, and the webhooks that hear of the end."""
