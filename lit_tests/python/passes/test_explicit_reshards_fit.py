"""After the full version of -sdy-insert-explicit-reshards every operation's shardings fit its sharding rule.

These tests say what fits, on parts of axes: along each factor all tensors of an operation have the same parts,
no part is in two places, none along a factor that needs replication, and where a reduced factor has parts the results
are summed along these. Left out are operations with axes that do not divide the factors: as in the reference they need
not fit afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod

import pytest

import sdyopt
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import SHARDING_RULE, AxisRefList, Mesh, OpShardingRule, Sharding, TensorMapping
from sdyopt.dialects.sdy.ops import ALL_REDUCE, PROPAGATION_BARRIER, RESHARD
from sdyopt.dialects.sdy.shardings.axes import Axes, span
from sdyopt.dialects.sdy.shardings.slots import DATA_FLOW_OPS, meshes_around, sharding_mesh, sharding_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpResult, Value
from sdyopt.sharding.rules import sharding_rule_of
from tools import corpus
from tools.chunks import chunks, sampled
from tools.generator.passes import incompatible_shardings

FULL = "sdy-insert-explicit-reshards{enable-full-version=true}"

Part = tuple[str, int, int]
"""The part of an axis between two sizes of it."""


class Misfit(Exception):
    """The shardings of an operation do not fit its rule."""


class NotDivided(Misfit):
    """Axes do not divide the factors of a dimension."""


def parts_of(axes: Axes, mesh: Mesh) -> list[Part]:
    return [(axis.name, *span(axis, mesh)) for axis in axes]


def by_factor(
    sharding: Sharding | None, mapping: TensorMapping, rule: OpShardingRule, mesh: Mesh
) -> dict[int, list[Part]]:
    """The parts along each factor of a tensor. Raises NotDivided if axes do not divide the factors."""
    found: dict[int, list[Part]] = {}
    for number, dimension in enumerate(mapping.dimensions):
        parts = [] if sharding is None else parts_of(sharding.dimensions[number].axes, mesh)
        for factor in dimension.factors:
            found[factor], parts = taken(parts, rule.factor_sizes[factor])
        if merged(parts):
            raise NotDivided
    return found


def taken(parts: Sequence[Part], size: int) -> tuple[list[Part], list[Part]]:
    """As many leading parts as a factor of that size can be divided by, and the others."""
    rest = list(parts)
    mine: list[Part] = []
    while rest and size > 1:
        name, start, stop = rest.pop(0)
        if size % (stop // start) == 0:
            mine.append((name, start, stop))
            size //= stop // start
        elif (stop // start) % size == 0:
            mine.append((name, start, start * size))
            rest.insert(0, (name, start * size, stop))
            size = 1
        else:
            raise NotDivided
    return merged(mine), rest


def merged(parts: Sequence[Part]) -> list[Part]:
    """The parts, with neighbours of one axis as one part; axes of size one are left out."""
    found: list[Part] = []
    for name, start, stop in parts:
        if start == stop:
            continue
        if found and found[-1][0] == name and found[-1][2] == start:
            found[-1] = (name, found[-1][1], stop)
        else:
            found.append((name, start, stop))
    return found


def behind_barriers(value: Value) -> Value:
    while isinstance(value, OpResult) and value.owner.definition is PROPAGATION_BARRIER:
        value = value.owner.operands[0]
    return value


def along_factors(op: Operation, rule: OpShardingRule) -> tuple[list[dict[int, list[Part]]], Mesh] | None:
    """The parts along the factors of each tensor, and the mesh; None unless the operation is on one mesh with axes.

    Raises NotDivided if axes do not divide the factors.
    """
    values = [*map(behind_barriers, op.operands), *op.results]
    shardings = [sharding_of(value) for value in values]
    meshes = meshes_around(op)
    present = {sharding_mesh(each, meshes) for each in shardings if each is not None}
    if len(present) != 1:
        return None
    (mesh,) = present
    assert mesh is not None
    if mesh.is_maximal:
        return None
    mappings = rule.operand_mappings + rule.result_mappings
    tensors = [by_factor(each, mapping, rule, mesh) for each, mapping in zip(shardings, mappings, strict=True)]
    return tensors, mesh


def check(op: Operation, rule: OpShardingRule) -> None:
    """Raises Misfit unless the shardings of `op` fit its rule; operations on several meshes are left out."""
    found = along_factors(op, rule)
    if found is None:
        return
    tensors, mesh = found
    along: dict[int, list[Part]] = {}
    for tensor in tensors:
        for factor, parts in tensor.items():
            if along.setdefault(factor, parts) != parts:
                raise Misfit(f"factor {factor} has {along[factor]} and {parts}")
    if any(along.get(factor) for factor in rule.need_replication):
        raise Misfit("a factor is not replicated")
    check_disjoint([part for parts in along.values() for part in parts])
    check_summed(op, [part for factor in rule.reduction for part in along.get(factor, ())], mesh)


def check_disjoint(parts: Sequence[Part]) -> None:
    for index, (name, start, stop) in enumerate(parts):
        for other, other_start, other_stop in parts[:index]:
            if name == other and start < other_stop and other_start < stop:
                raise Misfit(f"{name} is along two factors")


def check_summed(op: Operation, reduced: Sequence[Part], mesh: Mesh) -> None:
    """Each result is used by one all-reduce along the axes of the reduced factors that are not unreduced, if any."""
    sharding = sharding_of(op.results[0]) if op.results else None
    size = prod([stop // start for _, start, stop in reduced])
    if sharding is not None and sharding.unreduced:
        return
    if size == 1:
        return
    for result in op.results:
        user = result.only_user
        if user is None or user.definition is not ALL_REDUCE:
            raise Misfit(f"a partial sum along {reduced} is not reduced")
        axes = user.properties["reduction_axes"]
        assert isinstance(axes, AxisRefList)
        if prod([stop // start for _, start, stop in parts_of(axes.axes, mesh)]) != size:
            raise Misfit("a partial sum is reduced along other axes")


def rules_of(module: Operation) -> dict[Operation, OpShardingRule]:
    """The rules of the operations that are to fit them: of those in the module's own functions."""
    found = {}
    for function in module.regions[0].block.ops:
        for op in function.walk() if function.definition is FUNC else ():
            if op.definition in DATA_FLOW_OPS or op.definition in (CALL, RESHARD) or SHARDING_RULE in op.attributes:
                continue
            rule = sharding_rule_of(op)
            if rule is not None and is_complete(rule) and is_divided(op, rule):
                found[op] = rule
    return found


