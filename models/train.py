"""Train the reader on the crops of `datasets.crops` (torch; a GPU if there is one, else bf16 on the CPU).

    python -m models.train --crops runs/crops --out runs/reader --shape deep --steps 6000 [--start pilot_reader.onnx]

Writes `last.pt` every SAVE steps and goes on from it when called again; prints one line every SHOW steps. The same
seed gives the same batches. `models.export` makes the ONNX file.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from contextlib import nullcontext
from copy import deepcopy
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, Dataset

from models.mix import Batch, Mix
from models.net import SHAPES, Net
from models.restart import restart

SAVE, SHOW = 250, 50
TURNS = 0.25
"""Weight of the loss for the way a tile lies."""
SMOOTH = 0.04
WARM = 150
"""Steps until the full learning rate."""


class Batches(Dataset[Batch]):
    """Batch number -> batch, for a loader's workers."""

    def __init__(self, mix: Mix, steps: int) -> None:
        self.mix, self.steps = mix, steps

    def __len__(self) -> int:
        return self.steps

    def __getitem__(self, number: int) -> Batch:
        crops, truth, turns = self.mix.batch(number)
        return crops.copy(), truth, turns


def loss_of(net: Net, crops: Tensor, truth: Tensor, turns: Tensor) -> tuple[Tensor, Tensor]:
    """The loss, and the share to which the likeliest name was given."""
    named, ways = net(crops)
    named, ways = named.float(), ways.float()
    loss = nn.functional.cross_entropy(named, truth, label_smoothing=SMOOTH)
    known = turns.sum(1) > 0
    if known.any():
        loss = loss + TURNS * nn.functional.cross_entropy(ways[known], turns[known])
    return loss, (named.argmax(1) == truth.argmax(1)).float().mean()


def rate(step: int, steps: int, top: float) -> float:
    """Warm-up, then a cosine down to nearly nothing."""
    if step < WARM:
        return top * (step + 1) / WARM
    done = (step - WARM) / max(1, steps - WARM)
    return top * (0.01 + 0.99 * (0.5 + 0.5 * float(torch.cos(torch.tensor(done * torch.pi)))))


def follow(mean: Net, net: Net, step: int) -> None:
    """A running mean of the weights; it names better than the last weights do."""
    keep = min(0.998, (step + 1) / (step + 10))
    with torch.no_grad():
        for a, b in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if a.dtype.is_floating_point:
                a.lerp_(b, 1 - keep)
            else:
                a.copy_(b)


def train(args: argparse.Namespace) -> None:
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    net = Net(SHAPES[args.shape])
    if args.start:
        restart(net, args.start)
    if args.weights:
        net.load_state_dict(torch.load(args.weights, weights_only=True)["mean"])
    net = net.to(device, memory_format=torch.channels_last)
    mean = deepcopy(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.02)
    step, file = 0, args.out / "last.pt"
    if file.exists():
        saved = torch.load(file, weights_only=True, map_location=device)
        step = saved["step"]
        net.load_state_dict(saved["net"])
        mean.load_state_dict(saved["mean"])
        optimizer.load_state_dict(saved["optimizer"])
    made = -(-args.steps // args.times)
    batches = Batches(Mix(args.crops, args.seed, args.batch, flat=not args.no_drawn), made)
    loader = DataLoader(
        batches, batch_size=None, sampler=range(step // args.times, made), num_workers=args.jobs, prefetch_factor=4
    )
    autocast = torch.autocast(device.type, dtype=torch.bfloat16) if args.bf16 else nullcontext()
    start, losses, rights = time.perf_counter(), 0.0, 0.0
    net.train()
    for crops, truth, turns in _moved(iter(loader), device, args.times):
        for group in optimizer.param_groups:
            group["lr"] = rate(step, args.steps, args.rate)
        with autocast:
            loss, right = loss_of(net, crops, truth, turns)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        follow(mean, net, step)
        step += 1
        losses, rights = losses + loss.item(), rights + right.item()
        if step % SHOW == 0:
            speed = SHOW * args.batch / (time.perf_counter() - start)
            print(f"step {step} loss {losses / SHOW:.3f} right {rights / SHOW:.4f} crops/s {speed:.0f}", flush=True)
            start, losses, rights = time.perf_counter(), 0.0, 0.0
        if step % SAVE == 0 or step == args.steps:
            state = {"step": step, "shape": args.shape, "net": net.state_dict(), "mean": mean.state_dict()}
            torch.save({**state, "optimizer": optimizer.state_dict()}, file.with_suffix(".part"))
            file.with_suffix(".part").replace(file)


def _moved(
    batches: Iterator[tuple[Tensor, Tensor, Tensor]], device: torch.device, times: int
) -> Iterator[tuple[Tensor, ...]]:
    """Each batch so many times, a quarter turn further every time: crops are dearer to make than to learn from."""
    for crops, truth, turns in batches:
        images = crops.to(device).permute(0, 3, 1, 2).float().div_(255).contiguous(memory_format=torch.channels_last)
        for quarter in range(times):
            turned = torch.rot90(images, quarter, (2, 3)).contiguous(memory_format=torch.channels_last)
            yield turned, truth.to(device), turns.to(device).roll(-quarter, 1)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--crops", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shape", choices=SHAPES, default="deep")
    parser.add_argument("--start", type=Path, help="an ONNX reader of the same shape to start from")
    parser.add_argument("--weights", type=Path, help="a last.pt of the same shape to start from")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--times", type=int, default=1, help="how often each batch is used, turned, at most four")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes that prepare batches")
    parser.add_argument("--no-drawn", action="store_true", help="without single faces, to see what they give")
    parser.add_argument("--fp32", dest="bf16", action="store_false")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "args.json").write_text(json.dumps({k: str(v) for k, v in vars(args).items()}, indent=1))
    train(args)


if __name__ == "__main__":
    main()
