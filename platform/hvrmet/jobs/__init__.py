"""Jobs, their events, the queue, the outbox and leases."""
