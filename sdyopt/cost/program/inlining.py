"""Inlines calls in the copy of a program that a view propagates, as XLA does before it propagates shardings.

Passes that print programs leave calls where they are, like the reference.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_REDUCE, ALL_TO_ALL, COLLECTIVE_PERMUTE, REDUCE_SCATTER, STARTS
from sdyopt.cost.origins.followers import Follower, InlinedAt
from sdyopt.cost.program.executions import is_private
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.chlo.ops import RaggedDotDimensionNumbers
from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import OpShardingRule, Sharding
from sdyopt.dialects.sdy.shardings.slots import function_result_sharding, result_sharding, sharding_of
from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.dialects.stablehlo.ops import communication, control_flow, elementwise, shapes
from sdyopt.dialects.stablehlo.ops.control_flow import target_of
from sdyopt.dialects.stablehlo.sharding_rules.custom_calls import top_k
from sdyopt.dialects.stablehlo.sharding_rules.linear_algebra import add_product
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.attribute import Attribute, Location, checked, remembered
from sdyopt.ir.attributes import (
    I64,
    NO_ATTRIBUTES,
    TRUE,
    UNIT,
    ArrayAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
    i64,
)
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import Listing, collect_kind
from sdyopt.ir.locations import UNKNOWN, CallSiteLoc, Frame, NameLoc, frames_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import symbol_name, symbols
from sdyopt.ir.value import Value
from sdyopt.mlir.literals.attributes import dense_elements, elements_of
from sdyopt.mlir.rewrite.rewriter import is_trivially_dead
from sdyopt.rewriting.functions import CallGraph, callee_name
from sdyopt.rewriting.reshards import constraint_on
from sdyopt.sharding.rules import FactorType, RuleBuilder, has_rule, pointwise_rule, with_rule

MAX_ADDED = 200_000
"""Operations that inlining may add to a program for all of its calls to be inlined."""
ADDED_BEYOND = 10_000
"""Operations that it adds to a program that would grow by more; calls beyond stay."""


class Left(StrEnum):
    """Why a call stays."""

    RECURSION = "it calls itself"
    NO_BODY = "it has no body"
    BLOCKS = "it has several blocks"
    PUBLIC = "it is public"
    SIZE = "inlined, it would make the program too large"


class CallsLeft(NamedTuple):
    """Calls of one function that stay."""

    function: str
    calls: int
    reason: Left


def inline_calls(
    module: Listing,
    follower: Follower,
    most_added: int = MAX_ADDED,
    added_beyond: int = ADDED_BEYOND,
    together: list[Operation] | None = None,
    kept: set[Operation] | None = None,
    is_late: bool = False,
) -> tuple[CallsLeft, ...]:
    """Replaces each call of a private function by a copy of what the function does; returns the calls that stay.

    The follower gets to know the copies of values. Locations of copies are call sites of the call. Functions stay
    where they are; no call refers to those that have been inlined everywhere.

    With a list `together`, calls with several results are put into it and stay after the copy, with what is returned
    as their operands: as HLO has a tuple there. With a set `kept`, functions that the compiler for TPUs inlines only
    after propagation are put into it, and calls of them stay. `is_late` is after propagation.
    """
    graph = CallGraph(module)
    if not any(graph.calls.values()):
        return ()
    if kept is not None:
        kept.update(_inlined_late(graph))
    return _Inliner(graph, follower, together, kept or set(), is_late).run(most_added, added_beyond)


_INLINED_LATE = 20
"""The instructions from which on the compiler for TPUs inlines a function early only if one call calls it."""


def _inlined_late(graph: CallGraph) -> Iterator[Operation]:
    """Yields the functions that the compiler for TPUs inlines after propagation, which several calls call."""
    calls = Counter(graph.callee_of.values())
    instructions: dict[Operation, int] = {}
    late: set[Operation] = set()
    for function in graph.callees_first():
        block = function.regions[0].block
        *ops, last = block.ops
        count = len(block.arguments) + (len(last.operands) != 1)
        known: set[object] = set()
        for op in ops:
            callee = graph.callee_of.get(op)
            if callee in instructions and callee not in late:
                count += instructions[callee] - len(op.operands) - 1
            count += _instructions(op, known)
        instructions[function] = count
        if calls[function] > 1 and count >= _INLINED_LATE and is_private(function):
            late.add(function)
            yield function


def _instructions(op: Operation, known: set[object]) -> int:
    """Returns how many instructions of HLO an operation becomes; `known` are the constants before, which are one."""
    signature = op.signature
    definition = signature.definition
    if definition is shapes.CONSTANT:
        key: object = signature
        if key in known or all(use.owner.signature.definition is shapes.BROADCAST_IN_DIM for use in op.result.uses):
            return 0
        known.add(key)
        return 1 + bool(checked(RankedTensorType, op.result.type).shape)
    if definition is shapes.BROADCAST_IN_DIM:
        source = op.operands[0].defining_op
        if source is not None and source.signature.definition is shapes.CONSTANT:
            key = source.signature, signature
            is_new = key not in known
            known.add(key)
            return 2 * is_new
        sizes, whole = [checked(RankedTensorType, each.type).shape for each in (op.operands[0], op.result)]
        kept = integers(signature, "broadcast_dimensions") or ()
        return 3 if any(size != whole[number] for size, number in zip(sizes, kept, strict=True)) else 1
    results = sum([result.is_used for result in op.results])
    return _INLINED_LATE if is_expanded(op) else 1 + results * (len(op.results) > 1)


def _axes(sharding: Sharding) -> tuple[object, ...]:
    """Returns what devices hold of a value with a sharding."""
    return sharding.mesh, sharding.unreduced, *[dimension.axes for dimension in sharding.dimensions]


def erase_unused(module: Operation) -> None:
    """Erases operations without effects whose results are not used; those of SDY say something by being there."""
    for op in reversed(list(module.walk())):
        results = op.results
        if results and not results[0].is_used and not op.name.startswith("sdy.") and is_trivially_dead(op):
            op.erase()


class _Inliner:
    def __init__(
        self,
        graph: CallGraph,
        follower: Follower,
        together: list[Operation] | None,
        kept: set[Operation],
        is_late: bool,
    ) -> None:
        self._graph, self._kept, self._is_late = graph, kept, is_late
        self._together = together
        self._follower = follower
        self._room = 0
        """Operations that may still be added."""
        self._calls = 0
        """How many have been inlined."""
        self._sizes: dict[Operation, int] = {}
        self._frames: dict[Location, frozenset[Frame]] = {}
        self._recursive: set[Operation] = set()
        for component in graph.components():
            if len(component) > 1 or component[0] in graph.callees[component[0]]:
                self._recursive.update(component)
        self._callees = dict(graph.callee_of)
        """Those of the calls that there are, copies of calls included."""
        self._outermost: dict[Operation, Location | int] = {}
        """Where the call of a root is from which a copy of a call comes."""

    def run(self, most_added: int, added_beyond: int) -> tuple[CallsLeft, ...]:
        called = set(self._callees.values())
        roots = [
            function
            for function in self._graph.calls
            if function not in called - self._recursive - self._kept or not is_private(function)
        ]
        self._room = most_added if self._growth(roots) <= most_added else added_beyond
        left: Counter[tuple[str, Left]] = Counter()
        pending = deque([call for function in roots for call in self._graph.calls[function]])
        while pending:
            call = pending.popleft()
            if self._callees.get(call) in self._kept:
                continue
            reason = self._reason_to_stay(call)
            if reason is None:
                pending.extend(self._inline(call))
            else:
                left[callee_name(call), reason] += 1
        return tuple([CallsLeft(name, count, reason) for (name, reason), count in left.items()])

    def _reason_to_stay(self, call: Operation) -> Left | None:
        if (callee := self._callees.get(call)) is None:
            return Left.NO_BODY
        if callee in self._recursive:
            return Left.RECURSION
        if not is_private(callee):
            return Left.PUBLIC
        if len(callee.regions[0].blocks) != 1:
            return Left.BLOCKS
        return Left.SIZE if self._size(callee) > self._room else None

    def _size(self, callee: Operation) -> int:
        """Returns the number of operations in a function."""
        if callee not in self._sizes:
            self._sizes[callee] = sum(1 for _ in callee.walk())
        return self._sizes[callee]

    def _growth(self, roots: list[Operation]) -> int:
        """Returns how many operations inlining all calls would add to `roots`."""
        graph, added = self._graph, dict[Operation, int]()
        for function in graph.callees_first():
            callees = graph.callees[function]
            added[function] = sum(
                added[callee] + self._size(callee) for callee in callees if callee not in self._recursive
            )
        return sum(added[function] for function in roots)

    def _inline(self, call: Operation) -> Iterator[Operation]:
        """Puts a copy of what is called in place of a call; yields the calls in it."""
        callee = self._callees[call]
        self._room -= self._size(callee)
        block = callee.regions[0].block
        mapping: dict[Value, Value] = {}
        for argument, operand in zip(block.arguments, call.operands, strict=True):
            mapping[argument] = self._constrained(operand, sharding_of(argument), call)
        made: list[Operation] = []
        *body, last = block.ops
        for op in body:
            made.append(clone(op, mapping))
            made[-1].insert_before(call)
        self._calls += 1
        # A copy of a function has the name of the function that it is a copy of.
        written = self._follower.source(block.arguments[0]).owner_op if block.arguments else None
        at = InlinedAt(self._calls, symbol_name(written or callee) or "", self._outermost.get(call, call.location))
        arguments = set(block.arguments)
        named: dict[Value, Value] = {}
        """The results of the call by what is returned: they name it in the caller."""
        for operand, result in zip(last.operands, call.results, strict=True):
            if operand not in arguments:
                named.setdefault(operand, result)
        for old, new in mapping.items():
            if old in named:
                if self._is_late:
                    self._follower.renamed(new, named[old])
                else:
                    self._follower.returned(new, named[old], is_copy=True)
                self._follower.also_called(new, old, at)
            elif old not in arguments:
                (self._follower.moved if self._is_late else self._follower.copied)(new, old, at)
            else:
                self._follower.also_called(new, old, at)
        known: dict[Location, Location] = {}
        for copy in [inner for op in made for inner in op.walk()]:
            copy.location = self._located(copy.location, call.location, known)
            for argument in [each for region in copy.regions for one in region.blocks for each in one.arguments]:
                argument.location = self._located(argument.location, call.location, known)
        returned = [mapping.get(operand, operand) for operand in last.operands]
        is_tuple = self._together is not None and len(returned) > 1
        for number, (result, value) in enumerate(zip(call.results, returned, strict=True)):
            sharding = result_sharding(call.signature, number) or function_result_sharding(callee, number)
            constrained = self._constrained(value, sharding, call)
            if constrained is not value:
                self._follower.returned(constrained, result, is_copy=False)
            returned[number] = constrained
            if not is_tuple:
                result.replace_all_uses_with(constrained)
        if self._together is not None and is_tuple:
            call.set_operands(returned)
            self._together.append(call)
        else:
            call.erase()
        if originals := self._graph.calls[callee]:
            copies = [inner for op in made for inner in collect_kind(op, CALL)]
            self._callees.update(
                (copy, self._graph.callee_of[original])
                for copy, original in zip(copies, originals, strict=True)
                if original in self._graph.callee_of
            )
            self._outermost.update(dict.fromkeys(copies, at.call))
            yield from copies

    def _constrained(self, value: Value, sharding: Sharding | None, call: Operation) -> Value:
        """Returns `value`, with the sharding that a function gives it."""
        if sharding is None:
            return value
        if self._is_late and (given := sharding_of(value)) is not None and _axes(given) == _axes(sharding):
            return value
        constraint = constraint_on(value, sharding, call.location)
        constraint.insert_before(call)
        return constraint.result

    def _located(
        self, callee: Location | int, caller: Location | int, known: dict[Location, Location]
    ) -> Location | int:
        """Returns where a copy is: in the callee, called from the caller; offsets are places of the text as they are.

        What is in the callee's call stack already is not repeated.
        """
        if isinstance(callee, int) or isinstance(caller, int):
            return callee
        if callee not in known:
            known[callee] = callee if self._frames_of(caller) <= self._frames_of(callee) else _site(callee, caller)
        return known[callee]

    def _frames_of(self, location: Location) -> frozenset[Frame]:
        if location not in self._frames:
            self._frames[location] = frozenset(frames_of(location))
        return self._frames[location]


def _site(callee: Location, caller: Location) -> Location:
    """Returns the call site of a location, under the name that an operation has."""
    if isinstance(callee, NameLoc):
        return NameLoc(callee.name, CallSiteLoc(callee.child or UNKNOWN, caller))
    return CallSiteLoc(callee, caller)


# The sharding rules that operations of CHLO have in XLA, which breaks them up before it propagates shardings.


_SAME_IN_CHLO: dict[str, OpDefinition] = {
    **{
        f"mhlo.{each.name.removeprefix('chlo.')}": each
        for each in (chlo.ACOS, chlo.ACOSH, chlo.ASIN, chlo.ASINH, chlo.ATANH, chlo.COSH, chlo.ERF, chlo.SINH)
    },
    "mhlo.topk": chlo.TOP_K,
}
"""The operations of MHLO, which programs in HLO text have, that are those of CHLO."""


def use_chlo(module: Listing) -> Listing:
    """Makes operations of MHLO those of CHLO where both are the same, and gives them the rules that they have in XLA.

    Those that XLA breaks up get the rules of what they become. `erf` gets none: it stays one operation in XLA, and
    Shardy has no rule for it. Of `scan` nothing is known. Composites are operations of CHLO, as files of `jax.export`
    have these, or calls. Returns the listing of what the module then has.
    """
    changed = module.collect(lambda signature: _in_chlo(signature) is not signature)
    for op in changed:
        op.signature = _in_chlo(op.signature)
    return Listing(module.root) if changed else module


_OF_MHLO = ("mhlo.attributes", "mhlo.version")
"""The attributes of a custom call that stands for an operation of MHLO, as PyTorch/XLA writes `erf`."""


_BY_NAME = {definition.name: definition for definition in chlo.OPERATIONS}


def _in_ragged_dot(given: DictionaryAttr) -> DictionaryAttr:
    """Returns the attributes of a ragged product, which composites have as lists and words."""
    numbers, precisions = [
        checked(ArrayAttr, given.get(name, ArrayAttr(()))).elements
        for name in ("ragged_dot_dimension_numbers", "precision_config")
    ]
    lists = [tuple(elements_of(checked(DenseElementsAttr, each))) for each in numbers]
    words = ArrayAttr(tuple([chlo.Precision(checked(StringAttr, each).value) for each in precisions]))
    given = given.with_entry("ragged_dot_dimension_numbers", RaggedDotDimensionNumbers(*lists))
    return given.with_entry("precision_config", words) if precisions else given


def _composed(signature: Signature) -> Signature:
    """Returns the signature of the operation of CHLO whose name a composite has, or else of a call of what it is."""
    types = signature.operand_types, signature.result_types
    properties = signature.properties
    if (definition := _BY_NAME.get(checked(StringAttr, properties.get("name")).value)) is not None:
        own = checked(DictionaryAttr, properties.get("composite_attributes", NO_ATTRIBUTES))
        if definition is chlo.RAGGED_DOT:
            own = _in_ragged_dot(own)
        return Signature.of(definition, *types, own, signature.attributes)
    callee = checked(SymbolRefAttr, properties.get("decomposition"))
    return Signature.of(CALL, *types, NO_ATTRIBUTES.with_entry("callee", callee), signature.attributes)


@remembered
def _in_chlo(signature: Signature) -> Signature:
    if signature.definition is control_flow.COMPOSITE:
        signature = _composed(signature)
    called = _SAME_IN_CHLO.get(target_of(signature))
    if called is not None and called.is_elementwise and len(signature.operand_types) == 1:
        attributes = signature.attributes.without(*_OF_MHLO)
        signature = Signature.of(called, signature.operand_types, signature.result_types, NO_ATTRIBUTES, attributes)
    definition = _SAME_IN_CHLO.get(signature.definition.name)
    if definition is not None and signature.properties.get("largest") in (None, TRUE):
        properties = signature.properties.without("largest")
        types = signature.operand_types, signature.result_types
        signature = Signature.of(definition, *types, properties, signature.attributes)
    rule = None if signature.definition not in _RULES or has_rule(signature) else _rule(signature)
    return signature if rule is None else with_rule(signature, rule)


def is_expanded(op: Operation) -> bool:
    """Whether XLA breaks up an operation of CHLO before it propagates shardings, which then has a rule."""
    return op.signature.definition in _RULES and _rule(op.signature) is not None


@remembered
def _rule(signature: Signature) -> OpShardingRule | None:
    return _RULES[signature.definition](signature)


def _broadcasting_rule(signature: Signature) -> OpShardingRule:
    """Returns the pointwise rule of operands that are broadcast to the shape of the result."""
    builder = RuleBuilder(signature)
    (result,) = builder.result_shapes
    given = signature.properties.get("broadcast_dimensions")
    places: list[dict[int, int]] = []
    for shape in builder.operand_shapes:
        is_placed = isinstance(given, DenseArrayAttr) and len(given.values) == len(shape) < len(result)
        start = len(result) - len(shape)
        dimensions = checked(DenseArrayAttr, given).values if is_placed else range(start, len(result))
        places.append({of_result: of_shape for of_shape, of_result in enumerate(dimensions)})
    for dimension, size in enumerate(result):
        mapped = [place.get(dimension) for place in places]
        operands = [
            number if number is not None and shape[number] == size else None
            for shape, number in zip(builder.operand_shapes, mapped, strict=True)
        ]
        builder.add_factor(size, operands, [dimension])
    return builder.build()


def _ragged_dot_rule(signature: Signature) -> OpShardingRule:
    """Returns the rule of a product whose groups are replicated; other dimensions are those of `dot_general`."""
    builder = RuleBuilder(signature)
    sizes = builder.operand_shapes[2]
    numbers = signature.properties.find(RaggedDotDimensionNumbers)
    groups = tuple(numbers.rhs_group_dimensions)
    first = add_product(builder, numbers, groups)
    """The number of results' dimensions that are groups: one if the ragged dimension is contracted."""
    of_groups = [None, groups[0] if groups else None, len(sizes) - 1 if sizes else None]
    builder.add_factor(
        sizes[-1] if sizes else 1, of_groups, [0] if first == 1 else [], type=FactorType.NEED_REPLICATION
    )
    return builder.build()


