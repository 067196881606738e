"""A Ray cluster of two nodes on this machine, a CPU each, until standard input ends; prints its address.

A line `add` adds a node of two CPUs; the pid of its raylet is printed, without which it is lost.
"""

import os
import sys
import warnings

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_kill_worker_timeout_milliseconds"] = "500"  # noqa: SIM112  # of one that hangs

from ray.cluster_utils import Cluster

SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20}


def main():
    cluster = Cluster(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
    cluster.add_node(**SMALL)
    cluster.wait_for_nodes()
    print("127.0.0.1:" + cluster.address.rpartition(":")[2], flush=True)  # noqa: T201  # tests reach no other address
    for line in sys.stdin:
        assert line == "add\n"
        node = cluster.add_node(**{**SMALL, "num_cpus": 2})
        print(node.all_processes["raylet"][0].process.pid, flush=True)  # noqa: T201
    cluster.shutdown()


warnings.simplefilter("ignore")
main()
