"""The names with which a dialect is declared: see docs/add-a-dialect.md.

These names are stable, as are those of `sdyopt.__all__`. `type_kinds` and `attr_kinds` have constraints on types and
attributes, `parameters` the kinds of parameters of attributes and types.
"""

from sdyopt.mlir.declare import attr_kinds, parameters, type_kinds
from sdyopt.mlir.declare.constraints import Attr, AttrConstraint, Operand, RegionDef, Result, Successor, TypeConstraint
from sdyopt.mlir.declare.definition import NO_RULE, OpDef
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef, Parameter
from sdyopt.mlir.formats.state import Directive, OperationState, PropertyDirective, Writer
from sdyopt.mlir.read.parser import Parser
from sdyopt.mlir.verify.checks import same_operands_and_result_type
from sdyopt.mlir.verify.verification import Inference, Verification, all_types_match, infers_type_of_first_operand
from sdyopt.rewriting.folding import Constants, Folder, Folding
from sdyopt.sharding.rules import FactorType, RuleBuilder

__all__ = [
    "NO_RULE",
    "Attr",
    "AttrConstraint",
    "AttributeDef",
    "Constants",
    "Dialect",
    "Directive",
    "FactorType",
    "Folder",
    "Folding",
    "Inference",
    "OpDef",
    "Operand",
    "OperationState",
    "Parameter",
    "Parser",
    "PropertyDirective",
    "RegionDef",
    "Result",
    "RuleBuilder",
    "Successor",
    "TypeConstraint",
    "Verification",
    "Writer",
    "all_types_match",
    "attr_kinds",
    "infers_type_of_first_operand",
    "parameters",
    "same_operands_and_result_type",
    "type_kinds",
]
