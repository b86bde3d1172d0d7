"""Slices and paddings of tensors, whose offsets and sizes are numbers, constants or other values."""

from __future__ import annotations

from tools.generator.folding.tensor_values import DYNAMIC, Shape, TensorOperations

Part = tuple[list[str], list[str], list[str], Shape]
"""Offsets, sizes and strides, and the sizes that the type knows."""


def part_of(function: TensorOperations, shape: Shape) -> Part:
    """A part of a tensor, often one that has been taken or replaced already."""
    random = function.random
    known = function.parts.get(shape)
    if known is not None and random.random() < 0.5:
        return known
    offsets, sizes, strides, result = [], [], [], []
    for limit in shape:
        whole = random.random() < 0.3
        largest = 4 if limit == DYNAMIC else limit
        size = largest if whole else random.randint(min(largest, 1), largest)
        offset = 0 if whole else random.randint(0, max(largest - size, 0))
        offsets.append(_number(function, offset))
        sizes.append(_number(function, size))
        strides.append(_number(function, 1) if random.random() < 0.9 else "2")
        result.append(DYNAMIC if sizes[-1].startswith("%") else size)
    part = offsets, sizes, strides, tuple(result)
    function.parts[shape] = part
    return part


def _number(function: TensorOperations, number: int) -> str:
    """A number, a constant, or any index."""
    choice = function.random.random()
    if choice < 0.6:
        return str(number)
    if choice < 0.85:
        name = function.name()
        function.lines.append(f"{name} = arith.constant {number} : index")
        return name
    return function.index()


def _lists(part: Part) -> str:
    return " ".join([f"[{', '.join(numbers)}]" for numbers in part[:3]])


def _reduced(function: TensorOperations, shape: Shape) -> Shape:
    """The shape without some dimensions of size 1."""
    if function.random.random() < 0.6:
        return shape
    return tuple([size for size in shape if size != 1 or function.random.random() < 0.4])


def extract_slice(function: TensorOperations) -> None:
    """A part of a tensor."""
    name, shape = function.ranked()
    part = part_of(function, shape)
    new = _reduced(function, part[3])
    types = f"{function.type_of(shape)} to {function.type_of(new)}"
    function.define(new, f"tensor.extract_slice {name}{_lists(part)} : {types}")


def insert_slice(function: TensorOperations) -> None:
    """A tensor with another part."""
    name, shape = function.ranked()
    part = part_of(function, shape)
    wanted = _reduced(function, part[3])
    sources = [source for source, known in function.tensors.items() if known == wanted]
    if not sources:
        before, known = function.tensor()
        if known is not None and (
            len(known) != len(wanted)
            or any(one != other and DYNAMIC not in (one, other) for one, other in zip(known, wanted, strict=True))
        ):
            before, known = function.unranked, None
        types = f"{function.type_of(known)} to {function.type_of(wanted)}"
        sources = [function.define(wanted, f"tensor.cast {before} : {types}")]
    source = function.random.choice(sources)
    types = f"{function.type_of(wanted)} into {function.type_of(shape)}"
    function.define(shape, f"tensor.insert_slice {source} into {name}{_lists(part)} : {types}")


def pad(function: TensorOperations) -> None:
    """A tensor with elements around it."""
    random = function.random
    if function.is_padded:
        return
    function.is_padded = True
    name, shape = function.ranked()
    low = [_number(function, random.choice((0, 0, 0, 1))) for _ in shape]
    high = [_number(function, random.choice((0, 0, 1, 2))) for _ in shape]
    new = []
    for size, before, behind in zip(shape, low, high, strict=True):
        is_known = size != DYNAMIC and not (before + behind).count("%")
        new.append(size + int(before) + int(behind) if is_known else DYNAMIC)
        if not is_known and random.random() < 0.15:
            new[-1] = 4
    arguments = ", ".join([f"{function.name()}: index" for _ in shape])
    value = random.choice((function.element(), function.padding))
    function.define(
        tuple(new),
        f"tensor.pad {name} {random.choice(('', '', '', 'nofold '))}low[{', '.join(low)}] high[{', '.join(high)}] {{\n"
        f"  ^bb0({arguments}):\n    tensor.yield {value} : {function.element_type}\n"
        f"  }} : {function.type_of(shape)} to {function.type_of(tuple(new))}",
    )
