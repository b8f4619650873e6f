"""
limits for Python under a clock that is told, for pythonLimits.ts. Its arguments are a strategy, an amount and a number of
seconds. A line on its input is an instant in microseconds since 1970, a key and a cost; the answer to it is whether that
was admitted, what remains, and, where it was not, after how many microseconds it may be worth asking again.

The first line that it writes is the version of the package. Its storage has a thread that throws expired entries away every
10 ms; here it never runs. It changes a decision only at exactly the length of a window, and there by chance.
"""

import sys
import threading
import time
from importlib.metadata import version


class NeverRuns:
    def __init__(self, *_args, **_kwargs):
        self.daemon = True

    def start(self):
        pass

    def is_alive(self):
        return True


threading.Timer = NeverRuns
micros = 0
time.time = lambda: micros / 1_000_000

from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import STRATEGIES

strategy, amount, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
storage = MemoryStorage()
limiter = STRATEGIES[strategy](storage)
item = RateLimitItemPerSecond(amount, seconds)


def opens_at(key, cost):
    """The second at which what refused is over."""
    name = item.key_for(key)
    if strategy == "moving-window":
        return storage.events[name][amount - cost].atime + seconds if cost <= amount else time.time()
    return storage.expirations[name]


print(version("limits"), flush=True)
for line in sys.stdin:
    instant, key, cost = line.split()
    micros, cost = int(instant), int(cost)
    admitted = limiter.hit(item, key, cost=cost)
    remaining = limiter.get_window_stats(item, key)[1]
    edge = 0 if admitted else round(opens_at(key, cost) * 1_000_000) - micros
    print("A" if admitted else "D", remaining, edge, flush=True)
