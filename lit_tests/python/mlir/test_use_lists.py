"""Use lists are those of MLIR: a new use comes first, and replacing a value reverses the order of its uses."""

from __future__ import annotations

from sdyopt.ir.attributes import IntegerType
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value

TEST = OpDefinition("test.op")
I32, I64 = IntegerType(32), IntegerType(64)


def new_values(count: int) -> list[Value]:
    return list(Operation.create(TEST, result_types=[I32] * count).results)


def user(*operands: Value) -> Operation:
    return Operation.create(TEST, operands)


def test_the_newest_use_comes_first() -> None:
    (value,) = new_values(1)
    first, second = user(value, value), user(value)
    assert value.uses == [(second, 0), (first, 1), (first, 0)]
    assert [use.value for use in value.uses] == [value] * 3
    assert value.users == [first, second]
    assert (value.use_count, value.is_used, value.has_one_use, value.only_user) == (3, True, False, None)


def test_setting_an_operand_makes_it_the_newest_use_even_of_the_same_value() -> None:
    (value,) = new_values(1)
    first, second = user(value, value), user(value)
    first.set_operand(0, value)
    assert value.uses == [(first, 0), (second, 0), (first, 1)]


def test_replacing_reverses_the_order() -> None:
    old, new = new_values(2)
    users = [user(old, old), user(old), user(new)]
    old.replace_all_uses_with(new)
    assert new.uses == [(users[0], 0), (users[0], 1), (users[1], 0), (users[2], 0)]
    assert not old.is_used
    assert users[0].operands == [new, new]


def test_uses_of_one_operation_can_be_excepted() -> None:
    old, new = new_values(2)
    kept, moved = user(old), user(old)
    old.replace_all_uses_with(new, excepted=kept)
    assert (old.uses, new.uses) == ([(kept, 0)], [(moved, 0)])


def test_kept_uses_are_in_their_order() -> None:
    old, new = new_values(2)
    kept, moved = user(old, old), user(old)
    assert old.hand_uses_to(new, excepted=kept) == [(moved, 0)]
    assert (old.uses, new.uses) == ([(kept, 1), (kept, 0)], [(moved, 0)])


def test_a_value_that_one_operation_uses_twice_has_two_uses_but_one_user() -> None:
    (value,) = new_values(1)
    op = user(value, value)
    assert not value.has_one_use
    assert value.only_user is op


def test_the_signature_follows_the_types_of_operands() -> None:
    (value,) = new_values(1)
    op = user(value, value)
    op.set_operand(1, Operation.create(TEST, result_types=[I64]).result)
    assert op.signature.operand_types == (I32, I64)


def test_operands_can_become_more_or_fewer() -> None:
    first, second = new_values(2)
    op = user(first, second)
    op.set_operands([second, second, first])
    assert op.operands == [second, second, first]
    assert (first.uses, second.uses) == ([(op, 2)], [(op, 1), (op, 0)])
    op.set_operands([])
    assert not first.is_used and not second.is_used
    assert op.signature.operand_types == ()


def test_erasing_an_operation_erases_its_uses() -> None:
    (value,) = new_values(1)
    kept, erased = user(value), user(value, value)
    erased.erase()
    assert value.uses == [(kept, 0)]


def test_handing_uses_over_is_replacing_them_by_a_value_without_uses() -> None:
    for excepted in (None, 1):
        lists = []
        for replace in (Value.hand_uses_to, Value.replace_all_uses_with):
            old, new = new_values(2)
            users = [user(old, old), user(old), user(old)]
            replace(old, new, None if excepted is None else users[excepted])
            numbers = {op: number for number, op in enumerate(users)}
            lists.append([[(numbers[owner], index) for owner, index in value.uses] for value in (old, new)])
            assert all(use.value is new for use in new.uses)
        assert lists[0] == lists[1]
