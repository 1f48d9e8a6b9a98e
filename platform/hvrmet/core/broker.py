"""What can go wrong when a message is handed to the broker, whichever broker it is."""

from __future__ import annotations

from amqp import AMQPError
from celery.exceptions import OperationalError as CeleryOperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis import RedisError

SENDING_FAILED = (BrokerError, CeleryOperationalError, AMQPError, RedisError, OSError)
# A broker that takes the connection and says nothing must not hold a request up for longer.
CONFIRM_SECONDS = 10
