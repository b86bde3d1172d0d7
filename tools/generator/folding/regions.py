"""Random modules with operations that fold inside and outside of regions of several dialects: `module(seed)`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

TENSOR, INDEX, TRUTH, WITNESS = "tensor<4xi32>", "index", "i1", "!shape.witness"
BINARY = ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui", "divsi")
CONSTANTS = {
    TENSOR: ("dense<0>", "dense<1>", "dense<[1, 2, 3, 4]>"),
    INDEX: ("0", "1", "2", "3"),
    TRUTH: ("true", "false"),
    "tensor<i1>": ("dense<true>", "dense<false>"),
}


LIBRARY = """shape.function_library @library {
  func VISIBILITY@shape(%value: !shape.value_shape) -> !shape.shape {
    %0 = const_size 2
    %1 = add %0, %0 : !shape.size, !shape.size -> !shape.size
    %2 = from_extents %1, %0 : !shape.size, !shape.size
    return %2 : !shape.shape
  }
} mapping {test.operation = @shape}
shape.func private @unused(%i: index) -> index {
  %c = arith.constant 2 : index
  %0 = shape.mul %c, %i : index, index -> index
  shape.return %0 : index
}
"""


class Writer:
    """The lines of a function."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.count = 0

    def name(self) -> str:
        """Returns a new name."""
        self.count += 1
        return f"%v{self.count}"

    def block(self, values: dict[str, list[str]], depth: int) -> list[str]:
        """Returns the lines of a block; its values come to those that may be used there."""
        lines: list[str] = []
        for _ in range(self.random.choice((1, 2, 3, 5))):
            lines += self.operation(values, depth)
        return lines

    def constant(self, values: dict[str, list[str]], type: str) -> str:
        """Returns a constant as a line."""
        name = self.name()
        values.setdefault(type, []).append(name)
        suffix = "" if type == TRUTH else f" : {type}"
        dialect = self.random.choice(("arith", "arith", "stablehlo")) if "<" in type else "arith"
        return f"{name} = {dialect}.constant {self.random.choice(CONSTANTS[type])}{suffix}"

    def operation(self, values: dict[str, list[str]], depth: int) -> list[str]:
        """Returns the lines of an operation."""
        kind = self.random.random()
        type = self.random.choice((TENSOR, TENSOR, INDEX))
        if kind < 0.3:
            return [self.constant(values, self.random.choice(tuple(CONSTANTS)))]
        if kind < 0.75 or depth > 2:
            operands = ", ".join(self.random.choices(values[type], k=2))
            name = self.name()
            line = f"{name} = arith.{self.random.choice(BINARY)} {operands} : {type}"
            if self.random.random() < 0.15:
                line = f"{name} = arith.select {self.random.choice(values[TRUTH])}, {operands} : {type}"
            values[type].append(name)
            return [line]
        writers = (self.choice, self.loop, self.generated, self.reduced, self.assuming, self.computation)
        return self.random.choice(writers)(values, depth + 1)

    def region(self, values: dict[str, list[str]], depth: int, end: str, type: str = TENSOR) -> list[str]:
        """Returns the lines of a region that ends with a value of a type."""
        inner = {type: list(names) for type, names in values.items()}
        lines = self.block(inner, depth)
        return [*lines, f"{end} {self.random.choice(inner[type][-3:])} : {type}"]

    def choice(self, values: dict[str, list[str]], depth: int) -> list[str]:
        """Returns an operation with two branches."""
        (one, other) = (self.region(values, depth, "stablehlo.return") for _ in range(2))
        lines = [] if values.get("tensor<i1>") else [self.constant(values, "tensor<i1>")]
        name, condition = self.name(), self.random.choice(values["tensor<i1>"])
        values[TENSOR].append(name)
        head = f'{name} = "stablehlo.if"({condition}) ({{'
        return [*lines, head, *one, "}, {", *other, f"}}) : (tensor<i1>) -> {TENSOR}"]

    def loop(self, values: dict[str, list[str]], depth: int) -> list[str]:
        """Returns a loop."""
        name, argument = self.name(), self.name()
        inner = {**values, TENSOR: [*values[TENSOR], argument], "tensor<i1>": list(values.get("tensor<i1>", ()))}
        condition = [self.constant(inner, "tensor<i1>")] if not inner["tensor<i1>"] else []
        test = f"stablehlo.return {self.random.choice(inner['tensor<i1>'])} : tensor<i1>"
        body = self.region({**values, TENSOR: [*values[TENSOR], argument]}, depth, "stablehlo.return")
        head = f"{name} = stablehlo.while({argument} = {self.random.choice(values[TENSOR])}) : {TENSOR}"
        values[TENSOR].append(name)
        return [head, "cond {", *condition, test, "} do {", *body, "}"]

    def generated(self, values: dict[str, list[str]], depth: int) -> list[str]:
        """Returns a tensor made element by element."""
        name, argument = self.name(), self.name()
        body = self.region({**values, INDEX: [*values[INDEX], argument]}, depth, "tensor.yield", INDEX)
        values.setdefault("tensor<4xindex>", []).append(name)
        return [f"{name} = tensor.generate {{", f"^bb0({argument}: index):", *body, "} : tensor<4xindex>"]

    def reduced(self, values: dict[str, list[str]], depth: int) -> list[str]:
        """Returns a reduction of a shape."""
        name, (index, extent, sum) = self.name(), (self.name() for _ in range(3))
        inner = {**values, INDEX: [*values[INDEX], index, extent, sum]}
        body = self.region(inner, depth, "shape.yield", INDEX)
        shape = self.random.choice(values["tensor<2xindex>"])
        head = f"{name} = shape.reduce({shape}, {self.random.choice(values[INDEX])}) : tensor<2xindex> -> index {{"
        values[INDEX].append(name)
        return [head, f"^bb0({index}: index, {extent}: index, {sum}: index):", *body, "}"]

    def assuming(self, values: dict[str, list[str]], depth: int) -> list[str]:
        """Returns a region that relies on a witness."""
        name, type = self.name(), self.random.choice((TENSOR, INDEX))
        body = self.region(values, depth, "shape.assuming_yield", type)
        values[type].append(name)
        return [f"{name} = shape.assuming {self.random.choice(values[WITNESS])} -> ({type}) {{", *body, "}"]

    def computation(self, values: dict[str, list[str]], depth: int) -> list[str]:
        """Returns a named computation."""
        name, argument = self.name(), self.name()
        start: dict[str, list[str]] = {TENSOR: [argument]}
        lines = [self.constant(start, INDEX), self.constant(start, TRUTH)]
        type, text = "tensor<2xindex>", "arith.constant dense<[2, 3]> : tensor<2xindex>"
        start[type], witness = [self.name()], self.name()
        start[WITNESS] = [witness]
        lines += [f"{start[type][0]} = {text}", f"{witness} = shape.const_witness true"]
        body = self.region(start, depth, "sdy.return")
        operand = self.random.choice(values[TENSOR])
        values[TENSOR].append(name)
        head = f'{name} = sdy.named_computation<"f">({operand}) ({argument}: {TENSOR}) {{'
        return [head, *lines, *body, f"}} : ({TENSOR}) -> {TENSOR}"]


