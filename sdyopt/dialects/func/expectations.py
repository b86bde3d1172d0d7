"""What MLIR says in the rules of func.lark."""

from __future__ import annotations

from sdyopt.ods.expectations import Expectations, missing, refused

EXPECTATIONS: Expectations = {
    " function": refused("expected valid '@'-identifier for symbol name"),
    " function_signature": missing("expected '('"),
    " function_argument": refused("expected SSA identifier"),
    " function_result": missing("expected non-function type"),
    " function_results": missing("expected non-function type"),
    "function_arguments function_argument": missing("expected non-function type"),
    "named_argument ':'": missing("expected ':'"),
}
