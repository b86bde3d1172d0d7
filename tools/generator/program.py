"""The parts that all blocks of a random program share, its size, and how unusual it is."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from random import Random
from types import FunctionType
from typing import TYPE_CHECKING, NamedTuple

from sdyopt.dialects import REGISTRY
from tools.generator import attributes
from tools.generator.operations import RandomLocations, Shape, Sizes, Type
from tools.generator.policy import Policy

if TYPE_CHECKING:
    from tools.generator.builder import Block
    from tools.generator.faults import Faults
    from tools.generator.sdy.shardings import Shardings

Recipe = Callable[["Block"], object]
"""Writes one operation of a kind, and what it needs, into a block."""


def recipes(module: Mapping[str, object], *dialects: str) -> dict[str, Recipe]:
    """Returns the recipes of a module: its functions by the operations of these dialects whose names they have.

    A name may end with an underline, so that it is none of Python's.
    """
    own = {
        name.removesuffix("_"): each
        for name, each in module.items()
        if isinstance(each, FunctionType) and each.__module__ == module["__name__"]
    }
    names = [f"{dialect}.{name}" for dialect in dialects for name in own]
    return {name: own[name.partition(".")[2]] for name in names if name in REGISTRY.all_operations()}


class Function(NamedTuple):
    """A function that can be called."""

    name: str
    inputs: Sequence[Type]
    results: Sequence[Type]


class Program:
    """The state that all blocks of a module share: the source of chance, names, locations, and parts of symbols."""

    groups_agree = True
    """Whether the members of a sharding group are what `sdy-sharding-group-import` demands."""
    all_generic = False
    """Whether the functions are in generic form, in which `func.` is required."""
    has_constants = False
    """Whether values that are missing are constants, if they can be."""
    has_fancy_names = True
    decorated = 0.0
    """The share of operations with unknown attributes."""
    reuse = 0.7
    """The share of operands that are values which exist, if there is one of the type."""
    cast_share = 0.1
    """The share of new values that are casts from other dialects."""
    argument_share = 0.9
    """Of other operands of a function's own operations, the share that become arguments."""
    bodiless_share = 1.0
    """The share of functions without bodies among those that operations name."""
    sizes: Sequence[int] = range(1, 9)
    """Usual sizes of dimensions."""
    shapes: Sequence[Shape] = ()
    """Usual shapes, if there are any, so that operations fit each other."""
    following = 0.0
    """The share of shapes that are those of values which exist."""
    looseness = 1.0
    """How often sizes are not known, as a factor."""
    preferred: Container[str] = ()
    """Usual element types, if there are any."""
    types: Sequence[Type] = ()
    """The types that most values have."""
    fillings: Sequence[int] = (0, 1, 1, 2)
    """How many operations there are in regions."""

    def __init__(
        self,
        random: Random,
        steps: Mapping[Recipe, float],
        policy: Policy | None = None,
        locations: RandomLocations | None = None,
        shardings: Shardings | None = None,
    ) -> None:
        self.random = random
        self.shardings = shardings
        self.steps = steps
        self.policy = policy or Policy()
        self.locations = locations or RandomLocations(random)
        self.size = 1_000_000
        """About the number of operations that may still come."""
        self.faults: Faults | None = None
        """The faults of the program."""
        self.declarations: list[str] = []
        """Functions that operations name."""
        self.aliases: list[str] = []
        self.functions: list[Function] = []
        """Functions that may be called."""
        self.groups: dict[int, tuple[object, Sizes | None]] = {}
        """For each sharding group its manual computation, and the shape of its members."""
        self.names = 0
        self.symbols = 0

    def chance(self, share: float) -> bool:
        """Returns true in this share of all cases."""
        return self.random.random() < share

    def name(self) -> str:
        """Returns a name that no other value of the module has."""
        self.names += 1
        if not self.has_fancy_names:
            return f"%v{self.names}"
        return f"%{self.random.choice(['', '', '', 'v', 'arg', 'c_', 'cst_', 'a.b-', '_', 'x$'])}{self.names}"

    def symbol(self, stem: str) -> str:
        """Returns a name that no other function has."""
        self.symbols += 1
        name = f"{stem}_{self.symbols}"
        return f'@"{name} x"' if self.has_fancy_names and self.chance(0.1) else f"@{name}"

    def declare(self, inputs: Sequence[Type], results: Sequence[Type]) -> str:
        """Adds a private function of that type; returns its symbol."""
        symbol = self.symbol("declared")
        types = ", ".join(map(str, results))
        outputs = f" -> ({types})" if results else ""
        if self.chance(self.bodiless_share):
            self.declarations.append(f"func.func private {symbol}({', '.join(map(str, inputs))}){outputs}")
            return symbol
        arguments = ", ".join([f"%arg{index}: {type}" for index, type in enumerate(inputs)])
        lines = [f"  %{index} = stablehlo.custom_call @make() : () -> {type}\n" for index, type in enumerate(results)]
        names = ", ".join([f"%{index}" for index in range(len(results))])
        lines.append(f"  return {names} : {types}\n" if results else "  return\n")
        self.declarations.append(f"func.func private {symbol}({arguments}){outputs} {{\n{''.join(lines)}}}")
        return symbol

    def dictionary(self) -> str:
        """Returns entries of a dictionary of unknown attributes, if there are to be any."""
        if not self.decorated or not self.chance(self.decorated):
            return ""
        if self.chance(0.15):
            alias = f"#alias{len(self.aliases)}"
            self.aliases.append(f"{alias} = {attributes.attribute(self.random, 2)}")
            return f"aliased = {alias}"
        return attributes.entries(self.random, 3, self.random.choice([1, 1, 2, 3]))

    def location(self) -> str:
        """Returns ` loc(…)`, or nothing."""
        return self.locations.suffix()
