"""Sharding rules of users: patterns, functions that a program registers, and those of installed packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt.declare import Dialect, OpDef, Operand, Result, type_kinds
from sdyopt.mlir import installed
from sdyopt.mlir.diagnostics import Diagnostic
from sdyopt.mlir.rewrite.remarks import UnknownOps
from sdyopt.sharding import user_rules
from sdyopt.sharding.rules import build_sharding_rule
from sdyopt.sharding.user_rules import RuleMismatchError
from sdyopt.view import view
from tools.installed_packages import install, sdy_opt


def call(target: str, operands: str, result: str) -> sdyopt.Operation:
    """A custom call with these types: `4x8, 4` is two tensors."""
    types = [f"tensor<{shape}{'x' * bool(shape)}f32>" for shape in operands.split(", ")]
    arguments = ", ".join([f"%a{number}: {type}" for number, type in enumerate(types)])
    uses = ", ".join([f"%a{number}" for number in range(len(types))])
    module = sdyopt.parse(
        f"func.func @main({arguments}) {{ %0 = stablehlo.custom_call @{target}({uses}) "
        f": ({', '.join(types)}) -> tensor<{result}{'x' * bool(result)}f32> return }}"
    )
    (op,) = [op for op in module.walk() if op.name == "stablehlo.custom_call"]
    return op


def bound(pattern: sdyopt.RulePattern, operands: str, result: str) -> str:
    op = call("anything", operands, result)
    return str(pattern.bind(op.signature.operand_types, op.signature.result_types))[len("#sdy.op_sharding_rule<") : -1]


@pytest.fixture(autouse=True)
def forget_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_rules, "_registered", {})
    monkeypatch.setattr(user_rules, "_overriding", set())


# Patterns.


@pytest.mark.parametrize(
    ("pattern", "operands", "result", "rule"),
    [
        (
            sdyopt.rule("b s h, b t h -> b s t", reduction="h"),
            "2x4x8, 2x6x8",
            "2x4x6",
            "([i, j, k], [i, l, k])->([i, j, l]) {i=2, j=4, k=8, l=6} reduction={k}",
        ),
        (sdyopt.rule("(a b) c -> a (b c)"), "8x3", "2x12", "([ij, k])->([i, jk]) {i=2, j=4, k=3}"),
        (
            sdyopt.rule("(a b) -> (a b)", sizes={"a": 2}, permutation="b", blocked="b"),
            "8",
            "8",
            "([ij])->([ij]) {i=2, j=4} permutation={j} blocked_propagation={j}",
        ),
        (sdyopt.rule("(a b) c -> a (b c)"), "8x3", "8x3", "([i, j])->([i, j]) {i=8, j=3}"),
        (sdyopt.rule("... n, -> ..."), "2x3x4, ", "2x3", "([i, j, k], [])->([i, j]) {i=2, j=3, k=4}"),
        (
            sdyopt.rule("a _ 1 -> a () _"),
            "2x3x1",
            "2x1x5",
            "([i, j, k])->([i, l, m]) {i=2, j=3, k=1, l=1, m=5} need_replication={j, m}",
        ),
        (
            sdyopt.rule("a b -> a c", need_replication="b c"),
            "2x3",
            "2x5",
            "([i, j])->([i, k]) {i=2, j=3, k=5} need_replication={j, k}",
        ),
    ],
    ids=str,
)
def test_pattern(pattern: sdyopt.RulePattern, operands: str, result: str, rule: str) -> None:
    assert bound(pattern, operands, result) == rule


@pytest.mark.parametrize(
    ("pattern", "operands", "result", "message"),
    [
        ("a, b -> a", "2", "2", "the operation has 1 operand, not 2"),
        ("a b -> a", "2", "2", "operand 0 has 1 dimensions, not 2"),
        ("a -> a", "?", "2", "operand 0 is not a tensor with a static shape: tensor<?xf32>"),
        ("a b -> a a2", "2x3", "4x3", "dimension 0 of result 0 has size 4, but factor 'a' has 2"),
        ("a 1 -> a", "2x3", "2", "dimension 1 of operand 0 has size 3, but its factors have 1"),
        ("a (a2 b) -> a a2", "2x6", "2x4", "dimension 1 of operand 0 has size 6, which 4 does not divide"),
        (
            "(a b) -> (a b)",
            "8",
            "8",
            "the sizes of factors 'a' and 'b' in dimension 0 of operand 0 do not follow: give them as `sizes`",
        ),
    ],
)
def test_a_pattern_that_does_not_fit_says_why(pattern: str, operands: str, result: str, message: str) -> None:
    with pytest.raises(RuleMismatchError) as caught:
        bound(sdyopt.rule(pattern), operands, result)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("pattern", "options", "message"),
    [
        ("a b", {}, "has no single '->'"),
        ("a -> b -> c", {}, "has no single '->'"),
        ("a (b -> a", {}, "lacks a ')'"),
        ("a) -> a", {}, "has an unexpected ')'"),
        ("((a) b) -> a", {}, "has an unexpected '('"),
        ("(... a) -> a", {}, "has an unexpected '...'"),
        ("(a _) -> a", {}, "has '_' inside parentheses"),
        ("a ? -> a", {}, "has no factor at '?'"),
        ("a a -> a", {}, "has factor 'a' twice in one tensor"),
        ("... ... -> a", {}, "has '...' twice in one tensor"),
        ("a -> a", {"reduction": "b"}, "has no factor 'b'"),
        ("a -> a", {"reduction": "a"}, "reduces factor 'a', which is in a result"),
        ("a -> a", {"permutation": "a", "need_replication": "a"}, "has factor 'a' in more than one kind"),
    ],
)
def test_a_pattern_that_no_operation_can_have(pattern: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match="sharding rule") as caught:
        sdyopt.rule(
            pattern,
            reduction=options.get("reduction", ""),
            need_replication=options.get("need_replication", ""),
            permutation=options.get("permutation", ""),
        )
    assert str(caught.value).rstrip() == f"sharding rule '{pattern}' {message}".rstrip()


# Functions that a program registers.


def test_a_registered_function_builds_the_rule() -> None:
    @sdyopt.sharding_rule("scale")
    def scale(op: sdyopt.Operation) -> sdyopt.RulePattern | None:
        return sdyopt.rule("..., -> ...") if len(op.operands) == 2 else None

    reported: list[Diagnostic] = []
    assert str(build_sharding_rule(call("scale", "2x3, ", "2x3"))).startswith("#sdy.op_sharding_rule<([i, j], [])->")
    assert build_sharding_rule(call("scale", "2x3", "2x3"), unknown=UnknownOps(reported.append)) is None
    assert reported == []


def test_a_rule_that_does_not_fit_is_an_error_at_the_operation() -> None:
    @sdyopt.sharding_rule("scale")
    def scale(op: sdyopt.Operation) -> sdyopt.RulePattern:
        return sdyopt.rule("a b, -> a b")

    op = call("scale", "2x3, 4", "2x3")
    with pytest.raises(sdyopt.CompilationError) as caught:
        build_sharding_rule(op)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.location == op.location
    assert diagnostic.message == (
        "sharding rule of @scale, 'a b, -> a b', does not fit @scale : (tensor<2x3xf32>, tensor<4xf32>) -> "
        "tensor<2x3xf32>: operand 1 has 1 dimensions, not 0"
    )


def test_a_rule_of_another_operation_is_refused() -> None:
    other = build_sharding_rule(call("mhlo.erf", "2x3", "2x3"))

    @sdyopt.sharding_rule("scale")
    def scale(op: sdyopt.Operation) -> sdyopt.OpShardingRule | None:
        return other

    with pytest.raises(sdyopt.CompilationError, match=r"mapping rank must match: 2 != 1"):
        build_sharding_rule(call("scale", "2", "2"))


def test_a_text_is_no_rule() -> None:
    """And the message says what makes a rule of it."""

    @sdyopt.sharding_rule("scale")
    def scale(op: sdyopt.Operation) -> Any:
        return "a -> a"

    with pytest.raises(sdyopt.CompilationError, match=r"but 'a -> a'; sdyopt\.rule makes a rule of a pattern"):
        build_sharding_rule(call("scale", "2", "2"))


def test_built_in_rules_stay() -> None:
    with pytest.raises(ValueError, match=r"custom call @mhlo\.topk has a built-in sharding rule"):
        sdyopt.sharding_rule("mhlo.topk")


def test_a_rule_that_an_operation_carries_wins() -> None:
    @sdyopt.sharding_rule("scale")
    def scale(op: sdyopt.Operation) -> sdyopt.RulePattern:
        return sdyopt.rule("a -> a")

    op = call("scale", "2", "2")
    carried = sdyopt.parse_attribute("#sdy.op_sharding_rule<([i])->([j]) {i=2, j=2}, custom>")
    op.set_attribute("sdy.sharding_rule", carried)
    assert sdyopt.sharding_rule_of(op) is carried


# Rules by the names of operations.

INPUTS = Path(__file__).parent / "Inputs"
BY_NAME = (INPUTS / "user_rules.by_name.txt").read_text(encoding="utf-8")


def define_rules() -> None:
    @sdyopt.sharding_rule("tt.eltwise")
    def eltwise(op: sdyopt.Operation) -> sdyopt.RulePattern:
        return sdyopt.rule("... -> ...")

    @sdyopt.sharding_rule("stablehlo.batch_norm_training")
    def batch_norm(op: sdyopt.Operation) -> sdyopt.RulePattern:
        return sdyopt.rule("rows c, c, c -> rows c, c, c")

    @sdyopt.sharding_rule("stablehlo.tanh", override=True)
    def tanh(op: sdyopt.Operation) -> sdyopt.RulePattern:
        return sdyopt.rule("a b -> a b", need_replication="a b")


def test_operations_have_rules_by_their_names() -> None:
    """Those of unknown dialects, those without a rule, and those whose built-in rule is replaced."""
    define_rules()
    module = sdyopt.parse(BY_NAME, allow_unregistered_dialect=True)
    warnings: list[Diagnostic] = []
    module.run("sdy-populate-op-sharding-rules", on_warning=warnings.append)
    rules = {op.name: str(op.attributes["sdy.sharding_rule"]) for op in module.walk() if op.attributes.entries}
    assert not warnings
    assert rules["tt.eltwise"].endswith("([i, j])->([i, j]) {i=4, j=8}>")
    assert "([i, j], [j], [j])->([i, j], [j], [j])" in rules["stablehlo.batch_norm_training"]
    assert rules["stablehlo.tanh"].endswith("need_replication={i, j}>")


def test_passes_use_rules_by_name() -> None:
    """Shardings propagate, reshards become collectives, and each device gets its part."""
    define_rules()
    module = sdyopt.parse(BY_NAME, allow_unregistered_dialect=True)
    module.run(
        "sdy-propagation-pipeline",
        "sdy-insert-explicit-reshards{enable-full-version=true}",
        "sdy-reshard-to-collectives",
        "sdy-convert-global-to-local",
    )
    types = {op.name: [str(result.type) for result in op.results] for op in module.walk()}
    assert types["tt.eltwise"] == ["tensor<2x8xf32>"]
    assert types["stablehlo.batch_norm_training"] == ["tensor<2x8xf32>", "tensor<8xf32>", "tensor<8xf32>"]
    assert types["stablehlo.tanh"] == ["tensor<4x8xf32>"]
    assert types["stablehlo.all_gather"] == ["tensor<4x8xf32>"]


def test_views_and_plans_use_rules_by_name() -> None:
    """Without the rule, the operation ends propagation, and every device holds its operands and results as a whole."""
    text = """
    sdy.mesh @mesh = <["x"=4]>
    func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x8xf32> {
      %0 = "tt.viewed"(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
      return %0 : tensor<4x8xf32>
    }
    """

    def seen() -> tuple[int | None, int]:
        module = sdyopt.parse(text, allow_unregistered_dialect=True)
        (result,) = [tensor for tensor in view(module).tensors if tensor.name == "result 0"]
        plain = text.replace(' {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}', "")
        planned = sdyopt.plan(sdyopt.parse(plain, allow_unregistered_dialect=True))
        return result.share.bytes, planned.cost.peak_bytes

    before = seen()

    @sdyopt.sharding_rule("tt.viewed")
    def viewed(op: sdyopt.Operation) -> sdyopt.RulePattern:
        return sdyopt.rule("... -> ...")

    assert (before, seen()) == ((128, 256), (32, 256))  # bytes of the result, and at most of the peak of the plan


def test_a_rule_that_is_defined_later_counts_for_what_was_seen_before() -> None:
    module = sdyopt.parse(BY_NAME, allow_unregistered_dialect=True)
    (tanh,) = [op for op in module.walk() if op.name == "stablehlo.tanh"]
    before = build_sharding_rule(tanh)
    define_rules()
    assert build_sharding_rule(tanh) is not before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "stablehlo.batch_norm_trainin",
            "dialect 'stablehlo' has no operation 'stablehlo.batch_norm_trainin': did you mean "
            "stablehlo.batch_norm_training, stablehlo.batch_norm_grad or stablehlo.batch_norm_inference?",
        ),
        ("arith.zzz", "dialect 'arith' has no operation 'arith.zzz'"),
        ("stablehlo.add", "operation 'stablehlo.add' has a built-in sharding rule, which only override=True replaces"),
        ("stablehlo.custom_call", "rules of 'stablehlo.custom_call' are defined by the names of the targets"),
        ("stablehlo.return", "operations 'stablehlo.return' have no sharding rules"),
        ("func.func", "operations 'func.func' have no sharding rules"),
        ("", "a sharding rule needs the name of an operation, or of the target of custom calls"),
    ],
)
def test_names_that_never_match_are_errors(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"rule|dialect") as caught:
        sdyopt.sharding_rule(name)
    assert str(caught.value) == message


def test_a_rule_by_name_that_does_not_fit_is_an_error_at_the_operation() -> None:
    @sdyopt.sharding_rule("tt.eltwise")
    def eltwise(op: sdyopt.Operation) -> sdyopt.RulePattern:
        return sdyopt.rule("a -> a")

    module = sdyopt.parse(BY_NAME, allow_unregistered_dialect=True)
    for use in (lambda: module.run("sdy-populate-op-sharding-rules"), lambda: sdyopt.plan(module, budget=1)):
        with pytest.raises(sdyopt.Error) as caught:
            use()
        assert str(caught.value).startswith(
            "<string>:6:8: error: sharding rule of 'tt.eltwise', 'a -> a', does not fit 'tt.eltwise' : "
            "(tensor<4x8xf32>) -> tensor<4x8xf32>: operand 0 has 2 dimensions, not 1"
        )


def test_a_declaration_has_the_same_rule_objects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern, or a function of the operation; the name of a function with a builder is deprecated."""
    (tmp_path / "rules_with_a_builder.py").write_text("def same(builder):\n    return builder.build()\n")
    monkeypatch.syspath_prepend(tmp_path)
    tensor = type_kinds.STATIC_TENSOR
    rules: dict[str, Any] = {
        "pattern": sdyopt.rule("a -> a"),
        "function": lambda op: sdyopt.rule("a -> a"),
        "named": "same",
    }
    definitions = [
        OpDef(f"ruled.{name}", operands=[Operand("x", tensor)], results=[Result("y", tensor)], sharding_rule=rule)
        for name, rule in rules.items()
    ]
    sdyopt.register_dialect(Dialect("ruled", definitions, sharding_rules="rules_with_a_builder"))
    sdyopt.sharding_rule("scale")(rules["pattern"])
    text = 'func.func @f(%x: tensor<4xf32>) {{ %0 = "{}"(%x) : (tensor<4xf32>) -> tensor<4xf32> return }}'
    for name in ("ruled.pattern", "ruled.function"):
        (op,) = sdyopt.parse(text.format(name)).walk(name)
        assert str(build_sharding_rule(op)) == "#sdy.op_sharding_rule<([i])->([i]) {i=4}>"
    assert str(build_sharding_rule(call("scale", "4", "4"))) == "#sdy.op_sharding_rule<([i])->([i]) {i=4}>"
    (op,) = sdyopt.parse(text.format("ruled.named")).walk("ruled.named")
    with pytest.warns(DeprecationWarning, match="'ruled.named': its sharding_rule should be a pattern"):
        assert str(build_sharding_rule(op)) == "#sdy.op_sharding_rule<([i])->([j]) {i=1, j=1}>"


# Installed packages.

PACKAGE = """
import sdyopt

def first(op):
    return sdyopt.rule("a b -> a b")

def broken(op):
    raise RuntimeError("no luck")
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that declares rules, and a second one that declares one of them, too."""
    (tmp_path / "rules_of_a_package.py").write_text(PACKAGE)
    first, broken = "rules_of_a_package:first", "rules_of_a_package:broken"
    rules = {"mine": first, "bad": broken, "lost": "rules_of_a_package:missing", "shared": first, "mhlo.erf": broken}
    install(tmp_path, "rules-1.0", "sdyopt.sharding_rules", rules)
    install(tmp_path, "more_rules-2.0", "sdyopt.sharding_rules", {"shared": first})
    monkeypatch.syspath_prepend(tmp_path)
    for remembered in (installed.declared, installed._groups, user_rules._declared):
        remembered.cache_clear()
    yield
    sys.modules.pop("rules_of_a_package", None)
    for remembered in (installed.declared, installed._groups, user_rules._declared):
        remembered.cache_clear()


@pytest.mark.usefixtures("package")
def test_the_rule_of_a_package() -> None:
    assert str(build_sharding_rule(call("mine", "2x3", "2x3"))) == (
        "#sdy.op_sharding_rule<([i, j])->([i, j]) {i=2, j=3}>"
    )


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("bad", "sharding rule of @bad from rules 1.0 failed: RuntimeError: no luck"),
        ("shared", "sharding rule of @shared is declared by more_rules 2.0 and rules 1.0: there can be only one"),
        (
            "mhlo.erf",
            "sharding rule of @mhlo.erf from rules 1.0 is wrong: custom call @mhlo.erf has a built-in one, which only "
            "override=True replaces",
        ),
        ("lost", "sharding rule of @lost from rules 1.0 cannot be imported: AttributeError: "),
    ],
)
def test_what_is_wrong_with_a_package_names_it(target: str, message: str) -> None:
    with pytest.raises(sdyopt.CompilationError) as caught:
        build_sharding_rule(call(target, "2x3", "2x3"))
    assert str(caught.value).startswith(message)


