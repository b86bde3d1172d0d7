"""Makes manual computations of what is between the custom calls that `jax.shard_map` is lowered to for GSPMD.

%0 = custom_call @Sharding(%x)              the sharding of an operand
%1 = custom_call @SPMDFullToShardShape(%0)  what a device holds of it
%2 = call @shmap_body(%1)
%3 = custom_call @Sharding(%2)              manual
%4 = custom_call @SPMDShardToFullShape(%3)  the sharding of a result
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RETURN, SHARDING_CONSTRAINT, SHARDING_GROUP
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.dialects.sdy.shardings.slots import dictionaries_of, mesh_of, mesh_ops, new_mesh_op
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL
from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.attributes import (
    DictionaryAttr,
    IntegerAttr,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
    TupleType,
    i64,
)
from sdyopt.ir.collecting import Listing, collect
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import PRIVATE, SymbolTable, symbol_name, symbols, visibility
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import SHARDING as SDY_SHARDING
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.rewriting.functions import CallGraph, callee_name, change_value_attributes
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.gspmd import (
    CONSTRAINT,
    FRONTEND_ATTRIBUTES,
    FULL_TO_SHARD,
    GSPMD_SHARDING,
    SHARD_TO_FULL,
    XlaForm,
    gspmd_texts,
    has_gspmd_sharding,
    has_gspmd_shardings,
    is_named,
    open_dimensions,
    xla_form,
)
from sdyopt.sharding.gspmd.meshes import FoundMesh, find_mesh, in_axes, sdy_sharding
from sdyopt.sharding.gspmd.syntax import Form, HloSharding, read_sharding
from sdyopt.sharding.gspmd.texts import in_devices, meshes_named

# Where programs have GSPMD shardings: the attribute `mhlo.sharding`, and custom calls that carry it.

SHARDING = CONSTRAINT

MARKERS = frozenset((SHARDING, FULL_TO_SHARD, SHARD_TO_FULL))
"""The targets of custom calls that stand for shardings."""

_REDUCTION = re.compile(r"unreduced=(max|min)\{|sdy::reduction_op\\?\" op_name=\\?\"(MAX|MIN)")
"""Where a sharding says that unreduced parts are maxima or minima."""


def marker(op: Operation) -> str | None:
    """Returns the target of a custom call that stands for shardings of its operand; else None.

    A copy with a sharding, which XLA has in place of a reshard, stands for `@Sharding`.
    """
    if op.name == "mhlo.copy" and GSPMD_SHARDING in op.attributes:
        return SHARDING
    if op.signature.definition is not CUSTOM_CALL or len(op.operands) != 1 or len(op.results) != 1:
        return None
    target = op.properties.get("call_target_name")
    return target.value if isinstance(target, StringAttr) and target.value in MARKERS else None


def text_of(op: Operation) -> str | None:
    """Returns the GSPMD sharding of an operation's results."""
    given = op.attributes.get(GSPMD_SHARDING)
    return given.value if isinstance(given, StringAttr) else None


# Manual computations of what is between the markers.


