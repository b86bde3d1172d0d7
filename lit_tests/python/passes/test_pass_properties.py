"""The properties of every pass and of every sharding rule."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest

import sdyopt
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.verification.shardings import check_rule
from sdyopt.ir.attribute import forget
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.releases import following
from sdyopt.rewriting.passes import Pass, option, options_of
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.rules import build_sharding_rule
from tools.generator import mixed, sdy, stablehlo
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


@pytest.mark.parametrize("release", ["0.10.2", "0.12.0.1"])
@pytest.mark.parametrize("is_conservative", [False, True])
def test_rules_do_not_depend_on_those_built_before(release: str, is_conservative: bool) -> None:
    """The first of similar signatures, by which the rules of the others are made, may be any of them."""
    texts = [stablehlo.long_module(1, 1000), *map(sharding_rules.module, range(20))]
    ops = [op for module in map(sdyopt.parse, texts) for op in module.walk()]
    with following(release):
        rules = [build_sharding_rule(op, is_conservative) for op in ops]
        forget()
        assert [build_sharding_rule(op, is_conservative) for op in reversed(ops)] == rules[::-1]


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
