"""Computations become functions, and regions of the operations that call them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from math import prod

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.hlo.text import WITHOUT_OPERANDS, HloComputation, HloInstruction, HloText, unquoted
from sdyopt.hlo_import import instructions as opcodes
from sdyopt.hlo_import.instructions import BlockBuilder, InstructionConverter, definition, flat_types
from sdyopt.hlo_import.syntax import ConvertedShape, check_metadata, converted_shape, fail, list_items
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, FunctionType, StringAttr, TupleType, TypeAttr
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.region import Region
from sdyopt.ir.value import OpResult, Value
from sdyopt.sharding.gspmd import FRONTEND_ATTRIBUTES, GSPMD_SHARDING, is_named
from sdyopt.sharding.gspmd.meshes import devices_of
from sdyopt.sharding.gspmd.syntax import Form, HloSharding, read_sharding
from sdyopt.sharding.gspmd.texts import read_named, tuple_text
from sdyopt.sharding.replica_groups import IotaDevices, Mesh

# Shardings of instructions, in the text that XLA prints for them.


_ORDER = {Form.MANUAL: 0, Form.UNREDUCED: 1, Form.REPLICATED: 2}
"""How XLA orders the last dimensions of tiles."""


def canonical_sharding(text: str, offset: int) -> str:
    """Returns a sharding as XLA prints it. Raises CompilationError, at `offset`, for what is not one."""
    try:
        if is_named(text):  # It stays, as XLA reads it; only its form is looked at.
            read_named(text)
            return text
        return _canonical(text)
    except ValueError as error:
        fail(f"invalid sharding: {error}", offset)


def element_shardings(text: str, count: int) -> list[str] | None:
    """Returns the shardings of the arrays in a tuple from a canonical text, or of one array.

    A sharding that is not one of a tuple is that of all. None if there are not as many.
    """
    if not text.startswith("{{") and text != "{}":
        return [text] * count
    if is_named(text):
        elements = [item.rpartition("*/")[2] for item in list_items(text)]
    else:
        elements = [_text(element) for element in read_sharding(text).elements]
    return elements if len(elements) == count else None


@lru_cache(maxsize=4096)
def _canonical(text: str) -> str:
    return _text(read_sharding(text))


def _text(sharding: HloSharding) -> str:
    if sharding.form is Form.TUPLE:
        return tuple_text([_text(each) for each in sharding.elements])
    group = "" if sharding.group is None else f" {sharding.group.kind} {sharding.group.number}"
    if sharding.form is Form.MAXIMAL:
        return f"{{maximal device={_devices(sharding)[0]}{group}}}"
    if sharding.form is not Form.TILED:
        return f"{{{sharding.form.value}{group}}}"
    if sharding.device_count == 1:
        raise ValueError("one device cuts nothing into tiles")
    sharding = _with_ordered_subgroups(sharding)
    if not any(tile > 1 for tile in sharding.tiles[: sharding.rank]) and len(set(sharding.subgroups)) < 2:
        (form,) = set(sharding.subgroups) or {Form.REPLICATED}
        return f"{{{form.value}{group}}}"
    devices = sharding.devices
    listed = str(devices) if isinstance(devices, IotaDevices) else ",".join(map(str, devices))
    return f"{{devices=[{','.join(map(str, sharding.tiles))}]{listed}{_subgroup_text(sharding)}{group}}}"


def _devices(sharding: HloSharding) -> tuple[int, ...]:
    assert not isinstance(sharding.devices, IotaDevices)
    return sharding.devices


def _subgroup_text(sharding: HloSharding) -> str:
    if not sharding.subgroups:
        return ""
    if sharding.subgroups == (Form.REPLICATED,):
        return " last_tile_dim_replicate"
    return f" last_tile_dims={{{', '.join([form.value for form in sharding.subgroups])}}}"


def _with_ordered_subgroups(sharding: HloSharding) -> HloSharding:
    """Returns the sharding with subgroups in XLA's order, each form once, and none of one device."""
    rank = sharding.rank
    numbered = sorted(range(len(sharding.subgroups)), key=lambda number: _ORDER[sharding.subgroups[number]])
    devices = sharding.devices
    if numbered != list(range(len(numbered))):
        devices = _transposed(sharding, [*range(rank), *[rank + number for number in numbered]])
    tiles, subgroups = list(sharding.tiles[:rank]), []
    for form, members in groupby(numbered, lambda number: sharding.subgroups[number]):
        size = prod([sharding.tiles[rank + number] for number in members])
        if size > 1:
            tiles.append(size)
            subgroups.append(form)
    if not isinstance(devices, IotaDevices) and subgroups and subgroups[-1] is Form.REPLICATED:
        size = tiles[-1]
        groups = [sorted(devices[start : start + size]) for start in range(0, len(devices), size)]
        devices = tuple([device for each in groups for device in each])
    return sharding._replace(tiles=tuple(tiles), devices=devices, subgroups=tuple(subgroups))


