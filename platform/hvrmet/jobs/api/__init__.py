"""REST: diagnoses, computations and questions, steering, the queue."""
