"""A contest on two Ray nodes, one of which is killed on the way: prints what came of it, as JSON.

Run as a script, so that Ray has a process of its own and nothing is compiled:
``NUMBA_DISABLE_JIT=1 python -m tests.lab.two_nodes``.
"""

import json
import sys
import time
from collections import Counter

import ray
from ray.cluster_utils import Cluster as Nodes

from tetracade.engine.game import BadOption
from tetracade.lab import collecting
from tetracade.lab.arena import Contest
from tetracade.lab.cluster import Cluster
from tetracade.lab.collecting import collect, collect_on
from tetracade.lab.rows import GAME, digest_of
from tetracade.lab.tasks import Task, identity_of

CONTEST = Contest("tetratrax", ("random", "random"), 160, 2, seed=5)


def main() -> None:
    """Play the contest here and there, and compare."""
    collecting.SECONDS_A_TASK = 0.05  # many small tasks
    here = digest_of(collect(CONTEST, jobs=1))
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    other = nodes.add_node(num_cpus=1)
    seen: list[int] = []
    before: Counter[str] = Counter()
    with Cluster(nodes.address) as cluster:
        begun = cluster.places

        def told(done: int, total: int) -> None:
            seen.append(done)
            if other in nodes.list_all_nodes() and len(cluster.done_by) == 2 and done < total:
                before.update(cluster.done_by)
                nodes.remove_node(other, allow_graceful=False)

        there = digest_of(collect_on(cluster, CONTEST, told=told))
        left = nodes_left()
        refused = refusal(cluster)
    nodes.shutdown()
    json.dump(
        {
            "there": there,
            "here": here,
            "places": begun,
            "done before the kill": dict(before),
            "nodes left": left,
            "told": seen,
            "refused": refused,
        },
        sys.stdout,
    )


def nodes_left() -> int:
    """How many nodes are alive; the cluster takes a while to notice that one is not."""
    patience = time.monotonic() + 60
    while True:
        alive = sum(node["Alive"] for node in ray.nodes())
        if alive == 1 or time.monotonic() > patience:
            return alive
        time.sleep(0.2)


def refusal(cluster: Cluster) -> str:
    """What a node says to a task of other sources."""
    task = Task(CONTEST, GAME, 0, 1, None, {**identity_of("tetratrax"), "sources": "others"})
    try:
        list(cluster.run(iter([task])))
    except BadOption as error:
        return str(error)
    return ""


if __name__ == "__main__":
    main()
