"""A dialect: the operations, attributes and types that share a prefix."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, forget
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import Record
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import OpDef, Verifier, is_about_body, sees_binders_only
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.diagnostics import Hint, UnknownName, did_you_mean
from sdyopt.mlir.formats.state import Directive
from sdyopt.mlir.installed import BrokenPackageError, declared, load, packages_of
from sdyopt.mlir.releases import since
from sdyopt.mlir.tokens import pattern
from sdyopt.mlir.write.attributes import PRINTERS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from sdyopt.mlir.verify.verification import Verification

GROUP = "sdyopt.dialects"
"""The group of entry points with dialects: the name is the namespace, the value a `Dialect`, or a module that has it in
`DIALECT`."""

_PRETTY_BODY = pattern(r"[A-Za-z][\w.]*(?:<.*>)?", re.DOTALL | re.ASCII)


class Dialect(Record):
    """The declaration of a dialect: its fields.

    The verifiers say what is wrong to the context, see `mlir.verify.verifier`.
    """

    namespace: str
    operations: Iterable[OpDef] = ()
    attributes: Sequence[AttributeDef] = ()
    types: Sequence[AttributeDef] = ()
    directives: Iterable[type[Directive]] = ()
    """Those that formats of its operations may use."""
    verify_discardable: Callable[[Operation, str, Attribute, Verification], None] | None = None
    """`verify_discardable(op, name, value, context)` checks a discardable attribute with the dialect's prefix. What it
    says of an attribute is remembered for the signature."""
    verify_argument: Callable[[Operation, int, str, Attribute, Verification], None] | None = None
    """`verify_argument(op, index, name, value, context)` does so for one of a function's argument."""
    verify_result: Callable[[Operation, int, str, Attribute, Verification], None] | None = None
    """As `verify_argument`, for a result."""
    context_verifiers: Mapping[str, Verifier] = {}
    """By the names of attributes: look at the surroundings of each operation that has them."""
    binders: Iterable[OpDef] = ()
    """The operations that change what attributes inside may say; see `mlir.declare.definition`."""
    symbol_users: Mapping[type[Attribute], Verifier] = {}
    """By the classes of attributes: look at the symbols that these name."""
    unverified: Iterable[str] = ()
    """The names of discardable attributes, and `operation.property`, whose values no verifier looks at if they are
    strings."""
    sharding_rules: str = ""
    """The package, or module, of the functions that operations name as their `sharding_rule`. This, `folders` and
    `patterns` are imported when they are first needed."""
    folders: str = ""
    """The one whose `FOLDERS` fold operations, by their names."""
    patterns: str = ""
    """The one whose `PATTERNS` canonicalize them."""
    constants: Sequence[str] = ()
    """The operations that its folded operations become, in this order: the first that can have the value and its
    type."""
    allows_unknown_operations: bool = False
    """Whether it may have others than `operations`, in generic form."""
    unknown_attribute: str = "unknown attribute `{mnemonic}` in dialect `{dialect}`"
    """The message for a `{mnemonic}` that the `{dialect}` does not have."""
    unknown_type: str = "unknown  type `{mnemonic}` in dialect `{dialect}`"

    def __post_init__(self) -> None:
        self.operation_named = {operation.name: operation for operation in self.operations}
        self.attribute_named = {attribute.mnemonic: attribute for attribute in self.attributes}
        self.type_named = {type.mnemonic: type for type in self.types}
        by_name = {directive.__name__: directive for directive in self.directives}
        for operation in self.operation_named.values():
            operation.directives = by_name
            operation.traits = frozenset(operation.traits)
            for trait in operation.traits:
                name, _, terminator = trait.rstrip(">").partition("<")
                if name == "SingleBlockImplicitTerminator":
                    operation.implied_terminator = self.operation_named[terminator]
        for sigil, definitions in (("#", self.attributes), ("!", self.types)):
            for definition in definitions:
                PRINTERS[definition.cls] = _printer(sigil + self.namespace, definition)

    def part(self, name: str) -> Any:
        """Imports and returns the module that is declared as `name`: `folders`, `patterns`, `sharding_rules`.

        Raises BrokenPackageError, which names the dialect, if that fails.
        """
        module: str = getattr(self, name)
        try:
            return import_module(module)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise BrokenPackageError(
                f"'{module}' of dialect '{self.namespace}' cannot be imported: {reason}"
            ) from error

    def check(self) -> None:
        """Compiles all formats. Raises BrokenPackageError for one that is wrong."""
        for operation in self.operations:
            operation.assembly_format  # noqa: B018 - compiles it
        for definition in (*self.attributes, *self.types):
            definition.check()


