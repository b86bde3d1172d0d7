"""The pages of passes, of operations, and of attributes and types."""

from __future__ import annotations

import difflib
import inspect
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from sdyopt.dialects import REGISTRY
from sdyopt.ir.attribute import Attribute, checked
from sdyopt.ir.attributes import ArrayAttr
from sdyopt.mlir.declare.constraints import Attr, Operand
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.write.attributes import text_of
from sdyopt.pipeline.model import invoked
from sdyopt.pipeline.registry import ALIASES, PassEntry
from sdyopt.rewriting.passes import Option, paragraphs_of
from tools.docs.examples import ROOT, WITHOUT_EXAMPLE, example_of, golden_parts, printed
from tools.docs.page_parts import block, code, docstrings, first_paragraph, folded, meaning, page, section, table

_LONGEST = 100
"""The length of an example."""


def attribute_page(dialect: Dialect) -> str:
    """Returns the page of a dialect's attributes and types, each under a heading of its own."""
    parts = [_part(f"#{dialect.namespace}", definition) for definition in dialect.attribute_named.values()]
    parts += [_part(f"!{dialect.namespace}", definition) for definition in dialect.type_named.values()]
    return page(title(dialect), *parts)


def title(dialect: Dialect) -> str:
    """Returns the title of the page."""
    kinds = [name for name, there in (("Attributes", dialect.attributes), ("types", dialect.types)) if there]
    return f"{' and '.join(kinds).capitalize()} of {dialect.namespace}"


def _part(prefix: str, definition: AttributeDef) -> str:
    cls = definition.cls
    cases = getattr(cls, "cases", ())
    spelled = examples()[cls]
    return "\n".join(
        [
            f"## {code(f'{prefix}.{definition.mnemonic}')} {{#{definition.mnemonic}}}\n",
            f"{inspect.cleandoc(cls.__doc__ or '')}\n",
            f"One of {', '.join(map(code, cases))}.\n" if cases else _fields(cls),
            block("\n".join(spelled)) if spelled else "",
        ]
    )


def _fields(cls: type[Attribute]) -> str:
    annotations = {name: kind for base in reversed(cls.__mro__) for name, kind in inspect.get_annotations(base).items()}
    rows = [
        (code(field), code(str(annotations[field])), code(repr(cls.defaults[field])) if field in cls.defaults else "")
        for field in cls.fields
    ]
    return table(["parameter", "in Python", "default"], rows) if rows else ""


@cache
def examples() -> Mapping[type[Attribute], list[str]]:
    """Returns examples of each class of attributes and types: the most common text in golden tests, and longer ones."""
    counts: dict[type[Attribute], Counter[str]] = defaultdict(Counter)
    declared = {
        definition.cls
        for dialect in REGISTRY.all_dialects()
        for definition in (*dialect.attribute_named.values(), *dialect.type_named.values())
    }
    for attribute in (found for entries in _in_operations().values() for found in entries):
        for part in filter(lambda part: type(part) in declared, _with_parts(attribute)):
            counts[type(part)][text_of(part)] += 1
    chosen: dict[type[Attribute], list[str]] = defaultdict(list)
    for cls, spelled in counts.items():
        plain = [text for text in spelled if not re.search(r"\d{10}", text)]
        common = sorted(plain, key=lambda text: (len(text) > _LONGEST, -spelled[text], text))
        if (first := next(filter(_is_read_back, common), None)) is not None:
            longer = [text for text in common if 1.4 * len(first) < len(text) <= _LONGEST]
            chosen[cls] = [first, *list(filter(_is_read_back, longer[:5]))[:1]]
    return chosen


def _is_read_back(text: str) -> bool:
    """Returns whether the text of an attribute or type can be parsed: the reference prints some that cannot."""
    return printed(f"module attributes {{d.example = {text}}} {{}}") is not None


@cache
def _in_operations() -> Mapping[tuple[str, str], list[Attribute]]:
    """Returns the attributes in golden tests, by operation and name; types have the name ""."""
    found: dict[tuple[str, str], list[Attribute]] = defaultdict(list)
    for module in golden_parts(with_unregistered=True):
        for op in module.walk():
            for name, value in (*op.properties.items(), *op.attributes.items()):
                found[op.name, name].append(value)
            found[op.name, ""] += [value.type for value in (*op.operands, *op.results)]
    return found


def _with_parts(attribute: Attribute) -> Iterator[Attribute]:
    """Yields an attribute and all attributes in its parameters."""
    work: list[object] = [attribute]
    while work:
        if isinstance(part := work.pop(), Attribute):
            yield part
            work += [getattr(part, field) for field in type(part).fields]
        elif isinstance(part, tuple):
            work += part


def links_of_attribute(operation: str, attribute: Attr) -> str:
    """Returns the kind of an operation's attribute, with links to the attributes that it is, or contains, in tests."""
    homes = {
        definition.cls: (dialect.namespace, definition.mnemonic)
        for dialect in REGISTRY.all_dialects()
        for definition in reversed(dialect.attribute_named.values())
    }
    found = _in_operations().get((operation, attribute.name), [])
    elements = [element for value in found if isinstance(value, ArrayAttr) for element in value.elements]
    classes = dict.fromkeys(map(type, [*found, *elements]))
    links = [
        f"[`#{namespace}.{mnemonic}`](../{namespace}/attributes.md#{mnemonic})"
        for namespace, mnemonic in [homes[cls] for cls in classes if cls in homes]
    ]
    return " ".join([attribute.constraint.summary, *([f"({', '.join(links)})"] if links else [])])


_HOW_MANY = {"": "one", "?": "one or none", "*": "any number"}


