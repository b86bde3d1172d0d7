"""Affine maps and integer sets: https://mlir.llvm.org/docs/Dialects/Affine/#affine-maps."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import AffineMapAttr, IntegerSetAttr
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.read.tokens import Failed, Tokens
from sdyopt.mlir.write import affine
from sdyopt.mlir.write.affine import Expression, binary, expression_text
from sdyopt.mlir.write.attributes import MAX_NESTING

_HIGH = {"*": affine.MULTIPLY, "floordiv": "floordiv", "ceildiv": "ceildiv", "mod": "mod"}
"""The operators that bind more than `+` and `-`."""


class Affine(Tokens):
    """Reads affine maps and integer sets."""

    names: dict[str, Expression]
    """The dimensions and symbols of the map or set that is being read."""

    def parse_affine(self, is_set: bool) -> Attribute:
        start = self.start
        self.names = {}
        dimensions = self._parse_names("d", "(", ")", " in dimensional identifier list")
        symbols = self._parse_names("s", "[", "]", " in symbol list") if self.token == "[" else 0
        names = f"({', '.join([f'd{number}' for number in range(dimensions)])})"
        if symbols:
            names += f"[{', '.join([f's{number}' for number in range(symbols)])}]"
        found: Attribute
        texts: list[str] = []
        if self.consume_if("->"):
            add = lambda: texts.append(expression_text(self._parse_expression()))  # noqa: E731
            self.parse_list("(", ")", " in affine map range", add)
            found, kinds = AffineMapAttr(f"{names} -> ({', '.join(texts)})", dimensions), ("AffineMap", "IntegerSet")
        elif self.consume_if(":"):
            context = " in integer set constraint list"
            self.parse_list("(", ")", context, lambda: texts.append(self._parse_constraint()))
            found = IntegerSetAttr(f"{names} : ({', '.join(texts or ['0 == 0'])})")
            kinds = ("IntegerSet", "AffineMap")
        else:
            raise self.wrong_token("expected '->' or ':'")
        if is_set != isinstance(found, IntegerSetAttr):
            raise self.error_at(f"expected {kinds[1]}, but got {kinds[0]}", start)
        return found

    def _parse_names(self, letter: str, opening: str, closing: str, context: str) -> int:
        """Reads the names of dimensions or symbols; returns how many there are."""
        before = len(self.names)
        self.parse_list(opening, closing, context, lambda: self._parse_name(letter, before))
        return len(self.names) - before

    def _parse_name(self, letter: str, before: int) -> None:
        if self.kind != "WORD":
            raise self.wrong_token("expected bare identifier")
        if self.token in self.names:
            raise self.error_here(f"redefinition of identifier '{self.token}'")
        self.names[self.token] = affine.identifier(f"{letter}{len(self.names) - before}")
        self.consume()

    def _parse_constraint(self) -> str:
        left = self._parse_expression()
        sign = self.token
        is_relation = sign in (">", "<", "=")
        if is_relation:
            self.consume()
        if not is_relation or not self.consume_if("="):
            raise self.error_here("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
        right = self._parse_expression()
        difference = affine.subtract(right, left) if sign == "<" else affine.subtract(left, right)
        return f"{expression_text(difference)} {'==' if sign == '=' else '>='} 0"

    def _parse_expression(self) -> Expression:
        """Reads sums: products bind tighter than sums, and a minus in front of an operand tighter than both."""
        total: Expression | None = None
        low = ""
        while True:
            product = self._parse_product(low)
            if total is None:
                total = product
            else:
                total = self._checked(
                    binary(affine.ADD, total, product) if low == "+" else affine.subtract(total, product)
                )
            if self.token not in ("+", "-"):
                return total
            low = self.token
            self.consume()

    def _parse_product(self, operator: str) -> Expression:
        """Reads a product, or another operation that binds as tight; `operator` precedes it."""
        product = self._parse_operand(operator)
        high = _HIGH.get(self.token)
        while high is not None:
            at, token = self.start, self.token
            self.consume()
            operand = self._parse_operand(token)
            following = _HIGH.get(self.token)
            product = self._product(high, product, operand, at if following is None else self.start)
            high = following
        return product

    def _product(self, operation: str, left: Expression, right: Expression, place: int) -> Expression:
        message = "non-affine expression: "
        if operation == affine.MULTIPLY:
            if not left.is_symbolic and not right.is_symbolic:
                message += "at least one of the multiply operands has to be either a constant or symbolic"
                raise self.error_at(message, place)
        elif not right.is_symbolic:
            message += f"right operand of {operation} has to be either a constant or symbolic"
            raise self.error_at(message, place)
        return self._checked(binary(operation, left, right))

    def _parse_operand(self, operator: str) -> Expression:
        """Reads an operand after `operator`, if that is not empty."""
        token = self.token
        if token == "(":
            return self._parse_parentheses()
        if token == "-":
            return self._parse_negation(operator)
        if self.kind == "INTEGER":
            value = short_integer(token)
            if value >= 1 << 63:
                raise self.error_here("constant too large for index")
            self.consume()
            return affine.constant(value)
        if self.kind == "WORD":
            return self._parse_known_name()
        if self.kind == "VALUE":
            raise self.wrong_token("unexpected ssa identifier")
        if operator:
            raise self.error_here("missing right operand of binary operator")
        if token in ("+", "*"):
            raise self.error_here("missing left operand of binary operator")
        raise self.error_here("expected affine expression")

    def _parse_known_name(self) -> Expression:
        if self.token == "symbol":
            self.consume()
            self.parse_token("(", "expected '(' at start of SSA symbol")
            raise self.wrong_token("unexpected ssa identifier")
        known = self.names.get(self.token)
        if known is None:
            raise self.wrong_token("use of undeclared identifier")
        self.consume()
        return known

    def _parse_parentheses(self) -> Expression:
        self.go_deeper()
        self.consume()
        if self.token == ")":
            raise self.error_here("no expression inside parentheses")
        expression = self._parse_expression()
        self.parse_token(")", "expected ')'")
        self.depth -= 1
        return expression

    def _parse_negation(self, operator: str) -> Expression:
        self.go_deeper()
        self.consume()
        try:
            operand = self._parse_operand(operator)
        except Failed:
            self.error_here("missing operand of negation")
            raise
        self.depth -= 1
        return affine.negate(operand)

    def _checked(self, expression: Expression) -> Expression:
        if expression.depth > MAX_NESTING:
            raise self.too_deep()
        return expression
