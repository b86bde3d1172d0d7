"""Text that is no module gets an error at a place: however deep, long, cut off or random it is, never a traceback."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import sdyopt.cli.main
from sdyopt.mlir.write.attributes import MAX_NESTING
from tools.fuzzing.mutation import mutate

ERROR = re.compile(r"^(?:<stdin>|[a-c]):\d+:\d+: error: \S", re.MULTILINE)
"""In the text, or in a file that a location in the text names."""
LENGTH = 30_000

INPUTS = Path(__file__).parent / "Inputs"
PROGRAM = (INPUTS / "syntax_errors.program.txt").read_text(encoding="utf-8")


def opened(text: str) -> tuple[int, str]:
    """The exit status and the messages for a text."""
    data = text.encode("utf-8", "surrogateescape")
    status, _, errors = sdyopt.cli.main.run(["-allow-unregistered-dialect", "-"], stdin=data)
    messages = errors.decode("utf-8", "surrogateescape")
    assert status in (0, 1)
    assert "Traceback" not in messages
    assert status == 0 or ERROR.search(messages), messages[:500]
    return status, messages


NESTED = {
    "arrays": ("module attributes {a.a = ", "[", "1", "]", "} {}"),
    "dictionaries": ("module attributes {a.a = ", "{a = ", "1", "}", "} {}"),
    "function inputs": ("module attributes {a.a = ", "(", "", ") -> ()", "} {}"),
    "function results": ("module attributes {a.a = ", "() -> (", "", ")", "} {}"),
    "tuples": ("module attributes {a.a = ", "tuple<", "", ">", "} {}"),
    "encodings": ("module attributes {a.a = ", "tensor<4xf32, ", "1", ">", "} {}"),
    "distinct": ("module attributes {a.a = ", "distinct[N]<", "", ">", "} {}"),
    "regions": ("", "module {\n", "", "}\n", ""),
    "generic regions": ("", '"t.op"() ({\n', "", "}) : () -> ()\n", ""),
}


@pytest.mark.parametrize("parts", NESTED.values(), ids=NESTED)
def test_nesting_has_a_limit(parts: tuple[str, str, str, str, str]) -> None:
    """What nests too deep is an error that says so; what does not is read."""
    before, opening, inside, closing, after = parts
    openings = [opening.replace("[N]", f"[{number}]") for number in range(LENGTH)]
    status, _ = opened(before + "".join(openings[:500]) + inside + closing * 500 + after)
    assert status == 0
    status, messages = opened(before + "".join(openings) + inside + closing * LENGTH + after)
    assert status == 1
    assert f"nesting is limited to {MAX_NESTING} levels" in messages


def test_nesting_by_aliases_has_a_limit() -> None:
    """Aliases within aliases count like brackets."""
    aliases = "".join(f"#a{number} = [#a{number - 1}]\n" for number in range(1, 3 * MAX_NESTING))
    status, messages = opened(f"#a0 = 1\n{aliases}module attributes {{a.a = #a{3 * MAX_NESTING - 1}}} {{}}")
    assert status == 1
    assert "nesting is limited to" in messages


def test_text_by_aliases_has_a_limit() -> None:
    """Each alias doubles the text of the one before: sixty lines ask for more text than there is memory."""
    aliases = "".join(f"#a{number} = [#a{number - 1}, #a{number - 1}]\n" for number in range(1, 60))
    status, messages = opened(f"#a0 = 1\n{aliases}module attributes {{a.a = #a59}} {{}}")
    assert status == 1
    assert "the text of an attribute is limited to" in messages


LOCATIONS = {
    "fused": ("fused[", '"x"', "]"),
    "name": ('"a"(', '"b"', ")"),
    "call sites": ("callsite(", '"a"', ' at "b")'),
}


@pytest.mark.parametrize("parts", LOCATIONS.values(), ids=LOCATIONS)
def test_locations_nest_without_limit(parts: tuple[str, str, str]) -> None:
    """Locations of operations have aliases of their own, and need no limit."""
    opening, inside, closing = parts
    status, _ = opened(f"module {{}} loc({opening * LENGTH}{inside}{closing * LENGTH})")
    assert status == 0


UNFINISHED = {
    "string": 'module attributes {a.a = "' + "x" * LENGTH,
    "escapes": 'module attributes {a.a = "' + "\\" * (LENGTH + 1),
    "quotes in a body": "module attributes {a.a = #t<" + '"' * (LENGTH + 1),
    "arrows in a body": "module attributes {a.a = #t<" + "->" * LENGTH,
    "brackets in elements": "module attributes {a.a = dense<" + "[" * LENGTH,
    "brackets in a body": "module attributes {a.a = #sdy.sharding<@m, " + "[" * LENGTH,
    "types": '"t.op"() : (' + "i32, " * LENGTH,
    "operands": '"t.op"(' + "%a, " * LENGTH,
    "entries": "module attributes {" + "a.a, " * LENGTH,
    "array elements": "module attributes {a.a = array<i64: " + "1, " * LENGTH,
    "affine map": "module attributes {a.a = affine_map<" + "(" * LENGTH,
    "spaces": " " * LENGTH + "$",
    "line": "x" * LENGTH,
    "blocks": '"t.op"() ({\n' + "".join(f"^b{number}:\n" for number in range(20_000)) + "}) : () -> ()",
}


@pytest.mark.parametrize("text", UNFINISHED.values(), ids=UNFINISHED)
def test_long_text(text: str) -> None:
    """What is long and wrong is an error, soon."""
    status, _ = opened(text)
    assert status == 1


NUMBERS = {
    "attribute": "module attributes {a.a = %s} {}",
    "negative": "module attributes {a.a = -%s} {}",
    "width": "module attributes {a.a = i%s} {}",
    "size": "module attributes {a.a = tensor<%sxf32>} {}",
    "size without x": "module attributes {a.a = tensor<%s} {}",
    "line": 'module {} loc("a":%s:1)',
    "column": 'module {} loc("a":1:%s)',
    "distinct": "module attributes {a.a = distinct[%s]<>} {}",
    "results": '%%a:%s = "t.op"() : () -> ()',
    "result": '"t.op"(%%a#%s) : (i32) -> ()',
    "mesh axis": 'sdy.mesh @mesh = <["x"=%s]>',
    "priority": 'module attributes {a.a = #sdy.sharding<@m, [{"x"}p%s]>} {}',
}


@pytest.mark.parametrize("text", NUMBERS.values(), ids=NUMBERS)
def test_huge_numbers(text: str) -> None:
    """A number of more digits than Python cares to convert is out of range."""
    status, _ = opened(text % ("9" * LENGTH))
    assert status == 1


@pytest.mark.parametrize("character", "()[]{}<>\"'@%#!^-.,:;=/*?+|\\\0\n\r\t\x0b\x7f\udcff")
def test_one_character_many_times(character: str) -> None:
    """The same character over and over is blank, or an error."""
    opened(character * LENGTH)


@pytest.mark.long
def test_truncation() -> None:
    """A program that is cut off anywhere but between its operations is an error at the cut or before it."""
    for end in range(1, len(PROGRAM)):
        opened(PROGRAM[:end])


@pytest.mark.long
def test_mutations() -> None:
    """One change of any kind: tokens, numbers, names, lines and bytes."""
    chance = random.Random(1)
    for _ in range(1500):
        opened(mutate(PROGRAM, chance))


def test_random_bytes() -> None:
    """Bytes of no meaning, many of them no UTF-8."""
    chance = random.Random(2)
    for _ in range(300):
        opened(chance.randbytes(chance.randrange(200)).decode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("text", ["#sdy<edge_value_ref\0operand -1>", "#sdy.sharding<@m,\0[]>", "!quant.any<i8\0>"])
def test_no_body_goes_on_behind_a_null(text: str) -> None:
    """It is blank everywhere else: before and behind an attribute, and in a tensor's type."""
    accepted = 'module attributes {a.b =\0#sdy.sharding<@m, []>\0} { "t.op"() : () -> tensor<\0 2xi32> }'
    assert opened(accepted) == (0, "")
    status, messages = opened(f"module attributes {{a.b = {text}}} {{}}")
    assert status == 1
    assert "error: unbalanced '<' character in pretty dialect name\n" in messages


def test_a_float_missing_at_the_end_is_reported_there() -> None:
    """MLIR reports it at the very end, where it reports other tokens a character before."""
    assert opened('"d.op"() {a = array<f32: 1.0,  ')[1].startswith(
        "<stdin>:1:32: error: expected floating point literal"
    )
    assert opened('"d.op"() {a = array<i32: 1,  ')[1].startswith("<stdin>:1:29: error: expected integer literal")
