"""Replacing several operands at once keeps operands, users and types in step, for few and for very many operands."""

from __future__ import annotations

import pytest

from sdyopt.ir.operands import FEW, replace_operands
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import IntegerType
from sdyopt.ir.value import Value

TEST = OpDefinition("test.op")
I32, I64 = IntegerType(32), IntegerType(64)


def new_values(count: int) -> list[Value]:
    return list(Operation.create(TEST, result_types=[I32] * count).results)


@pytest.mark.parametrize("repetitions", [1, FEW])
def test_each_use_gets_its_own_value(repetitions: int) -> None:
    old, other = new_values(2)
    user = Operation.create(TEST, [old, other] * repetitions)
    new = new_values(repetitions)
    replace_operands(user, {2 * index: value for index, value in enumerate(new)})
    assert user.operands == [operand for value in new for operand in (value, other)]
    assert not old.users
    assert all(list(value.users) == [user] for value in (other, *new))


@pytest.mark.parametrize("repetitions", [1, FEW])
def test_a_value_that_is_still_used_keeps_its_user(repetitions: int) -> None:
    old, new = new_values(2)
    user = Operation.create(TEST, [old, old] * repetitions)
    replace_operands(user, {0: new})
    assert user.operands == [new, old, *[old, old] * (repetitions - 1)]
    assert list(old.users) == list(new.users) == [user]


@pytest.mark.parametrize("repetitions", [1, FEW])
def test_the_signature_follows_the_types(repetitions: int) -> None:
    user = Operation.create(TEST, new_values(2) * repetitions)
    replace_operands(user, {1: Operation.create(TEST, result_types=[I64]).result})
    assert user.signature.operand_types == (I32, I64, *(I32, I32) * (repetitions - 1))
