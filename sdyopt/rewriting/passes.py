"""The interface of passes.

    @register_pass("sdy-close-shardings")
    class CloseShardings(Pass):
        \"\"\"Closes all dimensions of shardings and drops replicated axes.\"\"\"

        keep_replicated: bool = option(default=False, help="Keeps replicated axes")

        def run(self, module: Operation, rewriter: Rewriter) -> None:
            ...

The name of the flag, the description (the first paragraph of the docstring), the options and what they are for are all
derived from the class.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.mlir.releases import since

if TYPE_CHECKING:
    from sdyopt.mlir.diagnostics import Diagnostic
    from sdyopt.rewriting.rewriter import Rewriter


MODULE, FUNCTION = "builtin.module", "func.func"

ANY = "any"
"""The anchor of pipelines and passes that run on any operation."""

OptionValue = bool | int | str | tuple[str, ...]

P = TypeVar("P", bound="type[Pass] | type[PassPipeline]")


class Option(Record):
    """An option of a pass."""

    _default: OptionValue
    help: str = ""
    choices: tuple[str, ...] = ()
    is_pipeline: bool = False
    """Whether the value is the text between the parentheses of a pipeline, which is an error if it is not valid."""
    since: str = ""
    """The release that the option came with, if any; in older ones pipelines are printed without its default."""
    changed: tuple[str, OptionValue] | None = None
    """The release since which the option has another default, and that."""

    @property
    def default(self) -> OptionValue:
        """The value where none is given, in the release that is followed."""
        return self.changed[1] if self.changed is not None and since(self.changed[0]) else self._default

    @property
    def is_newer(self) -> bool:
        """Whether the release that is followed does not have the option."""
        return bool(self.since) and not since(self.since)


if TYPE_CHECKING:
    # A type checker takes a field for one without a default unless that is given by name.
    def option(
        *,
        default: Any,
        help: str,
        choices: tuple[str, ...] = (),
        is_pipeline: bool = False,
        since: str = "",
        changed: tuple[str, OptionValue] | None = None,
    ) -> Any: ...

else:

    def option(default, help, choices=(), is_pipeline=False, since="", changed=None):
        """Returns a field of a pass that is an option: `debug_x` is `debug-x` in commands, and `name_` is `name`.

        What kind of value it takes is that of its default: a truth value, an integer, a text (one of `choices`, if
        any are given), or a tuple for a list of texts. `since` names the release of jaxlib that it came with, and
        `changed` the one since which its default is another.
        """
        return Option(default, help, choices, is_pipeline, since, changed)


def option_name(field: str) -> str:
    return field.rstrip("_").replace("_", "-")


_KINDS: dict[type, str] = {bool: "bool", int: "int", str: "str", tuple: "tuple[str, ...]"}


def _check_option(cls: type, name: str, kind: str, default: object) -> None:
    """Raises TypeError if the values of an option are not those that its annotation and its default say."""
    expected = _KINDS.get(type(default))
    kind = kind.partition("'")[2].removesuffix("'>") if kind.startswith("<") else kind
    if expected is None or kind.replace(" ", "") != expected.replace(" ", ""):
        raise TypeError(
            f"option '{name}' of {cls.__name__}: {kind} with the default {default!r} is not supported; options are "
            "bool, int, str and tuple[str, ...], each with a default of its kind"
        )


@dataclass_transform(frozen_default=True, field_specifiers=(option,))
class Configured:
    """The base of classes whose annotated attributes are fields, with their defaults.

    They behave like frozen dataclasses, but are none, because a pipeline of forty passes would take 15 ms to create
    them. The constructor takes the fields, in order or by name.
    """

    _defaults: ClassVar[dict[str, Any]] = {}
    _options: ClassVar[dict[str, Option]] = {}
    """Of the fields those that are options, by name."""
    _changed: ClassVar[dict[str, Option]] = {}
    """Those whose defaults depend on the release."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        kinds = {name: str(kind) for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind)}
        for name in kinds:
            if name not in vars(cls):
                raise TypeError(f"field '{name}' of {cls.__name__} has no default")
        own = {name: vars(cls)[name] for name in kinds}
        options = {name: field for name, field in own.items() if isinstance(field, Option)}
        for name, field in options.items():
            _check_option(cls, name, kinds[name], field.default)
        for name, field in options.items():
            own[name] = field._default
            setattr(cls, name, field._default)
        cls._changed = cls._changed | {name: field for name, field in options.items() if field.changed is not None}
        cls._defaults = cls._defaults | own
        cls._options = cls._options | options

    def __init__(self, *values: Any, **fields: Any) -> None:
        defaults = self._defaults
        if len(values) > len(defaults):
            raise TypeError(f"{type(self).__name__} has {len(defaults)} fields, not {len(values)}")
        fields |= zip(defaults, values, strict=False)
        if unknown := fields.keys() - defaults.keys():
            raise TypeError(f"{type(self).__name__} has no field {', '.join(sorted(unknown))}")
        self.__dict__.update(defaults)
        for name, field in self._changed.items():
            self.__dict__[name] = field.default
        self.__dict__.update(fields)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join([f'{name}={value!r}' for name, value in vars(self).items()])})"


