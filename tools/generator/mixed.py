"""Random modules in which all operations of StableHLO and CHLO stand among everything that SDY has: `module(seed)`.

They are modules of the SDY generator in which some steps are recipes of the StableHLO generator. Each side sees the
values of the other: what one makes the other uses, constrains, groups or returns, in regions of either. Operations of
StableHLO bear shardings as SDY's do, and their collectives name the module's meshes.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.ir.attribute import Type
from sdyopt.ir.types import DYNAMIC, ComplexType, FloatType, IntegerType, RankedTensorType
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.quoting import symbol_token
from tools.generator import literals, sdy
from tools.generator.sdy import blocks, constraints
from tools.generator.sdy.blocks import SHAPES, TOKEN, entries_of
from tools.generator.sdy.discardable import decoration
from tools.generator.stablehlo import RandomProgram, values

SDY_SHARE = 0.3
"""Of what is written into regions of StableHLO's operations."""

FAMILIAR = ("i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64")
"""The elements that every operation that the SDY generator writes can have."""


def element_type(name: str) -> Type:
    """The type of elements with this name."""
    if name.startswith("complex"):
        return ComplexType(FloatType(name[len("complex<") : -1]))
    if name.lstrip("u").startswith("i"):
        return IntegerType(literals.width(name), "u" if name.startswith("u") else "")
    return FloatType(name)


ELEMENT_TYPES = {name: element_type(name) for name in literals.ELEMENTS}
ELEMENT_NAMES = {type: name for name, type in ELEMENT_TYPES.items()}


def sdy_type(type: values.Type) -> Type | None:
    """A type of the StableHLO generator as the SDY generator has it; None for those that only the former has."""
    if isinstance(type, str):
        return TOKEN if type == text_of(TOKEN) else None
    if type.shape is None or type.bounds or type.element not in ELEMENT_TYPES:
        return None
    shape = tuple([DYNAMIC if size is None else size for size in type.shape])
    return RankedTensorType(shape, ELEMENT_TYPES[type.element])


def stablehlo_type(type: Type) -> values.Type:
    """A type of the SDY generator as the StableHLO generator has it."""
    if not isinstance(type, RankedTensorType) or type.element_type not in ELEMENT_NAMES:
        return text_of(type)
    shape = tuple([None if size == DYNAMIC else size for size in type.shape])
    return values.Tensor(shape, ELEMENT_NAMES[type.element_type])


def is_familiar(type: Type) -> bool:
    """Whether any step of the SDY generator can use a value of this type."""
    return type is TOKEN or (isinstance(type, RankedTensorType) and ELEMENT_NAMES[type.element_type] in FAMILIAR)


