"""Functions that are being written: values of tensors, indices and elements."""

from __future__ import annotations

from collections.abc import Sequence

from tools.generator.builder import Block

DYNAMIC = -1
Shape = tuple[int, ...]
INDICES = ("0", "0", "1", "1", "2", "3", "4", "-1", "7")
ELEMENT_TYPES = ("i32", "i32", "f32", "index", "i1", "complex<f32>")


def text_of(shape: Shape | None, element_type: str) -> str:
    """Returns the type of a tensor; without a shape it has no rank."""
    if shape is None:
        return f"tensor<*x{element_type}>"
    sizes = "".join([f"{'?' if size == DYNAMIC else size}x" for size in shape])
    return f"tensor<{sizes}{element_type}>"


class TensorOperations:
    """What is written into a block, and the shapes of its tensors."""

    def __init__(self, block: Block, shapes: Sequence[Shape]) -> None:
        self.block = block
        self.random = block.random
        self.lines = block.lines
        self.element_type = self.random.choice(ELEMENT_TYPES)
        self.tensors: dict[str, Shape | None] = {}
        for shape in (*shapes, None):
            self.tensors[block.argument(self.type_of(shape)).name] = shape
        self.unranked = block.last(self.type_of(None)).name
        self.parts: dict[Shape, tuple[list[str], list[str], list[str], Shape]] = {}
        """The last slice of tensors of each shape."""
        self.padding = self.element()
        """What most paddings put around tensors."""
        self.is_padded = False
        """Whether there is a padding: with a second one the reference computes in a dialect that sdy-opt lacks."""

    def name(self) -> str:
        """Returns a new name."""
        return self.block.program.name()

    def type_of(self, shape: Shape | None) -> str:
        """The type of a tensor."""
        return text_of(shape, self.element_type)

    def static(self, shape: Shape) -> Shape:
        """A shape with a size for each dimension."""
        return tuple([self.random.choice((2, 3)) if size == DYNAMIC else size for size in shape])

    # New values.

    def define(self, shape: Shape | None, operation: str) -> str:
        """Adds an operation whose result is a tensor."""
        name = self.block.made(operation, self.type_of(shape)).name
        self.tensors[name] = shape
        return name

    def define_index(self, operation: str) -> None:
        """Adds an operation whose result is an index."""
        self.block.made(operation, "index")

    def define_element(self, operation: str) -> None:
        """Adds an operation whose result is an element."""
        self.block.made(operation, self.element_type)

    # Values that there are.

    def tensor(self) -> tuple[str, Shape | None]:
        """A tensor, mostly one of the last ones."""
        known = list(self.tensors.items())
        return self.random.choice(known[-3:] if self.random.random() < 0.7 else known)

    def ranked(self) -> tuple[str, Shape]:
        """A tensor with a rank, mostly one of the last ones."""
        known = [(name, shape) for name, shape in self.tensors.items() if shape is not None]
        return self.random.choice(known[-3:] if self.random.random() < 0.7 else known)

    def index(self, least: int = -1) -> str:
        """An index, often a constant, which is not less than `least`."""
        if self.random.random() < 0.5:
            return self.block.value("index").name
        name = self.name()
        number = max(int(self.random.choice(INDICES)), least)
        self.lines.append(f"{name} = arith.constant {number} : index")
        return name

    def indices(self, count: int) -> list[str]:
        """Several indices."""
        return [self.index() for _ in range(count)]

    def literal(self) -> str:
        """A number."""
        number = self.random.randrange(2)
        if self.element_type == "i1":
            return ("false", "true")[number]
        if self.element_type == "f32":
            return f"{number}.0"
        return f"({number}.0, 1.0)" if self.element_type.startswith("complex") else str(number)

    def element(self) -> str:
        """An element, often a constant."""
        if self.random.random() < 0.5:
            return self.block.value(self.element_type).name
        name, literal = self.name(), self.literal()
        if self.element_type.startswith("complex"):
            self.lines.append(f"{name} = complex.constant [{literal[1]}.0 : f32, 1.0 : f32] : {self.element_type}")
        else:
            suffix = "" if self.element_type == "i1" else f" : {self.element_type}"
            self.lines.append(f"{name} = arith.constant {literal}{suffix}")
        return name
