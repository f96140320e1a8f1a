"""From store to store on a Ray cluster of three nodes on this machine; a node and the driver are killed on the way.

    pip install 'zhuoji[ray,stores]' s3fs 'moto[server]'
    python -m tests.bench.cluster [--photos 300]

Photos are small pictures of coloured tiles and the eye is a stub that waits 50 ms: the engine is looked at, not the
models. A node is killed at a third of the photos, the driver at two thirds; another driver goes on. Every file is then
compared with what one machine makes of the same photos on a disk, without Ray.
"""

from __future__ import annotations

import argparse
import io
import logging
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import fsspec
import ray
from moto.server import ThreadedMotoServer
from ray.cluster_utils import Cluster

from tests.label.stub import ColourEye, row_of, scene
from tests.label.test_engine import files
from vision.labels.cluster import cluster
from vision.labels.dataset import opened
from vision.labels.engine import Order, label
from vision.labels.formats import FORMATS
from vision.labels.workers import here

BUCKET = "s3://zhuoji"


def waits() -> ColourEye:
    return ColourEye(pause=0.05)


def photos(count: int) -> dict[str, bytes]:
    found = {}
    for k in range(count):
        kinds = [f"{k % 9 + 1}m", f"{k // 9 % 9 + 1}p", f"{k // 81 % 9 + 1}s"]
        data = io.BytesIO()
        scene(row_of(*kinds, y=20 + k // 729)).save(data, "PNG")
        found[f"p{k:05d}.png"] = data.getvalue()
    return found


def drive(address: str, manifest: Path) -> None:
    with opened(manifest, new=True, store=f"{BUCKET}/set") as dataset:
        order = Order((f"{BUCKET}/photos",), tuple(FORMATS))
        label(dataset, order, "stub", cluster(waits, address, 3), lambda *step: print(*step, flush=True))


def until(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdout is not None
    for one in process.stdout:
        if one.startswith(line):
            return
    raise AssertionError(f"{line!r} never came")


def killed(nodes: Cluster, manifest: Path, count: int) -> None:
    """The run: a node dies at a third, the driver at two thirds, and another driver goes on."""
    command = [sys.executable, "-m", "tests.bench.cluster", "--driver", nodes.address, "--manifest", str(manifest)]

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    begin = time.perf_counter()
    with start() as first:
        until(first, f"read {count // 3} ")
        nodes.remove_node(nodes.list_all_nodes()[-1], allow_graceful=False)
        until(first, f"read {count * 2 // 3} ")
        first.kill()
    print(f"node and driver killed after {time.perf_counter() - begin:.0f} s", flush=True)
    nodes.add_node(num_cpus=1)
    with start() as second:
        assert second.stdout is not None
        again = sum(line.startswith("read ") for line in second.stdout)
    assert second.returncode == 0
    print(f"the second driver read {again} of {count} photos; {time.perf_counter() - begin:.0f} s in all", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=int, default=300)
    parser.add_argument("--driver", help=argparse.SUPPRESS)
    parser.add_argument("--manifest", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.driver:
        drive(given.driver, given.manifest)
        return
    logging.getLogger("werkzeug").setLevel("ERROR")
    server = ThreadedMotoServer(port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    os.environ |= {"AWS_ENDPOINT_URL": f"http://{host}:{port}", "AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "y"}
    s3: Any = fsspec.filesystem("s3", use_listings_cache=False)
    s3.mkdir("zhuoji")
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    for _ in range(2):
        nodes.add_node(num_cpus=1)
    with tempfile.TemporaryDirectory() as room:
        (here_too := Path(room, "photos")).mkdir()
        for name, data in photos(given.photos).items():
            s3.pipe_file(f"{BUCKET}/photos/{name}", data)
            (here_too / name).write_bytes(data)
        with opened(Path(room, "one"), new=True) as dataset:
            label(dataset, Order((here_too,), tuple(FORMATS)), "stub", here(ColourEye()))
        killed(nodes, Path(room, "known"), given.photos)
        s3.get(f"{BUCKET}/set/", f"{room}/copy/", recursive=True)
        wanted, found = files(Path(room, "one")), files(Path(room, "copy"))
        print(f"{len(found)} files, {'the same' if found == wanted else 'NOT THE SAME'} as on one machine without Ray")
    ray.shutdown()
    nodes.shutdown()
    server.stop()


if __name__ == "__main__":
    main()