class ManualComputations:
    """Makes the manual computations of a module, outer ones first."""

    def __init__(self, module: Operation, rewriter: Rewriter, shardings: _Importer) -> None:
        self._module = module
        self._rewriter = rewriter
        self._shardings = shardings
        self._called: set[Operation] = set()
        self._inlines = True
        self._axes_at: dict[str, tuple[str, ...]] = {}
        """The axes along which functions are manual, as calls of them are in manual computations."""

    def make(self, inline_bodies: bool) -> None:
        """Makes them, and erases the functions whose bodies they have taken."""
        self._inlines = inline_bodies
        functions = CallGraph(Listing(self._module)).callers_first()
        callers_first = [function for function in functions if any(self._exits(function))]
        pending = [block for function in callers_first[::-1] for block in self._blocks(function)]
        while pending:
            for part in _parts(pending.pop()):
                if (made := self._make(part)) is not None:
                    pending += self._blocks(made)
        names = {callee_name(op) for op in walk(self._module) if op.signature.definition is CALL}
        for name, function in symbols(self._module).items():
            if function in self._called and name not in names:
                self._rewriter.erase(function)

    def _blocks(self, root: Operation) -> list[Block]:
        """Returns the blocks in which exits are, inner ones first."""
        return [*dict.fromkeys([op.parent for op in self._exits(root) if op.parent is not None])][::-1]

    def _exits(self, root: Operation) -> Iterator[Operation]:
        return (op for op in collect(root, has_gspmd_sharding) if marker(op) == SHARD_TO_FULL)

    def _make(self, part: _ManualPart) -> Operation | None:
        """Puts a manual computation in place of a part of a block; None, with a warning, if that cannot be."""
        axes = self._axes_of(part)
        reason = part.obstacle() if axes is not None else "the axes along which it is manual are not known"
        if axes is None or reason:
            self._stays(part, reason)
            return None
        carriers = [*map(_annotated, part.entries), *part.exits]
        ends = [self._sharding_at(op, each) for op, each in zip((*part.entries, *part.exits), carriers, strict=True)]
        inputs, outputs = ends[: len(part.entries)], ends[len(part.entries) :]
        if None in ends:
            number = ends.index(None)
            given = carriers[number]
            text = None if given is None else text_of(given)
            end = f"operand {number}" if number < len(inputs) else f"result {number - len(inputs)}"
            self._stays(part, f"{end} has no sharding" if text is None else f"{end} has {text}, which is not in axes")
            return None
        if not self._cuts(part, axes, [each for each in (*inputs, *outputs) if each is not None]):
            self._stays(part, "its types are not what its shardings leave on a device")
            return None
        rewriter = self._rewriter
        for annotation in dict.fromkeys(part.manual_markers):
            rewriter.replace(annotation, annotation.operands)
            part.ops.remove(annotation)
        block, last = Block(), part.last
        op = rewriter.create(
            InsertionPoint.after_op(last),
            MANUAL_COMPUTATION,
            [_full(entry) for entry in part.entries],
            [each.result.type for each in part.exits],
            {
                "in_shardings": ShardingPerValue(tuple([each for each in inputs if each is not None])),
                "out_shardings": ShardingPerValue(tuple([each for each in outputs if each is not None])),
                "manual_axes": ManualAxes(axes),
            },
            regions=[Region([block])],
            location=last.location,
        )
        self._fill(block, part, last.location)
        for result, each in zip(op.results, part.exits, strict=True):
            rewriter.replace_renaming(each, [result])
        for entry in part.entries:
            annotated = entry.operands[0].defining_op
            rewriter.erase(entry)
            if annotated is not None and marker(annotated) == SHARDING and not annotated.result.is_used:
                rewriter.erase(annotated)
        text = "a manual computation along {axes}"
        rewriter.tell("gspmd-computation-made", text, op, axes=axes)
        return op

    def _cuts(self, part: _ManualPart, axes: Sequence[str], shardings: Sequence[Sharding]) -> bool:
        """Returns whether the types of operands and results inside are those that their shardings leave on a device."""
        types = [(each.operands[0].type, each.result.type) for each in part.entries]
        types += [(each.result.type, each.operands[0].type) for each in part.exits]
        pairs = zip(shardings, types, strict=True)
        return all(self._shardings.cuts(sharding, axes, whole, local) for sharding, (whole, local) in pairs)

    def _axes_of(self, part: _ManualPart) -> tuple[str, ...] | None:
        """Returns the axes along which a part is manual, without those of the computation around."""
        found: tuple[str, ...] | None = None
        for op in (*part.entries, *part.manual_markers):
            text = text_of(op)
            axes = None if text is None else self._shardings.manual_axes(text, op)
            if axes is None or found not in (None, axes):
                return None
            found = axes
        outer = self._axes_around(part.exits[0])
        return None if found is None else tuple([name for name in found if name not in outer])

    def _axes_around(self, op: Operation) -> tuple[str, ...]:
        """Returns the axes along which an operation is local already."""
        around, found = op.parent_op, tuple[str, ...]()
        while around is not None:
            if around.signature.definition is MANUAL_COMPUTATION:
                found += around.properties.find(ManualAxes, "manual_axes").axes
            elif around.signature.definition is FUNC:
                found += self._axes_at.get(symbol_name(around) or "", ())
            around = around.parent_op
        return found

    def _sharding_at(self, op: Operation, annotated: Operation | None) -> Sharding | None:
        """Returns the sharding, with that of an annotation, of what `op` takes or gives as a whole."""
        text = None if annotated is None else text_of(annotated)
        if annotated is None or text is None:
            return None
        value = op.operands[0] if marker(op) == FULL_TO_SHARD else op.result
        return self._shardings.sharding(text, value.type, annotated, open_dimensions(annotated))

    def _fill(self, block: Block, part: _ManualPart, location: Location | int) -> None:
        """Moves the operations of a part into the body; a call that is all of it is replaced by what is called."""
        rewriter = self._rewriter
        for entry in part.entries:
            argument = block.add_argument(entry.result.type, entry.result.owner.location)
            rewriter.renames(argument, entry.result)
            rewriter.replace_uses(entry.result, argument)
        inside = {*part.ops, *part.exits}
        for shared in part.shared:
            copy = rewriter.clone(shared, {}, InsertionPoint.end_of(block))
            for old, new in zip(shared.results, copy.results, strict=True):
                rewriter.renames(new, old)
                rewriter.replace_uses(old, new, lambda use: _at_level(use.owner, part.block) in inside)
        for op in part.ops:
            rewriter.move(op, InsertionPoint.end_of(block))
        returned = [each.operands[0] for each in part.exits]
        rewriter.create(InsertionPoint.end_of(block), RETURN, returned, location=location)
        calls = [op for op in part.ops if op.signature.definition is CALL]
        for call in calls:
            self._axes_at[callee_name(call)] = self._axes_around(call)
        if self._inlines and len(calls) == 1 and all(op is calls[0] or marker(op) == SHARDING for op in part.ops):
            self._inline(calls[0])

    def _inline(self, call: Operation) -> None:
        """Puts the body of a private function in place of its call."""
        callee = symbols(self._module).get(callee_name(call))
        if callee is None or visibility(callee) != PRIVATE or len(callee.regions[0].blocks) != 1:
            return
        rewriter, body = self._rewriter, callee.regions[0].block
        mapping: dict[Value, Value] = dict(zip(body.arguments, call.operands, strict=True))
        *ops, last = body.ops
        for op in ops:
            rewriter.clone(op, mapping, InsertionPoint.before_op(call))
        for old, new in mapping.items():
            if new not in call.operands:
                rewriter.renames(new, old)
        rewriter.replace(call, [mapping.get(operand, operand) for operand in last.operands])
        self._called.add(callee)

    def _stays(self, part: _ManualPart, reason: str) -> None:
        message = f"the custom calls of a manual computation stay: {reason}"
        self._rewriter.emit(Diagnostic("warning", message, part.exits[0].location), once=message)


