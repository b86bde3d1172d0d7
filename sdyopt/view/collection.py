"""From a module to its `ModuleView`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, cast

from sdyopt.api.module import Module
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.ops import MESH, SHARDING_CONSTRAINT
from sdyopt.driver.diagnostics.places import Place, place_of
from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, BoolAttr, DictionaryAttr, IntegerAttr, StringAttr, TypeAttr
from sdyopt.ir.locations import NameLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.types import FunctionType
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.layout import Tile
from sdyopt.ods.quoting import symbol_token
from sdyopt.ods.sharding_slots import SHARDING
from sdyopt.sharding.mesh_symbols import mesh_of
from sdyopt.sharding.slots import sharding_of
from sdyopt.syntax.value_names import ValueNames
from sdyopt.view.errors import ViewError
from sdyopt.view.model import FunctionView, Kind, MeshView, ModuleView, TensorView
from sdyopt.view.selection import Selection
from sdyopt.view.share import share_of
from sdyopt.view.sums import sums_of
from sdyopt.view.surroundings import Manual, Surroundings

_LABEL, _DONOR, _ALIAS = "jax.result_info", "jax.buffer_donor", "tf.aliasing_output"
_PARTITIONS, _REPLICAS = "mhlo.num_partitions", "mhlo.num_replicas"
_WHOLE_AXIS = "devices"

MAX_DEVICES = 2**63 - 1
"""Of a mesh."""


def view(module: Module, values: Sequence[str] = (), tiles: Sequence[Tile] = ()) -> ModuleView:
    """What the shardings in a module mean.

    Every argument and result of a function is in it, what every `sdy.sharding_constraint` gives, and the `values` that
    are asked for by name (see `Selection`). `tiles` are those of `tiled_bytes`. Raises UnknownValueError for a name
    that no value has, and ViewError for a mesh of more devices than there can be.
    """
    found = list(_Collector(module).tensors([Selection.of(text) for text in values]))
    whole = _whole_mesh(module.operation, [tensor.mesh for tensor in found if tensor.mesh])
    tensors = tuple([_tensor(number, tensor, whole, tuple(tiles)) for number, tensor in enumerate(found)])
    by_function: dict[Operation | None, list[TensorView]] = {}
    for source, tensor in zip(found, tensors, strict=True):
        by_function.setdefault(source.function, []).append(tensor)
    functions = [op for op in module.operation.walk() if op.signature.definition is FUNC]
    return ModuleView(
        file=module.source.name,
        devices=whole.device_count,
        tiles="T" + "".join(map(str, tiles)) if tiles else None,
        meshes=tuple([_mesh(op) for op in _mesh_ops(module.operation)]),
        functions=tuple([_function(module, op, by_function.get(op, []), whole, bool(tiles)) for op in functions]),
        tensors=tensors,
    )


class _Found(NamedTuple):
    """A tensor as it is found."""

    kind: Kind
    function: Operation | None
    name: str
    label: str
    place: Place | None
    type: Type
    sharding: Sharding | None
    mesh: Mesh | None
    """That of the sharding; None if there is none, or an empty one."""
    manual: Manual
    donated: bool = False


class _Collector:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.names = ValueNames(module.operation, module.source if module.is_as_written else None)
        self.surroundings = Surroundings(module.operation)

    def tensors(self, wanted: Sequence[Selection]) -> Iterator[_Found]:
        """Arguments, results, constraints and what else is `wanted`, as in the text. Raises UnknownValueError."""
        names = self.names if wanted else ()
        named = {value for value, name in names if any(selection.names(name) for selection in wanted)}
        unmet = list(wanted)
        for found in self._candidates(named):
            line = found.place.line if found.place else None
            picking = [selection for selection in wanted if selection.picks(_name(found.function), found.name, line)]
            unmet = [selection for selection in unmet if selection not in picking]
            if picking or found.kind is not Kind.VALUE:
                yield found
        if unmet:
            raise unmet[0].unknown(self._all_names())

    def _candidates(self, named: Collection[Value]) -> Iterator[_Found]:
        """What is always listed, and of the other values those that are among `named`."""
        for op in self.module.operation.walk():
            definition = op.signature.definition
            if definition is FUNC:
                yield from self._signature(op)
            elif definition is SHARDING_CONSTRAINT:
                yield self._value(op.result, Kind.CONSTRAINT)
            elif named:
                yield from (self._value(result, Kind.VALUE) for result in op.results if result in named)
            for block in [block for region in op.regions for block in region.blocks] if named else ():
                if definition is not FUNC or block is not op.regions[0].blocks[0]:
                    yield from (self._value(value, Kind.VALUE) for value in block.arguments if value in named)

    def _signature(self, function: Operation) -> Iterator[_Found]:
        """The arguments and the results of a function, which may have no body."""
        type = cast(FunctionType, cast(TypeAttr, function.properties["function_type"]).type)
        blocks = function.regions[0].blocks
        place = _function_place(function, self.module)
        manual = self.surroundings.manual(function)
        for index, input in enumerate(type.inputs):
            attributes = _dictionary(function, "arg_attrs", index)
            argument = blocks[0].arguments[index] if blocks else None
            yield _Found(
                Kind.ARGUMENT,
                function,
                f"%arg{index}" if argument is None else self.names[argument],
                "" if argument is None else _label(argument.location),
                place if argument is None else place_of(argument.location, self.module.source) or place,
                input,
                *self._sharding_and_mesh(attributes.get(SHARDING), function),
                manual,
                donated=attributes.get(_DONOR) is BoolAttr(True) or attributes.get(_ALIAS) is not None,
            )
        for index, result in enumerate(type.results):
            attributes = _dictionary(function, "res_attrs", index)
            label = attributes.get(_LABEL)
            text = label.value if isinstance(label, StringAttr) else ""
            sharding = self._sharding_and_mesh(attributes.get(SHARDING), function)
            yield _Found(Kind.RESULT, function, f"result {index}", text, place, result, *sharding, manual)

    def _value(self, value: Value, kind: Kind) -> _Found:
        if isinstance(value, OpResult):
            op: Operation | None = value.owner
            location: Location | int = value.owner.location
            around = value.owner.parent_op
        else:
            argument = cast(BlockArgument, value)
            op = around = argument.owner.parent_op
            location = argument.location
        sharding, mesh = self._sharding_and_mesh(sharding_of(value), op)
        return _Found(
            kind,
            self.surroundings.function(around),
            self.names[value],
            _label(location),
            place_of(location, self.module.source),
            value.type,
            sharding,
            mesh,
            self.surroundings.manual(around),
        )

    def _sharding_and_mesh(self, sharding: object, op: Operation | None) -> tuple[Sharding | None, Mesh | None]:
        """A sharding, if it is one, and its mesh where `op` stands; an empty mesh is none."""
        if not isinstance(sharding, Sharding):
            return None, None
        return sharding, self.surroundings.mesh(sharding, op)

    def _all_names(self) -> Iterator[tuple[str, str]]:
        """What can be asked for: names of values and results, each behind that of its function."""
        for found in self._candidates(()):
            if found.kind is Kind.RESULT:
                yield _name(found.function), found.name
        for value, name in self.names:
            block = value.block
            yield _name(self.surroundings.function(None if block is None else block.parent_op)), name


def _tensor(number: int, found: _Found, whole: Mesh, tiles: tuple[Tile, ...]) -> TensorView:
    share = share_of(found.type, found.sharding, found.mesh, found.manual.mesh or whole, found.manual.axes, tiles)
    return TensorView(
        number, _name(found.function), found.name, found.label, found.kind, found.place, found.donated, share
    )


def _function(module: Module, op: Operation, tensors: Sequence[TensorView], whole: Mesh, tiled: bool) -> FunctionView:
    summed = [tensor for tensor in tensors if tensor.kind in (Kind.ARGUMENT, Kind.RESULT)]
    return FunctionView(
        name=_name(op),
        place=_function_place(op, module),
        arguments=sum([tensor.kind is Kind.ARGUMENT for tensor in tensors]),
        results=sum([tensor.kind is Kind.RESULT for tensor in tensors]),
        constraints=sum([tensor.kind is Kind.CONSTRAINT for tensor in tensors]),
        sums=sums_of(summed, whole.device_count, tiled),
        unknown=sum([tensor.share.bytes is None for tensor in summed]),
    )


def _mesh_ops(module: Operation) -> list[Operation]:
    return [op for op in module.walk() if op.signature.definition is MESH]


def _mesh(op: Operation) -> MeshView:
    mesh = mesh_of(op)
    axes = tuple([(axis.name, axis.size) for axis in mesh.axes])
    return MeshView(_name(op), axes, mesh.device_ids, mesh.device_count)


def _whole_mesh(module: Operation, meshes: Sequence[Mesh]) -> Mesh:
    """The mesh over which a tensor without a sharding is replicated: the largest one, or one axis of all devices."""
    counts = [module.attributes.get(name) for name in (_PARTITIONS, _REPLICAS)]
    partitions, replicas = [count.value if isinstance(count, IntegerAttr) else 1 for count in counts]
    everything = Mesh((MeshAxis(_WHOLE_AXIS, max(1, partitions * replicas)),))
    named = [mesh_of(op) for op in _mesh_ops(module)]
    whole = max([*named, *meshes, everything], key=lambda mesh: mesh.device_count)
    if whole.device_count > MAX_DEVICES:
        raise ViewError("the program has a mesh of more than 2**63 - 1 devices")
    return whole


def _name(op: Operation | None) -> str:
    return "" if op is None else symbol_name(op) or ""


def _dictionary(function: Operation, attribute: str, index: int) -> DictionaryAttr:
    """The attributes of an argument or a result of a function."""
    given = function.properties.get(attribute)
    entry = given.elements[index] if isinstance(given, ArrayAttr) else None
    return entry if isinstance(entry, DictionaryAttr) else NO_ATTRIBUTES


def _function_place(function: Operation, module: Module) -> Place | None:
    """Where a function stands in the input; if it has a location of its own, its name is looked for there."""
    if isinstance(function.location, int):
        return place_of(function.location, module.source)
    name = re.escape(symbol_token(_name(function)))
    match = re.search(rf"^[^\S\n]*(func\.func)\b[^\n@]*{name}(?![\w$.-])", module.source.text, re.MULTILINE)
    return None if match is None else place_of(match.start(1), module.source)


def _label(location: Location | int) -> str:
    """The name in a location, which JAX gives to arguments."""
    return location.name if isinstance(location, NameLoc) else ""