def test_a_name_in_a_package_that_never_matches_is_an_error(tmp_path: Path) -> None:
    """Wherever a rule is needed first, with the place if there is one."""
    install(tmp_path, "rules-1.0", "sdyopt.sharding_rules", {"stablehlo.ad": "nothing:here"})
    for options in (["-sdy-basic-propagate"], ["-sdy-propagation-pipeline"], ["-sdy-populate-op-sharding-rules"]):
        ran = sdy_opt(tmp_path, UNKNOWN, *options)
        assert (
            ran.returncode == 1
            and "error: sharding rule of 'stablehlo.ad' from rules 1.0 is wrong: dialect" in ran.stderr
        )
        assert "Traceback" not in ran.stderr, ran.stderr


# Operations of which no rule is known.

UNKNOWN = """
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = chlo.erf %a : tensor<2xf32> -> tensor<2xf32>
  %1 = chlo.erfc %0 : tensor<2xf32> -> tensor<2xf32>
  %2 = stablehlo.custom_call @One(%1) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = stablehlo.custom_call @Two(%2) : (tensor<2xf32>) -> tensor<2xf32>
  %4 = stablehlo.custom_call @tpu_custom_call(%3) : (tensor<2xf32>) -> tensor<2xf32>
  %5 = stablehlo.optimization_barrier %4 : tensor<2xf32>
  return %5 : tensor<2xf32>
}
"""


def test_the_first_of_each_kind_is_reported() -> None:
    reported: list[Diagnostic] = []
    unknown = UnknownOps(reported.append, lambda op: f"text of {op.name}")
    operations = list(sdyopt.parse(UNKNOWN).walk())
    assert [build_sharding_rule(op, unknown=unknown) for op in operations] == [None] * len(operations)
    assert [(each.severity, each.message, each.notes[0].message) for each in reported] == [
        ("warning", "op 'chlo.erf' is unknown to SDY sharding rule registry", "text of chlo.erf"),
        ("warning", "custom call @One is unknown to SDY sharding rule registry", "text of stablehlo.custom_call"),
    ]


def test_without_a_description_there_is_no_note() -> None:
    reported: list[Diagnostic] = []
    for op in sdyopt.parse(UNKNOWN).walk():
        build_sharding_rule(op, unknown=UnknownOps(reported.append))
    assert [each.notes for each in reported] == [()] * 4
