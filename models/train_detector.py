"""Train the detector (ultralytics YOLO11n; a GPU if there is one, else bf16 on the CPU).

    python -m models.train_detector --data runs/scenes runs/real --out runs/one --start pilot_detector.pt --epochs 6

Each folder of `--data` holds images/ and labels/ as `datasets.closeups` and `datasets.real` write them; `FOLDER*3`
counts a folder three times. By default every tile is of one class, because naming is the reader's work; `--kinds`
trains all 29. Called again it goes on from its last epoch.

    python -m models.train_detector --export runs/one --out detector.onnx

writes the ONNX file that `vision.eye.detector` loads.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_OFFLINE", "true")  # before ultralytics is imported: no look at the network
os.environ.setdefault("YOLO_CONFIG_DIR", str(Path(tempfile.gettempdir(), "ultralytics")))

import onnx
import torch
from torch import Tensor
from ultralytics import YOLO
from ultralytics.engine.trainer import BaseTrainer

from models.free_sides import freed
from vision.eye.detector import SIDE, TILE
from vision.types import CLASSES

THREADS = int(os.environ.get("OMP_NUM_THREADS", "1"))
"""One by default: on a machine that does anything else, threads that wait for each other cost six times their gain."""
ONE_KIND = {"fliplr": 0.5, "flipud": 0.5}
"""A tile in a mirror is still a tile; only its name is not, so mirrors are for a detector without names."""
HARM = {
    "mosaic": 0.5, "close_mosaic": 1, "scale": 0.45, "translate": 0.1, "degrees": 4.0, "perspective": 0.0003,
    "hsv_h": 0.03, "hsv_s": 0.5, "hsv_v": 0.4, "fliplr": 0.0, "flipud": 0.0, "erasing": 0.0, "auto_augment": None,
}  # fmt: skip


def listed(folders: list[str], out: Path) -> Path:
    """The data file that ultralytics reads; a folder `NAME*3` stands in it three times."""
    trained: list[str] = []
    for folder in folders:
        name, _, times = folder.partition("*")
        images = sorted(Path(name, "images").resolve().glob("*.jpg"))
        if not images:
            raise FileNotFoundError(f"{name}/images holds no picture")
        trained += [str(image) for image in images] * int(times or 1)
    (out / "train.txt").write_text("\n".join(trained) + "\n")
    (out / "val.txt").write_text("\n".join(trained[:8]) + "\n")  # ultralytics wants one; `models.evaluate` measures
    names = "\n".join(f"  {number}: {name}" for number, name in enumerate(CLASSES))
    file = out / "data.yaml"
    file.write_text(f"path: {out.resolve()}\ntrain: train.txt\nval: val.txt\nnames:\n{names}\n")
    return file


def quick(trainer: BaseTrainer) -> None:
    """Make a CPU three times as fast where it knows bf16: ultralytics' own mixed precision is for GPUs."""
    if trainer.device.type != "cpu":
        return
    torch.set_num_threads(THREADS)  # ultralytics has set its own
    net: Any = trainer.model.to(memory_format=torch.channels_last)
    inner = net._predict_once

    def once(x: Tensor, *args: Any, **kwargs: Any) -> Any:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            found = inner(x.contiguous(memory_format=torch.channels_last), *args, **kwargs)
        return as_float(found)  # the loss keeps full precision

    net._predict_once = once


def as_float(found: Any) -> Any:
    """Tensors of any nesting as float32."""
    if isinstance(found, Tensor):
        return found.float() if found.is_floating_point() else found
    if isinstance(found, dict):
        return {key: as_float(value) for key, value in found.items()}
    if isinstance(found, (list, tuple)):
        return type(found)(as_float(value) for value in found)
    return found


def train(args: argparse.Namespace) -> None:
    done = args.out / "done"
    if done.exists():
        print(f"{args.out} is trained; remove it to train again")
        return
    args.out.mkdir(parents=True, exist_ok=True)
    last = args.out / "run" / "weights" / "last.pt"
    model = YOLO(last if last.exists() else args.start)
    model.add_callback("on_train_start", quick)
    if last.exists():
        model.train(resume=True)
    else:
        model.train(
            data=listed(args.data, args.out), project=str(args.out.resolve()), name="run", exist_ok=True,
            imgsz=args.size, epochs=args.epochs, batch=args.batch, nbs=args.batch, optimizer="AdamW", lr0=args.rate,
            lrf=0.02, cos_lr=True, warmup_epochs=args.warm, warmup_bias_lr=args.rate, weight_decay=0.001,
            single_cls=not args.kinds, amp=False, val=False, plots=False, workers=args.jobs,
            cache="ram" if args.cache else False, seed=args.seed, patience=0,
            **{**HARM, **({} if args.kinds else ONE_KIND)},
        )  # fmt: skip
    done.touch()


def export(run: Path, out: Path, size: int) -> None:
    """The mean weights of a run as ONNX for pictures of any size, its class names in the metadata."""
    model = YOLO(run / "run" / "weights" / "last.pt")
    made = Path(model.export(format="onnx", imgsz=size, simplify=True, opset=17))
    graph = freed(onnx.load(made))
    classes = graph.graph.output[0].type.tensor_type.shape.dim[1].dim_value - 4
    names = [TILE] if classes == 1 else list(CLASSES)
    kept = {entry.key: entry.value for entry in graph.metadata_props if entry.key in ("stride", "imgsz", "license")}
    del graph.metadata_props[:]
    onnx.helper.set_model_props(graph, {**kept, "names": repr(dict(enumerate(names))), "task": "detect"})
    onnx.save(graph, out)
    if made.resolve() != out.resolve():
        made.unlink()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", nargs="+", help="folders of images/ and labels/")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a .pt file to start from")
    parser.add_argument("--export", type=Path, help="the folder of a run: write its ONNX file to --out")
    parser.add_argument("--kinds", action="store_true", help="29 classes instead of one")
    parser.add_argument("--size", type=int, default=SIDE)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--warm", type=float, default=0.2, help="epochs until the full learning rate")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes that prepare batches")
    parser.add_argument("--cache", action="store_true", help="keep the pictures in memory, about 1 MB each")
    args = parser.parse_args()
    if args.export:
        export(args.export, args.out, args.size)
    elif args.start and args.data:
        train(args)
    else:
        parser.error("--start and --data are needed, or --export")


if __name__ == "__main__":
    main()