def _transposed(sharding: HloSharding, order: list[int]) -> IotaDevices | tuple[int, ...]:
    """Returns the devices with the dimensions of the tiles in another order."""
    if isinstance(devices := sharding.devices, IotaDevices) and len(devices.dimensions) == 1:
        return IotaDevices(sharding.tiles, tuple(order))
    listed = devices_of(sharding)
    return tuple([listed[place] for place in IotaDevices(sharding.tiles, tuple(order)).expanded()])


_ENTRY = "main"
_MAX_COPIES = 64
"""How often instructions may be copied on average, as each region has a copy of the computation that it is."""


class _Resolved:
    """A computation whose operands are found, and whose instructions are in XLA's order."""

    def __init__(self, computation: HloComputation) -> None:
        self.instructions = computation.instructions
        numbers: dict[str, int] = {}
        self.operands: list[list[int]] = []
        before: list[list[int]] = []
        roots = []
        for number, instruction in enumerate(self.instructions):
            if instruction.name in numbers:
                fail(f"instruction '{instruction.name}' is defined twice", instruction.offset)
            check_metadata(instruction)
            self.operands.append(_operands(instruction, numbers))
            before.append(_predecessors(instruction, numbers))
            numbers[instruction.name] = number
            if instruction.is_root:
                roots.append(number)
        if len(roots) > 1:
            fail("a computation has one ROOT", self.instructions[roots[1]].offset)
        self.root = roots[0] if roots else len(self.instructions) - 1
        self.order = post_order(self.operands, before)
        self.shapes = [_shape_of(instruction) for instruction in self.instructions]
        self.parameters = _parameters(self.instructions)


def post_order(operands: Sequence[Sequence[int]], before: Sequence[Sequence[int]]) -> list[int]:
    """Returns the numbers of instructions so that each comes after its operands and after those that are `before` it.

    XLA walks up from the instructions without users, in the order of the text, the first operand first.
    """
    used = {operand for each in operands for operand in each}
    order: list[int] = []
    is_done = [False] * len(operands)
    is_open = [False] * len(operands)
    for end in range(len(operands)):
        if end in used:
            continue
        stack = [end]
        while stack:
            number = stack[-1]
            if is_done[number]:
                stack.pop()
            elif is_open[number]:
                stack.pop()
                order.append(number)
                is_done[number] = True
            else:
                is_open[number] = True
                stack += reversed(operands[number])
                stack += before[number]
    return order


def _operands(instruction: HloInstruction, numbers: dict[str, int]) -> list[int]:
    """Returns which instructions are the operands of one. Raises HloError or CompilationError."""
    if instruction.opcode in WITHOUT_OPERANDS:
        return []
    names = instruction.operands
    if all(name in numbers for name in names):
        return [numbers[name] for name in names]
    return [_number(numbers, name, place) for name, place, _ in instruction.operand_places()]


def _number(numbers: dict[str, int], name: str, place: int) -> int:
    found = numbers.get(name)
    if found is None:
        fail(f"no instruction '{name}' is defined above", place)
    return found


def _predecessors(instruction: HloInstruction, numbers: dict[str, int]) -> list[int]:
    if (found := instruction.attributes.get("control-predecessors")) is None:
        return []
    text, place, _ = found
    return [_number(numbers, name.removeprefix("%"), place) for name in list_items(text)]


def _shape_of(instruction: HloInstruction) -> ConvertedShape:
    if instruction.opcode == "constant":  # Its dimensions have the sizes that would be bounds.
        return converted_shape(instruction.shape_text.replace("<=", ""), instruction.shape_offset)
    return converted_shape(instruction.shape_text, instruction.shape_offset)


def _parameters(instructions: Sequence[HloInstruction]) -> list[int]:
    """Returns which instruction is each parameter."""
    found: dict[int, int] = {}
    for number, instruction in enumerate(instructions):
        if instruction.opcode == "parameter":
            text = instruction.inside.strip()
            index = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
            if index < 0:
                fail("expected the number of a parameter", instruction.inside_offset)
            if index in found:
                fail(f"parameter {index} is defined twice", instruction.offset)
            found[index] = number
    for index in range(len(found)):
        if index not in found:
            place = instructions[found[max(found)]].inside_offset
            fail(f"there is no parameter {index}, but a parameter {max(found)}", place)
    return [found[index] for index in range(len(found))]