def _top_k_rule(signature: Signature) -> OpShardingRule:
    """Returns the rule of XLA's `mhlo.topk`."""
    return top_k(RuleBuilder(signature))


_WITHOUT_RULE = frozenset((chlo.ERF, chlo.SCAN, chlo.CONSTANT))
"""The operations that keep their shardings: `erf` in XLA, too; of `scan` nothing is known."""


def _rule_of(definition: OpDefinition) -> Callable[[Signature], OpShardingRule | None]:
    if definition is chlo.TOP_K:
        return _top_k_rule
    if definition is chlo.RAGGED_DOT:
        return _ragged_dot_rule
    return _broadcasting_rule if definition.name.startswith("chlo.broadcast_") else pointwise_rule


_RULES: dict[OpDefinition, Callable[[Signature], OpShardingRule | None]] = {
    definition: _rule_of(definition) for definition in chlo.OPERATIONS if definition not in _WITHOUT_RULE
}


# Collectives that begin in one operation and end in another, as the one collective that they are.

_DEVICE_TO_DEVICE = 1


class _Form(NamedTuple):
    """The form of an operation that a custom call begins."""

    definition: OpDefinition
    numbers: Mapping[str, str] = {}
    """The attributes that are numbers, by their names in the JSON."""
    reduces: bool = False
    has_global_ids: bool = True


