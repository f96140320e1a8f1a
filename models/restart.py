"""Weights back from an ONNX file into a reader's network (`models.net`), to train on from them."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from models.net import Net

Values = dict[str, Tensor]


def restart(net: Net, path: Path) -> None:
    """Take over the weights of a reader that `models.export` or `models.quantize` wrote, or of the pilot's, whose
    layers are those of the shape `pilot`. Raises KeyError naming a weight that the file lacks, RuntimeError where a
    shape is another one.
    """
    graph = onnx.load(path).graph
    values = {i.name: torch.tensor(numpy_helper.to_array(i)) for i in graph.initializer}
    if any(name.startswith("net.") for name in values):
        net.load_state_dict({name: _exported(values, f"net.{name}") for name in net.state_dict()})
    else:
        _from_pilot(net, graph, values)


def _exported(values: Values, name: str) -> Tensor:
    """A weight by its name; one in 8 bits times its scale, one for each channel."""
    if name in values:
        return values[name]
    whole = values[f"{name}_quantized"]
    scale = values.get(f"{name}_quantized_scale", values.get(f"{name}_scale"))
    zero = values.get(f"{name}_quantized_zero_point", values.get(f"{name}_zero_point"))
    if scale is None or zero is None:
        raise KeyError(name)
    shape = (-1, *(1,) * (whole.dim() - 1))
    return (whole.float() - zero.float().reshape(shape)) * scale.reshape(shape)


def _from_pilot(net: Net, graph: onnx.GraphProto, values: Values) -> None:
    convolutions = [module for module in net.body.modules() if isinstance(module, nn.Conv2d)]
    nodes = [node for node in graph.node if node.op_type == "Conv"]
    with torch.no_grad():
        for module, node in zip(convolutions, nodes, strict=True):
            module.weight.copy_(values[node.input[1]])
            module.bias.copy_(values[node.input[2]])
        last = next(node for node in graph.node if node.op_type == "Gemm")
        weight, bias = values[last.input[1]], values[last.input[2]]
        net.kinds.weight[: len(weight)] = weight
        net.kinds.bias[: len(bias)] = bias
        net.kinds.weight[len(weight) :] = 0
        net.kinds.bias[len(bias) :] = -2
