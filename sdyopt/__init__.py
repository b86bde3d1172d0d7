"""The Shardy compiler driver in Python: read MLIR, run the `-sdy-*` passes, write MLIR.

    module = sdyopt.parse(pathlib.Path("program.mlir"))
    print(module.run("sdy-inline-meshes"))

What is in `__all__` is stable, and documented in docs/library.md; the subpackages may change.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # `as` exports a name, for type checkers
    from sdyopt.api.builders import (
        attribute as attribute,
        create as create,
        ModuleBuilder as ModuleBuilder,
        parse_attribute as parse_attribute,
        parse_type as parse_type,
        register_dialect as register_dialect,
    )
    from sdyopt.api.module import (
        definition as definition,
        Module as Module,
        parse as parse,
        print_ir as print_ir,
        run_pipeline as run_pipeline,
    )
    from sdyopt.api.op_classes import OpClasses as OpClasses
    from sdyopt.dialects.sdy.attributes import (
        AxisRef as AxisRef,
        DimensionSharding as DimensionSharding,
        Mesh as Mesh,
        MeshAxis as MeshAxis,
        OpShardingRule as OpShardingRule,
        Sharding as Sharding,
        SubAxis as SubAxis,
    )
    from sdyopt.diagnostics.rendering import Error as Error, Place as Place
    from sdyopt.driver.remarks import Remark as Remark
    from sdyopt.driver.instruments.timing import Timing as Timing
    from sdyopt.pipeline.manager import Instrument as Instrument
    from sdyopt.pipeline.model import PassInvocation as PassInvocation
    from sdyopt.pipeline.registry import BrokenPassError as BrokenPassError, PipelineError as PipelineError
    from sdyopt.ir.attribute import Attribute as Attribute, forget as forget, SdyOptError as SdyOptError, Type as Type
    from sdyopt.ir.attributes import (
        AffineMapAttr as AffineMapAttr,
        ArrayAttr as ArrayAttr,
        BoolAttr as BoolAttr,
        BuiltinTokenType as BuiltinTokenType,
        ComplexType as ComplexType,
        DenseArrayAttr as DenseArrayAttr,
        DenseElementsAttr as DenseElementsAttr,
        DenseResourceAttr as DenseResourceAttr,
        DictionaryAttr as DictionaryAttr,
        DistinctAttr as DistinctAttr,
        FloatAttr as FloatAttr,
        FloatType as FloatType,
        FunctionType as FunctionType,
        IndexType as IndexType,
        IntegerAttr as IntegerAttr,
        IntegerSetAttr as IntegerSetAttr,
        IntegerType as IntegerType,
        MemRefType as MemRefType,
        NoneType as NoneType,
        OpaqueAttr as OpaqueAttr,
        RankedTensorType as RankedTensorType,
        ShapedType as ShapedType,
        SparseElementsAttr as SparseElementsAttr,
        StridedLayoutAttr as StridedLayoutAttr,
        StringAttr as StringAttr,
        SymbolRefAttr as SymbolRefAttr,
        TupleType as TupleType,
        TypeAttr as TypeAttr,
        UnitAttr as UnitAttr,
        UnrankedMemRefType as UnrankedMemRefType,
        UnrankedTensorType as UnrankedTensorType,
        VectorType as VectorType,
    )
    from sdyopt.ir.region import Block as Block, InsertionPoint as InsertionPoint, Region as Region
    from sdyopt.ir.operation import Operation as Operation, walk as walk, walk_post as walk_post
    from sdyopt.ir.symbols import SymbolTable as SymbolTable
    from sdyopt.ir.value import (
        BlockArgument as BlockArgument,
        OpOperand as OpOperand,
        OpResult as OpResult,
        Value as Value,
    )
    from sdyopt.driver.batch.workers import RunError as RunError
    from sdyopt.driver.batch.run import FileReport as FileReport, process_files as process_files
    from sdyopt.mlir.declare.definition import ShardingRole as ShardingRole
    from sdyopt.mlir.diagnostics import CompilationError as CompilationError, Diagnostic as Diagnostic, Note as Note
    from sdyopt.mlir.verify.dominance import Dominance as Dominance, Liveness as Liveness
    from sdyopt.planning.records import PlanError as PlanError
    from sdyopt.planning.planned import plan as plan
    from sdyopt.planning.summary import Plan as Plan
    from sdyopt.rewriting.conversion import (
        conversion as conversion,
        ConversionPattern as ConversionPattern,
        convert as convert,
    )
    from sdyopt.rewriting.greedy import GreedyOptions as GreedyOptions, rewrite_greedily as rewrite_greedily
    from sdyopt.rewriting.patterns import (
        pattern as pattern,
        Pattern as Pattern,
        PatternRewriter as PatternRewriter,
        PatternSet as PatternSet,
    )
    from sdyopt.mlir.rewrite.remarks import Decision as Decision, Remarks as Remarks
    from sdyopt.rewriting.passes import (
        FunctionPass as FunctionPass,
        option as option,
        Pass as Pass,
        register_pass as register_pass,
    )
    from sdyopt.rewriting.rewriter import Rewriter as Rewriter
    from sdyopt.dialects.sdy.shardings.slots import (
        function_result_sharding as function_result_sharding,
        meshes_by_name as meshes_by_name,
        set_function_result_sharding as set_function_result_sharding,
        set_mesh as set_mesh,
        set_sharding as set_sharding,
        sharding_of as sharding_of,
    )
    from sdyopt.sharding.uses import (
        rewrite_shardings as rewrite_shardings,
        sharding_uses as sharding_uses,
        ShardingUse as ShardingUse,
    )
    from sdyopt.sharding.user_rules import rule as rule, RulePattern as RulePattern, sharding_rule as sharding_rule
    from sdyopt.sharding.rules import sharding_rule_of as sharding_rule_of

__version__ = "1.1.0"

_MODULES = {
    "sdyopt.api.module": ("print_ir", "Module", "definition", "parse", "run_pipeline"),
    "sdyopt.api.op_classes": ("OpClasses",),
    "sdyopt.mlir.verify.dominance": ("Dominance", "Liveness"),
    "sdyopt.api.builders": (
        "ModuleBuilder",
        "attribute",
        "create",
        "parse_attribute",
        "parse_type",
        "register_dialect",
    ),
    "sdyopt.driver.batch.run": ("FileReport", "process_files"),
    "sdyopt.driver.batch.workers": ("RunError",),
    "sdyopt.dialects.sdy.attributes": (
        "AxisRef",
        "DimensionSharding",
        "Mesh",
        "MeshAxis",
        "OpShardingRule",
        "Sharding",
        "SubAxis",
    ),
    "sdyopt.mlir.declare.definition": ("ShardingRole",),
    "sdyopt.sharding.uses": ("ShardingUse", "sharding_uses", "rewrite_shardings"),
    "sdyopt.dialects.sdy.shardings.slots": (
        "meshes_by_name",
        "set_mesh",
        "function_result_sharding",
        "set_function_result_sharding",
        "set_sharding",
        "sharding_of",
    ),
    "sdyopt.sharding.user_rules": ("RulePattern", "rule", "sharding_rule"),
    "sdyopt.sharding.rules": ("sharding_rule_of",),
    "sdyopt.diagnostics.rendering": ("Error", "Place"),
    "sdyopt.driver.instruments.timing": ("Timing",),
    "sdyopt.pipeline.manager": ("Instrument",),
    "sdyopt.pipeline.model": ("PassInvocation",),
    "sdyopt.pipeline.registry": ("PipelineError", "BrokenPassError"),
    "sdyopt.planning.records": ("PlanError",),
    "sdyopt.planning.planned": ("plan",),
    "sdyopt.planning.summary": ("Plan",),
    "sdyopt.mlir.rewrite.remarks": ("Decision", "Remarks"),
    "sdyopt.rewriting.passes": ("FunctionPass", "Pass", "option", "register_pass"),
    "sdyopt.rewriting.rewriter": ("Rewriter",),
    "sdyopt.ir.attribute": ("SdyOptError", "Attribute", "Type", "forget"),
    "sdyopt.ir.region": ("InsertionPoint", "Block", "Region"),
    "sdyopt.driver.remarks": ("Remark",),
    "sdyopt.ir.attributes": (
        "AffineMapAttr",
        "ArrayAttr",
        "BoolAttr",
        "DenseArrayAttr",
        "DenseElementsAttr",
        "DenseResourceAttr",
        "DictionaryAttr",
        "DistinctAttr",
        "FloatAttr",
        "IntegerAttr",
        "IntegerSetAttr",
        "OpaqueAttr",
        "SparseElementsAttr",
        "StridedLayoutAttr",
        "StringAttr",
        "SymbolRefAttr",
        "TypeAttr",
        "UnitAttr",
        "ComplexType",
        "FloatType",
        "FunctionType",
        "IndexType",
        "IntegerType",
        "MemRefType",
        "NoneType",
        "RankedTensorType",
        "ShapedType",
        "BuiltinTokenType",
        "TupleType",
        "UnrankedMemRefType",
        "UnrankedTensorType",
        "VectorType",
    ),
    "sdyopt.ir.operation": ("Operation", "walk", "walk_post"),
    "sdyopt.ir.symbols": ("SymbolTable",),
    "sdyopt.rewriting.conversion": ("ConversionPattern", "conversion", "convert"),
    "sdyopt.rewriting.greedy": ("GreedyOptions", "rewrite_greedily"),
    "sdyopt.rewriting.patterns": ("Pattern", "PatternRewriter", "PatternSet", "pattern"),
    "sdyopt.ir.value": ("BlockArgument", "OpOperand", "OpResult", "Value"),
    "sdyopt.mlir.diagnostics": ("CompilationError", "Diagnostic", "Note"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted(["__version__", *_MODULE_OF])


def __getattr__(name: str) -> Any:
    """Returns a public name, whose module is imported at the first use: the command does not need it."""
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'sdyopt' has no attribute '{name}'")
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def load_ipython_extension(shell: Any) -> None:
    """Gives notebooks the magic `%%sdy`: called by `%load_ext sdyopt`."""
    import_module("sdyopt.view.notebook_magic").register(shell)
