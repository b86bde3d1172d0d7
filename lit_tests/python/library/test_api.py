"""The package as a library."""

from __future__ import annotations

import ast
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sdyopt
from sdyopt.hlo import parse_hlo

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

IMPORT = (
    "symbol-dce",
    "sdy-lift-inlined-meshes",
    "sdy-remove-size-one-axes",
    "sdy-propagate-sharding-from-func-to-call",
    "sdy-constant-or-scalar-splitter",
    "symbol-dce",
    "sdy-manual-axes-cleanup",
    "sdy-add-data-flow-edges",
)
"""The passes of -sdy-import-pipeline, without that which saves the module."""


def test_a_file_is_parsed_transformed_and_printed() -> None:
    """`parse`, `run` and `str`."""
    module = sdyopt.parse(EXAMPLES / "matmul.mlir")
    assert "sdy.mesh @mesh" in str(module)
    module.run("sdy-inline-meshes")
    assert "sdy.mesh" not in str(module)


def test_operations_are_walked_in_the_order_of_the_text() -> None:
    """`walk` gives an operation before those inside it."""
    names = [op.name for op in sdyopt.parse(EXAMPLES / "matmul.mlir").walk()]
    assert names[:3] == ["builtin.module", "sdy.mesh", "func.func"]


def test_an_error_says_where() -> None:
    """`Error` has the text that the command prints, and the diagnostics."""
    with pytest.raises(sdyopt.Error, match=r"wrong\.mlir:5:8: error: 'sdy\.sharding_constraint' op duplicate axis ref"):
        sdyopt.parse(EXAMPLES / "wrong.mlir")
    with pytest.raises(sdyopt.Error) as caught:
        sdyopt.parse("func.func @f(")
    assert [diagnostic.severity for diagnostic in caught.value.diagnostics] == ["error"]


def test_an_unknown_pass_is_an_error_with_a_hint() -> None:
    """Names of passes are those of the flags. The hint is a note, which a traceback shows."""
    with pytest.raises(sdyopt.PipelineError, match="'sdy-inline-mesh' does not refer to a registered pass") as caught:
        sdyopt.parse("").run("sdy-inline-mesh")
    assert caught.value.hint == "did you mean 'sdy-inline-meshes' or 'sdy-lift-inlined-meshes'?"
    assert caught.value.__notes__ == [f"hint: {caught.value.hint}"]
    with pytest.raises(sdyopt.PipelineError, match="'mem2reg' is a pass of MLIR that sdy-opt does not implement"):
        sdyopt.parse("").run("mem2reg")


def test_the_path_of_a_file_as_text() -> None:
    """It is a text like any other, but the error says how to read the file."""
    path = str(EXAMPLES / "matmul.mlir")
    with pytest.raises(sdyopt.Error) as caught:
        sdyopt.parse(path)
    hint = "this looks like the name of a file: pathlib.Path({!r}) reads it"
    assert hint.format(path) in str(caught.value)
    for name in ("missing.mlir", "no/such"):
        with pytest.raises(sdyopt.Error, match=re.escape(hint.format(name))):
            sdyopt.parse(name)
    with pytest.raises(sdyopt.Error) as caught:
        sdyopt.parse("%0 = a/b")
    assert "looks like" not in str(caught.value)
    for function in (parse_hlo, sdyopt.Plan.from_json):
        with pytest.raises(sdyopt.SdyOptError, match=r"pathlib.Path\('a/b.txt'\).read_text\(\) reads it"):
            function("a/b.txt")


def test_the_public_names_are_what_the_package_declares() -> None:
    """The modules that have the names, and the imports that type checkers see, agree."""
    tree = ast.parse(Path(sdyopt.__file__).read_text(encoding="utf-8"))
    (checked,) = (node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    seen = {
        node.module: tuple(alias.name for alias in node.names)
        for node in ast.walk(checked)
        if isinstance(node, ast.ImportFrom)
    }
    assert {module: sorted(names) for module, names in sdyopt._MODULES.items()} == {
        str(module): sorted(names) for module, names in seen.items()
    }
    assert set(sdyopt.__all__) <= set(dir(sdyopt))
    for name in sdyopt.__all__:
        assert getattr(sdyopt, name) is not None


def test_importing_the_package_imports_nothing_else() -> None:
    """Its names are imported when they are first used."""
    script = "import sys, sdyopt; print([name for name in sys.modules if name.startswith('sdyopt.')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'sdyopt' has no attribute 'parze'"):
        sdyopt.parze  # noqa: B018


class Counts:
    """A pass that is no module of ours: it counts its runs."""

    name = "counts"
    description = "Counts"

    def __init__(self) -> None:
        self.runs = 0

    def run(self, module: sdyopt.Operation) -> bool:
        self.runs += 1
        return False


class Spoils(Counts):
    """Does not report what it changes, and leaves an invalid module."""

    def run(self, module: sdyopt.Operation) -> bool:
        sdyopt.set_mesh(module, "mesh", sdyopt.Mesh(()))
        return None  # type: ignore[return-value]


