"""The queue: messages to the broker, leases of workers, deadlines, fair scheduling."""
