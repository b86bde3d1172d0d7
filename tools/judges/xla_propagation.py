"""Compares what views propagate with what XLA propagates: the shardings of results, and of values that both have.

    python -m pip install -e '.[jax]'
    python -m tools.judges.xla_propagation [--devices N] [--dumps FOLDER] [--verbose] FILE...

Each FILE is a program of JAX, `.mlir` or `.mlir.gz`. XLA compiles it for N simulated CPU devices, 8 by default, and
writes its module after Shardy's propagation, which stays in FOLDER if it is given, and is taken from there if it is
there already. Values are paired from what the functions return backwards, through equal operations.
"""

from __future__ import annotations

import os
import tempfile
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

import sdyopt
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.dialects.sdy.shardings.slots import function_result_sharding, sharding_of
from sdyopt.dialects.sdy.syntax import sharding as sharding_text
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.machines.worker import WorkerError, XlaCompiler
from tools import corpus

UNTIL = "sdy-insert-explicit-reshards"
"""The first pass after what XLA's dump shows."""

_SPELLED = {"dot_general": "dot", "square": "multiply"}
"""Operations that HLO spells in another way."""


class Propagated(NamedTuple):
    """How a program that a view propagates compares with XLA's."""

    results: list[tuple[int, str, str]]
    """The results of `main` with other shardings: their numbers, the view's sharding and XLA's."""
    values: list[tuple[str, str, str]]
    """The values with other shardings, in the order in which they are met."""
    pairs: int
    """The values that both have."""
    unpaired: Counter[tuple[str, str]]
    """The names of the operations where the programs are not the same."""


def after_propagation(text: str, devices: int) -> str:
    """Returns XLA's module after propagation. Raises ValueError if there is none."""
    request = {"program": b64encode(text.encode()).decode(), "name": "program.mlir", "devices": devices}
    with tempfile.TemporaryDirectory() as folder:
        options = {"xla_dump_to": folder, "xla_dump_hlo_pass_re": ".*shardy.*"}
        try:
            XlaCompiler({"platform": "cpu"}, stops=False).answer({**request, "options": options})
        except WorkerError as error:  # What was written until then is what counts.
            click.echo(f"  {error.kind}: {str(error)[:200]}", err=True)
        for file in Path(folder).glob("**/*.after_propagation.mlir"):
            return file.read_text(encoding="utf-8")
    raise ValueError("XLA wrote no module")


def dumped(name: str, text: str, devices: int, dumps: Path | None) -> str:
    """Returns XLA's module of a program, from the folder of earlier ones if it is there."""
    file = None if dumps is None else dumps / f"{name}.after_propagation.mlir"
    if file is not None and file.exists():
        return file.read_text(encoding="utf-8")
    found = after_propagation(text, devices)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found, encoding="utf-8")
    return found


def compare(text: str, after: str) -> Propagated:
    """Compares the program of a view with XLA's module after propagation."""
    program = Program(sdyopt.parse(text), Stage.PARTITIONED_BY_SHARDY, until=UNTIL)
    ours, theirs = _main(program.operation), _main(sdyopt.parse(after).operation)
    block, other = ours.regions[0].block, theirs.regions[0].block
    results: list[tuple[int, str, str]] = []
    for number, _ in enumerate(_returned(block)):
        of_view, of_xla = (_axes(function_result_sharding(each, number)) for each in (ours, theirs))
        if of_view != of_xla:
            results.append((number, of_view, of_xla))
    pairing = _Pairing(program)
    for argument, counterpart in zip(block.arguments, other.arguments, strict=True):
        pairing.pair(argument, counterpart)
    pairing.pair_blocks(ours, theirs)
    return Propagated(results, pairing.differences, len(pairing.paired), pairing.unpaired)


def _main(module: Operation) -> Operation:
    return next(op for op in module.regions[0].block.ops if op.name == "func.func" and "main" in str(op.properties))


def _returned(block: Block) -> list[Value]:
    return [] if block.last is None else block.last.operands


def _axes(sharding: Any) -> str:
    """Returns the axes of the dimensions, whether these are open or closed; empty if nothing is split."""
    if sharding is None or not any(dimension.axes for dimension in sharding.dimensions):
        return ""
    return sharding_text(sharding).replace("?", "").replace(", }", "}").partition(", ")[2].removesuffix(">")


def _name(op: Operation) -> str:
    name = op.name.rpartition(".")[2]
    return _SPELLED.get(name, name)


