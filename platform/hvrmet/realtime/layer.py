"""The channel layer in Valkey, with a way to send that needs no event loop."""

from __future__ import annotations

from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

# A layer that takes the connection and says nothing must not hold a worker up for longer.
WAKE_SECONDS = 2.0


class NotifyingLayer(RedisPubSubChannelLayer):
    """Sends to groups from a thread without an event loop, over connections that are kept.

    The base class keeps the connections of a loop, and a thread that has none would make a loop, a
    thread for it and a connection for every message.

    Parameters
    ----------
    hosts : list of str
        One address.
    prefix : str, optional
        Of the names of all channels.
    """

    def __init__(self, *, hosts: list[str], prefix: str = "asgi", **options: Any) -> None:
        super().__init__(hosts=hosts, prefix=prefix, **options)
        (self._address,) = hosts
        self._prefix = prefix
        self._client: Redis | None = None

    def send_to_groups(self, groups: list[str], message: dict[str, Any]) -> None:
        """Send one message to several groups, in one exchange with the server.

        Raises
        ------
        RedisError
            When the server cannot be reached, or is silent for `WAKE_SECONDS`.
        """
        if self._client is None:
            self._client = Redis.from_url(
                self._address,
                socket_timeout=WAKE_SECONDS,
                socket_connect_timeout=WAKE_SECONDS,
                retry=Retry(NoBackoff(), 0),
            )
        written = self.serialize(message)
        with self._client.pipeline(transaction=False) as pipeline:
            for group in groups:
                pipeline.publish(f"{self._prefix}__group__{group}", written)
            pipeline.execute()
