"""The ONNX files: where they lie, loaded and checked against what the code expects of them."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Sequence
from pathlib import Path

import onnxruntime as ort

from vision.types import CLASSES

_VISION = Path(__file__).parent.parent
_PACKAGED = _VISION / "weights"  # an installed wheel carries the models here
_CHECKOUT = _VISION.parent / "models"  # a checkout reads them where they are made


class ModelError(RuntimeError):
    """A model file is missing, damaged or not the model that is expected; the message names the file."""


def folder() -> Path:
    """Where the models lie: inside the installed package, else in the checkout."""
    return _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT


FREE = "free"
Shapes = dict[str, tuple[int | str | None, ...]]
"""Name of an input or output -> its dimensions: `FREE` where it takes any size, None where it may be anything."""


def session(
    path: Path, threads: int, inputs: Shapes, outputs: Shapes, names: Sequence[tuple[str, ...]] = (CLASSES,)
) -> ort.InferenceSession:
    """Load one model on the CPU with `threads` threads; it must have these inputs and outputs and one of these lists
    of class names. Raises ModelError if the file cannot be read, is no ONNX model, or has others.
    """
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    # Idle threads sleep: spinning ones would take the cores from the decoder and from other requests.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        loaded = ort.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
    except OSError as error:
        raise ModelError(f"the model {path} cannot be read: {error.strerror}") from error
    except Exception as error:  # onnxruntime raises a type of its own for every kind of damage
        raise ModelError(f"{path} is no sound ONNX model: {error}") from error
    _check_shapes(path, {i.name: i.shape for i in loaded.get_inputs()}, inputs)
    _check_shapes(path, {o.name: o.shape for o in loaded.get_outputs()}, outputs)
    _check_names(path, loaded.get_modelmeta().custom_metadata_map.get("names"), names)
    return loaded


def version(*paths: Path) -> str:
    """A short name of these files' contents: another file, another name. Raises ModelError if one is missing."""
    digest = hashlib.sha256()
    for path in paths:
        try:
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        except OSError as error:
            raise ModelError(f"the model {path} cannot be read: {error.strerror}") from error
    return digest.hexdigest()[:12]


def _check_shapes(path: Path, found: dict[str, list[int | str | None]], wanted: Shapes) -> None:
    for name, shape in wanted.items():
        has = found.get(name)
        if has is None or len(has) != len(shape) or not all(map(_fits, has, shape)):
            raise ModelError(f"{path} is another model: {name!r} has the shape {has}, not {list(shape)}")


def _fits(has: int | str | None, wanted: int | str | None) -> bool:
    return not isinstance(has, int) if wanted == FREE else wanted in (None, has)


def _check_names(path: Path, text: str | None, known: Sequence[tuple[str, ...]]) -> None:
    """Law 5: the class list inside the file is the code's; the exporter writes it as a Python dict or list."""
    if text is None:
        raise ModelError(f"{path} has no class names in its metadata ('names')")
    try:
        names = ast.literal_eval(text)
        listed = tuple(names[i] for i in range(len(names)))
    except (ValueError, SyntaxError, TypeError, KeyError, MemoryError, RecursionError) as error:
        raise ModelError(f"{path}: the class names {text[:80]!r} cannot be read") from error
    if listed not in known:
        like = next((names for names in known if len(names) == len(listed)), known[-1])
        pairs = enumerate(zip(listed, like, strict=False))
        wrong = next((i for i, (name, wanted) in pairs if name != wanted), min(len(listed), len(like)))
        raise ModelError(
            f"{path} names {len(listed)} classes, {len(like)} are expected; the first other one is number {wrong}: "
            f"{listed[wrong : wrong + 1]} instead of {like[wrong : wrong + 1]}"
        )
