"""Replacing uses keeps operands and users in step, for users with few and with very many operands."""

from __future__ import annotations

import pytest

from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import IntegerType
from sdyopt.ir.uses import WIDE, UseReplacer
from sdyopt.ir.value import Value

TEST = OpDefinition("test.op")
I32 = IntegerType(32)


def new_values(count: int) -> list[Value]:
    return list(Operation.create(TEST, result_types=[I32] * count).results)


@pytest.mark.parametrize("operand_count", [3, WIDE, 3 * WIDE])
def test_every_operand_that_is_the_old_value_is_replaced(operand_count: int) -> None:
    old, new, other = new_values(3)
    user = Operation.create(TEST, [old, other] * operand_count)
    UseReplacer().replace(old, new, [user])
    assert user.operands == [new, other] * operand_count
    assert list(old.users) == []
    assert list(new.users) == [user]
    assert list(other.users) == [user]


def test_only_the_named_users_change() -> None:
    old, new = new_values(2)
    first, second = (Operation.create(TEST, [old]) for _ in range(2))
    UseReplacer().replace(old, new, [second])
    assert first.operands == [old]
    assert second.operands == [new]
    assert list(old.users) == [first]


def test_the_users_of_the_old_value_can_be_passed_themselves() -> None:
    """They are gone over from the last to the first."""
    old, new = new_values(2)
    users = [Operation.create(TEST, [old]) for _ in range(3)]
    UseReplacer().replace(old, new, old.users)
    assert [user.operands for user in users] == [[new]] * 3
    assert list(new.users) == users[::-1]


def test_a_user_that_uses_more_of_a_value_is_its_latest() -> None:
    old, new = new_values(2)
    users = [Operation.create(TEST, [old, new]) for _ in range(2)]
    UseReplacer().replace(old, new, [users[0]])
    assert list(new.users) == users[::-1]
    users[1].set_operand(0, new)
    assert list(new.users) == users


def test_replacements_of_one_replacer_add_up() -> None:
    """What is remembered about a wide user stays right when one value comes to stand where two were."""
    first, second, third, *others = new_values(3 + WIDE)
    user = Operation.create(TEST, [first, second, third, *others])
    uses = UseReplacer()
    uses.replace(first, second, [user])
    uses.replace(second, third, [user])
    assert user.operands == [third, third, third, *others]
    assert list(second.users) == []