class ModuleConverter:
    """Converts the computations of a module."""

    def __init__(self, text: HloText) -> None:
        self._computations = text.computations
        self._resolved: dict[str, _Resolved] = {}
        count = sum([len(each.instructions) for each in text.computations.values()])
        self._left = _MAX_COPIES * count + 10_000
        self.entry = text.entry
        self._meshes: dict[Mesh, str] = {}

    def functions(self) -> list[Operation]:
        """Returns a function for each computation, in their order. Raises CompilationError."""
        return [self._function(computation) for computation in self._computations.values()]

    def entry_shapes(self) -> tuple[list[ConvertedShape], ConvertedShape]:
        """Returns the shapes of the program's parameters and of its result."""
        found = self._resolve(self.entry)
        return [found.shapes[number] for number in found.parameters], found.shapes[found.root]

    def function_name(self, computation: HloComputation) -> str:
        """Returns the name of the function that a computation becomes."""
        return _ENTRY if computation is self.entry else computation.name

    def mesh_name(self, mesh: Mesh) -> str:
        """Returns the name of a mesh of the module, which has it from then on."""
        if mesh not in self._meshes:
            taken = {*self._meshes.values(), *map(self.function_name, self._computations.values())}
            names = ["mesh", *[f"mesh_{number}" for number in range(1, len(taken) + 1)]]
            self._meshes[mesh] = next(name for name in names if name not in taken)
        return self._meshes[mesh]

    def meshes(self) -> list[Operation]:
        """Returns the declarations of the meshes, as XLA does the last one first."""
        return [
            Operation.create(
                definition("sdy.mesh"),
                properties=DictionaryAttr.of(
                    {"sym_name": StringAttr(name), "mesh": sdy.Mesh(tuple([sdy.MeshAxis(*axis) for axis in mesh]))}
                ),
                location=self.entry.offset,
            )
            for mesh, name in reversed(self._meshes.items())
        ]

    def named(self, name: str, place: int, user: HloInstruction) -> HloComputation:
        """Returns a computation that stands above an instruction. Raises CompilationError if there is none."""
        found = self._computations.get(name)
        if found is None or found.end > user.offset:
            fail(f"no computation '{name}' is defined above", place)
        return found

    def region(self, computation: HloComputation, location: int) -> Region:
        """Returns a region with what a computation does; its block has the computation's parameters."""
        resolved = self._resolve(computation)
        region = Region()
        builder = BlockBuilder(region.add_block())
        values: list[Value] = []
        for number in resolved.parameters:
            values += [builder.block.add_argument(type, location) for type in flat_types(resolved.shapes[number].type)]
        self._fill(resolved, builder, values, "stablehlo.return", computation.end)
        return region

    def closed_region(self, computation: HloComputation, values: Sequence[Value], user: HloInstruction) -> Region:
        """Returns a region whose block has no arguments, but uses `values` in place of the parameters.

        Raises CompilationError if the parameters have other types.
        """
        resolved = self._resolve(computation)
        types = [type for number in resolved.parameters for type in flat_types(resolved.shapes[number].type)]
        if types != [value.type for value in values]:
            fail(f"'{computation.name}' has parameters of other types than what it is given", user.opcode_offset)
        region = Region()
        self._fill(resolved, BlockBuilder(region.add_block()), values, "stablehlo.return", computation.end)
        return region

    def _resolve(self, computation: HloComputation) -> _Resolved:
        if (found := self._resolved.get(computation.name)) is None:
            found = self._resolved[computation.name] = _Resolved(computation)
        return found

    def _function(self, computation: HloComputation) -> Operation:
        resolved = self._resolve(computation)
        region = Region()
        builder = BlockBuilder(region.add_block())
        arguments: list[Value] = []
        attributes: list[DictionaryAttr] = []
        for number in resolved.parameters:
            types = flat_types(resolved.shapes[number].type)
            place = resolved.instructions[number].offset
            arguments += [builder.block.add_argument(type, place) for type in types]
            attributes += _attributes_of_parts(resolved.instructions[number], resolved.shapes[number], True)
        if self._fill(resolved, builder, arguments, "func.return", computation.end):
            _renew_uses(builder)
        root = resolved.instructions[resolved.root]
        results = _attributes_of_parts(root, resolved.shapes[resolved.root], False)
        inputs = tuple([argument.type for argument in arguments])
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(self.function_name(computation)),
            "function_type": TypeAttr(FunctionType(inputs, tuple(flat_types(resolved.shapes[resolved.root].type)))),
        }
        if computation is not self.entry:
            properties["sym_visibility"] = StringAttr("private")
        for name, parts in (("arg_attrs", attributes), ("res_attrs", results)):
            if any(part is not NO_ATTRIBUTES for part in parts):
                properties[name] = ArrayAttr(tuple(parts))
        return Operation.create(
            definition("func.func"),
            properties=DictionaryAttr.of(properties),
            regions=[region],
            location=computation.offset,
        )

    def _fill(
        self, resolved: _Resolved, builder: BlockBuilder, arguments: Sequence[Value], ending: str, location: int
    ) -> bool:
        """Converts all instructions into a block; returns whether tuples have been taken apart there."""
        values: list[Value | None] = [None] * len(resolved.instructions)
        remaining = list(arguments)
        for number in resolved.parameters:
            type = resolved.shapes[number].type
            count = len(flat_types(type))
            values[number] = builder.tupled(remaining[:count], type, resolved.instructions[number].offset)
            del remaining[:count]
        for number in resolved.order:
            if values[number] is None:
                values[number] = self._converted(resolved, number, values, builder)
        root = values[resolved.root]
        assert root is not None
        parts = builder.flattened(root, location)
        builder.create(ending, parts, (), NO_ATTRIBUTES, NO_ATTRIBUTES, location)
        return builder.clean_up()

    def _converted(self, resolved: _Resolved, number: int, values: list[Value | None], builder: BlockBuilder) -> Value:
        instruction, shape = resolved.instructions[number], resolved.shapes[number]
        self._left -= 1
        if self._left < 0:
            fail("computations call each other too often to be copied into regions", instruction.opcode_offset)
        operands: list[Value] = [values[operand] for operand in resolved.operands[number]]  # type: ignore[misc]
        if "#" in instruction.inside and instruction.opcode not in WITHOUT_OPERANDS:
            for place, (_, offset, element) in enumerate(instruction.operand_places()):
                if element is not None:
                    operands[place] = _element(builder, operands[place], element, instruction, offset)
        subject = InstructionConverter(instruction, operands, shape, attributes_of(instruction), builder, self)
        value = opcodes.convert(subject)
        if subject.shape.attributes and isinstance(value, OpResult):
            for name, attribute in subject.shape.attributes:
                value.owner.set_attribute(name, attribute)
        return value