_FORMS: dict[str, _Form] = {
    ALL_GATHER: _Form(communication.ALL_GATHER, {"all_gather_dimension": "all_gather_dim"}),
    ALL_REDUCE: _Form(communication.ALL_REDUCE, reduces=True),
    ALL_TO_ALL: _Form(
        communication.ALL_TO_ALL,
        {name: name for name in ("split_dimension", "concat_dimension", "split_count")},
        has_global_ids=False,
    ),
    COLLECTIVE_PERMUTE: _Form(communication.COLLECTIVE_PERMUTE, has_global_ids=False),
    REDUCE_SCATTER: _Form(communication.REDUCE_SCATTER, {"scatter_dimension": "scatter_dimension"}, reduces=True),
}
_DONE = frozenset([f"{kind}-done" for kind in STARTS.values()])


def has_asynchronous(module: Listing) -> bool:
    """Whether a module has collectives that begin in one operation and end in another."""
    return any(
        _conversion(op) is not None
        for op in module.collect_kind(control_flow.CUSTOM_CALL, control_flow.ASYNC_START, control_flow.ASYNC_DONE)
    )


def make_synchronous(module: Operation) -> None:
    """Makes the collectives that begin in one operation what they are; operations and values stay the same ones.

    Those whose attributes are not understood stay as they are.
    """
    found = [
        (op, _conversion(op))
        for op in collect_kind(module, control_flow.CUSTOM_CALL, control_flow.ASYNC_START, control_flow.ASYNC_DONE)
    ]
    for op, convert in found:
        if convert is not None:
            convert(op, module)


