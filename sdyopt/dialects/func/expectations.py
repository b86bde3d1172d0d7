"""What MLIR says in the rules of func.lark."""

from __future__ import annotations

from sdyopt.ods.expectations import Expectations, missing, refused

EXPECTATIONS: Expectations = {
    " function": refused("expected valid '@'-identifier for symbol name"),
    " function_signature": missing("expected '('"),
    "function_arguments named_argument": missing("expected non-function type"),
    " named_argument": refused("expected SSA identifier"),
    "named_argument ':'": missing("expected ':'"),
    " unnamed_argument before VALUE": refused("expected type instead of SSA identifier"),
    " unnamed_argument": missing("expected non-function type"),
    " function_result": missing("expected non-function type"),
    " function_results": missing("expected non-function type"),
}
