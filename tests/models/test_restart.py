"""Training goes on from a reader's ONNX file."""

from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs pip install 'zhuoji[train]'")
pytest.importorskip("onnx", reason="needs pip install 'zhuoji[train]'")

from datasets import crops  # noqa: E402
from datasets.textures import Drawn  # noqa: E402
from models import augment  # noqa: E402
from models.export import export  # noqa: E402
from models.net import SHAPES, Net  # noqa: E402
from models.restart import restart  # noqa: E402
from vision.eye import onnx  # noqa: E402
from vision.eye.detector import Found  # noqa: E402
from vision.eye.reader import SIDE, Reader  # noqa: E402
from vision.types import CLASSES, Box  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
"""torch's older exporter, which `models.export` uses, warns that it is the older one."""


def test_weights_come_back_as_they_were_exported(tmp_path: Path) -> None:
    torch.manual_seed(3)
    net, again = Net(SHAPES["pilot"]).eval(), Net(SHAPES["pilot"]).eval()
    export(net, tmp_path / "reader.onnx", 0.65)
    restart(again, tmp_path / "reader.onnx")
    images = torch.rand(4, 3, SIDE, SIDE)
    with torch.no_grad():
        for before, after in zip(net(images), again(images), strict=True):
            assert torch.allclose(before, after, atol=1e-4)


def test_the_shipped_reader_in_8_bits_comes_back() -> None:
    net = Net(SHAPES["pilot"]).eval()
    restart(net, onnx.folder() / "reader.onnx")
    table = np.full((crops.SIDE, crops.SIDE, 3), 90, np.uint8)
    faces = np.stack([crops.shown(Drawn(), name) for name in CLASSES[:27]])
    shown = [augment.laid(faces, k, table, np.random.default_rng(k))[34:94, 34:94] for k in range(27)]
    images = np.stack([cv2.resize(one, (SIDE, SIDE)) for one in shown])
    with torch.no_grad():
        named, _ = net(torch.tensor(images[..., ::-1].copy()).permute(0, 3, 1, 2).float() / 255)
    reader = Reader(onnx.folder() / "reader.onnx")
    said = [reader.read(one, [Found(Box(3, 3, SIDE - 3, SIDE - 3))])[0].scores for one in images]
    assert named.argmax(1).tolist() == np.argmax(said, 1).tolist()


def test_a_file_that_lacks_a_weight_is_refused(tmp_path: Path) -> None:
    export(Net(SHAPES["pilot"]), tmp_path / "reader.onnx")
    with pytest.raises(KeyError, match=r"net\.body"):
        restart(Net(SHAPES["deep"]), tmp_path / "reader.onnx")