class _ManualPart:
    """The operations of a block that are between entries and exits, in order."""

    def __init__(self, block: Block, entries: list[Operation], ops: list[Operation], exits: list[Operation]) -> None:
        self.block = block
        self.entries = entries
        self.exits = exits
        self.ops = ops
        self.shared: list[Operation] = []
        """Operations without operands that the part and others use: it gets copies."""

    @property
    def last(self) -> Operation:
        order = {op: number for number, op in enumerate(self.block.ops)}
        return max((*self.entries, *self.ops, *self.exits), key=lambda op: order[op])

    @property
    def manual_markers(self) -> list[Operation]:
        """The custom calls @Sharding right before exits."""
        found = [each.operands[0].defining_op for each in self.exits]
        return [op for op in found if op is not None and marker(op) == SHARDING]

    def obstacle(self) -> str:
        """Returns why the part cannot be an operation of its own; empty if it can be."""
        order = {op: number for number, op in enumerate(self.block.ops)}
        inside = {*self.entries, *self.ops, *self.exits}
        last = max(order[op] for op in inside)
        for op in self.ops:
            for value in _taken(op):
                maker = value.defining_op
                if maker in inside or maker in self.shared:
                    continue
                return f"'{op.name}' uses a value from outside"
            for user in [user for result in op.results for user in result.users]:
                if _at_level(user, self.block) not in inside:
                    return f"a result of '{op.name}' is used outside"
        for exit in self.exits:
            for user in exit.result.users:
                level = _at_level(user, self.block)
                if level in inside or (level is not None and order[level] < last):
                    return "a result is used before all of it has run"
        return ""


