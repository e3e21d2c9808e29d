"""The weights of the network in foresight.py. There are none yet: bench.learn_judge writes them."""

SIZES: tuple[int, ...] = ()
STEPS: tuple[float, ...] = ()
LAYERS: tuple[str, ...] = ()
