"""The syntax of StableHLO, most of which CHLO uses, too: directives of formats, and bodies of attributes."""

from sdyopt.dialects.stablehlo.syntax.convolution import ConvolutionDimensions, WindowAttributes
from sdyopt.dialects.stablehlo.syntax.loops import WhileOp
from sdyopt.dialects.stablehlo.syntax.operands import VariadicOperandWithAttribute
from sdyopt.dialects.stablehlo.syntax.properties import (
    DotDimensions,
    ExponentMantissa,
    Lower,
    PrecisionConfig,
    PrecisionConfigAndAlgorithm,
    SliceRanges,
)
from sdyopt.dialects.stablehlo.syntax.reductions import ReduceOp
from sdyopt.dialects.stablehlo.syntax.types import (
    ComplexOpType,
    PairwiseOp,
    SameOperandsAndResultType,
    SelectOpType,
    TupleOpType,
)

DIRECTIVES = (
    *(ComplexOpType, ConvolutionDimensions, DotDimensions, ExponentMantissa, Lower, PairwiseOp, PrecisionConfig),
    *(PrecisionConfigAndAlgorithm, ReduceOp, SameOperandsAndResultType, SelectOpType, SliceRanges, TupleOpType),
    *(VariadicOperandWithAttribute, WhileOp, WindowAttributes),
)