class Guest(RandomProgram):
    """What the StableHLO generator takes for its program while it writes into a block of the SDY generator."""

    def __init__(self, host: blocks.Block) -> None:
        random = host.random
        super().__init__(random.getrandbits(64))
        self.host = host
        self.decorated = random.choice((0, 0.05, 0.3))
        self.declarations = host.program.declarations
        self.aliases = host.program.aliases
        self.sizes = (2, 4, 8, 16)
        self.shapes = SHAPES
        self.preferred = ("f32", "bf16", "i32")
        self.has_constants = random.random() < 0.7
        self.meshes = {
            symbol_token(name): [(axis.name, axis.size) for axis in mesh.axes]
            for name, mesh in host.program.shardings.meshes.named.items()
            if mesh.axes
        }
        self.known = {value.name: value for value in host.values}
        """What the SDY generator knows of the values that are there."""
        self.pending: Sequence[Sharding | None] = ()
        self.block = values.Block(self, depth=host.depth + 1)
        self.block.makes_arguments = False
        self.block.lines = host.lines
        self.block.define([values.Value(value.name, stablehlo_type(value.type)) for value in host.values])

    def value_name(self) -> str:
        return super().value_name().rstrip("0123456789") + self.host.program.name()[1:]

    def symbol(self, stem: str) -> str:
        return f"@{stem}_{len(self.declarations)}_{self.host.program.name()[1:]}"

    def declare(self, inputs: Sequence[values.Type], results: Sequence[values.Type]) -> str:
        """Mostly with a body: over functions without one the reference crashes in many passes."""
        if self.chance.random() < 0.03:
            return super().declare(inputs, results)
        symbol = self.symbol("called")
        arguments = ", ".join([f"%arg{index}: {type}" for index, type in enumerate(inputs)])
        types = ", ".join(map(str, results))
        lines = [f"  %{index} = stablehlo.custom_call @make() : () -> {type}\n" for index, type in enumerate(results)]
        names = ", ".join([f"%{index}" for index in range(len(results))])
        lines.append(f"  return {names} : {types}\n" if results else "  return\n")
        self.declarations.append(
            f"func.func private {symbol}({arguments}){f' -> ({types})' if results else ''} {{\n{''.join(lines)}}}"
        )
        return symbol

    def location(self) -> str:
        return self.host.program.locations.suffix()

    def dictionary(self, op: values.Op | None = None) -> str:
        """Also with what SDY has for any operation: shardings, a rule, a record of propagation."""
        assert op is not None
        entries = super().dictionary(op)
        types = [sdy_type(type) for type in op.results]
        known = [type for type in types if type is not None]
        operands = [self.known[value.name] for value in op.operands if value.name in self.known]
        self.pending = ()
        if len(known) < len(types) or len(operands) < len(op.operands):
            return entries
        self.pending, attributes = decoration(self.host, operands, known)
        if op.regions:
            attributes.pop("sdy.sharding_rule", None)
        return ", ".join([*([entries] if entries else []), *entries_of(attributes)])

    def written(self, op: values.Op, results: Sequence[values.Value]) -> None:
        self.host.program.size -= 1
        for index, value in enumerate(results):
            type = sdy_type(value.type)
            if type is not None:
                self.known[value.name] = blocks.Value(value.name, type, self.pending[index] if self.pending else None)

    def operation(self, block: values.Block) -> None:
        """In regions also what SDY has: any step on familiar values, constraints and groups on all."""
        if block is self.block or self.chance.random() >= SDY_SHARE:
            super().operation(block)
            return
        seen = [self.known[value.name] for value in self.seen(block) if value.name in self.known]
        usable = [value for value in seen if is_familiar(value.type)]
        inner = blocks.Block(self.host.program, usable, self.host.manual, self.host.computation, block.depth - 1)
        inner.lines = block.lines
        strange = [value for value in seen if not is_familiar(value.type)]
        if strange and self.chance.random() < 0.5:
            inner.values = [self.chance.choice(strange)]
            self.chance.choice(list(constraints.STEPS))(inner)
        else:
            inner.fill(1)
        made = [value for value in inner.values if value.name not in self.known]
        self.known |= {value.name: value for value in made}
        block.define([values.Value(value.name, stablehlo_type(value.type)) for value in made])

    def seen(self, block: values.Block | None) -> list[values.Value]:
        """All values that may be used in a block."""
        found: list[values.Value] = []
        while block is not None:
            found += block.values
            block = None if block.isolated else block.parent
        return found


def recipe(host: blocks.Block) -> None:
    """One or two operations of StableHLO or CHLO, of any kind."""
    guest = Guest(host)
    for _ in range(host.random.choice((1, 1, 2))):
        guest.operation(guest.block)
    made = [guest.known[value.name] for value in guest.block.values[len(host.values) :] if value.name in guest.known]
    host.values += [value for value in made if is_familiar(value.type)]
    for value in made:
        if not is_familiar(value.type) and host.chance(0.3):
            alone = blocks.Block(host.program, [value], host.manual, host.computation, host.depth)
            alone.lines = host.lines
            host.random.choice(list(constraints.STEPS))(alone)


STEPS: sdy.Steps = {recipe: 40}
"""What may come next in a block besides what the SDY generator has, and how often."""


def module(seed: int) -> str:
    """The text of a module; nearly all are valid."""
    return sdy.module_of(Random(f"mixed {seed}"), (*sdy.STEP_TABLES, STEPS))
