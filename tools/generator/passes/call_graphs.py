"""Random modules whose functions call each other: `module(seed)`.

Diamonds, shared callees with different shardings, cycles, declarations, nested modules, public and private functions,
named computations, calls within regions; and the attributes that passes over functions look at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis, Sharding
from sdyopt.ir.attribute import checked
from sdyopt.mlir.write.attributes import symbol_token
from tools.generator import functions
from tools.generator.builder import Block
from tools.generator.operations import TOKEN, Edge, OpPlan, RandomLocations, Tensor, Type, Value, names_of, signature
from tools.generator.policy import Policy
from tools.generator.program import Function, Program, Recipe
from tools.generator.sdy import computations, constraints
from tools.generator.sdy.annotations import is_static_tensor, per_value
from tools.generator.sdy.meshes import Meshes, MeshRef
from tools.generator.sdy.shardings import NOTHING, Shardings
from tools.generator.sdy.tensors import of_stablehlo
from tools.generator.sharded import is_free
from tools.generator.stablehlo import control

STATIC = (Tensor((8, 4)), Tensor((8,)), Tensor(()))
DYNAMIC = Tensor((None, 4))
NAMES = ("f", "g", "h", "f_0", "g_1", "f_0_0", "helper", "h_2", "foo.bar", "a b")
ATTRIBUTES = {
    "mhlo.frontend_attributes": ('{k = "v"}',),
    "backend_config": ('"x"',),
    "execution_thread": ('"host"', "3 : i32"),
    "name": ('"given"', "4 : i32"),
    "out_shardings": ("1 : i32",),
    "in_shardings": ('"x"',),
    "no_inline": ("",),
}
"""Attributes of calls."""

AXES = (MeshAxis("a", 2), MeshAxis("b", 2), MeshAxis("c", 2))
MESHES = {"mesh": Mesh(AXES), "other": Mesh(AXES), "same": Mesh((MeshAxis("a", 4), *AXES[1:])), "max": Mesh((), (0,))}


class FewShardings(Shardings):
    """Makes two shardings for each type and mesh, so that often two are the same."""

    def __init__(self, random: Random) -> None:
        super().__init__(random, Meshes.of(random, dict(MESHES)), 0.1, 0.1)
        self._known: dict[tuple[Type, MeshRef], list[Sharding]] = {}

    def of_type(self, type: Type, taken: frozenset[str] = NOTHING, reference: MeshRef | None = None) -> Sharding:
        key = type, reference or self.meshes.reference()
        if key not in self._known:
            self._known[key] = [super(FewShardings, self).of_type(type, NOTHING, key[1]) for _ in range(2)]
        return self.random.choice(self._known[key])


class CallPolicy(Policy):
    """The policy in which calls and functions have attributes, shardings and edges, or have not."""

    def __init__(self, shardings: Shardings) -> None:
        self.random = random = shardings.random
        self.shardings = shardings
        self.sharded = random.choice((0, 0.3, 0.7))
        self.decorated = random.choice((0, 0, 0.2))
        self.has_edges = random.random() < 0.2
        self.has_function_edges = random.random() < 0.3

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def plan(
        self,
        block: Block,
        operands: Sequence[Value],
        results: Sequence[Type],
        may_have_rule: bool = True,
        is_flow: bool = False,
    ) -> OpPlan:
        is_sharded = results and not is_flow and self._chance(self.sharded) and all(map(is_free, results))
        shardings = self.of_boundary(block, results) if is_sharded else []
        return OpPlan(shardings, per_value(shardings))

    def of_boundary(self, block: Block, types: Sequence[Type]) -> list[Sharding]:
        reference = self.shardings.meshes.reference()
        is_sharded = self._chance(0.5) and all(map(is_free, types))
        return [self.shardings.of_type(type, reference=reference) for type in types] if is_sharded else []

    def of_argument(self, block: Block, type: Type) -> Sharding | None:
        return self.shardings.of_type(type) if is_free(type) and self._chance(self.sharded) else None

    def of_result(self, value: Value) -> Sharding | None:
        is_sharded = is_free(value.type) and self._chance(self.sharded)
        return self.shardings.of_type(value.type) if is_sharded else None

    def notes(self) -> Mapping[str, str]:
        return {"jax.note": '"n"'} if self._chance(self.decorated) else {}

    def remarks(self, of_call: bool = False) -> Mapping[str, str]:
        names = list(ATTRIBUTES)[: len(ATTRIBUTES) if of_call else 3]
        found = {}
        while self._chance(self.decorated if of_call else 0.15):
            name = self.random.choice(names)
            found[name] = self.random.choice(ATTRIBUTES[name])
        if not of_call and self._chance(0.05):
            found["callee"] = "@max"
        return found

    def edges(self, block: Block, types: Sequence[Type], is_flow: bool = False) -> list[Edge | None]:
        return [self._edge(type, False) if is_flow and self.has_edges else None for type in types]

    def function_edges(self, block: Block, types: Sequence[Type]) -> list[Edge | None]:
        return [self._edge(type, True) if self.has_function_edges else None for type in types]

    def _edge(self, type: Type, of_function: bool) -> Edge | None:
        if not is_static_tensor(type) or not self._chance(0.7):
            return None
        is_sharded = self._chance(0.6) and not of_function
        return Edge(self.shardings.of_type(type) if is_sharded else None, of_function)

    def made(self, block: Block, type: Type) -> Value | None:
        """Returns a value of the same operation for all values of a type, so that functions can be equal."""
        if type == TOKEN:
            return block.made(f"stablehlo.create_token : {TOKEN}", TOKEN)
        is_constant = isinstance(type, Tensor) and type.is_static and type.element == "f32"
        return block.made(f"stablehlo.constant dense<1.0> : {type}", type) if is_constant else None


STEPS: dict[Recipe, float] = {
    **of_stablehlo(add=3),
    constraints.constraint: 1,
    computations.named_computation: 2,
    control.while_: 1,
}


class CallingModule:
    """A module that is being written."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(f"call graphs {seed}")
        shardings = FewShardings(random)
        self.policy = CallPolicy(shardings)
        locations = RandomLocations(random, random.choice((0, 0, 0.5)))
        self.program = program = Program(random, STEPS, self.policy, locations, shardings)
        program.has_fancy_names, program.reuse, program.argument_share = False, 0.9, 0
        program.shapes, program.preferred, program.looseness = [type.sizes for type in STATIC], ("f32",), 0
        program.following, program.fillings = 0.9, (0, 1, 2)
        self.marked = random.choice((0, 0, 0.5))
        is_unusual = random.random() < 0.3
        program.types = [*STATIC * 3, *((DYNAMIC, TOKEN) if is_unusual else ())]
        self.has_declarations = self.has_nested_modules = True
        self.has_all_or_none = False
        """Whether of the arguments of a function all have shardings or none has."""
        self.has_cycles = random.random() < 0.15
        self.callees: dict[str, list[Function]] = {}

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def types(self, count: int) -> list[Type]:
        return [self.random.choice(self.program.types) for _ in range(count)]

    def function(self, function: Function) -> str:
        """Returns a function with its body."""
        random, policy, program = self.random, self.policy, self.program
        visibility = random.choice(("", "private ", "private ", "nested ")) if function.name != "@main" else ""
        block = Block(program)
        block.makes_arguments = False
        is_sharded = self.chance(policy.sharded)
        for type in function.inputs:
            can_have = is_free(type)
            sharding = block.sharding(type) if is_sharded and can_have else policy.of_argument(block, type)
            value = block.argument(type, None if self.has_all_or_none and not is_sharded else sharding)
            (edge,) = policy.function_edges(block, [type])
            if edge is not None:
                block.forget([value])
                block.define([block.edge(value, edge)])
        todo = [*self.callees.get(function.name, []), *[None] * random.randrange(4)]
        random.shuffle(todo)
        for callee in todo:
            if callee is None:
                block.fill(1)
            else:
                call(block, callee)
        attributes = self.attributes(function)
        suffix = f" attributes {{{', '.join(attributes)}}}" if attributes else ""
        results = [block.value(type) for type in function.results]
        return functions.write(block, function.name, results, visibility, suffix)

    def attributes(self, function: Function) -> list[str]:
        """Returns attributes that passes over functions look at."""
        random, attributes = self.random, []
        if function.name != "@main" and self.chance(self.marked):
            attributes.append(f'sdy.original_func_name = "{random.choice(NAMES[:3])}"')
            if self.chance(0.3):
                axes = random.choice(('#sdy<manual_axes{"a"}>', '#sdy<manual_axes{"b"}>', '"text"'))
                attributes.append(f"sdy.func_manual_axes = {axes}")
        if self.chance(self.policy.decorated):
            attributes.append(random.choice(('execution_thread = "t"', "execution_thread = 1 : i8", "no_inline")))
        return attributes

    def functions(self, has_main: bool, most: int) -> list[str]:
        random, self.callees = self.random, {}
        names = random.sample(NAMES, random.randrange(0 if has_main else 1, most))
        every = [
            Function(symbol_token(name), self.types(random.randrange(3)), self.types(random.randrange(3)))
            for name in names
        ]
        if has_main:
            every.insert(0, Function("@main", self.types(random.randrange(1, 4)), self.types(random.randrange(3))))
        declared = {each.name for each in every[1:] if self.has_declarations and self.chance(0.08)}
        for number, function in enumerate(every):
            later = every if self.has_cycles and self.chance(0.5) else every[number + 1 :]
            if later and function.name not in declared:
                self.callees[function.name] = random.choices(later, k=random.choice((0, 1, 1, 2, 2, 3)))
        if self.chance(0.6):
            random.shuffle(every)
        return [
            functions.declaration(self.program, each) if each.name in declared else self.function(each)
            for each in every
        ]

    def text(self) -> str:
        meshes = self.policy.shardings.meshes.definitions()
        parts = self.functions(self.chance(0.9), self.random.choice((3, 5, 8)))
        if self.chance(0.07) and self.has_nested_modules:
            inner = "\n".join([*meshes, *self.functions(self.chance(0.2), 3)])
            parts.append(f"module @{self.random.choice(('inner', 'f_2', 'sub'))} {{\n{inner}\n}}")
        if self.chance(0.1):
            self.random.shuffle(meshes)
            parts, meshes = [*parts[:1], *meshes, *parts[1:]], []
        return "\n".join([*meshes, *parts, *self.program.locations.definitions(), ""])