def _printer(prefix: str, definition: AttributeDef) -> Callable[[Any], str]:
    def printed(attribute: Attribute) -> str:
        return dialect_symbol(prefix, definition.mnemonic + definition.write(attribute))

    return printed


def dialect_symbol(prefix: str, body: str) -> str:
    """`#dialect.body` where the body is simple enough for that, else `#dialect<body>`."""
    return f"{prefix}.{body}" if _PRETTY_BODY.fullmatch(body) else f"{prefix}<{body}>"


class Registry:
    """The dialects that a program may use.

    Most programs name few dialects. `lazy` gives the modules of those that are imported when a program names them
    first, by their namespaces; each has its dialect in `DIALECT`. Those of installed packages, entry points of the
    group `sdyopt.dialects`, are imported likewise. `dialects` and `operations` are what has been imported; `dialect`
    and `operation` import what is missing.
    """

    def __init__(
        self, dialects: Sequence[Dialect], lazy: Mapping[str, str] = {}, without_verified: Collection[str] = ()
    ) -> None:
        self.lazy = lazy
        self.without_verified = without_verified
        """The lazy ones that verify no attributes on operations of other dialects."""
        self.dialects: dict[str, Dialect] = {}
        self.operations: dict[str, OpDef] = {}
        self.symbol_users: dict[type[Attribute], Verifier] = {}
        self.binders: frozenset[OpDef] = frozenset()
        self.unverified: frozenset[str] = frozenset()
        for dialect in dialects:
            self._add(dialect)
        self._shipped = frozenset([*self.dialects, *lazy])

    def _add(self, dialect: Dialect) -> None:
        self.dialects[dialect.namespace] = dialect
        self.operations.update(dialect.operation_named)
        self.symbol_users.update(dialect.symbol_users)
        self.binders |= {*dialect.binders}
        self.unverified |= {*dialect.unverified}

    def register(self, dialect: Dialect) -> None:
        """Adds a dialect of the running program.

        A second one with its namespace replaces it, in programs that are read from then on. Raises ValueError if the
        namespace is that of one of ours, or if an operation has the prefix of another dialect.
        """
        if (wrong := self.refusal(dialect)) is not None:
            raise ValueError(wrong)
        replaced = self.dialects.get(dialect.namespace)
        for name in () if replaced is None else replaced.operation_named:
            self.operations.pop(name, None)
        dialect.check()
        self._add(dialect)
        forget()

    @property
    def rewrites_of_others(self) -> bool:
        """Whether dialects of other packages that have been imported fold or canonicalize, which passes of ours do."""
        return any(
            (dialect.folders or dialect.patterns) and namespace not in self._shipped
            for namespace, dialect in self.dialects.items()
        )

    def is_shipped(self, namespace: str) -> bool:
        """Whether a dialect is part of this package."""
        return namespace in self._shipped

    def refusal(self, dialect: Dialect) -> str | None:
        """Returns why a dialect cannot be registered; None if it can."""
        if (namespace := dialect.namespace) in self._shipped:
            return f"dialect '{namespace}' is part of sdy-opt, and cannot be replaced"
        others = [name for name in dialect.operation_named if name.partition(".")[0] != namespace]
        return f"dialect '{namespace}' cannot have an operation '{others[0]}'" if others else None

    @property
    def namespaces(self) -> list[str]:
        """The namespaces of all dialects, imported or not."""
        known = [namespace for namespace in self.dialects if namespace not in self.lazy]
        return list(dict.fromkeys([*known, *self.lazy, *declared(GROUP)]))

    def described(self) -> list[str]:
        """Returns the namespaces of all dialects, sorted: those of packages, which are imported, with the package.

        Packages whose dialects cannot be used have the reason in place of a name.
        """
        found = set(self.namespaces)
        packages = declared(GROUP)
        return [self._described(namespace, packages.get(namespace)) for namespace in sorted(found)]

    def _described(self, namespace: str, points: list[EntryPoint] | None) -> str:
        if points is None:
            return namespace
        if namespace in self._shipped:
            return f"{namespace} (that of {packages_of(points)} is ignored: it is part of sdy-opt)"
        try:
            self.dialect(namespace)
        except BrokenPackageError as error:
            return f"{namespace} ({error})"
        return f"{namespace} (from {packages_of(points)})"

    def dialect(self, namespace: str) -> Dialect | None:
        """Returns the dialect of that namespace, which is imported if need be; None if there is none.

        Raises BrokenPackageError for the dialect of a package that cannot be used.
        """
        if (found := self.dialects.get(namespace)) is not None:
            return found
        if namespace in self.lazy:
            dialect: Dialect = import_module(self.lazy[namespace]).DIALECT
            self._add(dialect)
            return dialect
        points = declared(GROUP).get(namespace)
        return None if points is None else self._installed(namespace, points)

    def of_attribute(self, namespace: str) -> Dialect | None:
        """Returns the dialect that verifies attributes of that namespace on operations of other dialects, if one does.

        Those that verify none are not imported for it.
        """
        return self.dialects.get(namespace) if namespace in self.without_verified else self.dialect(namespace)

    def _installed(self, namespace: str, points: list[EntryPoint]) -> Dialect:
        loaded = load(points, f"dialect '{namespace}'")
        found = getattr(loaded, "DIALECT", loaded)
        title = f"dialect '{namespace}' from {packages_of(points)}"
        if not isinstance(found, Dialect):
            raise BrokenPackageError(f"{title} is not a dialect: {points[0].value} has no Dialect in DIALECT")
        if found.namespace != namespace:
            raise BrokenPackageError(f"{title} has the namespace '{found.namespace}': the names must be equal")
        if (wrong := self.refusal(found)) is not None:
            raise BrokenPackageError(f"{title} is wrong: {wrong}")
        self._add(found)
        return found

    def operation(self, name: str) -> OpDef | None:
        """Returns the declaration of an operation, whose dialect is imported if need be.

        Returns None if there is none, or only in later releases than the one that is followed.
        """
        if (found := self.operations.get(name)) is None and self.dialect(name.partition(".")[0]) is not None:
            found = self.operations.get(name)
        return None if found is not None and found.since and not since(found.since) else found

    def all_dialects(self) -> list[Dialect]:
        """Returns all dialects, in the order in which they are registered, and imports those that have not been."""
        found = [self.dialect(namespace) for namespace in self.namespaces]
        return [dialect for dialect in found if dialect is not None]

    def all_operations(self) -> dict[str, OpDef]:
        """Returns the declarations of all operations by their names."""
        return {name: op for dialect in self.all_dialects() for name, op in dialect.operation_named.items()}

    def is_about_itself(self, signature: Signature) -> bool:
        """Whether operations with that signature say nothing of symbols besides meshes, and bind nothing."""
        if not isinstance(definition := signature.definition, OpDef) or definition in self.binders:
            return False
        if "SymbolTable" in definition.traits or not all(map(is_about_body, definition.context_verifiers)):
            return False
        for name, value in signature.attributes.items():
            dialect = self.dialect(name.partition(".")[0])
            if type(value) in self.symbol_users or (
                dialect is not None
                and name in dialect.context_verifiers
                and dialect.context_verifiers[name] not in sees_binders_only
            ):
                return False
        return True

    def _namespaces_with(self, mnemonic: str, like: str) -> list[str]:
        """Returns the dialects with an operation of that name, among those that are called nearly `like`."""
        from difflib import get_close_matches

        found = []
        for namespace in get_close_matches(like, self.namespaces):
            with suppress(BrokenPackageError):
                if self.operation(f"{namespace}.{mnemonic}") is not None:
                    found.append(namespace)
        return found

    def similar_operations(self, name: str) -> Hint:
        """Suggests names similar to that of an unknown operation, `dialect.mnemonic`."""
        dialect, _, mnemonic = name.partition(".")
        # What has been imported only for another program does not count.
        usual = [namespace for namespace in self.dialects if namespace not in self.lazy]
        others = [other for other in (f"{namespace}.{mnemonic}" for namespace in usual) if other in self.operations]
        if others:
            return did_you_mean(others)
        if (owner := self.dialect(dialect)) is None:
            generic = f'-allow-unregistered-dialect accepts operations of unknown dialects, written as "{name}"(…)'
            having = partial(self._namespaces_with, mnemonic, dialect)
            return UnknownName(dialect, having, lambda other: f"{other}.{mnemonic}", otherwise=generic)
        known = [other for other in owner.operation_named if self.operation(other) is not None]
        return UnknownName(
            mnemonic, lambda: [other.partition(".")[2] for other in known], lambda other: f"{dialect}.{other}"
        )