def is_complete(rule: OpShardingRule) -> bool:
    """Whether a rule has all factors of its tensors; that of an operation with different operands may not."""
    mappings = rule.operand_mappings + rule.result_mappings
    factors = {factor for mapping in mappings for dimension in mapping.dimensions for factor in dimension.factors}
    return max(factors, default=0) < len(rule.factor_sizes)


def is_divided(op: Operation, rule: OpShardingRule) -> bool:
    """Whether all tensors are on one mesh, and sharded along factors that the axes divide."""
    try:
        return along_factors(op, rule) is not None
    except NotDivided:
        return False


def misfits(text: str) -> Iterator[tuple[Operation, Misfit]]:
    """Runs the full version on a program, and yields the operations that do not fit then."""
    module = sdyopt.parse(text)
    rules = rules_of(module.operation)
    module.run(FULL)
    for op, rule in rules.items():
        try:
            check(op, rule)
        except Misfit as error:
            yield op, error


def accepted(texts: Iterable[str]) -> Iterator[str]:
    """Those that the pass does not reject."""
    for text in texts:
        try:
            sdyopt.parse(text).run(FULL)
        except sdyopt.Error:
            continue
        yield text


@pytest.mark.parametrize("start", chunks(600, 20))
def test_generated_modules(start: int) -> None:
    checked = 0
    for text in accepted(map(incompatible_shardings.module, range(start, start + 20))):
        checked += len(rules_of(sdyopt.parse(text).operation))
        assert not list(misfits(text))
    assert checked > 15


@pytest.mark.long
def test_the_check_finds_misfits() -> None:
    """In the same modules, before the pass."""
    found = 0
    for text in accepted(map(incompatible_shardings.module, range(50))):
        for op, rule in rules_of(sdyopt.parse(text).operation).items():
            try:
                check(op, rule)
            except Misfit:
                found += 1
    assert found > 20


@pytest.mark.parametrize("name", sampled(corpus.names(), (*corpus.QUICK, "transformer", "moe"), 4))
def test_real_programs(name: str) -> None:
    """After propagation."""
    module = sdyopt.parse(corpus.text(name))
    try:
        for each in ("sdy-lift-inlined-meshes", "sdy-basic-propagate", "sdy-close-shardings"):
            module.run(each)
    except sdyopt.Error as error:
        assert "static shape" in str(error)
    assert not list(misfits(module.to_text()))
