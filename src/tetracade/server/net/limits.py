"""Rate limits: a bucket fills steadily and empties with use. It may hold time or tables, whatever its owner counts."""

from collections import OrderedDict


class Bucket:
    """Lets ``rate`` through a second, and ``burst`` at once."""

    __slots__ = ("burst", "level", "rate", "then")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.then = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take this much out; return False if there isn't enough."""
        self.level = min(self.burst, self.level + (now - self.then) * self.rate)
        self.then = now
        if self.level < cost:
            return False
        self.level -= cost
        return True


class Buckets:
    """A bucket for each address; the least recently used are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float, cost: float = 1.0) -> bool:
        """Take this much out of the address's bucket; return False if there isn't enough."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take(now, cost)