class Pass(Configured):
    """A pass over modules. The fields of a subclass are its options (see `option`).

    A field without `option` is only for pipelines: it is not printed and cannot be given in text.
    """

    name: ClassVar[str] = ""
    """The name of its flag."""
    anchor: ClassVar[str] = MODULE
    """The name of the operations that it runs on."""
    anchor_since: ClassVar[tuple[str, str] | None] = None
    """The release since which it runs on other operations, and their name."""
    rolls_back: ClassVar[bool] = False
    """Whether snapshots after an error show the program as it was before, as after MLIR's dialect conversions."""
    leaves_valid: ClassVar[bool] = False
    """Whether a valid program is valid after the pass, whatever it is: it is not verified."""
    keeps_order: ClassVar[bool] = False
    """Whether values are defined before their uses after the pass, as they are before: that is not verified."""

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        """Transforms `op`, through the rewriter alone. Raises CompilationError if it fails."""
        raise NotImplementedError

    def error_hint(self, error: Diagnostic) -> str:
        """Returns what may help with an error that the program has after this pass; nothing by default."""
        return ""


class FunctionPass(Pass):
    """A pass over functions: `run` is called for each `func.func` right inside the module."""

    anchor: ClassVar[str] = FUNCTION


class PassPipeline(Configured):
    """Passes under one name. The fields of a subclass are its options (see `option`)."""

    name: ClassVar[str] = ""
    """The name of its flag."""
    anchor: ClassVar[str] = MODULE

    def passes(self) -> Sequence[PassSpec]:
        """Returns the passes in order."""
        raise NotImplementedError


class PassSpec(NamedTuple):
    """A pass of a pipeline by its name, with the options given to it.

    One that runs on functions runs by itself, also where another one of this kind comes before it.
    """

    name: str
    options: tuple[tuple[str, OptionValue], ...] = ()

    @classmethod
    def of(cls, name: str, /, **options: OptionValue) -> PassSpec:
        """Returns a pass with options as keyword arguments: `debug_x` is `debug-x`."""
        return cls(name, tuple([(key.replace("_", "-"), value) for key, value in options.items()]))


def register_pass(name: str) -> Callable[[P], P]:
    """Gives the class of a pass, or of a pipeline, the name of its flag.

    It can be run by its name in this process from then on. Commands, too, know those of the tables in
    `sdyopt.pipeline.registry`, and the entry points of installed packages. Raises TypeError for a class
    in place of the name.
    """
    if not isinstance(name, str):
        raise TypeError("register_pass takes the name of the flag: @register_pass('my-pass')")

    def registered(cls: P) -> P:
        cls.name = name
        _REGISTERED[name] = cls
        return cls

    return registered


_REGISTERED: dict[str, type[Pass] | type[PassPipeline]] = {}


def registered_passes() -> Mapping[str, type[Pass] | type[PassPipeline]]:
    """Returns the classes whose modules have been imported, by the names of their passes."""
    return _REGISTERED


def registered_pass(name: str) -> type[Pass] | type[PassPipeline]:
    """Returns the class of the pass or pipeline with that name, whose module has been imported."""
    return _REGISTERED[name]


def anchor_of(cls: type[Any]) -> str:
    """Returns the name of the operations that a pass runs on in the release that is followed, or ANY."""
    changed: tuple[str, str] | None = getattr(cls, "anchor_since", None)
    anchor: str = changed[1] if changed is not None and since(changed[0]) else getattr(cls, "anchor", MODULE)
    return anchor


def options_of(cls: type[Any]) -> dict[str, Option]:
    """Returns the options of a pass by their names, in the order of these.

    Those of a class that is not a `Pass` are the keyword arguments of its constructor; its attribute `options` says
    what each is for.
    """
    if issubclass(cls, Pass | PassPipeline):
        found = cls._options
    else:
        helps: Mapping[str, str] = getattr(cls, "options", {})
        found = {
            parameter.name: Option(parameter.default, helps.get(parameter.name.replace("_", "-"), ""))
            for parameter in inspect.signature(cls).parameters.values()
        }
    return {option_name(name): found[name] for name in sorted(found)}


def description_of(cls: type[Any]) -> str:
    """Returns what a pass does: of a `Pass` the first paragraph of its docstring, without the full stop.

    A class that is not a `Pass` may say that in an attribute `description` instead.
    """
    description: str = getattr(cls, "description", None) or " ".join(paragraphs_of(cls)[0].split())
    return description.removesuffix(".") if issubclass(cls, Pass | PassPipeline) else description


def paragraphs_of(cls: type[Any]) -> list[str]:
    """Returns the paragraphs of a pass's docstring; the first is its description."""
    return inspect.cleandoc(cls.__doc__ or "").split("\n\n")