def _parts(block: Block) -> Iterator[_ManualPart]:
    """Yields the parts of a block that are local to each device: connected by values that only they have."""
    local: dict[Operation, set[Operation]] = {}
    """The operations of each part, by each of them."""

    def join(first: Operation, second: Operation) -> None:
        own, other = local.setdefault(first, {first}), local.setdefault(second, {second})
        if own is not other:
            own |= other
            local.update(dict.fromkeys(other, own))

    ops = list(block.ops)
    for op in ops:
        kind = marker(op)
        if kind == FULL_TO_SHARD:
            local.setdefault(op, {op})
            continue
        for value in _taken(op):
            maker = value.defining_op
            if maker is not None and maker in local and marker(maker) != SHARD_TO_FULL:
                join(maker, op)
        if kind == SHARD_TO_FULL:
            maker = op.operands[0].defining_op
            if maker is not None:
                join(maker, op)
    order = {op: number for number, op in enumerate(ops)}
    for part in {id(each): each for each in local.values()}.values():
        _add_unfed(part, block)
        in_order = sorted(part, key=lambda op: order[op])
        exits = [op for op in in_order if marker(op) == SHARD_TO_FULL]
        entries = [op for op in in_order if marker(op) == FULL_TO_SHARD]
        if exits:
            inner = [op for op in in_order if op not in exits and op not in entries]
            found = _ManualPart(block, entries, inner, exits)
            found.shared = sorted(_shared(inner, part), key=lambda op: order[op]) if inner else []
            yield found


def _add_unfed(part: set[Operation], block: Block) -> None:
    """Adds to a part what it uses and nothing else does, and what takes no operands: constants of its body, say."""
    pending = [op for op in part if marker(op) != FULL_TO_SHARD]
    while pending:
        for value in _taken(pending.pop()):
            maker = value.defining_op
            if maker is None or maker in part or maker.parent is not block or _taken(maker):
                continue
            users = {_at_level(user, block) for result in maker.results for user in result.users}
            if users <= part:
                part.add(maker)
                pending.append(maker)


def _shared(ops: list[Operation], part: set[Operation]) -> set[Operation]:
    """Returns the operations without operands, and without effects, that operations of a part use."""
    makers = {value.defining_op for op in ops for value in _taken(op)} - part
    return {op for op in makers if op is not None and not _taken(op) and "Pure" in op.signature.definition.traits}


def _taken(op: Operation) -> list[Value]:
    """Returns the operands of an operation and the values from outside that its regions use."""
    if not op.regions:
        return list(op.operands)
    inner = set(walk(op))
    return [
        value
        for each in inner
        for value in each.operands
        if each is op or (value.block.parent_op if value.block is not None else None) not in inner
    ]


def _at_level(op: Operation | None, block: Block) -> Operation | None:
    """Returns the operation of a block that `op` is, or is inside of."""
    while op is not None and op.parent is not block:
        op = op.parent_op
    return op


def _annotated(entry: Operation) -> Operation | None:
    """Returns the custom call @Sharding that says how the operand of an entry is sharded."""
    maker = entry.operands[0].defining_op
    return maker if maker is not None and marker(maker) == SHARDING else None


def _full(entry: Operation) -> Value:
    """Returns the value that an entry cuts, without the annotation on it."""
    annotated = _annotated(entry)
    return entry.operands[0] if annotated is None else annotated.operands[0]