def module(seed: int) -> str:
    """Returns a function whose operations are partly in regions."""
    random = Random(f"folding regions {seed}")
    arguments = {
        "%a": TENSOR,
        "%b": TENSOR,
        "%i": INDEX,
        "%p": TRUTH,
        "%s": "tensor<2xindex>",
        "%q": "tensor<i1>",
        "%w": WITNESS,
    }
    values: dict[str, list[str]] = {}
    for name, type in arguments.items():
        values.setdefault(type, []).append(name)
    writer = Writer(random)
    lines = [line for _ in range(random.choice((1, 2, 3))) for line in writer.block(values, 0)]
    known: Sequence[tuple[str, str]] = [(name, type) for type, names in values.items() for name in names]
    returned = random.sample(known, min(len(known), random.choice((1, 2, 3))))
    head = ", ".join([f"{name}: {type}" for name, type in arguments.items()])
    result_types = ", ".join([type for _, type in returned])
    last = f"return {', '.join([name for name, _ in returned])} : {result_types}"
    body = "\n".join([*lines, last])
    library = ""
    if random.random() < 0.15:
        library = LIBRARY.replace("VISIBILITY", random.choice(("", "private ")))
    return f"{library}func.func @f({head}) -> ({result_types}) {{\n{body}\n}}\n"
