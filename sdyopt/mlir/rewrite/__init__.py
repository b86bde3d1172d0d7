"""Rewriting of programs, whatever their dialects: the rewriter, remarks, control flow, common subexpressions."""
