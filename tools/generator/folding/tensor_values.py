"""Functions that are being written: values of tensors, indices and elements."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

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


class Function:
    """A function: its tensors, with their shapes, and other values."""

    def __init__(self, random: Random, shapes: Sequence[Shape]) -> None:
        self.random = random
        self.element_type = random.choice(ELEMENT_TYPES)
        self.lines: list[str] = []
        self.tensors: dict[str, Shape | None] = {f"%t{number}": shape for number, shape in enumerate(shapes)}
        self.tensors["%u"] = None
        self.index_values = ["%i", "%j"]
        self.elements = ["%x", "%y"]
        self.parameters = {
            **{name: self.type_of(shape) for name, shape in self.tensors.items()},
            **dict.fromkeys(self.index_values, "index"),
            **dict.fromkeys(self.elements, self.element_type),
            "%p": "i1",
        }
        self.defined: dict[str, str] = {}
        self.parts: dict[Shape, tuple[list[str], list[str], list[str], Shape]] = {}
        """The last slice of tensors of each shape."""
        self.padding = random.choice(self.elements)
        """What most paddings put around tensors."""
        self.is_padded = False
        """Whether there is a padding: with a second one the reference computes in a dialect that sdy-opt lacks."""
        self.count = 0

    def name(self) -> str:
        """A new name."""
        self.count += 1
        return f"%v{self.count}"

    def type_of(self, shape: Shape | None) -> str:
        """The type of a tensor."""
        return text_of(shape, self.element_type)

    def static(self, shape: Shape) -> Shape:
        """A shape with a size for each dimension."""
        return tuple([self.random.choice((2, 3)) if size == DYNAMIC else size for size in shape])

    # New values.

    def define(self, shape: Shape | None, operation: str) -> None:
        """Adds an operation whose result is a tensor."""
        name = self.name()
        self.lines.append(f"{name} = {operation}")
        self.tensors[name] = shape
        self.defined[name] = self.type_of(shape)

    def define_index(self, operation: str) -> None:
        """Adds an operation whose result is an index."""
        name = self.name()
        self.lines.append(f"{name} = {operation}")
        self.index_values.append(name)
        self.defined[name] = "index"

    def define_element(self, operation: str) -> None:
        """Adds an operation whose result is an element."""
        name = self.name()
        self.lines.append(f"{name} = {operation}")
        self.elements.append(name)
        self.defined[name] = self.element_type

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
            return self.random.choice(self.index_values)
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
            return self.random.choice(self.elements)
        name, literal = self.name(), self.literal()
        if self.element_type.startswith("complex"):
            self.lines.append(f"{name} = complex.constant [{literal[1]}.0 : f32, 1.0 : f32] : {self.element_type}")
        else:
            suffix = "" if self.element_type == "i1" else f" : {self.element_type}"
            self.lines.append(f"{name} = arith.constant {literal}{suffix}")
        return name

    def text(self) -> str:
        """The module."""
        returned = {name: type for name, type in self.defined.items() if self.random.random() < 0.5}
        parameters = ", ".join([f"{name}: {type}" for name, type in self.parameters.items()])
        types = ", ".join(returned.values())
        end = f"return {', '.join(returned)} : {types}" if returned else "return"
        body = "\n  ".join([*self.lines, end])
        return f"func.func @f({parameters}) -> ({types}) {{\n  {body}\n}}\n"
