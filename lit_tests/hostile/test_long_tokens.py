"""Names, strings, comments and numbers of millions of characters: written again whole, or refused where they stand."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from sdyopt.mlir.literals.numbers import from_digits, to_digits
from tools.chunks import mostly_long

UNREGISTERED = "-allow-unregistered-dialect"
LENGTH = 1_000_000
NAME = "a" * LENGTH
DIGITS = "9" * 100_000
ATTRIBUTE = "module attributes {a.b = …} {}"
TYPE = "func.func private @f(…)"
MESH = 'sdy.mesh @mesh = <["a"=2]>\n'
FUNCTION = "func.func @f(%a: tensor<2xf32>) { …\nreturn }"


def around(text: str, inside: str) -> str:
    return text.replace("…", inside)


NAMES = {
    "symbol": f"func.func private @{NAME}()",
    "quoted symbol": f'func.func private @"{" " * LENGTH}"()',
    "operation": f'"a.{NAME}"() : () -> ()',
    "key": f"module attributes {{a.{NAME} = 1}} {{}}",
    "string": around(ATTRIBUTE, f'"{NAME}"'),
    "escapes": around(ATTRIBUTE, '"' + "\\00\\n\\\\" * (LENGTH // 8) + '"'),
    "dialect of an attribute": around(ATTRIBUTE, f"#{NAME}.b"),
    "dialect of a type": around(TYPE, f"!{NAME}.b"),
    "axis": f'sdy.mesh @mesh = <["{NAME}"=2]>',
    "mesh": f"sdy.mesh @{NAME} = <[]>",
    "file of a location": f'module {{}} loc("{NAME}":1:1)',
    "name of a location": f'module {{}} loc("{NAME}")',
}


@pytest.mark.parametrize("kind", NAMES)
def test_names_that_are_written_again(sdy_opt: Any, kind: str) -> None:
    run = sdy_opt(NAMES[kind], UNREGISTERED, "-mlir-print-debuginfo")
    assert run.status == 0
    assert len(run.output) >= LENGTH // 2


FORGOTTEN = {
    "value": f"func.func @f(%{NAME}: i32) -> i32 {{ return %{NAME} : i32 }}",
    "alias": f"#{NAME} = 1\n" + around(ATTRIBUTE, f"#{NAME}"),
    "type alias": f"!{NAME} = i1\n" + around(TYPE, f"!{NAME}"),
    "comment": f"//{NAME}\nmodule {{}}//{NAME}",
    "blanks": f"module{' ' * LENGTH}{{}}",
    "NULs": "module" + "\0" * LENGTH + "{}",
}


@pytest.mark.parametrize("kind", FORGOTTEN)
def test_names_that_are_not(sdy_opt: Any, kind: str) -> None:
    """Values and aliases get other names, comments and blanks none."""
    run = sdy_opt(FORGOTTEN[kind])
    assert run.status == 0
    assert len(run.output) < 200


WRONG = {
    "value that nothing defines": (f"func.func @f() -> i32 {{ return %{NAME} : i32 }}", "use of undeclared SSA value"),
    "symbol that is there twice": (f"func.func private @{NAME}()\n" * 2, "redefinition of symbol"),
    "operation of no dialect": (f"{NAME}.b", "not found for custom op"),
    "operation of none that is known": (f'"{NAME}.b"() : () -> ()', "unregistered dialect"),
    "unknown operation": (f"stablehlo.{NAME} %1", "is unknown"),
    "key that is there twice": (f"module attributes {{a.{NAME} = 1, a.{NAME} = 1}} {{}}", "duplicate key"),
    "alias that nothing defines": (around(ATTRIBUTE, f"#{NAME}"), "undefined symbol alias id"),
    "type alias that nothing defines": (around(TYPE, f"!{NAME}"), "undefined symbol alias id"),
    "attribute of no dialect": (around(ATTRIBUTE, f"#{NAME}.b"), "unregistered dialect"),
    "unknown attribute": (around(ATTRIBUTE, f"#sdy.{NAME}"), "unknown attribute"),
    "unknown mesh": (
        f"func.func private @f(tensor<i1> {{sdy.sharding = #sdy.sharding<@{NAME}, []>}})",
        "unknown mesh",
    ),
    "unknown axis": (
        MESH + f'func.func private @f(tensor<1xi1> {{sdy.sharding = #sdy.sharding<@mesh, [{{"{NAME}"}}]>}})',
        "unknown axis name",
    ),
    "string that does not end": (around(ATTRIBUTE, f'"{NAME}'), "expected '\"' in string literal"),
    "escape that is none": (around(ATTRIBUTE, f'"{NAME}\\zz"'), "unknown escape in string literal"),
    "backslashes": (around(ATTRIBUTE, '"' + "\\" * (LENGTH + 1)), "in string literal"),
    "quotes": (around(ATTRIBUTE, '"' * LENGTH), "expected '}'"),
    "word": (NAME, "custom op"),
    **{f"{sign} again and again": (sign * LENGTH, "") for sign in "@#%!^.-?\x7f\x01"},
}


@pytest.mark.parametrize("kind", mostly_long(WRONG, list(WRONG)[::3]))
def test_names_that_are_wrong(sdy_opt: Any, kind: str) -> None:
    """A message is no longer than what it names a few times."""
    text, message = WRONG[kind]
    run = sdy_opt(text)
    assert run.status == 1
    assert message in run.errors
    assert len(run.errors) < 3 * LENGTH


# Numbers.

TOO_LARGE = {
    "size of a tensor": (around(TYPE, f"tensor<{DIGITS}xf32>"), "invalid dimension"),
    "later size": (around(TYPE, f"tensor<1x{DIGITS}x2xf32>"), "invalid dimension"),
    "size of a vector": (around(TYPE, f"vector<{DIGITS}xf32>"), "invalid dimension"),
    "size of a memref": (around(TYPE, f"memref<{DIGITS}xf32>"), "invalid dimension"),
    "stride": (around(TYPE, f"memref<1xf32, strided<[{DIGITS}]>>"), "64-bit signed integer"),
    "width of a type": (around(TYPE, f"i{DIGITS}"), "invalid integer width"),
    "attribute": (around(ATTRIBUTE, DIGITS), "integer constant out of range"),
    "negative attribute": (around(ATTRIBUTE, f"-{DIGITS}"), "integer constant out of range"),
    "hexadecimal attribute": (around(ATTRIBUTE, f"0x{DIGITS}"), "integer constant out of range"),
    "bits of a float": (around(ATTRIBUTE, f"0x{DIGITS} : f32"), "out of range for type"),
    "integer for a float": (around(ATTRIBUTE, f"{DIGITS} : f32"), "unexpected decimal integer literal"),
    "dense element": (around(ATTRIBUTE, f"dense<[{DIGITS}]> : tensor<1xi64>"), "out of range for type"),
    "bits of dense elements": (around(ATTRIBUTE, f'dense<"0x{DIGITS}"> : tensor<1xi32>'), "hex data size is invalid"),
    "sparse index": (around(ATTRIBUTE, f"sparse<[[{DIGITS}]], 1> : tensor<1xi32>"), "out of range for type"),
    "array element": (around(ATTRIBUTE, f"array<i64: {DIGITS}>"), "integer constant out of range"),
    "affine constant": (around(ATTRIBUTE, f"affine_map<(d0) -> (d0 + {DIGITS})>"), "constant too large"),
    "distinct attribute": (around(ATTRIBUTE, f"distinct[{DIGITS}]<1>"), "unsigned 64-bit integer"),
    "line": (f'module {{}} loc("a":{DIGITS}:1)', "expected integer line number"),
    "end of a range of columns": (f'module {{}} loc("a":1:1 to :{DIGITS})', "expected integer column number"),
    "number of a result": (f'"a.c"(%0#{DIGITS}) : (i32) -> ()', "invalid SSA value result number"),
    "number of results": (f'%0:{DIGITS} = "a.b"() : () -> i32', "to have at least 1 result"),
    "mesh axis": (f'sdy.mesh @mesh = <["a"={DIGITS}]>', "integer value too large"),
    "device id": (f"sdy.mesh @mesh = <[], device_ids=[{DIGITS}]>", "integer value too large"),
    "sub-axis": (around(ATTRIBUTE, f'#sdy.sharding<@mesh, [{{"a":({DIGITS})2}}]>'), "integer value too large"),
    "group": (around(FUNCTION, f"sdy.sharding_group %a group_id={DIGITS} : tensor<2xf32>"), "out of range"),
    "dimension": (around(FUNCTION, f"stablehlo.iota dim = {DIGITS} : tensor<2xf32>"), "out of range"),
    "start of a slice": (around(FUNCTION, f"stablehlo.slice %a [{DIGITS}:1]"), "integer value too large"),
    "storage of a quantized type": (around(TYPE, f"!quant.uniform<i8<{DIGITS}:1>:f32, 1.0>"), "too large"),
}


def test_integers_of_very_many_digits(each_fails: Any) -> None:
    found = each_fails({kind: text for kind, (text, _) in TOO_LARGE.items()}, UNREGISTERED)
    for kind, (_, message) in TOO_LARGE.items():
        assert message in found[kind]
        assert len(found[kind]) < 1000


FLOATS = {
    "digits": (f"{DIGITS}.0", "0x7FF0000000000000 : f64"),
    "places": (f"0.{DIGITS}", "1.000000e+00 : f64"),
    "zeros": (f"0.{'0' * 100_000}1", "0.000000e+00 : f64"),
    "exponent": (f"1.0e{DIGITS}", "0x7FF0000000000000 : f64"),
    "negative exponent": (f"-1.0e-{DIGITS}", "-0.000000e+00 : f64"),
    "exponent of f128": (f"1.0e{DIGITS} : f128", "0x7FFF0000000000000000000000000000 : f128"),
    "large exponent": ("1.0e999999999 : f80", "0x7FFF8000000000000000 : f80"),
    "small exponent": ("1.0e-999999999 : f16", "0.000000e+00 : f16"),
    "dense": (f"dense<[1.0e{DIGITS}, 1.0e-{DIGITS}]> : tensor<2xf32>", "dense<[0x7F800000, 0.000000e+00]>"),
    "array": (f"array<f32: {DIGITS}.0, 0.{DIGITS}>", "array<f32: 0x7F800000, 1.000000e+00>"),
}


@pytest.mark.parametrize("kind", FLOATS)
def test_floats_of_very_many_digits(sdy_opt: Any, kind: str) -> None:
    literal, printed = FLOATS[kind]
    assert f"a.b = {printed}" in sdy_opt(around(ATTRIBUTE, literal)).output


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("form", ["{} : i16777215", "dense<{}> : tensor<1xi16777215>"])
def test_integers_that_are_that_wide(sdy_opt: Any, sign: str, form: str) -> None:
    """The widest type of MLIR has integers of five million digits."""
    attribute = form.replace("{}", sign + DIGITS)
    assert f"a.b = {attribute}" in sdy_opt(around(ATTRIBUTE, attribute)).output


@pytest.mark.parametrize("count", [1, 1024, 1025, 4000, 20_001])
def test_digits_there_and_back(count: int) -> None:
    """Through zeros, which belong to parts that are read for themselves."""
    digits = ("9" + "0" * 700 + "123" * count)[:count]
    number = from_digits(digits)
    assert number == int(Decimal(digits))
    assert to_digits(number) == digits
    assert to_digits(-number) == f"-{digits}"


NAMED_IN_FULL = {
    "priority": (
        around(ATTRIBUTE, f"#sdy.sharding<@mesh, [{{}}p{DIGITS}]>"),
        f"expecting integer priority, got: p{DIGITS}",
    ),
    "exponent's width": (
        around(FUNCTION, f"stablehlo.reduce_precision %a, format = e{DIGITS}m1 : tensor<2xf32>"),
        f"unable to parse exponent '{DIGITS}'",
    ),
}


def test_words_with_too_many_digits_are_named_in_full(each_fails: Any) -> None:
    """As the reference names them."""
    found = each_fails({kind: text for kind, (text, _) in NAMED_IN_FULL.items()}, UNREGISTERED)
    for kind, (_, message) in NAMED_IN_FULL.items():
        assert message in found[kind]
