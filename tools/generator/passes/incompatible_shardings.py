"""Random modules whose operations do not fit their sharding rules: `module(seed)` and `on_few_axes(seed)`.

They are modules of other generators, in which most values get random shardings, or operations with random sharding
rules. Meshes have names, and few axes are unreduced: little is in the way of a pass that reshards.
"""

from __future__ import annotations

from math import prod
from random import Random

from sdyopt.dialects.func.ops import FUNC, RETURN
from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, set_function_result_sharding, set_sharding, slot_of
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from tools.generator import mixed
from tools.generator.builder import Block
from tools.generator.functions import parsed, write
from tools.generator.operations import Tensor, names_of, signature
from tools.generator.passes import exporting, propagation, sharding_rules
from tools.generator.program import Program
from tools.generator.sdy.annotations import per_value
from tools.generator.sdy.meshes import Meshes
from tools.generator.sdy.shardings import Shardings

FULL, PARTIAL = "sdy-insert-explicit-reshards{enable-full-version=true}", "sdy-insert-explicit-reshards"

PREPARATIONS: tuple[tuple[str, ...], ...] = (
    (),
    (),
    (),
    ("sdy-basic-propagate", "sdy-close-shardings"),
    ("sdy-basic-propagate", "sdy-close-shardings", "sdy-sharding-constraint-to-reshard"),
    ("sdy-op-priority-propagate", "sdy-sharding-constraint-to-reshard", "sdy-sink-data-flow-edges"),
    ("sdy-aggressive-propagate{keep-sharding-rules=true}",),
    ("sdy-add-data-flow-edges", "sdy-aggressive-propagate", "sdy-sink-data-flow-edges", "sdy-close-shardings"),
)
"""The passes that may run before the insertion of reshards."""

GENERATORS = (*[sharding_rules.module] * 5, propagation.module, propagation.module, exporting.module, mixed.module)


def passes(random: Random) -> tuple[str, ...]:
    """Passes of which the last one inserts reshards."""
    return (*random.choice(PREPARATIONS), random.choice((FULL, FULL, PARTIAL)))


def module(seed: int) -> str:
    """The text of a module; nearly all are valid."""
    random = Random(f"incompatible shardings {seed}")
    if random.random() < 0.3:
        return with_rules(random)
    generate = random.choice(GENERATORS)
    text = generate(random.randrange(10**9))
    if generate is sharding_rules.module:
        definitions = Meshes(random, inlined_share=0).definitions()
        text = "\n".join([*definitions, text.partition("\n")[2] if "@mesh =" in "".join(definitions) else text])
    if (program := parsed(text)) is None:
        return text
    named = meshes_by_name(program.operation)
    if any(mesh.axes for mesh in named.values()):
        shardings = Shardings(random, Meshes.of(random, named), random.choice((0, 0, 0, 0, 0.05)), priority_share=0)
        shard(program.operation, shardings, random.choice((0.4, 0.7, 0.9, 1)), random.choice((0, 0, 0.1)))
    return program.to_text()


AFTER_SHARDING = (
    *[(FULL,), (PARTIAL,), ("sdy-convert-global-to-local",)] * 3,
    (FULL, "sdy-reshard-to-collectives", "sdy-convert-global-to-local"),
    ("sdy-resolve-permutation-factors",),
    ("sdy-pad-for-divisibility",),
    ("sdy-basic-propagate",),
    ("sdy-export-pipeline",),
)
"""The passes over operations whose shardings are given."""


def on_few_axes(seed: int) -> str:
    """The text of a module with up to two operations, whose tensors are all sharded along the same one or two axes."""
    random = Random(f"few axes {seed}")
    sizes = random.choices((2, 2, 2, 3, 4), k=random.choice((1, 2, 2)))
    mesh = Mesh(tuple([MeshAxis(name, size) for name, size in zip("xy", sizes, strict=False)]))
    meshes = Meshes.of(random, {"mesh": mesh})
    text = sharding_rules.module(random.randrange(10**9), random.choice((1, 1, 2)), mesh)
    if (program := parsed(text)) is None:
        return text
    shardings = Shardings(random, meshes, 0, priority_share=0, closed_share=random.choice((0.8, 1)))
    shardings.axes_share, shardings.cut_share = random.choice((0.7, 1)), 0.1
    shard(program.operation, shardings, random.choice((0.8, 1)))
    return program.to_text()


