"""Random functions of operations of the dialects tensor and shape: `module(seed)`.

In some a type is another one than it should be. `piece` is one of these operations between those of other generators.
"""

from __future__ import annotations

import re
from pathlib import Path
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

_TEXT = Path(__file__).with_suffix(".mlir").read_text(encoding="utf-8")
OPERATIONS = tuple(re.split(r"\n(?=tensor|shape|\"shape)", _TEXT.rstrip()))
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
    if is_doubtful and random.random() < 0.3 and (found := random.choice([*_TYPE.finditer(operation), None])):
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
    if (value := place.tensor()) is None:
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
