"""Which of two operations comes first is known, also when operations are inserted, moved and erased."""

from __future__ import annotations

from random import Random

from sdyopt.dialects.stablehlo.ops.control_flow import CREATE_TOKEN
from sdyopt.ir.clone import BlockOrder
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block


def test_order_agrees_with_the_block() -> None:
    random = Random(0)
    block = Block()
    order = BlockOrder()
    for _ in range(2000):
        ops = list(block.ops)
        kind = random.random()
        if kind < 0.5 or len(ops) < 2:
            new = Operation.create(CREATE_TOKEN)
            if ops and random.random() < 0.9:
                new.insert_before(random.choice(ops[:3]))
            else:
                block.append(new)
        elif kind < 0.6:
            random.choice(ops).erase()
        elif kind < 0.65:
            moved = random.choice(ops)
            order.forget(moved)
            moved.detach()
            block.prepend(moved)
        else:
            first, second = random.choices(ops, k=2)
            assert order.is_before(first, second) == (ops.index(first) < ops.index(second))


def test_there_is_room_for_any_number_between_two() -> None:
    block = Block()
    first, last = Operation.create(CREATE_TOKEN), Operation.create(CREATE_TOKEN)
    block.append(first)
    block.append(last)
    order = BlockOrder()
    for _ in range(200):
        assert order.is_before(first, last)
        new = Operation.create(CREATE_TOKEN)
        new.insert_before(last)
        assert order.is_before(first, new)
        assert order.is_before(new, last)
