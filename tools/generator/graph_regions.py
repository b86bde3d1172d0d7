"""Random modules with operations right inside modules, in any order: `module(seed)`.

Values may be used before they are computed, also in a circle and in regions; symbols have each visibility, are named in
attributes and calls, and have equal names in different modules; operations and arguments have locations or not.
"""

from __future__ import annotations

from random import Random

TYPE = "tensor<f32>"
NAMES = ("f", "g", "h", "a b", "mesh", "m")


class GraphModule:
    """A module that is being written."""

    def __init__(self, seed: int) -> None:
        self.random = Random(f"graph regions {seed}")
        self.meshes: list[str] = []

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def location(self) -> str:
        """A location, or none, in which case it is the place in the text."""
        return self.random.choice(("", "", ' loc("a")', " loc(unknown)", ' loc("f.py":1:2)', ' loc(fused["a", "b"])'))

    def body(self, depth: int) -> list[str]:
        """Returns what a module holds: symbols, and operations that use each other's results."""
        random = self.random
        taken = random.sample(NAMES, random.randint(0, 4))
        lines = [line for name in taken for line in self.symbol(name, depth, taken)]
        values = [f"%v{number}" for number in range(random.choice((0, 3, 5, 8)))]
        groups = [self.operation(value, values) for value in values]
        if not self.chance(0.3):
            random.shuffle(groups)
        for group in groups:
            if self.chance(0.5):
                lines += group
            else:
                lines = [*group, *lines]
        if self.chance(0.1):
            lines.append("module {\n}")
        return lines

    def operation(self, result: str, values: list[str]) -> list[str]:
        """An operation whose operands are any of the values, its own included."""
        random = self.random
        kind = random.choice(("constant", "abs", "add", "add", "while", "case", "barrier", "other"))
        one, two, three = random.choices(values, k=3)
        where = self.location()
        if kind == "constant":
            return [f"{result} = stablehlo.constant dense<{random.randint(0, 2)}.0> : {TYPE}{where}"]
        if kind == "abs":
            return [f"{result} = stablehlo.abs {one} : {TYPE}{where}"]
        if kind == "add":
            return [f"{result} = stablehlo.add {one}, {two} : {TYPE}{where}"]
        if kind == "barrier":
            return [f"{result} = stablehlo.optimization_barrier {one} : {TYPE}{where}"]
        if kind == "other":
            inside = f'  "d.end"({three}) : ({TYPE}) -> ()'
            return [f'{result} = "d.op"({one}, {two}) ({{', inside, f"}}) : ({TYPE}, {TYPE}) -> {TYPE}{where}"]
        inner = f"%i{result[1:]}"
        if kind == "while":
            return [
                f"{result} = stablehlo.while({inner} = {one}) : {TYPE} cond {{",
                "  %c = stablehlo.constant dense<false> : tensor<i1>",
                "  stablehlo.return %c : tensor<i1>",
                "} do {",
                f"  {inner}_0 = stablehlo.add {inner}, {two} : {TYPE}",
                f"  stablehlo.return {inner}_0 : {TYPE}",
                f"}}{where}",
            ]
        return [
            f"{inner}_c = stablehlo.constant dense<0> : tensor<i32>",
            f"{inner} = stablehlo.convert {inner}_c : (tensor<i32>) -> {TYPE}",
            f'{result} = "stablehlo.case"({inner}_c) ({{',
            f"  stablehlo.return {inner if one == result else one} : {TYPE}",
            "}, {",
            f"  {inner}_0 = stablehlo.abs {two} : {TYPE}",
            f"  stablehlo.return {inner}_0 : {TYPE}",
            f"}}) : (tensor<i32>) -> {TYPE}{where}",
        ]

    def symbol(self, name: str, depth: int, others: list[str]) -> list[str]:
        """A function, a mesh or a module of that name."""
        kind = self.random.choice(("function", "function", "function", "mesh", "module"))
        spelled = f'@"{name}"' if " " in name else f"@{name}"
        if kind == "mesh":
            visibility = self.random.choice(("", "", ' {sym_visibility = "private"}', ' {sym_visibility = "public"}'))
            return [f'sdy.mesh {spelled} = <["a"=2]>{visibility}']
        if kind == "function":
            return self.function(spelled, others)
        visibility = self.random.choice(("", "private", "nested"))
        attributes = f' attributes {{sym_visibility = "{visibility}"}}' if visibility else ""
        inner = self.body(depth + 1) if depth < 3 else []
        return [f"module {spelled}{attributes} {{", *[f"  {line}" for line in inner], f"}}{self.location()}"]

    def function(self, spelled: str, others: list[str]) -> list[str]:
        """A function, which may name other symbols in an attribute."""
        visibility = self.random.choice(("", "", "private ", "nested ", "public "))
        if visibility == "private " and self.chance(0.3):
            return [f"func.func private {spelled}({TYPE}) -> {TYPE}{self.location()}"]
        reference = self.random.choice(others)
        named = f' attributes {{d.note = @"{reference}"}}' if self.chance(0.3) else ""
        return [
            f"func.func {visibility}{spelled}(%x: {TYPE}{self.location()}) -> {TYPE}{named} {{",
            f"  %0 = stablehlo.abs %x : {TYPE}{self.location()}",
            f"  return %0 : {TYPE}{self.location()}",
            f"}}{self.location()}",
        ]


def module(seed: int) -> str:
    """The text of a module, which is valid; the same for the same seed."""
    return "\n".join(GraphModule(seed).body(0)) + "\n"
