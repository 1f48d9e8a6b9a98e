"""Messages and sockets that follow a job."""