# -sdy-import-gspmd-shardings.

_PARTITIONS = "mhlo.num_partitions"


@register_pass("sdy-import-gspmd-shardings")
class ImportGspmdShardings(Pass):
    """Makes GSPMD shardings, `mhlo.sharding` and the custom calls for it, shardings of SDY.

    The mesh is found from the devices that all shardings list: its axes are named `_axis_0`, `_axis_1`, …, from major
    to minor, as in XLA, unless the module has a mesh over which they are. Custom calls `@Sharding` become sharding
    constraints, with open dimensions where the call leaves them unspecified, and members of sharding groups;
    what is between `@SPMDFullToShardShape` and `@SPMDShardToFullShape` becomes a manual computation, with the body of
    the function that is called there.

    If XLA has kept shardings of SDY in frontend attributes, `xla.sdy.meshes` and others, or in texts that name a mesh
    and its axes, `-xla-sdy-round-trip-import-pipeline` takes these, and GSPMD shardings, which say less, are dropped.
    Custom calls whose result is a tuple have several results afterwards.

    A sharding stays, with a warning, if it lists devices in an order that no axes have, is over another number of
    devices than most, or does not fit its type.
    """

    inline_bodies: bool = True
    """Whether a manual computation has the body of the function that is called in it."""

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        if not has_gspmd_shardings(rewriter.listing(module)):
            return
        form = xla_form(module)
        if form is not None and not (form is XlaForm.NAMED and collect(module, _is_exported)):
            named = str(form is XlaForm.NAMED).lower()
            passes = f"xla-sdy-round-trip-import-pipeline{{enable-hlo-sharding-v3={named}}}"
            rewriter.run_pipeline(f"builtin.module({passes})", module)
            _warn_of_texts(module, rewriter)
        elif collect(module, lambda signature: TupleType in map(type, signature.result_types)):
            rewriter.run_pipeline("builtin.module(func.func(stablehlo-ext-canonicalize-from-hlo-import))", module)
        if not (ops := collect(module, has_gspmd_sharding)):
            return
        importer = _Importer(module, rewriter)
        if importer.find_mesh(ops):
            ManualComputations(module, rewriter, importer).make(self.inline_bodies)
            for op in collect(module, has_gspmd_sharding):
                importer.convert(op)


def _warn_of_texts(module: Operation, rewriter: Rewriter) -> None:
    """Warns of what XLA has kept as text and is none of the attributes that it should be."""
    for op in collect(module, lambda signature: bool(_texts_left(signature))):
        for name in _texts_left(op.signature):
            message = f"the frontend attribute {name} stays: it is not the text of such an attribute"
            rewriter.emit(Diagnostic("warning", message, op.location), once=message)


def _texts_left(signature: Signature) -> list[str]:
    """Returns the names of XLA's frontend attributes that operations with this signature have."""
    found = [signature.attributes, *dictionaries_of(signature.properties.get("arg_attrs"))]
    texts = [each.get(FRONTEND_ATTRIBUTES) for each in found]
    names = [name for each in texts if isinstance(each, DictionaryAttr) for name in each]
    return [name for name in names if name.startswith("xla.sdy.")]


def _is_exported(signature: Signature) -> bool:
    """Returns whether XLA's propagation is over when a program has operations with this signature."""
    target = signature.properties.get("call_target_name")
    is_border = isinstance(target, StringAttr) and target.value in (FULL_TO_SHARD, SHARD_TO_FULL)
    return is_border or (signature.definition.name == "mhlo.copy" and GSPMD_SHARDING in signature.attributes)