def _element(builder: BlockBuilder, value: Value, number: int, user: HloInstruction, offset: int) -> Value:
    """Returns the element of a tuple whose number an operand has. Raises CompilationError if there is none."""
    if not isinstance(value.type, TupleType) or number >= len(value.type.types):
        fail(f"there is no element {number}", offset)
    return builder.element(value, number, user.offset)


def _renew_uses(builder: BlockBuilder) -> None:
    """Gives the uses of values the order of the text."""
    for outer in builder.block.ops:
        for op in walk_post(outer):
            op.renew_uses()


def attributes_of(instruction: HloInstruction) -> DictionaryAttr:
    """Returns the attributes that any operation may have for its instruction. Raises CompilationError."""
    sharding = instruction.attributes.get("sharding")
    frontend = instruction.attributes.get("frontend_attributes")
    if sharding is None and frontend is None:
        return NO_ATTRIBUTES
    found: dict[str, Attribute] = {}
    if sharding is not None:
        found[GSPMD_SHARDING] = StringAttr(canonical_sharding(*sharding[:2]))
    if frontend is not None:
        found[FRONTEND_ATTRIBUTES] = frontend_attributes(*frontend[:2])
    return DictionaryAttr.of(found)


def frontend_attributes(text: str, place: int) -> DictionaryAttr:
    """Returns the attributes in a text like `{a="b",c={1}}`. Raises CompilationError."""
    found: dict[str, Attribute] = {}
    for item in list_items(text) if text.startswith("{") else [text]:
        name, equals, value = item.partition("=")
        if not equals:
            fail(f"expected 'name=value' in the attributes, found '{item[:40]}'", place)
        found[name.strip()] = StringAttr(unquoted(value.strip()))
    return DictionaryAttr.of(found)


def _attributes_of_parts(
    instruction: HloInstruction, shape: ConvertedShape, with_frontend: bool
) -> list[DictionaryAttr]:
    """Returns the attributes of the arguments or results for a parameter or a root. Raises CompilationError."""
    attributes = attributes_of(instruction)
    count = len(flat_types(shape.type))
    frontend = attributes.get(FRONTEND_ATTRIBUTES) if with_frontend else None
    if frontend is not None and isinstance(shape.type, TupleType):
        fail("a parameter that is a tuple has no frontend attributes", instruction.attributes["frontend_attributes"][1])
    if (given := attributes.get(GSPMD_SHARDING)) is None:
        shardings: list[str] | None = None
    else:
        assert isinstance(given, StringAttr)
        shardings = element_shardings(given.value, count)
        if shardings is None:
            fail(f"the sharding is not one of {count} arrays", instruction.attributes["sharding"][1])
    found = []
    for number in range(count):
        entries: dict[str, Attribute] = {}
        if frontend is not None:
            entries[FRONTEND_ATTRIBUTES] = frontend
        if shardings is not None:
            entries[GSPMD_SHARDING] = StringAttr(shardings[number])
        found.append(DictionaryAttr.of(entries))
    return found