def _conversion(op: Operation) -> Callable[[Operation, Operation], None] | None:
    if (definition := op.signature.definition) is control_flow.ASYNC_START:
        return _take_out if _is_plain(op) else None
    if definition is control_flow.ASYNC_DONE:
        start = op.operands[0].defined_by(control_flow.ASYNC_START)
        return _pass_on if start is not None and _is_plain(start) else None
    target = target_of(op.signature)
    is_one = len(op.operands) == len(op.results) == 1
    if is_one and target in _DONE:
        return _pass_on if op.operands[0].type is op.results[0].type else None
    is_begun = is_one and target in STARTS and _properties(op.signature, _FORMS[STARTS[target]]) is not None
    return _begin if is_begun else None


def _is_plain(op: Operation) -> bool:
    """Whether the body of an `async_start` is one operation on all of its operands, and only its end reads it."""
    block = op.regions[0].blocks[0]
    inner = block.first
    return (
        inner is not None
        and list(inner.operands) == list(block.arguments)
        and len(inner.results) == 1
        and all(use.owner.signature.definition is control_flow.ASYNC_DONE for use in op.results[0].uses)
    )


def _take_out(op: Operation, module: Operation) -> None:
    """Makes an `async_start` the operation in its body."""
    inner = checked(Operation, op.regions[0].blocks[0].first)
    regions = inner.regions
    inner.regions = ()
    _become(op, inner.signature, regions)