def call(block: Block, callee: Function) -> None:
    """Writes a call."""
    policy, types = checked(CallPolicy, block.program.policy), callee.results
    operands = [block.value(type) for type in callee.inputs]
    shardings, attributes, _ = policy.plan(block, operands, types)
    attributes = {**attributes, **policy.remarks(of_call=True)}
    edges = policy.function_edges(block, types)
    tail = f": {signature(operands, types)}"
    block.op(f"func.call {callee.name}({names_of(operands)})", tail, types, shardings, attributes, edges)


INLINING = (
    "sdy-flatten-call-graph",
    "symbol-dce",
    "sdy-import-func-calls",
    "symbol-dce",
    "sdy-apply-sharding-constraints",
    "sdy-sharding-group-import",
    "sdy-pre-order-funcs",
)
OUTLINING = (
    "sdy-export-named-computations",
    "sdy-propagate-to-func-results",
    "sdy-unflatten-call-graph",
    "symbol-dce",
    "sdy-insert-func-call-reshards",
)
PROPAGATION = "sdy-user-priority-propagate{keep-sharding-rules=true}"

PIPELINES = (
    ("sdy-flatten-call-graph", "sdy-import-func-calls", "sdy-export-named-computations", "sdy-unflatten-call-graph"),
    (*INLINING, *OUTLINING),
    ("sdy-import-pipeline", *INLINING, *OUTLINING),
    ("sdy-import-pipeline", *INLINING, PROPAGATION, *OUTLINING),
    (
        "sdy-import-pipeline{dedup-functions-fully=true}",
        "sdy-add-func-data-flow-edges",
        "sdy-pre-order-funcs",
        PROPAGATION,
        "sdy-propagate-to-func-results",
        "sdy-sink-func-data-flow-edges",
        *OUTLINING[2:],
    ),
)
"""The passes of Shardy's pipelines over functions, in both modes."""

