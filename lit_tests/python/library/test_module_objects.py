"""Passes, parses and copies share nothing that can change, and leave what is in memory well linked."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest

import sdyopt
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from tools.generator import mixed, sdy
from tools.generator.passes.pipelines import IN_A_ROW

SEEDS = range(2000, 2001)

passes = pytest.mark.parametrize("name", IN_A_ROW)


@functools.cache
def texts() -> list[str]:
    """Those modules of the generators that are valid."""
    return [
        text
        for text in [generator.module(seed) for generator in (sdy, mixed) for seed in SEEDS]
        if "unregistered" not in text and is_valid(text)
    ]


def is_valid(text: str) -> bool:
    try:
        sdyopt.parse(text)
    except sdyopt.Error:
        return False
    return True


def outcome(module: sdyopt.Module, name: str) -> str:
    """What comes of a pass: the text, or what is wrong."""
    try:
        return module.run(name).to_text(debug_info=True)
    except sdyopt.Error as error:
        return str(error)


def parts(root: Operation) -> Iterator[object]:
    """Every object of a module that can change."""
    for op in root.walk():
        yield op
        yield op.operands
        yield from op.results
        for region in op.regions:
            yield region
            for block in region.blocks:
                yield block
                yield from block.arguments


def attributes_in(value: object) -> Iterator[Attribute]:
    """An attribute and all that it is made of."""
    if isinstance(value, Attribute):
        yield value
        for field in type(value).fields:
            yield from attributes_in(getattr(value, field))
    elif isinstance(value, tuple | frozenset):
        for element in value:
            yield from attributes_in(element)


def attributes_of(root: Operation) -> set[Attribute]:
    """All attributes and types that the operations of a module have."""
    found: set[Attribute] = set()
    for op in root.walk():
        signature = op.signature
        held = (*signature.operand_types, *signature.result_types, signature.properties, signature.attributes)
        found.update(attribute for value in held for attribute in attributes_in(value))
    return found


@passes
def test_modules_of_one_text_share_nothing_that_can_change(name: str) -> None:
    """A pass over one leaves the other as it was, and does the same to it later."""
    for text in texts():
        first, second = sdyopt.parse(text), sdyopt.parse(text)
        before = second.to_text(debug_info=True)
        after = outcome(first, name)
        assert {id(part) for part in parts(first.operation)}.isdisjoint(id(part) for part in parts(second.operation))
        assert second.to_text(debug_info=True) == before
        assert outcome(second, name) == after


@passes
def test_a_pass_over_a_copy_leaves_the_original_as_it_was(name: str) -> None:
    for text in texts():
        module = sdyopt.parse(text)
        before = module.to_text(debug_info=True)
        copy = sdyopt.Module(clone(module.operation, {}), module.source)
        after = outcome(copy, name)
        assert {id(part) for part in parts(module.operation)}.isdisjoint(id(part) for part in parts(copy.operation))
        assert module.to_text(debug_info=True) == before
        assert outcome(module, name) == after


@passes
def test_attributes_are_after_a_pass_what_they_were_before(name: str) -> None:
    """Passes make new ones instead; nobody can change one, and what one is made of cannot change either."""
    for text in texts():
        module = sdyopt.parse(text)
        before = {
            attribute: tuple([getattr(attribute, field) for field in type(attribute).fields])
            for attribute in attributes_of(module.operation)
        }
        outcome(module, name)
        for attribute, values in before.items():
            assert tuple([getattr(attribute, field) for field in type(attribute).fields]) == values
            assert type(attribute)(*values) is attribute
            hash(values)
            for field in type(attribute).fields:
                with pytest.raises(AttributeError, match="is immutable"):
                    setattr(attribute, field, None)


@passes
def test_a_module_is_well_linked_after_a_pass(name: str) -> None:
    """Operations are where they say they are; values know their users: those in the module, and no others."""
    for text in texts():
        module = sdyopt.parse(text)
        outcome(module, name)
        ops = list(module.walk())
        inside = set(ops)
        defined: set[Value] = set()
        for op in ops:
            defined.update(op.results)
            assert all(result.owner is op and result.index == index for index, result in enumerate(op.results))
            assert op.signature.operand_types == tuple([operand.type for operand in op.operands])
            for region in op.regions:
                assert region.parent is op
                for block in region.blocks:
                    assert block.parent is region
                    defined.update(block.arguments)
                    held = list(block.ops)
                    assert all(inner.parent is block for inner in held)
                    assert [inner.previous for inner in held] == [None, *held][: len(held)]
        for op in ops:
            assert defined.issuperset(op.operands)
            assert all(op in operand.users for operand in op.operands)
        for value in defined:
            assert all(user in inside and value in user.operands for user in value.users)
