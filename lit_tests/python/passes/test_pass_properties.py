"""The properties of every pass and of every sharding rule."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sdyopt
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import DimMapping, ManualAxes, Mesh, Sharding, ShardingPerValue, TensorMapping
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, sharding_mesh
from sdyopt.dialects.sdy.verification.shardings import check_rule
from sdyopt.dialects.stablehlo.sharding_rules.shapes import reshape_factors
from sdyopt.ir.attributes import FloatType, RankedTensorType, ShapedType
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.rewriting.passes import Pass, option, options_of
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.rules import build_sharding_rule, identity_rule
from sdyopt.sharding.uses import rewrite_shardings
from tools.generator import mixed, sdy
from tools.generator.passes import exporting, sharding_rules
from tools.generator.passes.pipelines import IN_A_ROW
from tools.operations.rules import DIALECTS, covered, rules_file, table

# What holds of every module after a pass, and the fields of passes.


SEEDS = {sdy: range(1000, 1005), mixed: range(1000, 1005), exporting: range(1000, 1005)}
"""By generator the modules that the properties are looked at on."""

FEW = 1
"""The number of seeds of each generator without `-m long`."""

passes = pytest.mark.parametrize("name", IN_A_ROW)
lengths = pytest.mark.parametrize("is_long", [False, pytest.param(True, marks=pytest.mark.long)], ids=["few", "all"])


@functools.cache
def texts(is_long: bool) -> list[str]:
    part = slice(FEW, None) if is_long else slice(FEW)
    return [generator.module(seed) for generator, seeds in SEEDS.items() for seed in seeds[part]]


def modules_after(name: str, is_long: bool = False) -> Iterator[tuple[str, sdyopt.Module]]:
    """The modules that the pass succeeds on: the text before, and the module after it."""
    for text in texts(is_long):
        try:
            module = sdyopt.parse(text).run(name)
        except sdyopt.Error:
            continue  # The pass refuses groups that disagree, or leaves a collective that no longer fits its operand.
        yield text, module


def shardings(module: sdyopt.Module) -> list[Sharding]:
    """Every sharding in a module."""
    found: list[Sharding] = []

    def note(sharding: Sharding) -> Sharding:
        found.append(sharding)
        return sharding

    rewrite_shardings(module.operation, note)
    return found


@passes
@lengths
def test_the_output_reads_back_as_the_same_module(name: str, is_long: bool) -> None:
    for _, module in modules_after(name, is_long):
        text = str(module)
        assert str(sdyopt.parse(text)) == text
        assert str(sdyopt.parse(module.to_text(generic=True))) == text


@passes
@lengths
def test_a_pass_does_to_the_output_what_it_does_to_the_module(name: str, is_long: bool) -> None:
    for _, module in modules_after("sdy-lift-inlined-meshes", is_long):
        again = sdyopt.parse(str(module))
        try:
            text = str(module.run(name))
        except sdyopt.Error:
            with pytest.raises(sdyopt.Error):
                again.run(name)
        else:
            assert str(again.run(name)) == text


def test_no_mesh_has_a_name_when_all_are_inlined() -> None:
    for text, module in modules_after("sdy-inline-meshes"):
        if "module @nested" not in text:
            assert all(isinstance(sharding.mesh, Mesh) for sharding in shardings(module))
            assert not any(op.name == "sdy.mesh" for op in module.walk())


def test_every_mesh_has_one_name_when_all_are_lifted() -> None:
    for text, module in modules_after("sdy-lift-inlined-meshes"):
        assert not any(isinstance(sharding.mesh, Mesh) for sharding in shardings(module))
        if "replica_group_mesh_axes<mesh = #" not in text:
            meshes = list(meshes_by_name(module.operation).values())
            assert len(set(meshes)) == len(meshes)


def test_no_sharding_has_an_axis_of_size_one_when_they_are_removed() -> None:
    for _, module in modules_after("sdy-remove-size-one-axes"):
        meshes = meshes_by_name(module.operation)
        if any(axis.size == 1 for mesh in meshes.values() for axis in mesh.axes):
            for sharding in shardings(module):
                mesh = sharding_mesh(sharding, meshes)
                assert mesh is not None
                assert all(mesh.axis_sizes[axis.name] != 1 for axis in sharding.used_axes)


def test_manual_computations_mention_every_manual_axis_when_they_are_cleaned_up() -> None:
    for _, module in modules_after("sdy-manual-axes-cleanup"):
        for op in module.walk():
            if op.name == "sdy.manual_computation":
                manual = op.properties["manual_axes"]
                assert isinstance(manual, ManualAxes)
                for name, types in (("in_shardings", op.operands), ("out_shardings", op.results)):
                    kept = op.properties[name]
                    assert isinstance(kept, ShardingPerValue)
                    for sharding, value in zip(kept.shardings, types, strict=True):
                        mentioned = {axis.name for axis in sharding.used_axes}
                        assert not isinstance(value.type, ShapedType) or mentioned.issuperset(manual.axes)


def test_groups_are_numbered_without_gaps_and_share_no_value_when_they_are_imported() -> None:
    for _, module in modules_after("sdy-sharding-group-import"):
        groups: dict[object, int] = {}
        for op in module.walk():
            if op.name == "sdy.sharding_group":
                number = op.properties["group_id"].value  # type: ignore[attr-defined]
                assert op.operands[0] not in groups
                groups[op.operands[0]] = number
        assert set(groups.values()) == set(range(len(set(groups.values()))))


def test_a_data_flow_edge_is_the_only_user_of_its_input() -> None:
    for _, module in modules_after("sdy-add-data-flow-edges"):
        for op in module.walk():
            if op.name == "sdy.data_flow_edge":
                assert list(op.operands[0].users) == [op]


class Base(Pass):
    """The first of two classes with fields."""

    kind: ClassVar[str] = "base"
    deep: bool = option(False, "Goes deep")
    number: int = 3

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        """Does nothing."""


class Derived(Base):
    """The second one."""

    names: tuple[str, ...] = option((), "Names")


def test_fields_have_defaults_and_are_given_in_order_or_by_name() -> None:
    """Those of the base come first."""
    assert vars(Base()) == {"deep": False, "number": 3}
    assert vars(Derived(True, names=("a",))) == {"deep": True, "number": 3, "names": ("a",)}
    assert Derived(True, 4) == Derived(number=4, deep=True) != Base(True, 4)
    assert hash(Derived(True)) == hash(Derived(deep=True))
    assert repr(Base()) == "Base(deep=False, number=3)"


def test_only_fields_made_by_option_are_options() -> None:
    """Their names have hyphens on the command line, as always."""
    assert list(options_of(Base)) == ["deep"]
    assert {name: found.help for name, found in options_of(Derived).items()} == {"deep": "Goes deep", "names": "Names"}


def test_wrong_fields_are_refused() -> None:
    """Unknown, too many, or changed later."""
    with pytest.raises(TypeError, match="Base has no field other"):
        Base(other=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Base has 2 fields, not 3"):
        Base(True, 1, 2)  # type: ignore[call-arg]
    with pytest.raises(AttributeError, match="Base is immutable"):
        Base().number = 4  # type: ignore[misc]


def test_a_dataclass_may_be_a_pass() -> None:
    """Packages that decorate their passes get the same options."""

    @dataclass(frozen=True)
    class Decorated(Base):
        """A dataclass."""

        other: int = option(7, "Another")

    assert Decorated(other=8).other == 8
    assert options_of(Decorated)["other"].default == 7


def test_options_have_a_default_of_their_kind() -> None:
    """A default that the command line could not give is refused when the class is made."""
    with pytest.raises(TypeError, match="field 'count' of NoDefault has no default"):

        class NoDefault(sdyopt.Pass):
            count: int

    with pytest.raises(
        TypeError, match=r"option 'sizes' of OfNumbers: tuple.* is not supported; options are bool, int"
    ):

        class OfNumbers(sdyopt.Pass):
            sizes: tuple[int, ...] = sdyopt.option(default=(), help="sizes")

    with pytest.raises(TypeError, match="option 'share' of Fraction: float"):

        class Fraction(sdyopt.Pass):
            share: float = sdyopt.option(default=0.5, help="a share")


# What holds of every sharding rule, and which operations are refused.


quick = settings(derandomize=True, deadline=None, max_examples=60)
sizes = st.integers(1, 60)
shapes = st.lists(sizes, max_size=4).map(tuple)


@st.composite
def reshapes(draw: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two shapes with the same number of elements: products of the same numbers, in two orders."""
    parts = draw(st.lists(st.integers(1, 12), max_size=6))
    sides = []
    for order in (parts, draw(st.permutations(parts))):
        shape: list[int] = []
        joins: list[bool] = draw(st.lists(st.booleans(), min_size=len(parts), max_size=len(parts)))
        for part, is_joined in zip(order, joins, strict=True):
            if shape and is_joined:
                shape[-1] *= part
            else:
                shape.append(part)
        sides.append(tuple(shape))
    return sides[0], sides[1]


