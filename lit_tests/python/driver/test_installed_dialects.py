"""Dialects of other packages: what is wrong with one names its package, wherever a program names the dialect."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import sdyopt
from sdyopt.declare import (
    Attr,
    AttributeDef,
    Dialect,
    Inference,
    OpDef,
    Operand,
    Result,
    Successor,
    TypeConstraint,
    attr_kinds,
    parameters,
    type_kinds,
)
from tools.installed_packages import environment, install, sdy_opt

pytestmark = pytest.mark.usefixtures("own_dialects")

BROKEN = "dialect 'bad' from some 1.0 cannot be imported: ModuleNotFoundError: No module named 'nothing_here'"
INPUTS = Path(__file__).parent / "Inputs"
FORMATS = (INPUTS / "installed_dialects_formats.py.txt").read_text(encoding="utf-8")


FOLDS = (INPUTS / "installed_dialects_folds.py.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where a package is installed that declares dialects."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "formats.py").write_text(FORMATS)
    (folder / "odd.py").write_text('from sdyopt.declare import Dialect\nDIALECT = Dialect("other")\n')
    (folder / "folds.py").write_text(FOLDS)
    points = {name: name for name in ("folds", "odd", "formats")}
    points |= {"bad": "nothing_here", "no_dialect": "json", "stablehlo": "json"}
    install(folder, "some-1.0", "sdyopt.dialects", points)
    (folder / "some-1.0.dist-info" / "RECORD").write_text("formats.py,,\n")
    return folder


def run(folder: Path, text: str, *options: str) -> str:
    ran = sdy_opt(folder, text, *options)
    return ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bad.op", f"<stdin>:1:1: error: {BROKEN}\n"),
        ('"bad.op"() : () -> ()', f"<stdin>:1:1: error: {BROKEN}\n"),
        ("module attributes {bad.x} {}", f"<stdin>:1:1: error: {BROKEN}\n"),
        ("#a = #bad.x", f"<stdin>:1:6: error: {BROKEN}\n"),
        ("!a = !bad<x>", f"<stdin>:1:6: error: {BROKEN}\n"),
        (
            "no_dialect.x",
            "error: dialect 'no_dialect' from some 1.0 is not a dialect: json has no Dialect in DIALECT\n",
        ),
        ("odd.x", "error: dialect 'odd' from some 1.0 has the namespace 'other': the names must be equal\n"),
        ("formats.name", "<stdin>:1:1: error: the format of 'formats.name' is wrong: nothing is called 'nope'\n"),
        ("formats.directive", "error: the format of 'formats.directive' is wrong: nothing is called 'No'\n"),
        ("formats.group", "error: the format of 'formats.group' is wrong: no anchor in (`a`)? attr-dict\n"),
        ("formats.fails", "error in some: ZeroDivisionError: division by zero (formats.py:6)"),
    ],
)
def test_what_is_wrong_with_a_dialect_names_it(folder: Path, text: str, message: str) -> None:
    printed = run(folder, text)
    assert message in printed and "Traceback" not in printed


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("two", "<stdin>:1:6: error: the folder of 'folds.two' returned "),
        ("number", "<stdin>:1:6: error: the folder of 'folds.number' returned [1], not 1 values or attributes"),
        ("exits", "error in module folds: SystemExit: 0 ("),
        ("past", "<stdin>:1:6: note: pass 'canonicalize' made this invalid"),
    ],
)
def test_what_folders_and_patterns_do_wrong_is_an_error(folder: Path, kind: str, message: str) -> None:
    """A pattern that changes a type past the rewriter is found after the pass that applies it."""
    text = f'%0 = "folds.{kind}"() {{now}} : () -> i32\n"t.use"(%0) : (i32) -> ()'
    assert message in run(folder, text, "-canonicalize", "-allow-unregistered-dialect")


def test_a_module_of_folders_that_is_missing_names_the_dialect(folder: Path) -> None:
    assert run(folder, "formats.folds", "-canonicalize").startswith(
        "<stdin>: error: 'nothing_here.fold' of dialect 'formats' cannot be imported: ModuleNotFoundError"
    )


def test_the_list_of_dialects_names_packages_and_what_is_wrong(folder: Path) -> None:
    listed = run(folder, "", "-show-dialects")
    assert f", bad ({BROKEN}), " in listed and ", formats (from some 1.0), " in listed
    assert ", stablehlo (that of some 1.0 is ignored: it is part of sdy-opt), " in listed


def test_packages_are_searched_only_for_other_dialects(folder: Path) -> None:
    """A program with dialects of ours imports nothing that finds packages."""
    code = "import sys, sdyopt; sdyopt.parse('func.func private @f()'); print('importlib.metadata' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], env=environment(folder), stdout=subprocess.PIPE)
    assert ran.stdout == b"False\n"


# Dialects of the running program.


@pytest.mark.parametrize(
    ("dialect", "message"),
    [
        (Dialect("stablehlo"), "dialect 'stablehlo' is part of sdy-opt, and cannot be replaced"),
        (Dialect("arith"), "dialect 'arith' is part of sdy-opt, and cannot be replaced"),
        (Dialect("mine", [OpDef("yours.x")]), "dialect 'mine' cannot have an operation 'yours.x'"),
    ],
)
def test_a_dialect_that_cannot_be_registered(dialect: Dialect, message: str) -> None:
    with pytest.raises(ValueError, match=r"^dialect") as caught:
        sdyopt.register_dialect(dialect)
    assert str(caught.value) == message


def test_a_wrong_format_is_an_error_when_the_dialect_is_registered() -> None:
    with pytest.raises(sdyopt.CompilationError, match=r"the format of 'mine\.x' is wrong: nothing is called 'a'"):
        sdyopt.register_dialect(Dialect("mine", [OpDef("mine.x", format="$a")]))


@pytest.mark.parametrize(
    ("format", "message"),
    [
        ("$a attrdict", "'attrdict' has no meaning"),
        ("$a oilist($unit)", "a clause of oilist begins with no literal"),
        ("$a oilist(`x`)", "a clause of oilist has nothing after `x`"),
        ("$a ) attr-dict", "')' has no meaning"),
        ("$a % attr-dict", "'%' has no meaning"),
        ("$a (`x` $unit^ attr-dict", "a group is not closed"),
        ("$a (`x` $unit)? attr-dict", "no anchor in"),
        ("$a )? attr-dict", "')?' has no meaning"),
        ("$a | attr-dict", "'|' has no meaning"),
        ("$a oilist(`x` $unit)? attr-dict", "')?' has no meaning"),
    ],
)
def test_parts_of_formats_without_meaning(format: str, message: str) -> None:
    op = OpDef("mine.x", operands=[Operand("a", type_kinds.ANY)], attributes=[UNIT], format=format)
    with pytest.raises(sdyopt.CompilationError) as caught:
        sdyopt.register_dialect(Dialect("mine", [op]))
    assert message in str(caught.value)


UNIT = Attr("unit", attr_kinds.UNIT, optional=True)
OPTIONS = OpDef(
    "options.x",
    operands=[Operand("a", type_kinds.ANY), Operand("b", type_kinds.INDEX, "?")],
    results=[Result("r", type_kinds.ANY, "?")],
    attributes=[UNIT, Attr("count", attr_kinds.I64, optional=True)],
    format="$a (`and` $b^)? (`alone` $unit^)? (`of` qualified($count)^)? attr-dict `:` type($a) (`->` type($r)^)?",
)


@pytest.mark.parametrize(
    "line",
    [
        "options.x %0 : i32",
        "options.x %0 alone : i32",
        "options.x %0 and %1 alone of 3 : i64 : i32",
        "%2 = options.x %0 and %1 {a} : i32 -> f32",
    ],
)
def test_optional_parts_of_formats(line: str) -> None:
    """A unit attribute that anchors a group has no text of its own; an operand or result may be missing."""
    sdyopt.register_dialect(Dialect("options", [OPTIONS]))
    text = f"%0 = ub.poison : i32\n  %1 = ub.poison : index\n  {line}"
    printed = str(sdyopt.parse(text))
    assert f"  {line}\n" in printed
    assert str(sdyopt.parse(sdyopt.parse(text).to_text(generic=True))) == printed


OPTIONAL = [Operand("a", type_kinds.INDEX, "?"), Operand("b", type_kinds.INDEX, "?")]
CLAUSES = OpDef(
    "clauses.x",
    operands=OPTIONAL,
    attributes=[UNIT, Attr("count", attr_kinds.I64, optional=True)],
    traits=["AttrSizedOperandSegments"],
    format="oilist(`if` `(` $a `)` | `count` $count | `nowait` $unit) (`b` $b^)? attr-dict",
)
NESTED = OpDef(
    "clauses.nested",
    operands=OPTIONAL[1:],
    attributes=[Attr("count", attr_kinds.I64, optional=True)],
    format="(`b` $b^ (`count` $count^)?)? attr-dict",
)


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("x nowait if(%0) count 3", "x if(%0) count 3 nowait"),
        ("x count 3 b %0", "x count 3 b %0"),
        ("x nowait {note}", "x nowait {note}"),
        ("x b %0", "x b %0"),
        ("nested b %0 count 3", "nested b %0 count 3"),
        ("nested b %0", "nested b %0"),
        ("nested", "nested"),
    ],
)
def test_clauses_in_any_order_and_groups_inside_of_groups(line: str, printed: str) -> None:
    """Clauses are printed in the order of the declaration."""
    sdyopt.register_dialect(Dialect("clauses", [CLAUSES, NESTED]))
    module = sdyopt.parse(f"%0 = ub.poison : index\n  clauses.{line}")
    assert f"  clauses.{printed}\n" in str(module)
    assert str(sdyopt.parse(module.to_text(generic=True))) == str(module)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nowait nowait", "`nowait` clause can appear at most once in the expansion of the oilist directive"),
        ("if %0", "expected '('"),
        ("nowayt", "custom op 'nowayt' is unknown"),
    ],
)
def test_wrong_clauses(line: str, message: str) -> None:
    sdyopt.register_dialect(Dialect("clauses", [CLAUSES, NESTED]))
    with pytest.raises(sdyopt.Error, match=re.escape(message)):
        sdyopt.parse(f"%0 = ub.poison : index\n  clauses.x {line}")


def test_more_values_than_optional_ones_are_refused() -> None:
    sdyopt.register_dialect(Dialect("options", [OPTIONS]))
    values = "%0 = ub.poison : i32 %1 = ub.poison : index\n"
    with pytest.raises(sdyopt.Error, match=r"operand group starting at #1 requires 0 or 1 element, but found 2"):
        sdyopt.parse(values + '"options.x"(%0, %1, %1) : (i32, index, index) -> ()')
    with pytest.raises(sdyopt.Error, match=r"operand #1 must be index, but got 'i32'"):
        sdyopt.parse(values + '"options.x"(%0, %0) : (i32, i32) -> ()')
    with pytest.raises(sdyopt.Error, match=r"expected ':'"):
        sdyopt.parse(values + "options.x %0 and %1, %1 : i32")


@Inference
def transposed(op: sdyopt.Operation) -> list[sdyopt.Type]:
    """The type of the result of a transpose."""
    type = op.operand_named("input").type
    assert isinstance(type, sdyopt.RankedTensorType)
    permutation = op.attribute_named("permutation", sdyopt.DenseArrayAttr).values
    if len(permutation) != len(type.shape):
        raise sdyopt.CompilationError([sdyopt.Diagnostic("error", "wrong permutation", op.location)])
    return [type.replace(shape=tuple(type.shape[dimension] for dimension in permutation))]


TRANSPOSE = OpDef(
    "inferred.transpose",
    operands=[Operand("input", type_kinds.tensor_of(type_kinds.F32, type_kinds.BF16, is_ranked=True))],
    results=[Result("result", type_kinds.RANKED_TENSOR)],
    attributes=[
        Attr("permutation", attr_kinds.I64_ARRAY),
        Attr("alpha", attr_kinds.F32, optional=True),
        Attr("to", attr_kinds.TYPE, optional=True),
        Attr("callee", attr_kinds.SYMBOL_REF, optional=True),
    ],
    format="$input `,` $permutation (`alpha` $alpha^)? (`to` $to^)? (`callee` $callee^)? attr-dict `:` type($input)",
    verifiers=[transposed],
)
TRANSPOSED = """\
module {
  func.func @f(%arg0: tensor<2x3xf32>) -> tensor<3x2xf32> {
    %0 = inferred.transpose %arg0, [1, 0] alpha 1.500000e+00 to f32 callee @f::@g : tensor<2x3xf32>
    return %0 : tensor<3x2xf32>
  }
}
"""


def test_result_types_that_a_format_omits_are_inferred() -> None:
    sdyopt.register_dialect(Dialect("inferred", [TRANSPOSE]))
    module = sdyopt.parse(TRANSPOSED)
    assert str(module) == TRANSPOSED == str(sdyopt.parse(module.to_text(generic=True)))
    with pytest.raises(sdyopt.Error, match=r"^<string>:3:10: error: wrong permutation"):
        sdyopt.parse(TRANSPOSED.replace("[1, 0]", "[1]"))
    message = "op operand #0 must be ranked tensor of 32-bit float or bfloat16 type values, but got 'tensor<2x3xi32>'"
    with pytest.raises(sdyopt.Error, match=re.escape(message)):
        sdyopt.parse(TRANSPOSED.replace("2x3xf32", "2x3xi32").replace("3x2xf32", "2x3xi32"))


class Level(sdyopt.Type):
    """A type of which not all are valid."""

    level: int

    def check(self) -> None:
        if self.level < 0:
            raise ValueError("expects a level of at least 0")


@Inference
def one_level_less(op: sdyopt.Operation) -> list[sdyopt.Type]:
    """The type of the operand with a lower level."""
    type = op.operand_named("input").type
    assert isinstance(type, Level)
    return [type.replace(level=type.level - 1)]


def test_an_inferred_type_that_is_not_valid_is_an_error_at_the_operation() -> None:
    level = AttributeDef(Level, "level", {"level": parameters.I64})
    operand, result = Operand("input", type_kinds.ANY), Result("result", type_kinds.ANY)
    lower = OpDef(
        "levels.lower",
        operands=[operand],
        results=[result],
        format="$input attr-dict `:` type($input)",
        verifiers=[one_level_less],
    )
    sdyopt.register_dialect(Dialect("levels", [lower], types=[level]))
    text = "func.func @f(%a: !levels.level<1>) {\n  %0 = levels.lower %a : !levels.level<1>\n  return\n}"
    assert "levels.lower" in str(sdyopt.parse(text))
    with pytest.raises(sdyopt.Error, match=r"^<string>:2:8: error: 'levels.lower' op expects a level of at least 0\n"):
        sdyopt.parse(text.replace("<1>", "<0>"))


def test_result_types_that_follow_from_nothing_are_refused() -> None:
    results = [Result("result", type_kinds.ANY)]
    made = OpDef("untyped.make", operands=[Operand("a", type_kinds.ANY)], results=results, format="$a `:` type($a)")
    sdyopt.register_dialect(Dialect("untyped", [made]))
    message = "custom op 'untyped.make' has no types of results in its text, nor an inference of them"
    with pytest.raises(sdyopt.Error, match=f"^<string>:2:8: error: {message}"):
        sdyopt.parse("func.func @f(%a: i32) {\n  %0 = untyped.make %a : i32\n  return\n}")


def test_branches_of_other_dialects_pass_on_what_is_used() -> None:
    jump = OpDef(
        "jumps.if",
        operands=[
            Operand("values", type_kinds.ANY, "*"),
            Operand("more", type_kinds.ANY, "*"),
            Operand("c", type_kinds.I1),
        ],
        successors=[Successor("to", operands="values"), Successor("other", operands="more")],
        traits=["IsTerminator", "AttrSizedOperandSegments"],
    )
    on = OpDef("jumps.on", successors=[Successor("to")], traits=["IsTerminator"], format="$to attr-dict")
    sdyopt.register_dialect(Dialect("jumps", [jump, on]))
    module = sdyopt.parse(
        """func.func @f(%a: i32, %b: i32, %c: i1) -> i32 {
          "jumps.if"(%a, %b, %b, %c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 2, 1, 1>}>
            : (i32, i32, i32, i1) -> ()
        ^bb1(%0: i32, %1: i32):
          jumps.on ^bb3
        ^bb2(%2: i32):
          return %2 : i32
        ^bb3:
          return %1 : i32
        }"""
    )
    module.run("canonicalize")
    printed = """"jumps.if"(%arg1, %arg1, %arg2)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 1>}>"""
    assert printed in str(module) and "jumps.on ^bb3" in str(module)


@pytest.mark.parametrize(
    ("kind", "summary"),
    [
        (type_kinds.I32, "32-bit signless integer"),
        (type_kinds.integer(8, "u"), "8-bit unsigned integer"),
        (type_kinds.F64, "64-bit float"),
        (type_kinds.BF16, "bfloat16 type"),
        (type_kinds.floating("f8E4M3FN"), "f8E4M3FN type"),
        (type_kinds.any_of(type_kinds.I32, type_kinds.F32), "32-bit signless integer or 32-bit float"),
        (type_kinds.tensor_of(type_kinds.FLOAT, rank=2), "2D tensor of floating-point values"),
    ],
)
def test_words_for_kinds_of_types(kind: TypeConstraint, summary: str) -> None:
    assert kind.summary == summary


@pytest.mark.parametrize(
    ("trait", "wrong", "right", "message"),
    [
        ("SameOperandsShape", "2xf32, 3xf32, 2xf32", "2xf32, 2xi8, 4xf32", "the same shape for all operands"),
        (
            "SameOperandsAndResultShape",
            "2xf32, 2xf32, 3xf32",
            "2xf32, 2xi8, 2xi1",
            "the same shape for all operands and",
        ),
        (
            "SameOperandsElementType",
            "2xf32, 2xi8, 2xf32",
            "2xf32, 3xf32, 2xi8",
            "the same element type for all operands",
        ),
        ("SameOperandsAndResultElementType", "2xi8, 2xi8, 2xf32", "2xi8, 3xi8, 4xi8", "the same element type for all"),
    ],
)
def test_traits_of_shapes_and_elements(trait: str, wrong: str, right: str, message: str) -> None:
    op = OpDef(
        "traits.x",
        operands=[Operand("a", type_kinds.TENSOR), Operand("b", type_kinds.TENSOR)],
        results=[Result("r", type_kinds.TENSOR)],
        traits=[trait],
    )
    sdyopt.register_dialect(Dialect("traits", [op]))

    def program(shapes: str) -> str:
        a, b, r = [f"tensor<{shape}>" for shape in shapes.split(", ")]
        return f'func.func @f(%a: {a}, %b: {b}) {{\n %0 = "traits.x"(%a, %b) : ({a}, {b}) -> {r}\n return\n}}'

    sdyopt.parse(program(right))
    with pytest.raises(sdyopt.Error, match=f"'traits.x' op requires {message}"):
        sdyopt.parse(program(wrong))


def test_a_dialect_replaces_another_of_the_program() -> None:
    for word in ("one", "two"):
        sdyopt.register_dialect(Dialect("replaced", [OpDef("replaced.x", format=f"`{word}` attr-dict")]))
        assert f"replaced.x {word}" in str(sdyopt.parse(f"replaced.x {word}"))
    with pytest.raises(sdyopt.Error, match="expected 'two'"):
        sdyopt.parse("replaced.x one")
