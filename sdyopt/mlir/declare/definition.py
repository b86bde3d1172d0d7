"""How an operation is declared. One declaration gives its parser, its printer and its verifier."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import Record
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.declare.constraints import Attr, Operand, RegionDef, Result, Successor, operand_range, result_range
from sdyopt.mlir.installed import wrong_format
from sdyopt.mlir.releases import since

if TYPE_CHECKING:
    from sdyopt.mlir.formats.format import Format
    from sdyopt.mlir.formats.state import Directive
    from sdyopt.mlir.verify.verification import Verification


# Where operations keep the shardings of their values: the part of a declaration that says so.


class ShardingRole(StrEnum):
    """The role of a sharded tensor in the operation that keeps its sharding."""

    OPERAND = "operand"
    RESULT = "result"
    FUNCTION_ARGUMENT = "function argument"
    FUNCTION_RESULT = "function result"


SINGLE, PER_VALUE, DICTIONARIES = "single", "per value", "dictionaries"
"""The forms of attributes that hold shardings: one, that of the only result; a list with one for each value; a list
with a dictionary for each value, in which the sharding is the entry SHARDING."""


class ShardingSlots(Record):
    """The attribute of an operation that holds the shardings of its operands, or its results, or the like.

    Each declaration has its own: what is remembered for one is found by its identity.
    """

    attribute: str
    role: ShardingRole = ShardingRole.RESULT
    form: str = PER_VALUE
    is_inherent: bool = True


SHARDING = "sdy.sharding"
"""The discardable attribute that holds the sharding of a function's argument or result, or those of the results of an
operation."""

RESULT_SHARDINGS = ShardingSlots(SHARDING, is_inherent=False)
"""Where the shardings of results are unless a declaration says otherwise."""

IN_SHARDINGS = ShardingSlots("in_shardings", ShardingRole.OPERAND)
OUT_SHARDINGS = ShardingSlots("out_shardings")
"""Those of the operands and results of a computation with a body."""

ARGUMENT_ATTRIBUTES = ShardingSlots("arg_attrs", ShardingRole.FUNCTION_ARGUMENT, DICTIONARIES)
RESULT_ATTRIBUTES = ShardingSlots("res_attrs", ShardingRole.FUNCTION_RESULT, DICTIONARIES)
"""Those of the arguments and results of a function."""


def single_sharding(attribute: str) -> tuple[ShardingSlots, ...]:
    """Returns the slots of an operation with one result whose sharding is the inherent `attribute`."""
    return (ShardingSlots(attribute, form=SINGLE),)


class SomeRule(Protocol):
    """Returns the sharding rule of an operation, see `sdyopt.sharding_rule`; a pattern is one."""

    def __call__(self, op: Operation, /) -> object: ...


Verifier = Callable[[Operation, "Verification"], None]
"""Checks one operation; what is wrong is reported through the second argument."""


NO_RULE = ""
"""The sharding rule of operations that are known to have none."""


class OpDef(OpDefinition):
    """A declared operation.

    `format` is its assembly format in the language of MLIR's operation definitions (see `mlir.formats.format`); without
    one the operation stands in generic form only. `traits` are MLIR's trait names. `verifiers` run, in order, after the
    checks that follow from the rest of the declaration. `result_names` gives each result's suggested name ("" for
    none), `argument_names` those of a region's entry block. `default_dialect`: the dialect whose name may be left
    away in front of the operations directly inside. `infer` gives the result types of an op whose format leaves them
    away, from its operand types and properties. `sharding_slots` says where the shardings of its values are stored,
    in the order of the text; the last is that of the results.

    Of operations without regions `verifiers` may look at the signature only: what they say is remembered for it.
    `context_verifiers` look at the surroundings, too (symbols, what defines the operands, who uses the results).

    `sharding_rule` is the op sharding rule, as `sdyopt.rule` writes it, or a function that returns it for an operation,
    as for the decorator `sdyopt.sharding_rule`. It is NO_RULE for an operation that is known to have none, and None for
    one of which nothing is known. Shipped dialects name a function that is given a `RuleBuilder`, `module.function` in
    the package that the dialect gives for them: they are not imported before a rule is needed.
    `sharding_rule_surroundings` names a predicate on the operation for the few of these whose rule depends on more than
    the signature; its answer is handed to that function.
    """

    operands: Sequence[Operand] = ()
    results: Sequence[Result] = ()
    attributes: Sequence[Attr] = ()
    regions: Sequence[RegionDef] = ()
    format: str | None = None
    verifiers: Sequence[Verifier] = ()
    context_verifiers: Sequence[Verifier] = ()
    result_names: Callable[[Operation], Sequence[str]] | None = None
    argument_names: Callable[[Operation, Block], Sequence[str]] | None = None
    default_dialect: str | None = None
    infer: Callable[..., Any] | None = None
    sharding_slots: tuple[ShardingSlots, ...] = (RESULT_SHARDINGS,)
    sharding_rule: str | SomeRule | None = None
    sharding_rule_surroundings: str | None = None
    partitioning: str | None = None
    """The name of its rule in XLA's partitioner. Without one it is computed where its result is wanted if it is
    elementwise, and else whole on each device.
    """
    successors: Sequence[Successor] = ()
    implied_terminator: OpDef | None = None
    """The operation that ends each region whose text does not end in a terminator. Its dialect sets it."""
    directives: Mapping[str, type[Directive]] = {}
    """The `custom<…>` parts that formats of its dialect may have, by name. Its dialect sets them."""
    since: str = ""
    """The release of the reference that first has it, if some that are followed lack it."""
    about: str = ""
    """A description for pages and editors, unless a string after the declaration has it."""

    @cached_property
    def symbol_property(self) -> tuple[str, type[Attribute]] | None:
        names = [(attribute.name, attribute.constraint.names) for attribute in self.attributes]
        found = [(name, cls) for name, cls in names if cls is not None]
        assert len(found) <= 1, f"{self.name} has several symbol names"
        return found[0] if found else None

    @cached_property
    def assembly_format(self) -> Format | None:
        """The compiled assembly format."""
        from sdyopt.mlir.formats.format import Format

        if self.format is None:
            return None
        with wrong_format(f"'{self.name}'"):
            return Format(self)

    def operand_range(self, op: Operation, name: str) -> tuple[int, int]:
        """Returns start and stop of the operands of `op` that are declared as `name`."""
        return operand_range(op, self, self._index(self.operands, "operand", name))

    def result_range(self, op: Operation, name: str) -> tuple[int, int]:
        """Returns start and stop of the results of `op` that are declared as `name`."""
        return result_range(op, self, self._index(self.results, "result", name))

    def default_of(self, name: str) -> Attribute | None:
        """Returns the default of the attribute that is declared as `name`; None if it has none."""
        return self.attributes[self._index(self.attributes, "attribute", name)].default

    def part_named(self, op: Operation, name: str) -> object:
        for values, of in ((self.operands, operand_range), (self.results, result_range)):
            for index, one in enumerate(values):
                if one.name == name:
                    start, stop = of(op, self, index)
                    found = (op.operands if values is self.operands else op.results)[start:stop]
                    return list(found) if one.arity == "*" else next(iter(found), None)
        for index, region in enumerate(self.regions):
            if region.name == name:
                return list(op.regions[index:]) if region.arity == "*" else next(iter(op.regions[index:]), None)
        if name in self.attributes_by_name:
            return op.properties.get(name, self.attributes_by_name[name].default)
        declared = (self.operands, self.results, self.regions, self.attributes)
        parts = [one.name for group in declared for one in group]
        raise KeyError(f"'{self.name}' declares no '{name}'" + (f": it has {', '.join(parts)}" if parts else ""))

    def _index(self, declared: Sequence[Operand] | Sequence[Attr], what: str, name: str) -> int:
        names = [one.name for one in declared]
        if name not in names:
            known = f": it has {', '.join(names)}" if names else ""
            raise KeyError(f"'{self.name}' declares no {what} '{name}'{known}")
        return names.index(name)

    @cached_property
    def is_constant(self) -> bool:
        """Whether its text ends in a value, whose type is that of the result."""
        return self.assembly_format is not None and self.assembly_format.is_constant

    @cached_property
    def prefix(self) -> str:
        """Returns what comes before messages about the operation in its own format."""
        return f"custom op '{self.name}' "

    @cached_property
    def has_fixed_operands(self) -> bool:
        """Whether the number of operands is the declared one."""
        return not any(operand.arity for operand in self.operands)

    @cached_property
    def has_fixed_results(self) -> bool:
        """Whether the number of results is the declared one."""
        return not any(result.arity for result in self.results)

    @cached_property
    def attributes_by_name(self) -> dict[str, Attr]:
        return {attribute.name: attribute for attribute in self.attributes}

    @cached_property
    def sorted_attributes(self) -> list[Attr]:
        """The attributes by name: the order in which they are looked up."""
        return sorted(self.attributes, key=lambda attribute: attribute.name)

    @cached_property
    def filled_in(self) -> dict[str, Attribute]:
        """The defaults that an operation has where its text does not give the attribute."""
        return {
            attribute.name: attribute.default
            for attribute in self.attributes
            if attribute.is_filled_in and attribute.default is not None
        }

    @cached_property
    def _shown(self) -> list[tuple[str, Attribute, Callable[[], bool]]]:
        """The names and defaults of attributes that generic and binary forms may have, and whether they do."""
        return [
            (attribute.name, attribute.default, attribute.is_shown)
            for attribute in self.attributes
            if attribute.is_shown is not None and attribute.default is not None
        ]

    def shown_properties(self, properties: DictionaryAttr) -> DictionaryAttr:
        """Returns what the generic and binary forms of an operation with these properties have."""
        for name, default, is_shown in self._shown:
            if name not in properties and is_shown():
                properties = properties.with_entry(name, default)
        return properties

    @property
    def inherent_names(self) -> frozenset[str]:
        """The names of the inherent attributes that the followed release has, the segment sizes included."""
        later = [attribute.name for attribute in self._later if not since(attribute.since)]
        return self._inherent_names.difference(later) if later else self._inherent_names

    @cached_property
    def _later(self) -> list[Attr]:
        """The attributes that not all releases have."""
        return [attribute for attribute in self.attributes if attribute.since]

    @cached_property
    def _inherent_names(self) -> frozenset[str]:
        names = {attribute.name for attribute in self.attributes}
        if "AttrSizedOperandSegments" in self.traits:
            names.add("operandSegmentSizes")
        if "AttrSizedResultSegments" in self.traits:
            names.add("resultSegmentSizes")
        return frozenset(names)


pure_op = partial(OpDef, traits=("Pure",))
"""Declares an operation that is only known to have no side effects."""


class UnregisteredOp(OpDefinition):
    """The kind of an operation that no dialect here declares."""

    @staticmethod
    def named(name: str) -> UnregisteredOp:
        """The one definition of this name."""
        return _UNREGISTERED.get(name) or _UNREGISTERED.setdefault(name, UnregisteredOp(name))


_UNREGISTERED: dict[str, UnregisteredOp] = {}


# What is checked of an operation with regard to those around it that change what its attributes may say.

_V = TypeVar("_V", bound=Verifier)


class Mark(set[Verifier]):
    """The verifiers of which something is known, which it decorates."""

    def __call__(self, verify: _V) -> _V:
        self.add(verify)
        return verify


sees_binders_only = Mark()
"""Marks a verifier for which the operation's signature and the signatures of binders around it are all that counts.

It may see the symbols of the module as well.
"""

sees_body_only = Mark()
"""Marks a verifier that sees nothing outside of the isolated operation around the operation that it is about.

It may see the meshes of the module and the signatures of binders as well.
"""

REMEMBERED_BY: dict[Verifier, Callable[[Operation], Hashable]] = {}
"""The functions that return the key of a verifier, which reads nothing else except what verifiers of binders read."""


def is_about_body(verify: Verifier) -> bool:
    """Whether a verifier sees the body around the operation only."""
    return verify in sees_body_only or verify in sees_binders_only
