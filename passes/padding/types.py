"""The values of a function that have to be padded, and the types that they then have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS
from sdyopt.dialects.sdy.shardings.mesh_symbols import sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import function_result_sharding, result_sharding, sharding_of
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import TypeAttr
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import FunctionType
from sdyopt.ir.value import Value
from sdyopt.sharding.padding import padded_type


class PaddedTypes:
    """The types of values that their shardings do not divide, when padded: `padded`, by value."""

    def __init__(self, meshes: Mapping[str, Mesh]) -> None:
        self._meshes = meshes
        self.padded: dict[Value, Type] = {}
        self._results: dict[Signature, tuple[Type, ...]] = {}
        """The padded types of results, of operations that have any, without edges."""
        self._uneven_slices: dict[Signature, bool] = {}

    def add_all(self, function: Operation) -> None:
        """Finds the values in a function that have to be padded."""
        for op in walk(function):
            signature = op.signature
            if self._padded_results(signature) or signature.definition in DATA_FLOW_OPS:
                self.add(op)
            if op.regions:
                self.add_arguments(op)

    def add_arguments(self, op: Operation) -> None:
        """Finds the arguments of regions that have to be padded.

        Those of a loop that has taken the place of another one do not have the sharding of an edge any more.
        """
        for region in op.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    self.padded.pop(argument, None)
                    self._add(argument, sharding_of(argument))

    def add(self, op: Operation) -> None:
        """Finds the results of an operation that have to be padded."""
        for result in op.results:
            self._add(result, sharding_of(result))

    def _add(self, value: Value, sharding: Sharding | None) -> None:
        type = value.type if sharding is None else self.of(value.type, sharding)
        if type is not value.type:
            self.padded[value] = type

    def of(self, type: Type, sharding: Sharding) -> Type:
        """Returns the type that a value of this type has when it is padded, so that `sharding` divides it."""
        mesh = sharding_mesh(sharding, self._meshes)
        return type if mesh is None else padded_type(type, sharding, mesh)

    def wanted(self, value: Value) -> Type:
        """Returns the type of a value when it is padded, if it has to be."""
        return self.padded.get(value, value.type)

    def has_padded_results(self, op: Operation) -> bool:
        """Returns whether results of an operation, which may be new, have to be padded."""
        signature = op.signature
        if signature.definition not in DATA_FLOW_OPS:
            return bool(self._padded_results(signature))
        shardings = [sharding_of(result) for result in op.results]
        return any(
            sharding is not None and self.of(result.type, sharding) is not result.type
            for result, sharding in zip(op.results, shardings, strict=True)
        )

    def has_padded_values(self, op: Operation) -> bool:
        """Returns whether operands or results of an operation have to be padded."""
        padded = self.padded
        return bool(padded) and any(value in padded for value in (*op.operands, *op.results))

    def _padded_results(self, signature: Signature) -> tuple[Type, ...]:
        """Returns the padded types of results as their operation stores their shardings; none if all are as before."""
        known = self._results.get(signature)
        if known is None:
            known = self._results[signature] = self._pad_results(signature)
        return known

    def _pad_results(self, signature: Signature) -> tuple[Type, ...]:
        if signature.definition is FUNC:
            return ()
        types = tuple(
            [
                type if sharding is None else self.of(type, sharding)
                for number, type in enumerate(signature.result_types)
                for sharding in (result_sharding(signature, number),)
            ]
        )
        return () if types == signature.result_types else types

    def is_sliced_unevenly(self, signature: Signature) -> bool:
        """Returns whether the new sharding of an all-slice does not divide its operand."""
        known = self._uneven_slices.get(signature)
        if known is None:
            (type,) = signature.operand_types
            sharding = cast(Sharding, signature.properties["out_sharding"])
            known = self._uneven_slices[signature] = self.of(type, sharding) is not type
        return known

    def uneven_value(self, function: Operation) -> str | None:
        """Returns the first argument or result of a function that its sharding does not divide; None if there is none.

        Arguments of a function without a body do not count.
        """
        type = cast(FunctionType, cast(TypeAttr, function.properties["function_type"]).type)
        blocks = function.regions[0].blocks
        for number, argument in enumerate(blocks[0].arguments if blocks else ()):
            if argument in self.padded:
                return f"argument #{number}"
        for number, result in enumerate(type.results):
            sharding = function_result_sharding(function, number)
            if sharding is not None and self.of(result, sharding) is not result:
                return f"result #{number}"
        return None
