"""Random modules whose functions pass each other constants: `module(seed)`.

Few constants of few types, as arguments and results, through casts, branches and recursion; functions of each
visibility, some of which nothing calls, or that are named in attributes; constants of each dialect.
"""

from __future__ import annotations

from random import Random

TYPE = "tensor<2xi32>"


class Program:
    """A module that is being written: functions with arguments and results of one type."""

    def __init__(self, seed: int) -> None:
        self.random = Random(f"constant calls {seed}")
        count = self.random.randint(1, 5)
        self.functions = [
            (f"f{number}", self.random.randint(0, 3), self.random.randint(0, 2)) for number in range(count)
        ]
        self.count = 0

    def new_name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def constant(self, values: list[str]) -> list[str]:
        name = self.new_name()
        values.append(name)
        dialect = self.random.choice(("stablehlo", "stablehlo", "stablehlo", "chlo", "sdy"))
        number = self.random.choice((0, 0, 0, 1))
        note = self.random.choice(("", "", " {d.note}"))
        if dialect == "chlo":  # Where equal constants of two dialects meet, the reference takes any of them.
            return [f'{name} = "chlo.constant"() <{{value = dense<{number + 2}> : {TYPE}}}> : () -> {TYPE}']
        if dialect == "sdy":
            return [f"{name} = sdy.constant{note} dense<{number}> : {TYPE}"]
        return [f"{name} = stablehlo.constant{note} dense<{number}> : {TYPE}"]

    def call(self, values: list[str]) -> list[str]:
        """A call of any function, with any values."""
        name, arguments, results = self.random.choice(self.functions)
        result = self.new_name()
        operands = self.random.choices(values, k=arguments)
        types = ", ".join([TYPE] * results)
        head = "" if not results else f"{result}:{results} = " if results > 1 else f"{result} = "
        if results:
            values += [f"{result}#{number}" for number in range(results)] if results > 1 else [result]
        return [f"{head}func.call @{name}({', '.join(operands)}) : ({', '.join([TYPE] * arguments)}) -> ({types})"]

    def step(self, values: list[str], depth: int) -> list[str]:
        """An operation or a few."""
        kind = self.random.choice(
            ("constant", "constant", "call", "call", "call", "like", "cast", "add", "case", "named")
        )
        if kind == "constant" or not values:
            return self.constant(values)
        if kind == "call":
            return self.call(values)
        operand, name = self.random.choice(values), self.new_name()
        if kind in ("case", "named") and depth > 1:
            kind = "add"
        if kind == "case":
            index = self.new_name()
            branches = [self.block(list(values), 2, depth + 1, "stablehlo.return") for _ in range(2)]
            lines = [
                f"{index} = stablehlo.constant dense<0> : tensor<i32>",
                f'{name} = "stablehlo.case"({index}) ({{',
                *branches[0],
                "}, {",
                *branches[1],
                f"}}) : (tensor<i32>) -> {TYPE}",
            ]
        elif kind == "named":
            inner = self.new_name()
            lines = [
                f'{name} = sdy.named_computation<"n">({operand}) ({inner}: {TYPE}) {{',
                *self.block([inner], 2, depth + 1, "sdy.return"),
                f"}} : ({TYPE}) -> {TYPE}",
            ]
        elif kind == "like":
            lines = [f'{name} = "chlo.constant_like"({operand}) <{{value = 2 : i32}}> : ({TYPE}) -> {TYPE}']
        elif kind == "cast":
            other = self.new_name()
            lines = [
                f"{other} = builtin.unrealized_conversion_cast {operand} : {TYPE} to tensor<?xi32>",
                f"{name} = builtin.unrealized_conversion_cast {other} : tensor<?xi32> to {TYPE}",
            ]
        else:
            lines = [
                f"{name} = chlo.broadcast_add {operand}, {self.random.choice(values)} : ({TYPE}, {TYPE}) -> {TYPE}"
            ]
        values.append(name)
        return lines

    def block(self, values: list[str], count: int, depth: int, end: str, results: int = 1) -> list[str]:
        """What is in a block, with its terminator."""
        lines = [line for _ in range(self.random.randint(0, count)) for line in self.step(values, depth)]
        if results and not values:
            lines += self.constant(values)
        operands = self.random.choices(values, k=results) if results else []
        suffix = f" {', '.join(operands)} : {', '.join([TYPE] * results)}" if operands else ""
        return [*lines, f"{end}{suffix}"]

    def function(self, name: str, arguments: int, results: int) -> list[str]:
        parameters = [self.new_name() for _ in range(arguments)]
        visibility = self.random.choice(("", "private ", "private ", "private ", "nested "))
        types = f"({', '.join([TYPE] * results)})"
        if visibility == "private " and self.random.random() < 0.1:
            return [f"func.func private @{name}({', '.join([TYPE] * arguments)}) -> {types}"]
        note = (
            f" attributes {{d.note = @{self.random.choice(self.functions)[0]}}}" if self.random.random() < 0.1 else ""
        )
        heads = ", ".join([f"{parameter}: {TYPE}" for parameter in parameters])
        lines = [f"func.func {visibility}@{name}({heads}) -> {types}{note} {{"]
        return [*lines, *self.block(parameters, 5, 0, "func.return", results), "}"]


def module(seed: int) -> str:
    """The text of a module, which is valid; the same for the same seed."""
    program = Program(seed)
    functions = [program.function(*each) for each in program.functions]
    main = ["func.func @main() {", *program.block([], 6, 0, "func.return", 0), "}"]
    program.random.shuffle(functions)
    lines = [line for function in (*functions, main) for line in function]
    if program.random.random() < 0.15:
        lines = ["module @inner {", *lines, "}"]
    return "\n".join(lines) + "\n"
