"""Random functions of operations of the dialects tensor and shape: `module(seed)`.

In some a type is another one than it should be. `piece` is one of these operations between those of other generators.
"""

from __future__ import annotations

import re
from random import Random

from tools.generator.insertion import InsertionPlace, Piece

VALUES = {
    "%s": "tensor<4x3xf32>",
    "%d": "tensor<4x?xf32>",
    "%l": "tensor<?xf32>",
    "%u": "tensor<*xf32>",
    "%t": "tensor<12xf32>",
    "%o": "tensor<f32>",
    "%i": "index",
    "%x": "f32",
    "%c": "tensor<2xindex>",
    "%e": "tensor<?xindex>",
    "%g": "tensor<2x1xi32>",
    "%h": "!shape.shape",
    "%z": "!shape.size",
    "%w": "!shape.witness",
    "%v": "!shape.value_shape",
    "%p": "i1",
}
"""The arguments of the function."""

OPERATIONS = (
    "tensor.bitcast %s : tensor<4x3xf32> to tensor<4x3xi32>",
    "tensor.bitcast %d : tensor<4x?xf32> to tensor<?x2xui32>",
    "tensor.cast %s : tensor<4x3xf32> to tensor<?x3xf32>",
    "tensor.cast %u : tensor<*xf32> to tensor<4x?xf32>",
    "tensor.collapse_shape %s [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>",
    "tensor.collapse_shape %d [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>",
    "tensor.concat dim(0) %s, %s : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>",
    "tensor.concat dim(1) %s, %d : (tensor<4x3xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>",
    "tensor.dim %d, %i : tensor<4x?xf32>",
    "tensor.empty(%i) : tensor<4x?xf32>",
    'tensor.empty() : tensor<4xf32, "encoding">',
    "tensor.expand_shape %t [[0, 1]] output_shape [4, 3] : tensor<12xf32> into tensor<4x3xf32>",
    "tensor.expand_shape %l [[0, 1]] output_shape [%i, 2] : tensor<?xf32> into tensor<?x2xf32>",
    "tensor.extract %s[%i, %i] : tensor<4x3xf32>",
    "tensor.extract %o[] : tensor<f32>",
    "tensor.extract_slice %s[0, 1] [4, 2] [1, 1] : tensor<4x3xf32> to tensor<4x2xf32>",
    "tensor.extract_slice %d[0, %i] [1, %i] [2, 1] : tensor<4x?xf32> to tensor<?xf32>",
    "tensor.from_elements %x, %x : tensor<2x1xf32>",
    "tensor.from_elements : tensor<0xf32>",
    "tensor.gather %s[%g] gather_dims([1]) unique : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>",
    "tensor.gather %s[%g] gather_dims([0]) : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x1x3xf32>",
    "tensor.generate %i {\n^bb0(%j: index, %k: index):\n  tensor.yield %x : f32\n} : tensor<4x?xf32>",
    "tensor.generate {\n  tensor.yield %x : f32\n} : tensor<f32>",
    "tensor.insert %x into %d[%i, %i] : tensor<4x?xf32>",
    "tensor.insert_slice %l into %d[0, %i] [1, %i] [1, 1] : tensor<?xf32> into tensor<4x?xf32>",
    "tensor.pad %s low[1, 2] high[%i, 0] {\n^bb0(%j: index, %k: index):\n  tensor.yield %x : f32\n}"
    " : tensor<4x3xf32> to tensor<?x5xf32>",
    "tensor.pad %o nofold low[] high[] {\n  tensor.yield %x : f32\n} : tensor<f32> to tensor<f32>",
    "tensor.rank %u : tensor<*xf32>",
    "tensor.reshape %s(%c) : (tensor<4x3xf32>, tensor<2xindex>) -> tensor<6x?xf32>",
    "tensor.reshape %u(%e) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>",
    "tensor.splat %x : tensor<4x3xf32>",
    "tensor.splat %x[%i] : tensor<4x?xf32>",
    "shape.add %z, %i : !shape.size, index -> !shape.size",
    "shape.any %c, %e : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>",
    "shape.assuming %w -> (index, f32) {\n  shape.assuming_yield %i, %x : index, f32\n}",
    "shape.assuming_all %w, %w",
    "shape.broadcast %c, %h : tensor<2xindex>, !shape.shape -> !shape.shape",
    "shape.concat %c, %e : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>",
    "shape.const_shape [1, 2, 3] : tensor<3xindex>",
    "shape.const_shape [] : !shape.shape",
    "shape.const_size 4",
    "shape.const_witness true",
    "shape.cstr_broadcastable %c, %h : tensor<2xindex>, !shape.shape",
    "shape.cstr_eq %c, %e : tensor<2xindex>, tensor<?xindex>",
    'shape.cstr_require %p, "message"',
    "shape.dim %d, %i : tensor<4x?xf32>, index -> index",
    "shape.div %i, %i : index, index -> index",
    "shape.from_extent_tensor %c : tensor<2xindex>",
    "shape.from_extents %i, %z : index, !shape.size",
    "shape.get_extent %h, %z : !shape.shape, !shape.size -> !shape.size",
    "shape.index_to_size %i",
    "shape.is_broadcastable %c, %h : tensor<2xindex>, !shape.shape",
    "shape.max %z, %z : !shape.size, !shape.size -> !shape.size",
    'shape.meet %h, %c, error = "error" : !shape.shape, tensor<2xindex> -> !shape.shape',
    "shape.min %h, %h : !shape.shape, !shape.shape -> !shape.shape",
    "shape.mul %z, %z : !shape.size, !shape.size -> !shape.size",
    "shape.num_elements %c : tensor<2xindex> -> index",
    "shape.rank %h : !shape.shape -> !shape.size",
    "shape.reduce(%h, %z) : !shape.shape -> !shape.size {\n^bb0(%j: index, %k: !shape.size, %m: !shape.size):\n"
    "  shape.yield %m : !shape.size\n}",
    "shape.shape_eq %c, %e : tensor<2xindex>, tensor<?xindex>",
    "shape.shape_of %d : tensor<4x?xf32> -> tensor<2xindex>",
    "shape.shape_of %v : !shape.value_shape -> !shape.shape",
    "shape.size_to_index %z : !shape.size",
    "shape.to_extent_tensor %h : !shape.shape -> tensor<?xindex>",
    "shape.value_as_shape %c : tensor<2xindex> -> !shape.shape",
    "shape.value_of %v : tensor<4xf32>",
    "shape.with_shape %d, %h : tensor<4x?xf32>, !shape.shape",
    '"shape.debug_print"(%h) : (!shape.shape) -> !shape.shape',
)
"""Valid operations; each has results."""

