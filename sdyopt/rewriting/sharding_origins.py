"""Records of where the axes of shardings come from, in the attributes `sdy.sharding_origins`.

An origin is a constraint (`constraint_0`), an argument (`input: 0`) or a result (`output: 0`) of the function, or
one of a manual computation (`mc_0_input: 0`); what is an origin itself says `self`. Of several origins that an axis
may have at one value the first that was noted counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import SHARDING_ORIGIN_NAME, SHARDING_ORIGINS, AxisRef, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, MANUAL_COMPUTATION, SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.axes import contains
from sdyopt.dialects.sdy.shardings.slots import (
    dictionaries_of,
    edge_on,
    edge_owner,
    function_type,
    sharding_of,
    stored_shardings,
)
from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, StringAttr
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import RESULT_ATTRIBUTES
from sdyopt.mlir.releases import since
from sdyopt.mlir.write.attributes import string_token
from sdyopt.rewriting.rewriter import Rewriter

SELF = "self"
NO_ORIGIN = ": 0"
"""The text of the reference, before jaxlib 0.12, for an axis that it propagates and whose origin it does not know."""


class ShardingOrigins:
    """The origins in a module: before a pass those that are in it, then those that are noted, and at last written."""

    def __init__(self, module: Operation, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self.origins: dict[Value, dict[AxisRef, str]] = {}
        self.own_names: dict[Value, str] = {}
        self.constraints = [op for op in walk_post(module) if op.definition is SHARDING_CONSTRAINT]
        self.computations = [op for op in walk_post(module) if op.definition is MANUAL_COMPUTATION]
        self.functions = [op for op in walk_post(module) if op.definition is FUNC]
        for number, constraint in enumerate(self.constraints):
            self._note_constraint(constraint, f"constraint_{number}")
        for number, computation in enumerate(self.computations):
            self._note_computation(computation, f"mc_{number}")
        for function in self.functions:
            if function.parent_op is module:
                self._note_function(function)

    def note_application(self, constraint: Operation) -> None:
        """The input of a constraint has got its sharding."""
        self._note(constraint.operands[0], sharding_of(constraint.result), self.own_names[constraint.result])

    def note_propagation(self, axis: AxisRef, source: Value, target: Value) -> None:
        """Notes that an axis has come from one value to another.

        The origin is that of the axis at the source, or of an axis there that contains it or is a part of it.
        """
        known = self.origins.get(_place(source), {})
        if (origin := known.get(axis)) is None:
            related = (found for other, found in known.items() if contains(other, axis) or contains(axis, other))
            origin = next(related, None if since("0.12.0.1") else NO_ORIGIN)
        if origin is None:
            return
        self.origins.setdefault(_place(target), {}).setdefault(axis, origin)

    def write(self) -> None:
        """Writes the origins to the operations and functions where they are."""
        for op in {value.owner_op: None for value in self.origins}:
            if op is None or op.definition is FUNC:
                continue
            if op.definition in (SHARDING_CONSTRAINT, DATA_FLOW_EDGE):
                origins = self._dictionary(op.result, self.own_names.get(op.result))
                self._rewriter.set_attribute(op, SHARDING_ORIGINS, origins)
            else:
                self._rewriter.set_attribute(
                    op, SHARDING_ORIGINS, ArrayAttr(tuple([self._dictionary(result) for result in op.results]))
                )
        for function in self.functions:
            type = function_type(function.signature)
            self._write_to_function(function, "arg_attrs", "input", len(type.inputs), _arguments(function))
            self._write_to_function(function, "res_attrs", "output", len(type.results), _returned(function))

    def _note_constraint(self, constraint: Operation, name: str) -> None:
        """A constraint is the origin of its axes, and of those that its input has already."""
        self._rewriter.set_attribute(constraint, SHARDING_ORIGIN_NAME, StringAttr(name))
        self.own_names[constraint.result] = name
        self._note(constraint.operands[0], sharding_of(constraint.operands[0]), name)
        self._note(constraint.result, sharding_of(constraint.result), name)

    def _note_computation(self, computation: Operation, name: str) -> None:
        """A manual computation is the origin of its axes at the data-flow edges of its arguments and results.

        It is that of the axes at the operands of arguments with an edge as well.
        """
        self._rewriter.set_attribute(computation, SHARDING_ORIGIN_NAME, StringAttr(name))
        arguments = computation.regions[0].blocks[0].arguments
        for number, (operand, argument) in enumerate(zip(computation.operands, arguments, strict=True)):
            if any(user.definition is DATA_FLOW_EDGE for user in argument.users):
                self._note(operand, sharding_of(operand), f"{name}_input: {number}")
        for kind, values in (("in", arguments), ("out", computation.results)):
            shardings = checked(ShardingPerValue, computation.properties[f"{kind}_shardings"]).shardings
            for number, (value, sharding) in enumerate(zip(values, shardings, strict=True)):
                for edge in value.users:
                    if edge.definition is DATA_FLOW_EDGE:
                        self.own_names[edge.result] = f"{name}_{kind}put: {number}"
                        self._note(edge.result, sharding, self.own_names[edge.result])

    def _note_function(self, function: Operation) -> None:
        """Arguments and results that have a sharding are origins of its axes."""
        for number, argument in enumerate(_arguments(function)):
            self._note(argument, sharding_of(argument), f"input: {number}")
        shardings = stored_shardings(function.signature, RESULT_ATTRIBUTES)
        for number, (returned, sharding) in enumerate(zip(_returned(function), shardings, strict=False)):
            self._note(returned, sharding, f"output: {number}")

    def _note(self, value: Value, sharding: Sharding | None, origin: str) -> None:
        """Notes the origin of axes where the sharding of `value` is: with the owner of its edge, or an op on that."""
        value = _place(value)
        for dimension in sharding.dimensions if sharding else ():
            for axis in dimension.axes:
                self.origins.setdefault(value, {}).setdefault(axis, origin)

    def _dictionary(self, value: Value, own_name: str | None = None) -> DictionaryAttr:
        """The origins of the axes at `value`, which is itself the origin `own_name`."""
        found = self.origins.get(value, {})
        return DictionaryAttr.of(
            [(_axis_text(axis), StringAttr(SELF if origin == own_name else origin)) for axis, origin in found.items()]
        )

    def _write_to_function(
        self, function: Operation, place: str, kind: str, count: int, values: Sequence[Value]
    ) -> None:
        """Writes the origins of the arguments, or of what is returned, of which there may be more than results."""
        if not any(value in self.origins for value in values):
            return
        attributes = [*dictionaries_of(function.properties.get(place))] or [NO_ATTRIBUTES] * count
        for number, value in enumerate(values[:count]):
            if value in self.origins and (kind == "input" or number == _first_return(value, function)):
                origins = self._dictionary(value, f"{kind}: {number}")
                attributes[number] = attributes[number].with_entry(SHARDING_ORIGINS, origins)
        self._rewriter.set_property(function, place, ArrayAttr(tuple(attributes)))


def _place(value: Value) -> Value:
    """The value at which origins are noted: the owner of an edge, or the result of the operation on that."""
    owner = edge_owner(value)
    edge = None if owner is None else edge_on(owner)
    return value if owner is None else owner if edge is None else edge.result


def _arguments(function: Operation) -> list[Value]:
    """The arguments of a function; none if it has no body."""
    return [argument for block in function.regions[0].blocks[:1] for argument in block.arguments]


def _returned(function: Operation) -> list[Value]:
    """Returns what a function returns; nothing if it has no body."""
    return [operand for block in function.regions[0].blocks[:1] if block.last for operand in block.last.operands]


def _first_return(value: Value, function: Operation) -> int | None:
    """The result that a function returns a value as; the reference knows only that of the newest use."""
    returning = function.regions[0].blocks[0].last
    return next((use.index for use in value.uses if use.owner is returning), None)


def _axis_text(axis: AxisRef) -> str:
    """`x`, or `x:(2)4` for a part of it; what is escaped in quotes is so without them as well."""
    name = string_token(axis.name)[1:-1]
    part = axis.sub_axis
    return name if part is None else f"{name}:({part.pre_size}){part.size}"