@quick
@given(reshapes())
def test_the_factors_of_a_reshape_multiply_to_the_sizes(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """Of each dimension of both sides; and major factors come first on both."""
    factors = list(reshape_factors(*shapes))
    for side, shape in enumerate(shapes, start=1):
        for dimension, size in enumerate(shape):
            assert prod([factor.size for factor in factors if factor[side] == dimension]) == size
        dimensions = [factor[side] for factor in factors]
        assert [number for number in range(len(shape)) for _ in range(dimensions.count(number))] == [
            number for number in dimensions if number is not None
        ]


@quick
@given(reshapes())
def test_a_shared_factor_is_at_the_same_place_on_both_sides(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """As many elements of each side belong to one step along it: so that a sharding along it means the same."""
    factors = list(reshape_factors(*shapes))
    for number, factor in enumerate(factors):
        if factor.operand is not None and factor.result is not None:
            before = [prod([other.size for other in factors[:number] if other[side] is not None]) for side in (1, 2)]
            assert before[0] == before[1]


@pytest.mark.parametrize("is_conservative", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_built_rules_verify(seed: int, is_conservative: bool) -> None:
    """Every dimension is mapped, and all that the verifier asks for holds.

    Unless a shape is dynamic; and pointwise rules may name factors that they lack, for values of too many dimensions.
    """
    for op in sdyopt.parse(sharding_rules.module(seed)).walk():
        rule = build_sharding_rule(op, is_conservative)
        if rule is not None and op.name not in ("stablehlo.custom_call", "stablehlo.all_reduce"):
            complaint = check_rule(rule, op.signature.operand_types, op.signature.result_types)
            assert complaint is None or "static shape" in complaint
            assert build_sharding_rule(op, is_conservative) is rule


@quick
@given(shapes, st.integers(1, 4))
def test_an_identity_maps_each_dimension_to_its_own_factor(shape: tuple[int, ...], operands: int) -> None:
    type = RankedTensorType(shape, FloatType("f32"))
    rule = identity_rule(type, operands)
    mapping = TensorMapping(tuple(DimMapping((factor,)) for factor in range(len(shape))))
    assert (rule.factor_sizes, rule.operand_mappings) == (shape, (mapping,) * operands)
    assert check_rule(rule, (type,) * operands, (type,)) is None


ELSEWHERE = {
    "stablehlo.return": "it stands in regions only",
    "stablehlo.uniform_dequantize": "its operand is quantized, which the reference has no types for",
    "stablehlo.uniform_quantize": "its result is quantized, which the reference has no types for",
}
"""Operations that no program can be made of, and why."""


def has_rules(definition: OpDef) -> bool:
    """Whether there is more to an operation than operands and results of any type."""
    required = [attribute for attribute in definition.attributes if not attribute.is_optional]
    return bool(definition.verifiers or definition.context_verifiers or required or definition.regions)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_operation_is_refused_somewhere(dialect: str) -> None:
    found = covered(dialect)
    wanted = {
        name
        for name, definition in REGISTRY.operations.items()
        if name.partition(".")[0] == dialect
        and has_rules(definition)
        and name not in ELSEWHERE
        and not definition.since
    }
    assert wanted <= set(found)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_table_is_up_to_date(dialect: str) -> None:
    assert rules_file(dialect).read_text(encoding="utf-8") == table(dialect), "run `python -m tools.operations.rules`"
