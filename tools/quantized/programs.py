"""Random programs with quantized types: a function with an operation, or with nothing but its arguments.

`program(seed)` is always the same for a seed. About half of the programs are valid.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from tools.differential import Answer
from tools.quantized import elements
from tools.quantized.constraints import signature
from tools.quantized.drafts import ACCUMULATED, BASE, EXPRESSED, OFTEN, OTHER, Draft, DraftTensor, draft
from tools.quantized.model import ModelError, first_error, has_error
from tools.quantized.operations import ModelOperation, ModelRegion
from tools.quantized.templates import BODY, BRANCH, CONDITION, LIKE, ORDER, TEMPLATES
from tools.quantized.types import SPELLINGS, Element, ModelTensor, Param, Quantized, flat, is_float

PLAIN = ("f32", "f32", "i32", "i8", "f64")
WIDER = {"i8": "i32", "i32": "i32", "f32": "f32", "f64": "f64"}
PLAIN_SHARE = 0.07
"""How often nothing is quantized."""
PER_TENSOR_ONLY_SHARE = 0.04
"""How often elements are quantized per axis in operations that do not take such."""


class ModelProgram(NamedTuple):
    """The arguments of a function, and the operation in it, which uses all of them in their order."""

    arguments: tuple[ModelTensor, ...]
    operation: ModelOperation | None
    spelling: str = "usual"

    @property
    def problem(self) -> ModelError | None:
        """What the model finds wrong."""
        return first_error(self.arguments, self.operation)

    @property
    def results(self) -> tuple[ModelTensor, ...]:
        """What the function returns."""
        return self.operation.results if self.operation else self.arguments

    @property
    def answer(self) -> Answer:
        """What the model says: the printed line of the function, or the line and the words of the error."""
        problem = self.problem
        if problem is None:
            return Answer(True, self.signature)
        line = 1 if problem.is_of_type else 2
        if problem.region is not None:
            line = 5 + 4 * problem.region
        return Answer(False, line=line, message=problem.message)

    @property
    def text(self) -> str:
        """The program; types of the function are in line 1, the operation begins in line 2."""
        names = [f"%a{number}" for number in range(len(self.arguments))]
        typed = [f"{name}: {tensor.written(self.spelling)}" for name, tensor in zip(names, self.arguments, strict=True)]
        results = [tensor.written(self.spelling) for tensor in self.results]
        lines = [f"func.func @f({', '.join(typed)}) -> ({', '.join(results)}) {{"]
        if self.operation:
            lines.append(f"  %r:{len(results)} = {operation_text(self.operation, names)}")
            names = [f"%r#{number}" for number in range(len(results))]
        lines.append(f"  return {', '.join(names)} : {', '.join(results)}")
        return "\n".join([*lines, "}", ""])

    @property
    def signature(self) -> str:
        """The line of the function as it is printed in a module."""
        typed = ", ".join([f"%arg{number}: {tensor}" for number, tensor in enumerate(self.arguments)])
        results = ", ".join([str(tensor) for tensor in self.results])
        listed = results if len(self.results) == 1 else f"({results})"
        return f"  func.func @f({typed}) -> {listed} {{"


def operation_text(op: ModelOperation, names: list[str]) -> str:
    """Returns an operation in generic form."""
    properties = f" <{{{op.attributes}}}>" if op.attributes else ""
    regions = f" ({', '.join(map(region_text, op.regions))})" if op.regions else ""
    inputs, outputs = (", ".join([tensor.written() for tensor in side]) for side in (op.operands, op.results))
    return f'"{op.name}"({", ".join(names)}){properties}{regions} : ({inputs}) -> ({outputs})'


def region_text(region: ModelRegion) -> str:
    """Returns a region whose only operation makes what it returns."""
    names = [f"%x{number}" for number in range(len(region.arguments))]
    types = [tensor.written() for tensor in region.arguments]
    typed = ", ".join([f"{name}: {type}" for name, type in zip(names, types, strict=True)])
    returned = region.returned[0].written()
    return "\n".join(
        [
            "{",
            f"    ^bb0({typed}):" if names else "    ^bb0:",
            f'      %y = "un.known"({", ".join(names)}) : ({", ".join(types)}) -> {returned}',
            f"      stablehlo.return %y : {returned}",
            "  }",
        ]
    )


# --- filling drafts --------------------------------------------------------------------------------------------------


class Filling:
    """The elements of a program: a base, of which the others are made; one or two of them are changed in places."""

    def __init__(self, random: Random, shape: Draft, is_plain: bool) -> None:
        self.random = random
        self.draft = shape
        is_plain = is_plain or random.random() < PLAIN_SHARE
        self.base: Element = random.choice(PLAIN) if is_plain else elements.usual(random)
        if isinstance(self.base, Quantized):
            if shape.name == "stablehlo.dot_general" and random.random() < 0.85:
                self.base = self.base._replace(params=(Param(self.base.scales[0]),))
            if shape.name == "stablehlo.bitcast_convert":
                self.base = self.base._replace(storage=f"{random.choice(('i', 'u'))}{shape.widths[0]}")
                self.base = self.base._replace(params=(Param(0.5, 1),))
        self.accumulated = self.accumulator()
        self.is_per_axis = random.random() < (0.5 if takes_axes(shape) else PER_TENSOR_ONLY_SHARE)
        self.changes = random.choice((0, 0, 0, 0, 1, 1, 1, 1, 2, 3))

    def accumulator(self) -> Element:
        """Returns the element of accumulators, which may be wider than the base."""
        random, base = self.random, self.base
        if random.random() < 0.5:
            return base
        if isinstance(base, str):
            return WIDER[base]
        if random.random() < 0.1:
            return base._replace(storage=random.choice(("si32", "i24", "i16")), range=None)
        wide = base._replace(storage="i32", range=None)
        return wide if random.random() < 0.7 else wide._replace(params=(Param(0.25, 1),))

    def element(self, place: DraftTensor) -> Element:
        """Returns the element that is right at a place."""
        base = self.base
        if place.role == EXPRESSED:
            return base if isinstance(base, str) else base.expressed
        found = {BASE: base, ACCUMULATED: self.accumulated, OTHER: self.other()}.get(place.role, place.role)
        if not isinstance(found, Quantized) or place.axis is None or not self.is_per_axis:
            return found
        return self.spread(elements.per_axis(self.random, found, place.shape, place.axis))

    def other(self) -> Element:
        """Returns an element of the other width of a draft."""
        if isinstance(self.base, str):
            return f"i{self.draft.widths[1]}"
        return self.base._replace(storage=f"i{self.draft.widths[1]}")

    def spread(self, element: Quantized) -> Quantized:
        """Returns an element per axis whose parameters are equal if they are those of a single index elsewhere."""
        first = self.draft.operands[:1]
        is_spread = "broadcast_in_dim" in self.draft.name and any(
            p.axis is not None and p.shape[p.axis] == 1 for p in first
        )
        if is_spread and self.random.random() < 0.85:
            return element._replace(params=element.params[:1] * len(element.params))
        return element

    def tensors(self, places: tuple[DraftTensor, ...]) -> list[ModelTensor]:
        return [ModelTensor(place.shape, self.element(place)) for place in places]


def takes_axes(shape: Draft) -> bool:
    """Whether an operation takes elements that are quantized per axis somewhere."""
    slots = signature(shape.name)
    return any("per-axis" in str(slot) for slot in (*slots.operands, *slots.results))


def program(seed: int, is_plain: bool = False) -> ModelProgram:
    """Returns a program; with `is_plain` one without quantized elements, of which the reference can say something."""
    random = Random(f"quantized {seed}")
    if random.random() < 0.12 and not is_plain:
        return signature_only(random)
    names = [*TEMPLATES, *MAKERS_ONLY]
    name = random.choice(OFTEN) if random.random() < 0.65 else random.choice(names)
    filling = Filling(random, draft(random, name), is_plain)
    return finished(random, filling)


MAKERS_ONLY = ("stablehlo.constant", "chlo.constant")
"""Operations without a template."""


def finished(random: Random, filling: Filling) -> ModelProgram:
    """Returns the program of a draft, with changes."""
    shape = filling.draft
    operands, results = filling.tensors(shape.operands), filling.tensors(shape.results)
    regions = [region(kind, filling, operands, results) for kind in shape.regions]
    inner = [[*each.arguments, *each.returned] for each in regions]
    sides = [side for side in (operands, results, results, *inner) if side]
    for _ in range(filling.changes):
        side = random.choices(sides, [len(side) for side in sides])[0]
        place = random.randrange(len(side))
        tensor = side[place]
        new = tensor._replace(element=elements.changed(random, tensor.element, tensor.shape))
        if not (has_error(new) and any(side is each for each in inner)) and is_varied(tensor):
            side[place] = new
    if random.random() < 0.06:
        break_type(random, random.choice([side for side in (operands, results) if side]))
    made = tuple([ModelRegion(tuple(each[:-1]), (each[-1],)) for each in inner])
    attributes = shape.attributes or (value(random, results[0]) if shape.name.endswith(".constant") else "")
    op = ModelOperation(shape.name, tuple(operands), tuple(results), attributes, shape.numbers, made)
    if op.name == "stablehlo.while" and first_error(op.operands, op) is None:
        op = with_one_type(op)
    return ModelProgram(op.operands, op, random.choice((*SPELLINGS, *SPELLINGS[:1] * 4)))


def with_one_type(op: ModelOperation) -> ModelOperation:
    """Returns a loop whose arguments and results have the operand's type: its own format shows no other."""
    regions = tuple([ModelRegion(op.operands, region.returned) for region in op.regions])
    return op._replace(results=op.operands, regions=regions)


