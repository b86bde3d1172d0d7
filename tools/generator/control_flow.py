"""Random functions with several blocks that branch to each other: `module(seed)`.

Blocks may be unreachable, or loops. Most programs are valid; in some a value does not reach where it is used, or a
branch passes other operands than its block takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from tools.generator.builder import Block
from tools.generator.functions import write
from tools.generator.insertion import InsertionPlace, Maker, Piece
from tools.generator.operations import Tensor, Type, Value, names_of
from tools.generator.program import Program

TENSOR, SMALL = Tensor((4, 8)), Tensor((4,))
SHARDED = '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}'
MESH = 'sdy.mesh @mesh = <["x"=2, "y"=2]>\n'


class FunctionStyle(NamedTuple):
    """The style of functions."""

    types: Sequence[Type]
    """The types of arguments of blocks."""
    result: Type
    operation: Callable[[BranchingFunction], None]
    """Writes an operation into the current block."""
    counts: Sequence[int]
    """How many operations blocks have."""
    cases: Sequence[int]
    """The values of cases."""
    terminators: Sequence[str]


class BranchingFunction:
    """A function that is being written, and its current block."""

    def __init__(self, program: Program, style: FunctionStyle, is_doubtful: bool = False) -> None:
        self.random = program.random
        self.style = style
        self.is_doubtful = is_doubtful
        self.block = self.entry = Block(program)
        self.blocks = [self.entry]
        for _ in range(self.random.randint(0 if is_doubtful else 1, 6)):
            types = self.random.choices(style.types, k=self.random.choice((0, 0, 1, 2)))
            self.blocks.append(self.entry.child(types))

    def value(self, type: Type) -> Value:
        """Returns a value of a type; in a doubtful function sometimes any value."""
        if self.is_doubtful and self.random.random() < 0.6:
            every = [value for block in self.blocks for value in block.own_values]
            alike = [value for value in every if value.type == type]
            return self.random.choice(alike if alike and self.random.random() < 0.97 else every)
        return self.block.value(type)

    def targets(self, count: int) -> list[str]:
        """Returns blocks other than the first, with operands for their arguments; several are one in some cases."""
        chosen = self.random.choices(range(1, len(self.blocks)), k=count)
        if self.random.random() < 0.3:
            chosen = chosen[:1] * count
        found = []
        for number in chosen:
            types = [value.type for value in self.blocks[number].arguments]
            if self.is_doubtful and self.random.random() < 0.1:
                types = [value.type for value in self.random.choice(self.blocks).arguments]
            values = [self.value(type) for type in types]
            shown = f"({names_of(values)} : {', '.join(map(str, types))})" if types else ""
            found.append(f"^bb{number}{shown}")
        return found

    def terminator(self) -> str:
        """Returns what ends the current block."""
        random, style = self.random, self.style
        kind = random.choice(style.terminators) if len(self.blocks) > 1 else "return"
        note = random.choice(("", "", "", " {note}"))
        if kind == "br":
            return f"cf.br {self.targets(1)[0]}{note}"
        if kind == "cond_br":
            weights = random.choice(("", "", " weights([3, 1])"))
            return f"cf.cond_br {self.value('i1').name}{weights}, {', '.join(self.targets(2))}{note}"
        if kind == "switch":
            values = random.sample(style.cases, random.randint(0, 3))
            default, *targets = self.targets(len(values) + 1)
            cases = [f"{value}: {target}" for value, target in zip(values, targets, strict=True)]
            return f"cf.switch {self.value('i32').name} : i32, [{', '.join([f'default: {default}', *cases])}]{note}"
        if kind == "unreachable":
            return "ub.unreachable"
        return f"return {self.value(style.result).name} : {style.result}"

    def text(self, symbol: str) -> str:
        lines: list[str] = []
        for number, block in enumerate(self.blocks):
            self.block = block
            for _ in range(self.random.choice(self.style.counts)):
                self.style.operation(self)
            shown = f"({self.block.parameters})" if self.block.arguments else ""
            lines += [f"^bb{number}{shown}:"] if number else []
            lines += [*self.block.lines, self.terminator()]
        self.entry.lines = lines
        return write(self.entry, symbol, [Value("", self.style.result)], ends=False)


def any_operation(function: BranchingFunction) -> None:
    """Writes any of several operations."""
    block, random = function.block, function.random
    if (kind := random.choice(("add", "add", "constant", "constraint", "assert", "size", "cast"))) == "assert":
        block.line(f'cf.assert {function.value("i1").name}, "message"')
    elif kind == "size":
        sizes = names_of([function.value("!shape.size") for _ in range(2)])
        block.made(f"shape.add {sizes} : !shape.size, !shape.size -> !shape.size", "!shape.size")
    elif kind == "add":
        block.made(f"stablehlo.add {names_of([function.value(TENSOR) for _ in range(2)])} : {TENSOR}", TENSOR)
    elif kind == "constant":
        block.made(f"stablehlo.constant dense<{random.randint(0, 1)}.0> : {TENSOR}", TENSOR)
    elif kind == "cast":
        name = function.value(TENSOR).name
        block.made(f"builtin.unrealized_conversion_cast {name} : {TENSOR} to {TENSOR}", TENSOR)
    else:
        axes = random.choice(("{}, {}", '{"x"}, {}', '{"y"}, {"x"}', '{?}, {"y", ?}'))
        block.made(f"sdy.sharding_constraint {function.value(TENSOR).name} <@mesh, [{axes}]> : {TENSOR}", TENSOR)


ANY = FunctionStyle(
    (TENSOR, TENSOR, "i1", "i32", "index", "!shape.size"),
    TENSOR,
    any_operation,
    (0, 1, 1, 3),
    (0, 1, -1, 42, 7),
    ("return", "br", "br", "cond_br", "cond_br", "switch"),
)


def new_program(random: Random) -> Program:
    program = Program(random, {})
    program.has_fancy_names, program.reuse, program.argument_share = False, 1, 1
    return program


def module(seed: int) -> str:
    """Returns the module of this number."""
    random = Random(f"blocks {seed}")
    program = new_program(random)
    functions = []
    for symbol in ("@f", "@g")[: random.choice((1, 1, 2))]:
        made = BranchingFunction(program, ANY, random.random() < 0.35)
        for type in (TENSOR, TENSOR, "i1", "i32", "index", "!shape.size"):
            made.entry.argument(type)
        functions.append(made.text(symbol).replace(f": {TENSOR}", f": {TENSOR} {SHARDED}", 1))
    return MESH + "\n".join(functions) + "\n"


# Branches in functions of other generators, as pieces of `tools.generator.insertion`.


def new_block(place: InsertionPlace) -> Piece | None:
    """A branch to a new block, which may get a value."""
    value = place.tensor()
    if not place.is_in_function:
        return None
    if value is None or place.random.random() < 0.5:
        return Piece("cf.br ^${id}next\n^${id}next:")
    type = value.type
    return Piece(f"cf.br ^${{id}}next($v0 : {type})\n^${{id}}next($out: {type}):", [value], [type])


def diamond(place: InsertionPlace) -> Piece | None:
    """A branch to one of two blocks, which lead to a third."""
    if (value := place.tensor()) is None or not place.is_in_function:
        return None
    type, condition = value.type, _condition(place)
    return Piece(
        f"{condition}cf.cond_br %${{id}}c, ^${{id}}a, ^${{id}}b\n"
        f"^${{id}}a:\n%${{id}}x = stablehlo.optimization_barrier $v0 : {type}\ncf.br ^${{id}}next(%${{id}}x : {type})\n"
        f"^${{id}}b:\ncf.br ^${{id}}next($v0 : {type})\n"
        f"^${{id}}next($out: {type}):",
        [value],
        [type],
    )


def loop(place: InsertionPlace) -> Piece | None:
    """A block that may lead to itself."""
    if (value := place.tensor()) is None or not place.is_in_function:
        return None
    type, condition = value.type, _condition(place)
    return Piece(
        f"cf.br ^${{id}}again($v0 : {type})\n"
        f"^${{id}}again(%${{id}}x: {type}):\n"
        f"%${{id}}y = stablehlo.optimization_barrier %${{id}}x : {type}\n"
        f"{condition}cf.cond_br %${{id}}c, ^${{id}}again(%${{id}}y : {type}), ^${{id}}next\n"
        f"^${{id}}next:\n$out = stablehlo.optimization_barrier %${{id}}x : {type}",
        [value],
        [type],
    )


def switch(place: InsertionPlace) -> Piece | None:
    """A switch whose cases all lead to one block, and a block that is not reached."""
    if not place.is_in_function:
        return None
    return Piece(
        "%${id}n = builtin.unrealized_conversion_cast to i32\n"
        "cf.switch %${id}n : i32, [default: ^${id}next, 1: ^${id}next, 7: ^${id}next]\n"
        "^${id}unreached:\ncf.br ^${id}next\n"
        "^${id}next:"
    )


def assertion(place: InsertionPlace) -> Piece:
    """An assertion."""
    return Piece(f'{_condition(place)}cf.assert %${{id}}c, "message"')


def _condition(place: InsertionPlace) -> str:
    """An operation whose result is a condition."""
    value = place.random.choice(("builtin.unrealized_conversion_cast to i1", "arith.constant true"))
    return f"%${{id}}c = {value}\n"


MAKERS: tuple[Maker, ...] = (new_block, new_block, diamond, loop, switch, assertion)
