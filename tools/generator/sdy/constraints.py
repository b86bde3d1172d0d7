"""Random sharding constraints, chains of them, reshards, barriers, sharding groups and edges."""

from __future__ import annotations

from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import Sharding
from tools.generator.builder import Block
from tools.generator.operations import Edge, Value, is_ranked, tensor_of
from tools.generator.program import Recipe

GROUP_IDS = (0, 1, 2, 3, 7, 12, 100)


def constrain(
    block: Block, value: Value, sharding: Sharding, name: str = "sharding_constraint", noted: float = 0.05
) -> Value:
    """Returns a constraint on `value`, or a reshard of it; a share of them is `noted`."""
    attributes = {"mhlo.note": "1 : i32"} if block.chance(noted) else {}
    head = f"sdy.{name} {value.name} {printing.sharding(sharding)}"
    (made,) = block.op(head, f": {value.type}", [value.type], [sharding], attributes)
    return made


def constraint(block: Block) -> None:
    """A constraint on any value, or on a tensor without a sharding."""
    value = block.unsharded_value()
    sharding = block.sharding(value.type)
    constrain(block, value, block.shardings.closed(sharding) if block.chance(0.3) else sharding)


def constrained_edge(block: Block) -> None:
    """A constraint on what comes from a data-flow op by an edge that has no sharding; both are used again."""
    value = block.value(block.tensor_type())
    head, tail = "stablehlo.optimization_barrier", f"{value.name} : {value.type}"
    (made,) = block.op(head, tail, [value.type], edges=[Edge(None)])
    constrain(block, made, block.shardings.closed(block.sharding(value.type)))


def constraints(block: Block) -> None:
    """Constraints on one value, that ask for the same or for different shardings."""
    value = block.unsharded_value()
    sharding = block.sharding(value.type)
    for _ in range(block.random.choice((2, 2, 3))):
        constrain(block, value, sharding)
        if block.chance(0.5):
            sharding = block.sharding(value.type)


def chain(block: Block) -> None:
    """Constraints of which each is on the one before; sometimes one has further users."""
    head = value = block.unsharded_value()
    hidden: list[Value] = []
    for _ in range(block.random.choice((2, 2, 3, 4))):
        value = constrain(block, value, block.sharding(value.type))
        hidden.append(value)
    if block.chance(0.7):
        # Only the end, and the input, are used again.
        block.forget(hidden[:-1])
    if block.chance(0.6) and head in block.own_values:
        block.forget([head])
        block.define([head])


def reshard(block: Block) -> None:
    value = block.any_value()
    sharding = block.sharding(value.type)
    head = f"sdy.reshard {value.name} {printing.sharding(sharding)}"
    block.op(head, f": {value.type}", [value.type], [sharding])


def barrier(block: Block) -> None:
    value = block.find(is_ranked) or block.tensor()
    direction = block.random.choice(("NONE", "FORWARD", "BACKWARD"))
    head = f"sdy.propagation_barrier {value.name} allowed_direction={direction}"
    block.op(head, f": {value.type}", [value.type])


def group(block: Block) -> None:
    """A membership in a sharding group."""
    value = block.find(is_ranked) or block.tensor()
    program = block.program
    here = (block.computation, tensor_of(value).shape)
    fitting = [id for id in GROUP_IDS if program.groups.get(id, here) == here]
    ids = fitting if program.groups_agree else GROUP_IDS[:2]
    if ids:
        id = block.random.choice(ids)
        program.groups.setdefault(id, here)
        block.line(f"sdy.sharding_group {value.name} group_id={id} : {value.type}")


def groups(block: Block) -> None:
    """A value in several groups."""
    value = block.find(is_ranked) or block.tensor()
    for _ in range(3):
        group(block.alone(value))


STEPS: dict[Recipe, float] = {
    constraint: 5,
    constraints: 2,
    chain: 2.5,
    reshard: 2,
    barrier: 0.7,
    constrained_edge: 1,
    group: 2,
    groups: 0.7,
}