def _example(name: str) -> str:
    example = example_of(name)
    return block(example.text) + "\n" + folded("In generic form", block(example.generic))


def op_page(definition: OpDef) -> str:
    """Returns the page of an operation."""
    traits = [(code(trait), meaning(trait)) for trait in sorted(definition.traits)]
    return page(
        code(definition.name),
        linked(docstrings()[definition.name], "..", definition.name),
        section("Syntax", _syntax(definition)),
        "" if definition.name in WITHOUT_EXAMPLE else section("Example", _example(definition.name)),
        section("Operands", _values(definition.operands, "operand")),
        section("Results", _values(definition.results, "result")),
        section("Attributes", _attributes(definition)),
        section("Regions", _regions(definition)),
        section("Traits", table(["trait", "meaning"], traits) if traits else ""),
        section("What is checked besides", _checks(definition)),
    )


def linked(text: str, dialects: str, besides: str = "") -> str:
    """Returns `text` with names of operations, except one, as links to their pages in the folder `dialects`."""
    known = docstrings()

    def link(found: re.Match[str]) -> str:
        if (name := found[1]) not in known or name == besides:
            return found[0]
        dialect, _, rest = name.partition(".")
        return f"[{found[0]}]({dialects}/{dialect}/{rest}.md)"

    return re.sub(r"(?<!\[)`([\w-]+\.[\w-]+)`", link, text)


def _syntax(definition: OpDef) -> str:
    if definition.format is None:
        return "It has no form of its own: it is written in generic form.\n"
    lines = [line.strip() for line in definition.format.splitlines()]
    return block("\n  ".join([f"`{definition.name}` {lines[0]}", *lines[1:]]), "text")


def _values(declared: Sequence[Operand], what: str) -> str:
    rows = [(code(value.name), _HOW_MANY[value.arity], value.constraint.summary) for value in declared]
    return table([what, "how many", "type"], rows) if rows else ""


def _attributes(definition: OpDef) -> str:
    rows = [
        (code(attribute.name), links_of_attribute(definition.name, attribute), _need(attribute))
        for attribute in definition.attributes
    ]
    return table(["attribute", "what it may be", ""], rows) if rows else ""


def _need(attribute: Attr) -> str:
    if attribute.default is not None:
        return f"default {code(text_of(attribute.default))}"
    return "optional" if attribute.is_optional else ""


def _regions(definition: OpDef) -> str:
    rows = [
        (code(region.name), _HOW_MANY[region.arity], "one" if region.max_blocks == 1 else "any number")
        for region in definition.regions
    ]
    return table(["region", "how many", "blocks"], rows) if rows else ""


def _checks(definition: OpDef) -> str:
    verifiers = (*definition.verifiers, *definition.context_verifiers)
    sentences = dict.fromkeys(filter(None, [first_paragraph(verify.__doc__) for verify in verifiers]))
    return "".join([f"- {sentence}\n" for sentence in sentences])


_TEST_LINE = re.compile(r"// (?:RUN|NOTE|CHECK)\b.*|\s*// CHECK\b.*")


def pass_page(entry: PassEntry) -> str:
    """Returns the page of a pass or a pipeline: its description, its use, and an example before and after it."""
    transformation = entry.load()
    name = transformation.name
    comment, before = example_of_pass(entry)
    if (after := printed(before, f"-{name}")) is None:
        raise ValueError(f"{name} does not take its example")
    unchanged = checked(str, printed(before))
    changes = list(
        difflib.unified_diff(unchanged.splitlines(), after.splitlines(), "before", "after", lineterm="", n=1)
    )
    return page(
        code(f"--{name}"),
        f"{entry.description}.\n",
        linked("\n\n".join(paragraphs_of(transformation)[1:]), "../dialects"),
        section("Usage", block(f"sdy-opt FILE --{name}", "sh") + _other_names(name)),
        section("Options", _options(entry)),
        section("Passes", block("\n".join(map(str, invoked(entry))))) if entry.is_pipeline else "",
        section("Example", f"{comment}\n\n{block(unchanged, title='before')}\n{block(after, title='after')}"),
        section("What changes", block("\n".join(changes), "diff") if changes else "Nothing.\n"),
    )


def example_of_pass(entry: PassEntry) -> tuple[str, str]:
    """Returns the comment of a pass's example, and the program."""
    folder = entry.name.removeprefix("sdy-").replace("-", "_")
    file = ROOT / "lit_tests" / "passes" / folder / "example.mlir"
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not _TEST_LINE.fullmatch(line)]
    comment = []
    while lines and (lines[0].startswith("//") or not lines[0]):
        comment.append(lines.pop(0).removeprefix("//").strip())
    return " ".join(filter(None, comment)), "\n".join(lines) + "\n"


def _other_names(name: str) -> str:
    others = [code(f"--{alias}") for alias, meant in ALIASES.items() if meant == name]
    return f"\n{', '.join(others)} is an alias.\n" if others else ""


def _options(entry: PassEntry) -> str:
    """Returns a table of a pass's options with their defaults, and an example of their use."""
    if not entry.options:
        return "It has no options.\n"
    rows = [(code(name), code(_default(option)), option.help) for name, option in entry.options.items()]
    first, option = next(iter(entry.options.items()))
    example = f"sdy-opt FILE --{entry.name}={first}={'true' if isinstance(option.default, bool) else 'VALUE'}"
    return f"{table(['option', 'default', 'meaning'], rows)}\n{block(example, 'sh')}"


def _default(option: Option) -> str:
    """Returns the default of an option as it is written on the command line."""
    if isinstance(default := option.default, tuple):
        return ",".join(default)
    return str(default).lower() if isinstance(default, bool) else str(default)