def shard(module: Operation, shardings: Shardings, share: float, other_share: float = 0) -> None:
    """Gives a share of the values random shardings, a few of them on other meshes than the main one."""
    random, main = shardings.random, shardings.meshes.reference_with_axes()

    def new_sharding(value: Value) -> Sharding:
        return shardings.of(value.type, reference=None if random.random() < other_share else main)

    def set_random(value: Value) -> None:
        is_free = all(user.signature.definition.dialect != "sdy" for user in value.users)
        can_have = is_free and isinstance(value.type, RankedTensorType) and slot_of(value) is not None
        if can_have and random.random() < share:
            set_sharding(value, new_sharding(value))

    for op in module.walk():
        if (definition := op.signature.definition) is FUNC:
            for block in op.regions[0].blocks[:1]:
                for argument in block.arguments:
                    set_random(argument)
        elif definition is RETURN and op.parent_op is not None:
            for number, value in enumerate(op.operands):
                if isinstance(value.type, RankedTensorType) and random.random() < share / 2:
                    set_function_result_sharding(op.parent_op, number, new_sharding(value))
        elif definition.dialect in ("stablehlo", "chlo") and not is_in_manual_computation(op):
            for result in op.results:
                set_random(result)


def is_in_manual_computation(op: Operation) -> bool:
    """Whether some axes are not free where the operation is."""
    around = op.parent_op
    while around is not None and around.signature.definition is not MANUAL_COMPUTATION:
        around = around.parent_op
    return around is not None


FACTOR_SIZES = (1, 2, 2, 3, 4, 4, 6, 8, 12)
KINDS = ("reduction", "need_replication", "permutation")
NAMES = "ijklmn"


def with_rules(random: Random) -> str:
    """Returns a function of custom calls with random sharding rules."""
    meshes = Meshes(random, inlined_share=0)
    shardings = Shardings(random, meshes, random.choice((0, 0, 0, 0.1)), priority_share=0)
    block = Block(Program(random, {}))
    main = meshes.reference_with_axes()

    def sharding(type: Tensor) -> Sharding:
        return shardings.of_type(type, reference=None if random.random() < 0.05 else main)

    for _ in range(random.choice((1, 1, 2, 4))):
        rule = RandomRule(random)
        types = [Tensor(shape) for shape in rule.shapes]
        operands = [
            block.argument(type, sharding(type) if random.random() < 0.9 else None)
            for type in types[: rule.operand_count]
        ]
        results = types[rule.operand_count :]
        given = [sharding(type) for type in results] if random.random() < 0.9 else []
        attributes = {"sdy.sharding_rule": rule.text, **per_value(given)}
        head = f"stablehlo.custom_call @f({names_of(operands)})"
        block.op(head, f": {signature(operands, results)}", results, given, attributes)
    return "\n".join([*meshes.definitions(), write(block, "@main", ()), ""])


class RandomRule:
    """A random sharding rule, its `text`, and the `shapes` of operands and results that it is for."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._sizes = [random.choice(FACTOR_SIZES) for _ in range(random.choice((1, 2, 3, 3, 4, 5)))]
        self._kinds = [random.choice(("", "", "", *KINDS)) for _ in self._sizes]
        self.operand_count = random.choice((1, 1, 2, 2, 3))
        self._mappings = [self._mapping(is_result=False) for _ in range(self.operand_count)]
        used = {factor for mapping in self._mappings for factors in mapping for factor in factors}
        self._mappings[0] += [[factor] for factor in range(len(self._sizes)) if factor not in used]
        self._mappings += [self._mapping(is_result=True) for _ in range(random.choice((1, 1, 1, 2)))]
        self.shapes = [
            tuple([prod([self._sizes[factor] for factor in factors]) for factors in mapping])
            for mapping in self._mappings
        ]

    def _mapping(self, is_result: bool) -> list[list[int]]:
        """The factors of each dimension of a tensor; a dimension of several has none of size 1."""
        factors = [factor for factor in range(len(self._sizes)) if self._random.random() < 0.8]
        if self._random.random() < 0.3:
            self._random.shuffle(factors)
        dimensions: list[list[int]] = []
        for factor in factors:
            if is_result and self._kinds[factor] == "reduction":
                continue
            before = dimensions[-1] if dimensions else []
            is_last = not before or len(before) > 1 or 1 in (self._sizes[factor], self._sizes[before[-1]])
            if is_last or self._random.random() < 0.6:
                dimensions.append([factor])
            else:
                before.append(factor)
        return dimensions

    @property
    def text(self) -> str:
        """The attribute."""
        tensors = [
            f"[{', '.join([''.join([NAMES[factor] for factor in factors]) for factors in mapping])}]"
            for mapping in self._mappings
        ]
        operands, results = ", ".join(tensors[: self.operand_count]), ", ".join(tensors[self.operand_count :])
        sizes = ", ".join([f"{NAMES[factor]}={size}" for factor, size in enumerate(self._sizes)])
        lists = ""
        for kind in KINDS:
            listed = [NAMES[factor] for factor, other in enumerate(self._kinds) if other == kind]
            lists += f" {kind}={{{', '.join(listed)}}}" if listed else ""
        return f"#sdy.op_sharding_rule<({operands})->({results}) {{{sizes}}}{lists}>"
