"""Programs made operation by operation, each at an insertion point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from sdyopt.api.builders import create
from sdyopt.api.module import Module
from sdyopt.api.python_values import AttributeValue, attribute
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis
from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.types import FunctionType
from sdyopt.ir.value import BlockArgument, OpResult, Value


class ModuleBuilder:
    """Builds a program: what it creates is inserted at its insertion point `at`, at first the end of the module.

        build = sdyopt.ModuleBuilder()
        with build.function("main", [tensor, tensor]) as (x, y):
            build("func.return", build("stablehlo.add", x, y))
        build.module.verify()

    `location` is that of new operations. A builder of a `module` extends that one.
    """

    def __init__(self, module: Module | None = None, location: Location | int = UNKNOWN) -> None:
        self.module = Module() if module is None else module
        self.at = InsertionPoint.end_of(self.module.operation.regions[0].block)
        self.location = location

    def __call__(
        self,
        name: str,
        *operands: Value | Operation,
        result_types: Iterable[Type] | None = None,
        regions: Sequence[Region] = (),
        **properties: AttributeValue,
    ) -> Operation:
        """Creates an operation and inserts it. An operand that is an operation stands for its only result.

        Keywords are attributes that the operation declares, as values of Python or attributes; None is left out.
        Raises what `sdyopt.create` raises.
        """
        given = {key: value for key, value in properties.items() if value is not None}
        return self.create(name, operands, result_types, given, regions=regions)

    def create(
        self,
        name: str,
        operands: Iterable[Value | Operation] = (),
        result_types: Iterable[Type] | None = None,
        properties: Mapping[str, AttributeValue] = {},
        attributes: Mapping[str, AttributeValue] = {},
        regions: Sequence[Region] = (),
        location: Location | int | None = None,
    ) -> Operation:
        """Creates an operation as `sdyopt.create` does, and inserts it."""
        values = [operand.result if isinstance(operand, Operation) else operand for operand in operands]
        at = self.location if location is None else location
        return self.insert(create(name, values, result_types, properties, attributes, regions, at))

    def insert(self, op: Operation) -> Operation:
        """Inserts an operation, which is not in a block, and returns it."""
        self.at.insert(op)
        return op

    @contextmanager
    def inserting(self, at: InsertionPoint | Block) -> Iterator[None]:
        """Inserts elsewhere meanwhile: at another insertion point, or at the end of a block."""
        before = self.at
        self.at = InsertionPoint.end_of(at) if isinstance(at, Block) else at
        try:
            yield
        finally:
            self.at = before

    @contextmanager
    def region(self, argument_types: Iterable[Type] = ()) -> Iterator[tuple[Region, tuple[BlockArgument, ...]]]:
        """Makes a region with one block, at whose end is inserted meanwhile, for an operation that is created later."""
        region = Region()
        block = region.add_block()
        arguments = tuple([block.add_argument(type, self.location) for type in argument_types])
        with self.inserting(block):
            yield region, arguments

    @contextmanager
    def function(
        self,
        name: str,
        inputs: Iterable[Type],
        results: Iterable[Type] | None = None,
        visibility: str | None = None,
        attributes: Mapping[str, AttributeValue] = {},
    ) -> Iterator[tuple[BlockArgument, ...]]:
        """Makes a function, inside which is inserted meanwhile. Without `results` they are what it returns."""
        types = tuple(inputs)
        with self.region(types) as (body, arguments):
            yield arguments
            returned = body.block.last
            found = () if returned is None else tuple([operand.type for operand in returned.operands])
        type = FunctionType(types, found if results is None else tuple(results))
        properties: dict[str, AttributeValue] = {"sym_name": name, "function_type": type}
        if visibility is not None:
            properties["sym_visibility"] = visibility
        self.create(FUNC.name, (), (), properties, attributes, [body])

    def mesh(self, name: str, axes: Mapping[str, int]) -> Mesh:
        """Adds a mesh with axes of these sizes to the module, and returns it."""
        mesh = Mesh(tuple([MeshAxis(axis, size) for axis, size in axes.items()]))
        self.module.set_mesh(name, mesh)
        return mesh

    def constant(self, value: AttributeValue, type: Type) -> OpResult:
        """Creates a constant of StableHLO: `build.constant([1.0, 2.0], tensor)`, or one number for all elements."""
        return self("stablehlo.constant", value=attribute(value, type)).result
