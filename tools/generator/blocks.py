"""Random functions with several blocks that branch to each other: `module(seed)`.

Blocks may be unreachable, or loops; most programs are valid. In some a value does not reach where it is used, or a
branch passes other operands than its block takes.
"""

from __future__ import annotations

from random import Random

TENSOR = "tensor<4x8xf32>"
TYPES = (TENSOR, TENSOR, "i1", "i32", "index", "!shape.size")
PARAMETERS = {
    "%a": f'{TENSOR} {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{}}]>}}',
    "%b": TENSOR,
    "%p": "i1",
    "%n": "i32",
    "%i": "index",
    "%z": "!shape.size",
}
MESH = 'sdy.mesh @mesh = <["x"=2, "y"=2]>'


class Function:
    """A function that is being written."""

    def __init__(self, random: Random, name: str) -> None:
        self.random = random
        self.name = name
        self.count = 0
        self.values = {name: type.split(" ", 1)[0] for name, type in PARAMETERS.items()}
        """The values that every block sees."""
        self.is_doubtful = random.random() < 0.15

    def value(self, type: str, visible: dict[str, str]) -> str:
        """A value of a type; of a doubtful function sometimes any value."""
        if self.is_doubtful and self.random.random() < 0.1:
            return self.random.choice([*visible, f"%v{self.random.randint(0, 9)}"])
        return self.random.choice([name for name, known in visible.items() if known == type])

    def operation(self, visible: dict[str, str]) -> str:
        """An operation, whose result, if it has one, is visible then."""
        random = self.random
        result = f"%v{self.count}"
        self.count += 1
        tensors = [self.value(TENSOR, visible) for _ in range(2)]
        kind = random.choice(("add", "add", "constant", "constraint", "assert", "size", "cast"))
        if kind == "assert":
            return f'cf.assert {self.value("i1", visible)}, "message"'
        if kind == "size":
            visible[result] = "!shape.size"
            sizes = ", ".join([self.value("!shape.size", visible) for _ in range(2)])
            return f"{result} = shape.add {sizes} : !shape.size, !shape.size -> !shape.size"
        visible[result] = TENSOR
        if kind == "add":
            return f"{result} = stablehlo.add {', '.join(tensors)} : {TENSOR}"
        if kind == "constant":
            return f"{result} = stablehlo.constant dense<{random.randint(0, 1)}.0> : {TENSOR}"
        if kind == "cast":
            return f"{result} = builtin.unrealized_conversion_cast {tensors[0]} : {TENSOR} to {TENSOR}"
        axes = random.choice(("{}, {}", '{"x"}, {}', '{"y"}, {"x"}', '{?}, {"y", ?}'))
        return f"{result} = sdy.sharding_constraint {tensors[0]} <@mesh, [{axes}]> : {TENSOR}"

    def target(self, blocks: list[tuple[str, ...]], visible: dict[str, str]) -> str:
        """A block other than the first, with operands for its arguments."""
        number = self.random.randint(1, len(blocks) - 1)
        types = blocks[number]
        if self.is_doubtful and self.random.random() < 0.1:
            types = self.random.choice(blocks)
        if not types:
            return f"^bb{number}"
        operands = ", ".join([self.value(type, visible) for type in types])
        return f"^bb{number}({operands} : {', '.join(types)})"

    def terminator(self, blocks: list[tuple[str, ...]], visible: dict[str, str]) -> str:
        """What ends a block."""
        random = self.random
        kind = random.choice(("return", "br", "br", "cond_br", "cond_br", "switch")) if len(blocks) > 1 else "return"
        attributes = random.choice(("", "", "", " {note}"))
        if kind == "br":
            return f"cf.br {self.target(blocks, visible)}{attributes}"
        if kind == "cond_br":
            weights = random.choice(("", "", " weights([3, 1])"))
            targets = ", ".join([self.target(blocks, visible) for _ in range(2)])
            return f"cf.cond_br {self.value('i1', visible)}{weights}, {targets}{attributes}"
        if kind == "switch":
            values = random.sample((0, 1, -1, 42, 7), random.randint(0, 3))
            cases = [f"default: {self.target(blocks, visible)}"]
            cases += [f"{value}: {self.target(blocks, visible)}" for value in values]
            return f"cf.switch {self.value('i32', visible)} : i32, [{', '.join(cases)}]{attributes}"
        return f"return {self.value(TENSOR, visible)} : {TENSOR}"

    def text(self) -> str:
        random = self.random
        blocks: list[tuple[str, ...]] = [()]
        blocks += [tuple(random.choices(TYPES, k=random.choice((0, 0, 1, 2)))) for _ in range(random.randint(0, 4))]
        parameters = ", ".join([f"{name}: {type}" for name, type in PARAMETERS.items()])
        lines = [f"func.func {self.name}({parameters}) -> {TENSOR} {{"]
        for number, types in enumerate(blocks):
            visible = dict(self.values)
            if number:
                arguments = [f"%v{self.count + index}" for index in range(len(types))]
                self.count += len(types)
                visible.update(zip(arguments, types, strict=True))
                listed = ", ".join([f"{name}: {type}" for name, type in zip(arguments, types, strict=True)])
                lines.append(f"^bb{number}({listed}):" if types else f"^bb{number}:")
            lines += ["  " + self.operation(visible) for _ in range(random.choice((0, 1, 1, 3)))]
            lines.append("  " + self.terminator(blocks, visible))
            if not number:
                self.values = visible
        return "\n".join([*lines, "}"])


def module(seed: int) -> str:
    """Returns the module of this number."""
    random = Random(f"blocks {seed}")
    names = ("@f", "private @g") if random.random() < 0.3 else ("@f",)
    return "\n".join([MESH, *[Function(random, name).text() for name in names]]) + "\n"