PASSES = (
    *dict.fromkeys((*INLINING, *OUTLINING)),
    "sdy-import-func-calls{add-data-flow-edges-on-named-computations=false}",
    "sdy-propagate-sharding-from-func-to-call",
    "sdy-add-func-data-flow-edges",
    "sdy-sink-func-data-flow-edges",
    "sdy-unflatten-call-graph{dedup-functions-fully=true}",
    "sdy-import-pipeline",
    "sdy-import-pipeline{dedup-functions-fully=true}",
)


def passes(random: Random) -> tuple[str, ...]:
    """One pass over functions and calls, a few, or all of one of the pipelines."""
    if (kind := random.choice(("one", "one", "few", "pipeline", "pipeline"))) == "pipeline":
        return random.choice(PIPELINES)
    return tuple(random.choices(PASSES, k=1 if kind == "one" else random.choice((2, 3, 4))))


def module(seed: int, passes: Sequence[str] = ()) -> str:
    """The text of a module for these passes, which is valid; the same for the same seed.

    The reference does not survive everything that is to be inlined: calls of declarations, and of functions of which
    some arguments have shardings and others have not, or with edges between functions and calls. Of several errors, as
    in nested modules, it reports any. Where it asks declarations what they return it seldom survives either.
    """
    made = CallingModule(seed)
    if "sdy-propagate-to-func-results" in passes:
        made.has_declarations = False
    if any(name.startswith("sdy-import-func-calls") for name in passes):
        made.policy.has_function_edges = made.has_declarations = made.has_nested_modules = False
        made.policy.has_edges = made.policy.has_edges and made.chance(0.2)
        made.has_all_or_none = True
    return made.text()