def _pass_on(op: Operation, module: Operation) -> None:
    type = op.results[0].type
    _become(op, Signature.of(shapes.RESHAPE, (type,), (type,), attributes=op.attributes))


def _begin(op: Operation, module: Operation) -> None:
    """Makes a custom call the collective that it begins."""
    form = _FORMS[STARTS[target_of(op.signature)]]
    properties = checked(dict, _properties(op.signature, form))
    old = op.signature
    regions = [_reducer(op, module)] if form.reduces else []
    attributes = DictionaryAttr.of({name: value for name, value in old.attributes.items() if name != _ATTRIBUTES})
    signature = Signature.of(
        form.definition, old.operand_types, old.result_types, DictionaryAttr.of(properties), attributes
    )
    _become(op, signature, regions)


def _become(op: Operation, signature: Signature, regions: Sequence[Region] = ()) -> None:
    op.convert(signature, op.operands)
    op.regions = regions
    for region in regions:
        region.parent = op


def _reducer(op: Operation, module: Operation) -> Region:
    """Returns the computation of a collective that reduces: that of the function which it calls, else a sum."""
    called = op.properties.get("called_computations")
    name = called.elements[0] if isinstance(called, ArrayAttr) and called.elements else None
    function = symbols(module).get(name.root) if isinstance(name, SymbolRefAttr) else None
    region = Region()
    block = region.add_block()
    body = function.regions[0].blocks[0] if function is not None and function.regions[0].blocks else None
    if body is None:
        scalar = RankedTensorType((), checked(RankedTensorType, op.operands[0].type).element_type)
        values: list[Value] = [block.add_argument(scalar, op.location) for _ in range(2)]
        combined = Operation.create(elementwise.ADD, values, [scalar], location=op.location)
        block.append(combined)
        block.append(Operation.create(control_flow.RETURN, combined.results, location=op.location))
        return region
    mapping: dict[Value, Value] = {each: block.add_argument(each.type, each.location) for each in body.arguments}
    for inner in body.ops:
        copy = clone(inner, mapping)
        if inner is body.last:
            copy.signature = Signature.of(control_flow.RETURN, copy.signature.operand_types)
        block.append(copy)
    return region


