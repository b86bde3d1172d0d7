"""Reading `affine_map<…>` and `affine_set<…>`, from behind the `<` on."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import AffineMapAttr, IntegerSetAttr
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.read.lexer import TOKEN
from sdyopt.mlir.tokens import at_token, before_token, lexical_error
from sdyopt.mlir.write import affine
from sdyopt.mlir.write.affine import Expression, binary, expression_text
from sdyopt.mlir.write.attributes import MAX_NESTING

_HIGH = {"*": affine.MULTIPLY, "floordiv": "floordiv", "ceildiv": "ceildiv", "mod": "mod"}
_LOW = ("+", "-")


def read_affine(text: str, start: int, is_set: bool) -> tuple[Attribute, int]:
    """The map or set whose text begins at `start`, and where it ends behind its `>`. Raises ParseError."""
    reader = _Reader(text, start)
    attribute = reader.map_or_set(is_set)
    return attribute, reader.end


class _Level:
    """What has been read so far between two parentheses: a sum, and the product that may become its last part."""

    __slots__ = ("high", "high_place", "low", "negations", "product", "sum")

    def __init__(self) -> None:
        self.sum: Expression | None = None
        self.low = ""
        self.product: Expression | None = None
        self.high = ""
        self.high_place = 0
        self.negations = 0


class _Reader:
    """Reads tokens; `token` is the one at `at`, and `end` is where the one before it ends."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.names: dict[str, Expression] = {}
        self.after = start
        self.advance()

    def advance(self) -> None:
        self.end = self.after
        found = TOKEN.match(self.text, self.after)
        assert found is not None and found.lastgroup is not None
        self.kind, self.token = found.lastgroup, found[found.lastgroup]
        self.at, self.after = found.span(found.lastgroup)
        if self.kind in ("SHAPED", "DENSE", "SHAPED_OPEN", "ARRAY_OPEN", "AFFINE_MAP", "SPARSE"):
            self._cut("WORD", self.token[: next(i for i, c in enumerate(self.token) if not c.isalpha() and c != "_")])
        elif self.token in ("->", "::"):
            if self.token == "::":
                self._cut("PUNCTUATION", ":")
        elif self.token[0:1] == "-":
            self._cut("PUNCTUATION", "-")
        elif self.kind == "OTHER":
            error = lexical_error(self.text, self.at)
            if error is not None:
                raise ParseError(*error)

    def _cut(self, kind: str, token: str) -> None:
        """Makes the current token a shorter one."""
        self.kind, self.token, self.after = kind, token, self.at + len(token)

    def missing(self, what: str) -> ParseError:
        return ParseError(f"expected {what}", before_token(self.text, self.at))

    def wrong(self, message: str) -> ParseError:
        return ParseError(message, at_token(self.text, self.at))

    def take(self, token: str, place: str) -> None:
        if self.token != token or self.kind != "PUNCTUATION":
            raise self.missing(f"'{token}'{place}")
        self.advance()

    def took(self, token: str) -> bool:
        """Whether that punctuation is there; then it is over."""
        if self.token != token or self.kind != "PUNCTUATION":
            return False
        self.advance()
        return True

    def map_or_set(self, is_set: bool) -> Attribute:
        start = self.at
        self.take("(", " in dimensional identifier list")
        dimensions = self._identifiers("d", ")", " in dimensional identifier list")
        symbols = self._identifiers("s", "]", " in symbol list") if self.took("[") else 0
        names = f"({', '.join([f'd{number}' for number in range(dimensions)])})"
        if symbols:
            names += f"[{', '.join([f's{number}' for number in range(symbols)])}]"
        found: Attribute
        if self.took("->"):
            self.take("(", " in affine map range")
            results = self._list(lambda: expression_text(self._expression()), " in affine map range")
            found, kinds = AffineMapAttr(f"{names} -> ({', '.join(results)})", dimensions), ("AffineMap", "IntegerSet")
        elif self.took(":"):
            self.take("(", " in integer set constraint list")
            constraints = self._list(self._constraint, " in integer set constraint list") or ["0 == 0"]
            found, kinds = IntegerSetAttr(f"{names} : ({', '.join(constraints)})"), ("IntegerSet", "AffineMap")
        else:
            raise self.missing("'->' or ':'")
        if is_set != isinstance(found, IntegerSetAttr):
            raise ParseError(f"expected {kinds[1]}, but got {kinds[0]}", start)
        if self.token != ">" or self.kind != "PUNCTUATION":
            raise self.missing(f"'>' in {'integer set' if is_set else 'affine map'}")
        self.end = self.after
        return found

    def _identifiers(self, letter: str, closing: str, place: str) -> int:
        """The names of dimensions or symbols, up to the closing bracket; gives how many there are."""
        count = 0
        if self.took(closing):
            return count
        while True:
            if self.kind != "WORD":
                raise self.missing("bare identifier")
            if self.token in self.names:
                raise self.wrong(f"redefinition of identifier '{self.token}'")
            self.names[self.token] = affine.identifier(f"{letter}{count}")
            count += 1
            self.advance()
            if not self.took(","):
                self.take(closing, place)
                return count

    def _list(self, element: Callable[[], str], place: str) -> list[str]:
        found: list[str] = []
        if self.took(")"):
            return found
        while True:
            found.append(element())
            if not self.took(","):
                self.take(")", place)
                return found

    def _constraint(self) -> str:
        left = self._expression()
        relation, sign = "", self.token
        if self.kind == "PUNCTUATION" and sign in (">", "<", "="):
            self.advance()
            relation = sign + self.token if self.took("=") else ""
        if not relation:
            raise self.wrong("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
        right = self._expression()
        difference = affine.subtract(right, left) if sign == "<" else affine.subtract(left, right)
        return f"{expression_text(difference)} {'==' if sign == '=' else '>='} 0"

    # Expressions.

    def _expression(self) -> Expression:
        """An expression; products bind tighter than sums, and a minus in front of an operand tighter than both."""
        levels = [_Level()]
        try:
            return self._levels(levels)
        except ParseError as error:
            error.next_token = self.at
            if lexical_error(self.text, self.at) is None:
                count = sum(level.negations for level in levels)
                error.diagnostics += count * self.wrong("missing operand of negation").diagnostics
            raise

    def _levels(self, levels: list[_Level]) -> Expression:
        """The expression of which the levels around an operand are kept in `levels` while it is read."""
        while True:
            operand = self._operand(levels)
            while operand is not None:
                level = levels[-1]
                for _ in range(level.negations):
                    operand = affine.negate(operand)
                level.negations = 0
                operand = self._continue(level, operand)
                if operand is None:
                    break
                levels.pop()
                if not levels:
                    return operand
                self.take(")", "")

    def _operand(self, levels: list[_Level]) -> Expression | None:
        """The operand that comes; None if it is a parenthesis or a minus, and the operand comes behind that."""
        level = levels[-1]
        if self.took("("):
            if self.token == ")":
                raise self.wrong("no expression inside parentheses")
            if len(levels) > MAX_NESTING:
                raise self.wrong(f"nesting is limited to {MAX_NESTING} levels")
            levels.append(_Level())
            return None
        if self.took("-"):
            level.negations += 1
            return None
        if self.kind == "INTEGER":
            value = short_integer(self.token)
            if value >= 1 << 63:
                raise self.wrong("constant too large for index")
            self.advance()
            return affine.constant(value)
        if self.kind == "WORD":
            if self.token == "symbol":
                self.advance()
                self.take("(", " at start of SSA symbol")
                raise ParseError("unexpected ssa identifier", before_token(self.text, self.at))
            known = self.names.get(self.token)
            if known is None:
                raise ParseError("use of undeclared identifier", before_token(self.text, self.at))
            self.advance()
            return known
        if self.kind == "VALUE":
            raise ParseError("unexpected ssa identifier", before_token(self.text, self.at))
        has_left = bool(level.high or level.low)
        if has_left:
            raise self.wrong("missing right operand of binary operator")
        if self.kind == "PUNCTUATION" and self.token in ("+", "*"):
            raise self.wrong("missing left operand of binary operator")
        raise self.wrong("expected affine expression")

    def _continue(self, level: _Level, operand: Expression) -> Expression | None:
        """Puts an operand to what its level has; gives all of that where no operator goes on with it."""
        token, place = self.token, self.at
        high = _HIGH.get(token) if self.kind in ("PUNCTUATION", "WORD") else None
        if level.product is not None:
            operand = self._product(level.high, level.product, operand, level.high_place if high is None else place)
        if high is not None:
            level.product, level.high, level.high_place = operand, high, place
            self.advance()
            return None
        level.product, level.high = None, ""
        if level.sum is not None:
            operand = self._checked(
                binary(affine.ADD, level.sum, operand) if level.low == "+" else affine.subtract(level.sum, operand)
            )
        level.sum, level.low = operand, ""
        if token in _LOW and self.kind == "PUNCTUATION":
            level.low = token
            self.advance()
            return None
        return operand

    def _product(self, operation: str, left: Expression, right: Expression, place: int) -> Expression:
        if operation == affine.MULTIPLY:
            if not left.is_symbolic and not right.is_symbolic:
                raise ParseError(
                    "non-affine expression: at least one of the multiply operands has to be either a constant or "
                    "symbolic",
                    place,
                )
        elif not right.is_symbolic:
            raise ParseError(
                f"non-affine expression: right operand of {operation} has to be either a constant or symbolic", place
            )
        return self._checked(binary(operation, left, right))

    def _checked(self, expression: Expression) -> Expression:
        if expression.depth > MAX_NESTING:
            raise self.wrong(f"nesting is limited to {MAX_NESTING} levels")
        return expression
