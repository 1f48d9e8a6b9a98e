"""Changes of jobs: create, cancel, retry, rerun, steer; quotas; the access log."""