class Breaks(Counts):
    def run(self, module: sdyopt.Operation) -> bool:
        raise KeyError("x")


def test_a_pass_of_the_program_itself_runs() -> None:
    """Among ours; it is verified even if it does not say whether it has changed anything."""
    counts = Counts()
    module = sdyopt.parse(EXAMPLES / "matmul.mlir").run(counts, "sdy-inline-meshes", counts)
    assert counts.runs == 2
    assert "sdy.mesh" not in str(module)
    with pytest.raises(sdyopt.Error, match='unknown axis name: "data"'):
        sdyopt.parse(EXAMPLES / "matmul.mlir").run(Spoils())
    sdyopt.parse(EXAMPLES / "matmul.mlir").run(Spoils(), verify=False)


def test_what_breaks_in_a_pass_of_the_program_itself_comes_through() -> None:
    with pytest.raises(KeyError, match="x"):
        sdyopt.parse("").run(Breaks())


def test_named_pipelines_run_like_passes() -> None:
    """With options, and in textual pipelines; each is the sequence of its passes."""
    constraints = ("sdy-apply-sharding-constraints", "sdy-sharding-group-import")
    for name, wanted in (
        ("sdy-import-pipeline", IMPORT),
        ("sdy-import-pipeline{dedup-functions-fully=true}", (*IMPORT, *constraints)),
    ):
        expected = str(sdyopt.parse(EXAMPLES / "matmul.mlir").run(*wanted))
        assert str(sdyopt.parse(EXAMPLES / "matmul.mlir").run(name)) == expected
        module = sdyopt.parse(EXAMPLES / "matmul.mlir")
        assert str(sdyopt.run_pipeline(module, f"builtin.module({name})")) == expected
    with pytest.raises(sdyopt.PipelineError, match="no such option a"):
        module.run("sdy-import-pipeline{a=b}")


def test_pipelines_run_from_text() -> None:
    """As `-pass-pipeline` reads them."""
    module = sdyopt.parse(EXAMPLES / "matmul.mlir")
    assert sdyopt.run_pipeline(module, "builtin.module(sdy-inline-meshes)") is module
    assert "sdy.mesh" not in str(module)
    with pytest.raises(sdyopt.PipelineError, match="'sdy-no-such-pass' does not refer to a registered pass"):
        sdyopt.run_pipeline(module, "builtin.module(sdy-no-such-pass)")
    with pytest.raises(sdyopt.PipelineError, match="no such option a"):
        module.run("sdy-inline-meshes{a=b}")


CHAIN = """
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def test_operations_in_use_stay_and_are_in_one_place() -> None:
    module = sdyopt.parse(CHAIN)
    used, user = (op for op in module.walk() if op.name in ("stablehlo.broadcast_in_dim", "func.return"))
    with pytest.raises(ValueError, match=r"'stablehlo.broadcast_in_dim' cannot be erased: its result 0 is used"):
        used.erase()
    with pytest.raises(ValueError, match=r"'stablehlo.broadcast_in_dim' is in a block already: detach"):
        used.insert_before(user)
    used.detach()
    with pytest.raises(ValueError, match=r"'stablehlo.broadcast_in_dim' is not in a block"):
        sdyopt.create("stablehlo.optimization_barrier").insert_after(used)


def test_an_operation_is_pickled_with_its_module() -> None:
    (op, *_) = sdyopt.parse(CHAIN).walk()
    with pytest.raises(TypeError, match="use its Module"):
        pickle.dumps(op)


def test_an_unknown_operation_cannot_be_created() -> None:
    with pytest.raises(KeyError, match=r"declares the operation 'stablehlo.ad'; did you mean"):
        sdyopt.create("stablehlo.ad")


def test_an_invalid_program_is_printed_in_generic_form() -> None:
    module = sdyopt.parse(CHAIN)
    (op,) = (op for op in module.walk() if op.name == "stablehlo.broadcast_in_dim")
    op.remove_property("broadcast_dimensions")
    assert str(op) == '%0 = "stablehlo.broadcast_in_dim"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>'
    assert str(op) in str(module)


def test_an_operation_with_too_many_operands_is_printed_with_all_of_them() -> None:
    module = sdyopt.parse("func.func @f(%a: i32) {\n  %0 = arith.addi %a, %a : i32\n  return\n}")
    (op,) = module.walk("arith.addi")
    op.set_operands([op.operands[0]] * 3)
    assert str(op).startswith('%0 = "arith.addi"(%arg0, %arg0, %arg0) <{')
    assert '"arith.addi"(%arg0, %arg0, %arg0)' in str(op.parent_op)


def test_options_of_a_pass_end_with_a_brace() -> None:
    with pytest.raises(sdyopt.PipelineError, match=r"expected '}' at the end of 'canonicalize{'"):
        sdyopt.parse(CHAIN).run("canonicalize{")
