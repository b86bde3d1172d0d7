"""Snapshots before and after passes are the bytes that the reference prints."""

from __future__ import annotations

import pytest

import sdyopt.cli.main
from sdyopt.pipeline.registry import PASSES
from tools import cases, corpus, reference
from tools.chunks import mostly_long, sampled
from tools.generator import sdy
from tools.generator.passes import pipelines
from tools.judges import pass_manager

OPTIONS = {
    "print_before_all": "-mlir-print-ir-before-all",
    "print_after_all": "-mlir-print-ir-after-all",
    "print_after_change": "-mlir-print-ir-after-change",
    "print_after_failure": "-mlir-print-ir-after-failure",
    "print_module_scope": "-mlir-print-ir-module-scope",
    "print_generic_op_form": "-mlir-print-op-generic",
}
"""The arguments of the reference's `enable_ir_printing`, and our options for them."""

ALL = reference.pipeline_of(pipelines.IN_A_ROW)
TWICE = reference.pipeline_of([name for name in pipelines.IN_A_ROW for _ in range(2)])
INSIDE = f"builtin.module(func.func(any({PASSES[0].name})),any({PASSES[0].name}),{ALL})"


def assert_same(text: str, pipeline: str, *when: str) -> bool | None:
    """Whether all passes have succeeded; None if the reference crashed."""
    chosen = {"print_after_all": False} | dict.fromkeys(when, True)
    theirs = pass_manager.run_with_snapshots(text, pipeline, **chosen)
    if theirs is None:
        return None
    flags = [OPTIONS[name] for name in when]
    # What is wrong comes at the end with -verify-diagnostics: the reference's reports go elsewhere.
    command = ["-", *flags, "-verify-diagnostics", f"-pass-pipeline={pipeline}"]
    _, _, errors = sdyopt.cli.main.run(command, stdin=text.encode())
    written = errors.decode()
    assert written.startswith(theirs.written) and "IR Dump" not in written[len(theirs.written) :]
    assert ("error: unexpected error: " not in written) == bool(theirs.output)
    return bool(theirs.output)


def inner(*texts: str) -> str:
    """Modules in a module."""
    return "module {\nfunc.func private @beside()\n" + "\n".join(texts) + "\n}"


@pytest.mark.parametrize(
    "name", sampled([name for name in corpus.names() if name != "transformer_deep"], corpus.QUICK, 4)
)
def test_programs_before_and_after_each_pass(name: str) -> None:
    """Passes that propagate shardings refuse dynamic shapes."""
    is_static = name != "dynamic_shapes"
    assert assert_same(corpus.text(name), ALL, "print_before_all", "print_after_all") == is_static


@pytest.mark.parametrize("name", ["mlp", "shard_map_nested", "control_flow"])
def test_generic_form(name: str) -> None:
    assert assert_same(corpus.text(name), ALL, "print_after_all", "print_generic_op_form")


ONES = ["mlp", "shard_map_matmul", "sharding_groups", "size_one_axes", "transformer"]


@pytest.mark.parametrize("name", mostly_long(ONES, ONES[:3]))
def test_only_what_has_changed(name: str) -> None:
    """Each pass twice: what it leaves it mostly leaves again, though it may put one operation in place of another."""
    assert_same(corpus.text(name), TWICE, "print_after_all", "print_after_change")


def test_changes_of_no_pass_in_particular() -> None:
    """Without a pass after which snapshots are taken there are none."""
    assert assert_same(corpus.text("mlp"), ALL, "print_after_change")


@pytest.mark.parametrize("scope", [(), ("print_module_scope",)], ids=["operation", "module"])
@pytest.mark.parametrize(
    "pipeline", mostly_long([INSIDE, f"builtin.module({ALL})", f"builtin.module(any({ALL}),{ALL})"], [INSIDE])
)
def test_passes_over_inner_modules(pipeline: str, scope: tuple[str, ...]) -> None:
    """Where one fails the passes go on with the next module."""
    outcomes = set()
    for seed in range(0, 16, 2):
        text = inner(sdy.module(seed), sdy.module(seed + 1))
        outcomes.add(assert_same(text, pipeline, "print_before_all", "print_after_all", *scope))
    assert {True, False} <= outcomes


def test_after_a_failure() -> None:
    """A module that a pass leaves invalid is shown in generic form; a valid one is not shown."""
    edges = PASSES[0].name
    pipeline = f"builtin.module({edges},{edges})"
    assert assert_same(corpus.text("control_flow"), pipeline, "print_after_all", "print_after_failure") is False


@pytest.mark.long
def test_after_a_conversion_that_fails() -> None:
    """The program is what it was before."""
    pipeline = "builtin.module(sdy-convert-global-to-local)"
    texts = [cases.KINDS["localized"].case(number).text for number in range(30)]
    outcomes = [assert_same(text, pipeline, "print_after_all", "print_after_failure") for text in texts]
    assert outcomes.count(False) >= 5


def test_each_pass_has_the_name_of_its_class() -> None:
    """Where the reference has the pass."""
    text = "func.func @main() {\n  return\n}\n"
    for entry in PASSES:
        assert assert_same(text, reference.pipeline_of((entry.name,)), "print_before_all") is not False, entry.name
