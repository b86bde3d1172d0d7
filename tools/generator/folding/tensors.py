"""Operations on tensors with much to simplify.

Casts to more and less static types, sizes that are constants, chains of slices, reshapes and paddings, elements of what
is made of elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from random import Random

from tools.generator.builder import Block
from tools.generator.folding import tensor_slices
from tools.generator.folding.tensor_values import DYNAMIC, Shape, TensorOperations, text_of

SIZES = (1, 2, 2, 3, 4, 6, DYNAMIC)
SHAPES = ((), (2,), (6,), (DYNAMIC,), (2, 3), (DYNAMIC, 3), (DYNAMIC, DYNAMIC), (1, 4), (4, 6), (2, 3, 2), (1, 1))


# Values.


def constant(function: TensorOperations) -> None:
    """A constant tensor, of one number or of several."""
    shape = function.static(function.random.choice(SHAPES))
    count = prod(shape)
    numbers = [function.literal() for _ in range(count)]
    text = numbers[0] if function.random.random() < 0.6 or not numbers else _nested(numbers, shape)
    function.define(shape, f"arith.constant dense<{text}> : {function.type_of(shape)}")


def _nested(numbers: Sequence[str], shape: Shape) -> str:
    if not shape:
        return numbers[0]
    size = len(numbers) // shape[0] if shape[0] else 0
    parts = [_nested(numbers[start * size : (start + 1) * size], shape[1:]) for start in range(shape[0])]
    return f"[{', '.join(parts)}]"


def from_elements(function: TensorOperations) -> None:
    """A tensor of values."""
    shape = function.random.choice(((), (1,), (2,), (2, 2), (1, 3)))
    values = [function.element() for _ in range(prod(shape))]
    function.define(shape, f"tensor.from_elements {', '.join(values)} : {function.type_of(shape)}")


def splat(function: TensorOperations) -> None:
    """A tensor of one value."""
    shape = function.random.choice(SHAPES)
    sizes = function.indices(shape.count(DYNAMIC))
    listed = f"[{', '.join(sizes)}]" if sizes else ""
    function.define(shape, f"tensor.splat {function.element()}{listed} : {function.type_of(shape)}")


def empty(function: TensorOperations) -> None:
    """A tensor without known elements."""
    shape = function.random.choice(SHAPES)
    sizes = ", ".join(function.indices(shape.count(DYNAMIC)))
    function.define(shape, f"tensor.empty({sizes}) : {function.type_of(shape)}")


def generate(function: TensorOperations) -> None:
    """A tensor of elements that are computed from their indices."""
    shape = function.random.choice(SHAPES)
    sizes = ", ".join(function.indices(shape.count(DYNAMIC)))
    arguments = [function.name() for _ in shape]
    lines = [f"tensor.generate {sizes} {{", f"^bb0({', '.join([f'{name}: index' for name in arguments])}):"]
    value = function.element()
    if function.element_type == "index" and arguments:
        value = function.name()
        operand = function.random.choice((*arguments, function.index()))
        lines.append(f"  {value} = arith.addi {arguments[0]}, {operand} : index")
    elif function.random.random() < 0.1:
        lines.append(f'  cf.assert {function.block.value("i1").name}, "message"')
    lines += [f"  tensor.yield {value} : {function.element_type}", f"}} : {function.type_of(shape)}"]
    function.define(shape, "\n  ".join(lines))


# Casts and sizes.


def cast(function: TensorOperations) -> None:
    """A cast to a type of which more is known, or less, or both."""
    name, shape = function.tensor()
    random = function.random
    if random.random() < 0.1:
        function.define(None, f"tensor.cast {name} : {function.type_of(shape)} to {function.type_of(None)}")
        return
    if shape is None:
        new: Shape = random.choice(SHAPES)
    else:
        new = tuple([random.choice((size, size, DYNAMIC) if size != DYNAMIC else SIZES) for size in shape])
    function.define(new, f"tensor.cast {name} : {function.type_of(shape)} to {function.type_of(new)}")


def bitcast(function: TensorOperations) -> None:
    """Elements that become others and back."""
    name, shape = function.tensor()
    if function.element_type not in ("i32", "f32"):
        return
    other = text_of(shape, "f32" if function.element_type == "i32" else "i32")
    type, between = function.type_of(shape), function.name()
    function.lines.append(f"{between} = tensor.bitcast {name} : {type} to {other}")
    function.define(shape, f"tensor.bitcast {between} : {other} to {type}")


def dim(function: TensorOperations) -> None:
    """A size, or the rank."""
    name, shape = function.tensor()
    if function.random.random() < 0.2 or shape == ():
        function.define_index(f"tensor.rank {name} : {function.type_of(shape)}")
    else:
        function.define_index(f"tensor.dim {name}, {function.index()} : {function.type_of(shape)}")


# Elements.


def extract(function: TensorOperations) -> None:
    """An element."""
    name, shape = function.ranked()
    indices = ", ".join(function.indices(len(shape)))
    function.define_element(f"tensor.extract {name}[{indices}] : {function.type_of(shape)}")


def insert(function: TensorOperations) -> None:
    """A tensor with another element."""
    name, shape = function.ranked()
    indices = ", ".join(function.indices(len(shape)))
    function.define(shape, f"tensor.insert {function.element()} into {name}[{indices}] : {function.type_of(shape)}")


def index_cast(function: TensorOperations) -> None:
    """An element of integers that are indices."""
    if function.element_type != "i32":
        return
    name, shape = function.ranked()
    type, indices = text_of(shape, "index"), function.name()
    function.lines.append(f"{indices} = arith.index_cast {name} : {function.type_of(shape)} to {type}")
    function.define_index(f"tensor.extract {indices}[{', '.join(function.indices(len(shape)))}] : {type}")


# Shapes.


def reshape(function: TensorOperations) -> None:
    """The elements of a tensor in a shape that an operand gives."""
    name, shape = function.tensor()
    random = function.random
    new = shape if shape is not None and random.random() < 0.6 else random.choice(SHAPES)
    given = function.name()
    if random.random() < 0.7 and new and shape is not None:
        sizes = []
        for number, size in enumerate(new):
            is_any = random.random() < 0.2
            sizes.append(function.index() if is_any else function.name())
            if not is_any:
                if (size != DYNAMIC and random.random() < 0.5) or number >= len(shape):
                    function.lines.append(f"{sizes[-1]} = arith.constant {max(size, 1)} : index")
                else:
                    function.lines.append(f"{sizes[-1]}i = arith.constant {number} : index")
                    function.lines.append(f"{sizes[-1]} = tensor.dim {name}, {sizes[-1]}i : {function.type_of(shape)}")
        function.lines.append(f"{given} = tensor.from_elements {', '.join(sizes)} : tensor<{len(new)}xindex>")
    else:
        function.lines.append(f"{given} = arith.constant dense<2> : tensor<{len(new)}xindex>")
    types = f"({function.type_of(shape)}, tensor<{len(new)}xindex>) -> {function.type_of(new)}"
    function.define(new, f"tensor.reshape {name}({given}) : {types}")


def expand(function: TensorOperations) -> None:
    """Dimensions that become several."""
    name, shape = function.ranked()
    random = function.random
    if not shape:
        function.define(
            (1,),
            f"tensor.expand_shape {name} [] output_shape [1] : {function.type_of(())} into {function.type_of((1,))}",
        )
        return
    groups: list[list[int]] = []
    new: list[int] = []
    for size in shape:
        parts = _split(size, random)
        groups.append(list(range(len(new), len(new) + len(parts))))
        new += parts
    sizes = [function.index(least=0) if size == DYNAMIC else str(size) for size in new]
    listed = f"{groups} output_shape [{', '.join(sizes)}]"
    types = f"{function.type_of(shape)} into {function.type_of(tuple(new))}"
    function.define(tuple(new), f"tensor.expand_shape {name} {listed} : {types}")


def _split(size: int, random: Random) -> list[int]:
    """Sizes whose product is a size; one of them is not known if that is not."""
    if random.random() < 0.4:
        return [size]
    if size == DYNAMIC:
        return random.choice(([DYNAMIC, 2], [2, DYNAMIC], [1, DYNAMIC], [DYNAMIC, DYNAMIC], [DYNAMIC, 1], [DYNAMIC]))
    factor = random.choice([number for number in (1, 2, 3, size) if number and size % number == 0] or [1])
    return random.choice(([factor, size // max(factor, 1)], [size, 1], [1, size]))


def collapse(function: TensorOperations) -> None:
    """Dimensions that become one."""
    name, shape = function.ranked()
    if not shape:
        return
    if all(size == 1 for size in shape) and function.random.random() < 0.3:
        types = f"{function.type_of(shape)} into {function.type_of(())}"
        function.define((), f"tensor.collapse_shape {name} [] : {types}")
        return
    groups = [[0]]
    for number in range(1, len(shape)):
        if function.random.random() < 0.6:
            groups[-1].append(number)
        else:
            groups.append([number])
    new = tuple(
        [
            DYNAMIC if any(shape[number] == DYNAMIC for number in group) else prod([shape[number] for number in group])
            for group in groups
        ]
    )
    types = f"{function.type_of(shape)} into {function.type_of(new)}"
    function.define(new, f"tensor.collapse_shape {name} {groups} : {types}")


def concat(function: TensorOperations) -> None:
    """Tensors one after the other."""
    random = function.random
    name, shape = function.ranked()
    if not shape:
        return
    along = random.randrange(len(shape))
    others = [
        (other, known)
        for other, known in function.tensors.items()
        if known is not None
        and len(known) == len(shape)
        and all(
            index == along or size == wanted or DYNAMIC in (size, wanted)
            for index, (size, wanted) in enumerate(zip(known, shape, strict=True))
        )
    ]
    inputs = [(name, shape), *random.choices(others, k=random.choice((0, 1, 2)))]
    columns = list(zip(*[known for _, known in inputs if known is not None], strict=True))
    new = [max(sizes) for sizes in columns]
    new[along] = DYNAMIC if DYNAMIC in columns[along] else sum(columns[along])
    new = [DYNAMIC if random.random() < 0.3 else size for size in new]
    types = ", ".join([function.type_of(known) for _, known in inputs])
    names = ", ".join([name for name, _ in inputs])
    function.define(tuple(new), f"tensor.concat dim({along}) {names} : ({types}) -> {function.type_of(tuple(new))}")


def gather(function: TensorOperations) -> None:
    """Rows of a tensor."""
    name, shape = function.ranked()
    if len(shape) != 2:
        return
    indices, new = function.name(), (2, 1, shape[1])
    function.lines.append(f"{indices} = arith.constant dense<1> : tensor<2x1xindex>")
    types = f"({function.type_of(shape)}, tensor<2x1xindex>) -> {function.type_of(new)}"
    function.define(new, f"tensor.gather {name}[{indices}] gather_dims([0]) : {types}")


STEPS: Sequence[Callable[[TensorOperations], None]] = (
    *(constant, from_elements, splat, empty, generate),
    *[cast] * 7,
    *[dim] * 3,
    *[extract] * 2,
    *[insert] * 2,
    *(bitcast, index_cast, reshape, reshape, concat, concat, gather),
    *[expand] * 3,
    *[collapse] * 3,
    *[tensor_slices.extract_slice] * 4,
    *[tensor_slices.insert_slice] * 4,
    *[tensor_slices.pad] * 4,
)


def fill(block: Block) -> None:
    """Writes operations on tensors."""
    random = block.random
    function = TensorOperations(block, [random.choice(SHAPES) for _ in range(2)])
    steps = random.sample(STEPS, 6) if random.random() < 0.7 else STEPS
    for _ in range(random.choice((3, 6, 10, 14))):
        random.choice(steps)(function)
