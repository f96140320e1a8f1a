"""A reader (`models.export`) with 8-bit convolutions: half the time, a quarter of the size, the same error.

    python -m models.quantize --reader runs/reader.onnx --crops runs/crops --out models/reader.onnx

Static, calibrated on crops of the training. Weights keep 7 bits: processors without VNNI add pairs of products in 16
bits, where 8-bit weights overflow and scores come out wrong. The detector stays in fp32, in 8 bits its error grew
(docs/training-runs.md).
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.mix import Mix

Feed = dict[str, NDArray[np.float32]]
BATCHES, SIZE = 24, 64


class Crops(CalibrationDataReader):
    """The first batches of a training as the network takes them."""

    def __init__(self, folder: Path) -> None:
        self.feeds = self._made(Mix(folder, 1, SIZE))

    @staticmethod
    def _made(mix: Mix) -> Iterator[Feed]:
        for number in range(BATCHES):
            crops = mix.batch(number)[0]
            yield {"crops": np.asarray(crops.transpose(0, 3, 1, 2).astype(np.float32) / 255, np.float32)}

    def get_next(self) -> Feed | None:
        """One batch; None after the last."""
        return next(self.feeds, None)


def quantize(reader: Path, crops: Path, out: Path) -> None:
    """Write `reader` with 8-bit convolutions to `out`; its metadata (class names, temperature) stay."""
    with tempfile.TemporaryDirectory() as place:
        ready, made = Path(place, "ready.onnx"), Path(place, "made.onnx")
        quant_pre_process(str(reader), str(ready), skip_symbolic_shape=True)
        quantize_static(
            str(ready), str(made), Crops(crops), quant_format=QuantFormat.QDQ, op_types_to_quantize=["Conv"],
            per_channel=True, reduce_range=True, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
        )  # fmt: skip
        graph = onnx.load(made)
    del graph.metadata_props[:]
    graph.metadata_props.extend(onnx.load(reader).metadata_props)
    onnx.save(graph, out)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reader", type=Path, required=True)
    parser.add_argument("--crops", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    quantize(args.reader, args.crops, args.out)


if __name__ == "__main__":
    main()
