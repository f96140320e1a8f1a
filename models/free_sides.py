"""The detector's graph as ultralytics exports it, for one picture of one size -> the same weights for any number of
pictures whose sides are multiples of 32.

    python -m models.free_sides FIXED.onnx --out models/detector.onnx

What the export holds of the size is worked out in the graph instead: the batch and the area of the reshapes, the
anchors and their strides. `models.train_detector --export` does it, too.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import onnx
from onnx import NodeProto, helper, parser

STRIDES = 8, 16, 32
"""Pixels of the input for one place of each of the head's three maps."""
ATTENTION, HEAD = "/model.10/m/m.0/attn/", "/model.23/"
RESHAPED = {
    f"{ATTENTION}Constant": (0, 2, 128, -1),
    f"{HEAD}dfl/Constant": (0, 4, 16, -1),
    f"{HEAD}dfl/Constant_1": (0, 4, -1),
    **{f"{HEAD}Constant{which}": (0, 64, -1) for which in ("", "_1", "_2")},
    **{f"{HEAD}Constant{which}": (0, 1, -1) for which in ("_3", "_4", "_5")},
}
"""Constant -> the shape that it becomes: 0 is the input's, -1 what is left."""
ALIKE = f"{ATTENTION}Constant_2", f"{ATTENTION}Constant_3"
"""Shapes that are those of the map which the attention is added to."""
BESIDE = "/model.10/Split_output_1"
CENTRES, ABOVE, LENGTHS = f"{HEAD}Constant_12", f"{HEAD}Constant_13", f"{HEAD}Constant_15"
"""The anchors, twice, and their strides."""
ANCHORS = """
anchors (float[n, c, h, w] map) => (float[1, 2, a] centres, float[1, a] strides) {{
    zero = Constant <value = int64 {{0}}> ()
    one = Constant <value = int64 {{1}}> ()
    half = Constant <value = float {{0.5}}> ()
    stride = Constant <value = float {{{stride}.0}}> ()
    flat = Constant <value = int64[3] {{1, 1, -1}}> ()
    first = Constant <value = int64[1] {{0}}> ()
    second = Constant <value = int64[1] {{1}}> ()
    area = Shape <start = 2, end = 4> (map)
    high = Shape <start = 2, end = 3> (map)
    wide = Shape <start = 3, end = 4> (map)
    rows = Squeeze (high, first)
    columns = Squeeze (wide, first)
    down = Range (zero, rows, one)
    along = Range (zero, columns, one)
    down_float = Cast <to = 1> (down)
    along_float = Cast <to = 1> (along)
    down_middle = Add (down_float, half)
    along_middle = Add (along_float, half)
    down_column = Unsqueeze (down_middle, second)
    down_map = Expand (down_column, area)
    along_map = Expand (along_middle, area)
    y = Reshape (down_map, flat)
    x = Reshape (along_map, flat)
    centres = Concat <axis = 1> (x, y)
    row = Squeeze (x, first)
    size = Shape (row)
    strides = Expand (stride, size)
}}
"""


def freed(fixed: onnx.ModelProto) -> onnx.ModelProto:
    """Raises ValueError where the graph is not YOLO11n's as it is exported for one size."""
    model = onnx.ModelProto()
    model.CopyFrom(fixed)
    graph = model.graph
    at = {node.name: number for number, node in enumerate(graph.node) if node.op_type == "Constant"}
    wanted = (*RESHAPED, *ALIKE, CENTRES, ABOVE, LENGTHS)
    if missing := [name for name in wanted if name not in at]:
        raise ValueError(f"the graph has no constant {missing[0]!r}: it is not that of a YOLO11n for one size")
    instead = {name: [_constant(graph.node[at[name]], shape)] for name, shape in RESHAPED.items()}
    instead |= {name: [helper.make_node("Shape", [BESIDE], graph.node[at[name]].output)] for name in ALIKE}
    instead[CENTRES] = [*_anchors(), _joined("centres", graph.node[at[CENTRES]], 2)]
    instead[ABOVE] = [helper.make_node("Identity", graph.node[at[CENTRES]].output, graph.node[at[ABOVE]].output)]
    instead[LENGTHS] = [_joined("strides", graph.node[at[LENGTHS]], 1)]
    nodes = [new for node in graph.node for new in instead.get(node.name, [node])]
    del graph.node[:], graph.value_info[:]
    graph.node.extend(nodes)
    _named(graph.input[0], "n", 3, "height", "width")
    _named(graph.output[0], "n", graph.output[0].type.tensor_type.shape.dim[1].dim_value, "anchors")
    onnx.checker.check_model(model, full_check=True)
    return model


def _constant(node: NodeProto, shape: tuple[int, ...]) -> NodeProto:
    value = helper.make_tensor("value", onnx.TensorProto.INT64, [len(shape)], shape)
    return helper.make_node("Constant", [], node.output, node.name, value=value)


def _anchors() -> list[NodeProto]:
    """The centres of each map's places and their strides, one node after the other."""
    nodes = []
    for level, stride in enumerate(STRIDES):
        for node in parser.parse_graph(ANCHORS.format(stride=stride)).node:
            node.input[:] = [_inner(level, name) for name in node.input]
            node.output[:] = [_inner(level, name) for name in node.output]
            nodes.append(node)
    return nodes


def _inner(level: int, name: str) -> str:
    return f"{HEAD}cv2.{level}/cv2.{level}.2/Conv_output_0" if name == "map" else f"{HEAD}anchors.{level}/{name}"


def _joined(what: str, node: NodeProto, axis: int) -> NodeProto:
    return helper.make_node("Concat", [_inner(level, what) for level in range(len(STRIDES))], node.output, axis=axis)


def _named(value: onnx.ValueInfoProto, *dimensions: int | str) -> None:
    value.CopyFrom(helper.make_tensor_value_info(value.name, onnx.TensorProto.FLOAT, dimensions))


def main() -> None:
    """The command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("fixed", type=Path, help="as ultralytics exports it")
    arguments.add_argument("--out", type=Path, required=True)
    told = arguments.parse_args()
    onnx.save(freed(onnx.load(told.fixed)), told.out)


if __name__ == "__main__":
    main()