class _Importer:
    """Converts the shardings of a module, and adds its meshes."""

    def __init__(self, module: Operation, rewriter: Rewriter) -> None:
        self._module = module
        self._rewriter = rewriter
        self._table = SymbolTable(module)
        self._symbols: dict[Mesh, SymbolRefAttr] = {}
        for op in mesh_ops(module):
            name = op.properties.find(StringAttr, "sym_name")
            self._symbols.setdefault(mesh_of(op), SymbolRefAttr((name.value,)))
        self._found: FoundMesh

    def find_mesh(self, ops: list[Operation]) -> bool:
        """Finds the mesh of all shardings; without one, reports those that there are."""
        counts: Counter[HloSharding] = Counter()
        first: tuple[str, Operation] | None = None
        for op in ops:
            for text in gspmd_texts(op.signature):
                for mesh in meshes_named(text):
                    self._symbol(mesh, "mesh")
                first = first or (text, op)
                sharding = self._read(text, op)
                counts.update([] if sharding is None else sharding.elements or [sharding])
        partitions = self._module.attributes.get(_PARTITIONS)
        devices = partitions.value if isinstance(partitions, IntegerAttr) and partitions.value > 0 else None
        if devices == 1 and any(each.form is Form.TILED for each in counts):
            devices = None
        if (found := find_mesh(counts, devices, self._symbols)) is None:
            if counts and first is not None:
                self._keep(first[0], "neither it nor mhlo.num_partitions says how many devices there are", first[1])
            return False
        self._found = found
        tiled = sum(each.form is Form.TILED for each in counts)
        self._rewriter.tell(
            "gspmd-mesh-found",
            "{shardings:#} GSPMD {shardings:sharding is|shardings are} over {name}, {mesh}",
            self._module,
            shardings=tiled,
            name=self._symbol(found.mesh, "mesh"),
            mesh=found.mesh,
        )
        return True

    def _symbol(self, mesh: Mesh, name: str) -> SymbolRefAttr:
        """Returns the name of the operation with that mesh, which is added if there is none."""
        if mesh not in self._symbols:
            op = new_mesh_op(name, mesh, self._module.location)
            others = list(mesh_ops(self._module))
            block = self._module.regions[0].block
            at = InsertionPoint.after_op(others[-1]) if others else InsertionPoint.start_of(block)
            self._symbols[mesh] = SymbolRefAttr((self._rewriter.insert_symbol(self._table, op, at),))
        return self._symbols[mesh]

    def _maximal(self, device: int) -> SymbolRefAttr:
        return self._symbol(Mesh((), (device,)), f"maximal_mesh_{device}")

    def _read(self, text: str, op: Operation) -> HloSharding | None:
        try:
            read = read_sharding(in_devices(text) if is_named(text) else text)
        except ValueError as error:
            self._keep(text, str(error), op)
            return None
        operator = _REDUCTION.search(text)
        return read if operator is None else read._replace(reduction_op=(operator[1] or operator[2]).lower())

    def _keep(self, text: str, reason: str, op: Operation) -> None:
        shown = text if text.isprintable() and len(text) < 200 else f"an OpSharding message of {len(text):,} bytes"
        message = f"the GSPMD sharding {shown} stays: {reason}"
        self._rewriter.emit(Diagnostic("warning", message, op.location), once=message)

    def sharding(self, text: str, type: Type, op: Operation, open: frozenset[int] = frozenset()) -> Sharding | None:
        """Returns the SDY sharding of a value of that type; None, with a warning, if it cannot be said in axes."""
        sharding = self._read(text, op)
        return None if sharding is None else self._converted(sharding, text, type, op, open)

    def _converted(
        self, sharding: HloSharding, text: str, type: Type, op: Operation, open: frozenset[int] = frozenset()
    ) -> Sharding | None:
        if sharding.form is Form.UNKNOWN:
            return None
        rank = len(type.shape) if isinstance(type, RankedTensorType) else 0
        try:
            symbol = self._symbol(self._found.mesh, "mesh")
            return sdy_sharding(sharding, self._found, symbol, rank, open, self._maximal)
        except ValueError as error:
            self._keep(text, str(error), op)
            return None

    def manual_axes(self, text: str, op: Operation) -> tuple[str, ...] | None:
        """Returns the names of the axes along which values with that sharding are local; None if these are not axes."""
        if (sharding := self._read(text, op)) is None or not sharding.is_manual:
            return None
        try:
            axes = in_axes(sharding, self._found).manual
        except ValueError as error:
            self._keep(text, str(error), op)
            return None
        if any(axis.sub_axis is not None for axis in axes):
            self._keep(text, f"it is manual along parts of axes of {self._found.mesh}", op)
            return None
        return tuple([axis.name for axis in axes])

    def cuts(self, sharding: Sharding, axes: Collection[str], whole: Type, local: Type) -> bool:
        """Returns whether a sharding cuts a type along some axes to that of what is local to a device."""
        if not isinstance(whole, RankedTensorType) or not isinstance(local, RankedTensorType):
            return whole is local
        sizes = [
            sharded_size([axis for axis in dimension.axes if axis.name in axes], self._found.mesh)
            for dimension in sharding.dimensions
        ]
        return [-(-size // parts) for size, parts in zip(whole.shape, sizes, strict=True)] == list(local.shape)

    def convert(self, op: Operation) -> None:
        """Converts the shardings of one operation."""
        if op.signature.definition is FUNC:
            change_value_attributes(op, lambda entry, type, _: self._entry(entry, type, op), self._rewriter)
            return
        if (text := text_of(op)) is None:
            return
        if marker(op) == SHARDING:
            self._convert_constraint(op, text)
        elif marker(op) is None:
            self._convert_results(op, text)

    def _convert_constraint(self, op: Operation, text: str) -> None:
        """Makes a constraint of a custom call; one that says nothing is erased."""
        if (sharding := self._read(text, op)) is None:
            return
        (value,) = op.operands
        if value.type is not op.result.type:
            self._keep(text, "the custom call changes the type", op)
            return
        rewriter = self._rewriter
        if sharding.group is not None:
            group = DictionaryAttr.of((("group_id", i64(sharding.group.number)),))
            rewriter.create_before(op, SHARDING_GROUP, [value], [], group, location=op.location)
        is_only_grouped = sharding.group is not None and sharding.form is Form.REPLICATED
        if is_only_grouped or sharding.form in (Form.UNKNOWN, Form.MANUAL):
            rewriter.replace(op, (value,))
            return
        made = self._converted(sharding, text, op.result.type, op, open_dimensions(op))
        if made is None:
            return
        constraint = rewriter.replace_by(op, SHARDING_CONSTRAINT, [value], properties={"sharding": made})
        why = "{value} has a constraint with {sharding}"
        rewriter.tell("gspmd-constraint-made", why, constraint.result, value=constraint.result, sharding=made)

    def _convert_results(self, op: Operation, text: str) -> None:
        """Gives the results of an operation their shardings."""
        if (sharding := self._read(text, op)) is None:
            return
        elements = sharding.elements if sharding.form is Form.TUPLE else (sharding,) * len(op.results)
        if len(elements) != len(op.results):
            self._keep(text, f"it is for {len(elements)} values, and there are {len(op.results)} results", op)
            return
        made = [self._converted(each, text, result.type, op) for each, result in zip(elements, op.results, strict=True)]
        if not made and sharding.form is Form.MAXIMAL:
            only = Sharding(self._maximal(sharding.device), ())
            self._rewriter.set_attribute(op, SDY_SHARDING, ShardingPerValue((only,)))
        for result, each in zip(op.results, made, strict=True):
            if each is not None:
                self._rewriter.set_sharding(result, each)
        if all(each is not None or said.form is Form.UNKNOWN for each, said in zip(made, elements, strict=True)):
            self._rewriter.remove_attribute(op, GSPMD_SHARDING)

    def _entry(self, entry: DictionaryAttr, type: Type, function: Operation) -> DictionaryAttr:
        if not isinstance(given := entry.get(GSPMD_SHARDING), StringAttr):
            return entry
        if (sharding := self.sharding(given.value, type, function)) is not None:
            return entry.without(GSPMD_SHARDING).with_entry(SDY_SHARDING, sharding)
        read = self._read(given.value, function)
        return entry.without(GSPMD_SHARDING) if read is not None and read.form is Form.UNKNOWN else entry