def is_varied(tensor: ModelTensor) -> bool:
    """Whether the element of a tensor may be changed: that of predicates, indices and shapes is rarely of interest."""
    return tensor.element not in ("i1", "i64")


def region(kind: str, filling: Filling, operands: list[ModelTensor], results: list[ModelTensor]) -> ModelRegion:
    """Returns the types of a region of a kind."""
    if kind in (BRANCH, CONDITION, BODY):
        predicate = ModelTensor((), "i1")
        return ModelRegion(() if kind == BRANCH else (operands[0],), (predicate if kind == CONDITION else results[0],))
    if kind == ORDER:
        argument = ModelTensor((), operands[0].element)
        return ModelRegion((argument, argument), (ModelTensor((), "i1"),))
    if kind == LIKE:
        arguments = tuple([ModelTensor((), tensor.element) for tensor in operands])
        return ModelRegion(arguments, arguments[:1])
    accumulated = ModelTensor((), filling.accumulated)
    return ModelRegion((accumulated, accumulated), (accumulated,))


def break_type(random: Random, side: list[ModelTensor]) -> None:
    """Makes a type one that cannot be read."""
    place = random.randrange(len(side))
    element = side[place].element
    if isinstance(element, Quantized) and element.kind == "uniform" and element.storage in elements.STORAGE:
        broken = elements.unreadable(
            random, element._replace(blocks=None, axis=None, params=(flat(element.params)[0],))
        )
        side[place] = side[place]._replace(element=broken)


