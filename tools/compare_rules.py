"""The op sharding rules that are built here beside those of the reference, operation by operation.

    python -m tools.compare_rules [--seed N] [--count N] [--generator NAME]

Each generated module is read by both. The reference writes its rules on it, without verifying them afterwards, once as
usual and once conservatively; for each operation these must be the rules that `build_sharding_rule` builds. The
reference runs in a process of its own, which is started again after a module that takes it down.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import click

import sdyopt
from sdyopt.dialects.sdy.attributes import SHARDING_RULE
from sdyopt.ir.operation import Operation
from sdyopt.sharding.rules import build_sharding_rule
from tools import reference
from tools.generator import mixed, stablehlo
from tools.generator.passes import sharding_rules

GENERATORS: dict[str, Callable[[int], str]] = {
    "mixed": mixed.module,
    "sharding-rules": sharding_rules.module,
    "stablehlo": stablehlo.module,
}

NO_RULE = "no rule"
SECONDS = 5
"""After which a module counts as one that the reference cannot digest: on some reshapes it never ends."""

Rules = list[tuple[str, str]]
"""The names of all operations of a module, outer before inner, with their rules."""


class Difference(NamedTuple):
    """An operation that has not the rule that it should have."""

    name: str
    expected: str
    built: str


# --- the reference ---------------------------------------------------------------------------------------------------


def reference_rules(text: str, is_conservative: bool) -> Rules | None:
    """Returns the reference's rules; None if it rejects the module."""
    from jaxlib.mlir import ir, passmanager

    option = "{conservative-propagation=true}" if is_conservative else ""
    context = reference.context_for(text, allow_unregistered=True)
    with context, ir.Location.unknown():
        handler: Any = context.attach_diagnostic_handler(lambda diagnostic: True)
        try:
            module = ir.Module.parse(text)
            manager = passmanager.PassManager.parse(
                f"builtin.module(func.func(sdy-populate-op-sharding-rules{option}))"
            )
            manager.enable_verifier(False)
            manager.run(module.operation)
        except ir.MLIRError:
            return None
        finally:
            handler.detach()
        return [(op.name, _rule_on(op)) for op in _walk(module.operation)]


def _walk(op: Any) -> Iterator[Any]:
    yield op
    for region in op.regions:
        for block in region:
            for inner in block:
                yield from _walk(inner.operation)


def _rule_on(op: Any) -> str:
    return str(op.attributes["sdy.sharding_rule"]) if "sdy.sharding_rule" in op.attributes else NO_RULE


def answer(questions: Connection) -> None:
    """The life of the reference's process."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what the C++ says when it crashes
    while True:
        signal.setitimer(signal.ITIMER_REAL, 0)
        text = questions.recv()
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        questions.send([reference_rules(text, is_conservative) for is_conservative in (False, True)])


class Reference:
    """The reference in a process of its own."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Starts a process, in place of one that is gone."""
        self.questions, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=answer, args=[other], daemon=True)
        self.process.start()
        other.close()

    def ask(self, text: str) -> list[Rules | None] | None:
        """Returns the usual and the conservative rules, each None if the module is rejected; None after a crash."""
        self.questions.send(text)
        try:
            answered: list[Rules | None] = self.questions.recv()
        except EOFError:
            self.process.join()
            self.start()
            return None
        return answered


# --- ours, and the comparison ----------------------------------------------------------------------------------------


def differences(text: str, expected: list[Rules | None]) -> Iterator[Difference]:
    """Yields the operations of a valid module whose rules differ."""
    module = sdyopt.parse(text, allow_unregistered_dialect=True).operation
    for is_conservative, rules in zip((False, True), expected, strict=True):
        for op, (name, rule) in zip(module.walk(), rules or (), strict=True):
            assert op.name == name
            built = built_rule(op, module, is_conservative)
            if built != rule and not (NO_RULE not in (built, rule) and is_dynamic_reshape(op)):
                yield Difference(f"{name}{' conservative' * is_conservative}", rule, built)


def built_rule(op: Operation, module: Operation, is_conservative: bool) -> str:
    """Returns the rule that `op` has after the pass, which visits the functions that stand directly in the module."""
    rule = op.attributes.get(SHARDING_RULE)
    if rule is None and is_in_function(op, module):
        rule = build_sharding_rule(op, is_conservative)
    return NO_RULE if rule is None else str(rule)


def is_in_function(op: Operation, module: Operation) -> bool:
    """Returns whether `op` is one of the functions that stand directly in the module, or inside one."""
    while op.parent_op is not None and op.parent_op is not module:
        op = op.parent_op
    return op.name == "func.func"


def is_dynamic_reshape(op: Operation) -> bool:
    """Returns whether the verifier rejects any rule of `op`, which the reference makes by dividing -2**63."""
    types = (*op.signature.operand_types, *op.signature.result_types)
    return op.name == "stablehlo.reshape" and any("?" in str(type) for type in types)


@click.command()
@click.option("--generator", type=click.Choice(sorted(GENERATORS)), default="sharding-rules", show_default=True)
@click.option("--seed", default=0, help="The number of the first module.")
@click.option("--count", default=1000, help="How many modules.", show_default=True)
@click.option("--shown", default=5, help="How many differences of each operation are shown.", show_default=True)
def main(generator: str, seed: int, count: int, shown: int) -> None:
    """Compare the sharding rules of generated modules with the reference's."""
    reference.run("")  # raises MissingReference, and loads what the child processes need
    answers = Reference()
    outcomes: Counter[str] = Counter()
    operations: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for number in range(seed, seed + count):
        text = GENERATORS[generator](number)
        expected = answers.ask(text)
        if expected is None or None in expected:
            outcomes["crashed" if expected is None else "rejected"] += 1
            continue
        operations.update(name for name, rule in expected[0] or () if rule != NO_RULE)
        found = list(differences(text, expected))
        outcomes["different" if found else "equal"] += 1
        for difference in found:
            kinds[difference.name] += 1
            if kinds[difference.name] <= shown:
                print(f"module {number}: {difference.name}", f"  expected {difference.expected}", sep="\n")
                print(f"  built    {difference.built}")
    print(dict(outcomes), dict(operations.most_common()), dict(kinds), sep="\n")
    sys.exit(bool(kinds))


if __name__ == "__main__":
    main()