# --- what JAX writes ---------------------------------------------------------------------------------------------

_ATTRIBUTES, _CONFIG = "mhlo.frontend_attributes", "async_collective_config"


def _properties(signature: Signature, form: _Form) -> dict[str, Attribute] | None:
    """Returns the properties of the collective that a custom call begins; None if they are not understood."""
    from json import loads

    attributes = signature.attributes.get(_ATTRIBUTES)
    text = attributes.get(_CONFIG) if isinstance(attributes, DictionaryAttr) else None
    try:
        config = loads(text.value) if isinstance(text, StringAttr) else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(config, dict):
        return None
    found: dict[str, Attribute] = {}
    for name, given in form.numbers.items():
        if type(number := config.get(name)) is not int or not 0 <= number < 1 << 63:
            return None
        found[given] = i64(number)
    is_permuted = form.definition is communication.COLLECTIVE_PERMUTE
    table = _table(config.get("permutation" if is_permuted else "replica_groups"), 2 if is_permuted else 0)
    if table is None:
        return None
    found["source_target_pairs" if is_permuted else "replica_groups"] = table
    if type(channel := config.get("channel_id")) is int and 0 < channel < 1 << 63:
        found["channel_handle"] = ChannelHandle(channel, _DEVICE_TO_DEVICE)
        if form.has_global_ids and config.get("use_global_device_ids") is True:
            found["use_global_device_ids"] = UNIT
    return found


def _table(rows: object, width: int) -> Attribute | None:
    """Returns lists of devices, of so many each unless it is 0, as an attribute; None if they are none."""
    if not isinstance(rows, list) or not all(isinstance(row, list) and row for row in rows):
        return None
    if any(type(device) is not int or not 0 <= device < 1 << 63 for row in rows for device in row):
        return None
    if width and any(len(row) != width for row in rows):
        return None
    width = width or max(map(len, rows), default=0)
    lists = [f"[{', '.join(map(str, [*row, *[-1] * (width - len(row))]))}]" for row in rows]
    return dense_elements(f"[{', '.join(lists)}]" if rows else "", RankedTensorType((len(rows), width), I64))