def value(random: Random, result: ModelTensor) -> str:
    """Returns the value of a constant, whose type may not be that of the result."""
    element = result.element
    stored = element if isinstance(element, str) else "i8"
    if isinstance(element, Quantized) and not has_error(result) and element.kind == "uniform":
        stored = element.storage_type
    if random.random() < 0.12:
        stored = random.choice(("i8", "i32", "si8", "ui8"))
    shape = result.shape if random.random() > 0.05 else (3, 3)
    stored = "i8" if stored.startswith("f8") or stored.startswith("f4") else stored
    literal = "1.0" if is_float(stored) else "true" if stored == "i1" else "1"
    return f"value = dense<{literal}> : {ModelTensor(shape, stored)}"


def signature_only(random: Random) -> ModelProgram:
    """Returns a function without operations, for what is checked when a type is read."""
    tensors = []
    for _ in range(random.choice((1, 1, 2, 3))):
        base = elements.usual(random)
        shape = random.choice(((), (4,), (2, 4), (None, 2)))
        element: Element = elements.per_axis(random, base, shape, 0) if shape and random.random() < 0.3 else base
        for _ in range(random.choice((0, 1, 2))):
            if isinstance(element, Quantized) and element.kind == "uniform" and element.blocks is None:
                element = elements.changed(random, element, shape)
        if random.random() < 0.35:
            element = elements.unreadable(random, base)
        tensors.append(ModelTensor(shape, element))
    return ModelProgram(tuple(tensors), None, random.choice(SPELLINGS))
