"""The mutants of a file: those that cosmic-ray makes, without those that no test can tell from the file."""

from __future__ import annotations

import ast
import random
from collections import defaultdict
from collections.abc import Collection, Iterator
from difflib import unified_diff
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tools.mutants.results import Mutant, Position

_EQUIVALENT = (
    "core/RemoveDecorator",  # They remember results, make classes immutable, or fail at once if they are missing.
    "core/ReplaceComparisonOperator_Is_Eq",  # `is` compares None and members of enumerations.
    "core/ReplaceComparisonOperator_IsNot_NotEq",
    "core/ReplaceComparisonOperator_Eq_Is",  # Equal small numbers and names are the same object, by chance.
    "core/ReplaceComparisonOperator_Eq_IsNot",
    "core/ReplaceComparisonOperator_NotEq_Is",
    "core/ReplaceComparisonOperator_NotEq_IsNot",
)
"""Operators of cosmic-ray that are left out: their mutants are equivalent, or fail or not by chance."""


def sample(files: list[Path], number: int, seed: int) -> list[Mutant]:
    """Returns mutants at random places of the files: one of each file, the others wherever chance has it.

    A place is a token and a kind of operator; one mutant of each is taken. Else operators such as `+`, of which there
    are eleven mutants that fail at once, would be most of the sample.
    """
    chance = random.Random(seed)
    chosen, others = [], []
    for file in sorted(files):
        places: defaultdict[tuple[Position, str], list[Mutant]] = defaultdict(list)
        for mutant in mutants(file):
            places[mutant.position, mutant.operator.partition("_")[0]].append(mutant)
        of_file = [chance.choice(place) for _, place in sorted(places.items())]
        chance.shuffle(of_file)
        chosen += of_file[:1]
        others += of_file[1:]
    return sorted(chosen + chance.sample(others, max(0, min(number - len(chosen), len(others)))))


def mutants(file: Path) -> Iterator[Mutant]:
    """Yields the mutants of a file, without those that are left out."""
    left_out = list(_left_out(ast.parse(file.read_text(encoding="utf-8"))))
    for mutant in _made(file, operator_names()):
        if mutant.operator not in _EQUIVALENT and not any(start <= mutant.position < end for start, end in left_out):
            yield mutant


def _made(file: Path, operators: Collection[str]) -> Iterator[Mutant]:
    """Yields the mutants of a file that operators make."""
    source = file.read_text(encoding="utf-8")
    nodes = list(ast_nodes(get_ast(source)))
    for name in operators:
        operator = get_operator(name)
        if operator.arguments():
            continue
        positions = [position for node in nodes for position, _ in operator().mutation_positions(node)]
        for occurrence, position in enumerate(positions):
            yield Mutant(str(file), position, name, occurrence)


def _left_out(tree: ast.Module) -> Iterator[tuple[Position, Position]]:
    """Yields where mutants are equivalent: in types, in options of dataclasses, and in checks that always hold."""
    for node in ast.walk(tree):
        parts: list[ast.expr | None] = []
        match node:
            case ast.arg() | ast.AnnAssign():
                parts = [node.annotation]
            case ast.FunctionDef():
                parts = [node.returns]
            case ast.ClassDef():
                parts = [each for each in node.decorator_list if isinstance(each, ast.Call)]
            case ast.If(test=ast.Name("TYPE_CHECKING") as test):
                parts = [test]
            case ast.Call(func=ast.Name("isinstance" | "cast"), args=arguments):
                parts = [each for each in arguments if isinstance(each, ast.BinOp)]
            case ast.Call(keywords=keywords):
                parts = [keyword.value for keyword in keywords if keyword.arg in ("strict", "maxsize")]
            case ast.Assign(value=ast.BinOp(op=ast.BitOr()) as value, targets=[ast.Name(name)]) if name[0].isupper():
                parts = [value]
        for part in parts:
            if part is not None and part.end_lineno is not None and part.end_col_offset is not None:
                yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def mutated(mutant: Mutant, source: str) -> str:
    """Returns the text of a mutant of the text of its file."""
    text = mutate_code(source, get_operator(mutant.operator)(), mutant.occurrence)
    if text is None:
        raise ValueError(f"{mutant.file} has changed since its mutants were listed")
    return str(text)


def change(mutant: Mutant, source: str) -> list[str]:
    """Returns the lines of a difference that a mutant makes: those with `-`, and those with `+`."""
    lines = unified_diff(source.splitlines(), mutated(mutant, source).splitlines(), lineterm="", n=0)
    return [line for line in list(lines)[2:] if not line.startswith("@@")]


def moved(mutant: Mutant, before: list[str]) -> Mutant | None:
    """Returns the mutant of the file as it is now that makes a difference, the nearest one; None if none does."""
    file = Path(mutant.file)
    if not file.exists():
        return None
    source = file.read_text(encoding="utf-8")
    removed = {line[1:] for line in before if line.startswith("-")}
    lines = {number for number, line in enumerate(source.splitlines(), 1) if line in removed}
    near = [each for each in _made(file, [mutant.operator]) if each.position[0] in lines] if lines else []
    same = [each for each in near if change(each, source) == before]
    return min(same, key=lambda each: abs(each.position[0] - mutant.position[0]), default=None)


def lines_of(mutant: Mutant, source: str) -> range:
    """Returns the lines of the statement that a mutant changes; none if it runs when the module is imported."""
    line = mutant.position[0]
    inside: range | None = None
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for each in node.body:
                for statement in ast.walk(each):
                    if isinstance(statement, ast.stmt | ast.ExceptHandler | ast.match_case) and line in _own(statement):
                        own = _own(statement)
                        inside = own if inside is None or len(own) < len(inside) else inside
    return inside or range(0)


def _own(node: ast.stmt | ast.ExceptHandler | ast.match_case) -> range:
    """Returns the lines of a statement, without those of statements in it."""
    body = getattr(node, "body", None)
    first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
    if isinstance(body, list) and body:
        return range(first, max(first, body[0].lineno - 1) + 1)
    last = None if isinstance(node, ast.match_case) else node.end_lineno
    return range(first, (last or first) + 1)