RESULTS = {"shape.assuming %w": 2}
"""The numbers of results of operations that have several, by how they begin."""

LIBRARY = """shape.function_library @library {
  func @shape(%value: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %value : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
} mapping {test.operation = @shape}
"""

_NAME = re.compile(r"%\w+")
_TYPE = re.compile(r"tensor<[^<>]*>|!shape\.\w+|\b(?:index|f32|i1)\b")


def _line(random: Random, number: int, is_doubtful: bool) -> str:
    operation = random.choice(OPERATIONS)
    count = next((count for start, count in RESULTS.items() if operation.startswith(start)), 1)
    results = f"%r{number}" if count == 1 else f"%r{number}:{count}"
    if is_doubtful and random.random() < 0.3:
        found = random.choice([*_TYPE.finditer(operation), None])
        if found is not None:
            type = random.choice(list(VALUES.values()))
            operation = operation[: found.start()] + type + operation[found.end() :]
    return f"{results} = {operation}"


def module(seed: int) -> str:
    """Returns the module of this number."""
    random = Random(f"tensors and shapes {seed}")
    is_doubtful = random.random() < 0.4
    lines = [_line(random, number, is_doubtful) for number in range(random.randint(1, 12))]
    parameters = ", ".join([f"{name}: {type}" for name, type in VALUES.items()])
    library = LIBRARY if random.random() < 0.1 else ""
    body = "\n".join(lines)
    return f"{library}func.func @f({parameters}) {{\n{body}\nreturn\n}}\n"


def piece(place: InsertionPlace) -> Piece | None:
    """Returns an operation on casts, one of them of a tensor, which further operations of the module use."""
    value = place.tensor()
    if value is None:
        return None
    operation = place.random.choice(OPERATIONS)
    made = [name for name in dict.fromkeys(_NAME.findall(operation)) if name in VALUES]
    casts = [
        f"%${{id}}{name[1:]} = builtin.unrealized_conversion_cast{'' if number else f' $v0 : {value.type}'} "
        f"to {VALUES[name]}\n"
        for number, name in enumerate(made)
    ]
    names = _NAME.sub(lambda found: f"%${{id}}{found[0][1:]}", operation).replace("^bb0", "^${id}bb0")
    count = next((count for start, count in RESULTS.items() if operation.startswith(start)), 1)
    results = f"%${{id}}r{f':{count}' if count > 1 else ''}"
    text = f"{''.join(casts)}{results} = {names}\n$out = stablehlo.optimization_barrier $v0 : {value.type}"
    return Piece(text, [value], [value.type])