def _is_constant(op: Operation) -> bool:
    """Whether an operation of XLA's is a constant: the view's copy may compute it."""
    while len(op.operands) == 1 and isinstance(op.operands[0], OpResult):
        op = op.operands[0].owner
    return _name(op) in ("constant", "iota")


class _Pairing:
    """Pairs values of two programs."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.paired: dict[Value, Value] = {}
        self.differences: list[tuple[str, str, str]] = []
        self.unpaired: Counter[tuple[str, str]] = Counter()

    def pair_blocks(self, op: Operation, other: Operation) -> None:
        """Pairs what the regions of two equal operations return, and everything behind that."""
        pending: list[tuple[Operation, Operation]] = [(op, other)]
        while pending:
            op, other = pending.pop()
            for region, other_region in zip(op.regions, other.regions, strict=False):
                block, twin = region.block, other_region.block
                for argument, same in zip(block.arguments, twin.arguments, strict=False):
                    self.pair(argument, same)
                for inner, counterpart in self._behind(_returned(block), _returned(twin)):
                    pending.append((inner, counterpart))

    def _behind(self, values: Sequence[Value], others: Sequence[Value]) -> Iterator[tuple[Operation, Operation]]:
        pending = list(zip(values, others, strict=False))
        if len(values) != len(others):
            self.unpaired["operands", "operands"] += 1
        while pending:
            value, other = pending.pop()
            if value in self.paired or not isinstance(value, OpResult) or not isinstance(other, OpResult):
                if isinstance(value, BlockArgument) is not isinstance(other, BlockArgument):
                    self.unpaired[self._kind(value), self._kind(other)] += 1
                continue
            op, same = value.owner, other.owner
            names = _name(op), _name(same)
            if names[0] != names[1] or len(op.results) != len(same.results):
                if not _is_constant(same):
                    self.unpaired[names] += 1
                continue
            for result, counterpart in zip(op.results, same.results, strict=True):
                self.pair(result, counterpart)
            pending += zip(op.operands, same.operands, strict=False)
            if op.regions:
                yield op, same

    def _kind(self, value: Value) -> str:
        return _name(value.owner) if isinstance(value, OpResult) else "argument"

    def pair(self, value: Value, other: Value) -> None:
        """Pairs two values, and notes if their shardings differ."""
        self.paired[value] = other
        of_view, of_xla = _axes(sharding_of(value)), _axes(sharding_of(other))
        if of_view != of_xla:
            name = f"{self._program.name(value)} ({self._kind(value)}, {value.type})"
            self.differences.append((name, of_view, of_xla))


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True), metavar="FILE...")
@click.option("--devices", default=8, help="How many devices the meshes have; 8 by default.")
@click.option("--dumps", type=click.Path(path_type=Path, file_okay=False), help="Keeps XLA's modules.")
@click.option("--verbose", is_flag=True, help="Lists the values that differ.")
def main(files: tuple[Path, ...], devices: int, dumps: Path | None, verbose: bool) -> None:
    """Compare the shardings that views and XLA give to the programs in FILE."""
    os.environ["XLA_FLAGS"] = (
        f"--xla_force_host_platform_device_count={devices} {os.environ.get('XLA_FLAGS', '')}"  # Read by JAX's backend.
    )
    totals: Counter[str] = Counter()
    for file in files:
        name = "-".join([part for part in file.parts[-2:] if part != "/"]).removesuffix(".gz").removesuffix(".mlir")
        try:
            text = corpus.read(file)
            found = compare(text, dumped(name, text, devices, dumps))
        except Exception as error:
            click.echo(f"{name}: {type(error).__name__}: {str(error)[:200]}")
            totals["failed"] += 1
            continue
        totals["programs"] += 1
        totals["with equal results"] += not found.results
        totals["with equal values"] += not found.values
        totals["values"] += found.pairs
        totals["equal values"] += found.pairs - len(found.values)
        unpaired = ", ".join([f"{a}/{b} {count}" for (a, b), count in found.unpaired.most_common(5)])
        told = f"{len(found.results)} results, {len(found.values)} of {found.pairs} values differ"
        click.echo(f"{name}: {told}{f'; not the same: {unpaired}' if unpaired else ''}")
        if verbose:
            for number, ours, theirs in found.results:
                click.echo(f"  result {number}: {ours or '-'}, XLA {theirs or '-'}")
            for value, ours, theirs in reversed(found.values[-8:]):
                click.echo(f"  {value}: {ours or '-'}, XLA {theirs or '-'}")
    click.echo(", ".join([f"{key}: {count}" for key, count in totals.items()]))


if __name__ == "__main__":
    main()
