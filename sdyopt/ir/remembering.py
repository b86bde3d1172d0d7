"""What is remembered from one program to the next: the results of functions, and interned values.

Attributes, types and signatures exist once, and much is remembered about them, so that programs are read and
transformed quickly. In a process that lives long, `forget` drops what no program uses any more; `forget_if_grown` does
so when there is much more than was left the last time.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from sys import getrefcount
from threading import RLock
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K")
V = TypeVar("V")

LOCK = RLock()
"""Held by who adds an interned value, or drops some."""

_LEAST_GROWN = 20_000
"""The number of new interned values below which nothing is dropped."""

_OWN_REFERENCES = 2
"""What refers to a value that is looked at here, besides those who use it: a variable, and an argument."""

_MOST_ROUNDS = 30
"""How often tables are looked through at once. What is left of values that nest deeper is dropped the next time."""

_clear: list[Callable[[], None]] = []
_tables: list[Sequence[dict[Any, Any]]] = []
_more_tables: list[Callable[[], Sequence[dict[Any, Any]]]] = []
_left = 0


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Remembers the results of a function of immutable arguments until `forget`."""
    cached = cache(function)
    _clear.append(cached.cache_clear)
    return cast("Callable[P, R]", cached)


def remembered_table() -> dict[Any, Any]:
    """Returns a dictionary that `forget` empties."""
    table: dict[Any, Any] = {}
    _clear.append(table.clear)
    return table


def interned(
    tables: Sequence[dict[Any, Any]], more: Callable[[], Sequence[dict[Any, Any]]] | None = None
) -> Sequence[dict[Any, Any]]:
    """Registers and returns tables of interned values: `forget` drops those that nothing else refers to.

    `more` returns the tables that depend on what is in these. It may first take values out of these that others have.
    """
    _tables.append(tables)
    if more is not None:
        _more_tables.append(more)
    return tables


def interned_count() -> int:
    """Returns the number of values in tables, without those that depend on others."""
    return sum([len(table) for tables in _tables for table in tables])


def forget() -> None:
    """Drops what has been remembered, and interned values that no program, and nothing else, refers to.

    Nothing changes but memory and speed: values in use stay the same objects. Safe while other threads work.
    """
    global _left
    gc.collect()  # Programs refer to themselves in circles.
    with LOCK:
        for clear in _clear:
            clear()
        tables = [table for more in _more_tables for table in more()]
        tables += [table for found in _tables for table in found]
        for _ in range(_MOST_ROUNDS):  # What a dropped value was made of may be unused then.
            if not sum([_drop_unused(table) for table in tables]):
                break
    _left = interned_count()


def forget_if_grown() -> None:
    """Does what `forget` does if there are more than twice the values that were left the last time, and 20,000 more."""
    if interned_count() > 2 * _left + _LEAST_GROWN:
        forget()


def _drop_unused(table: dict[Any, Any]) -> bool:
    """Drops the values of a table that only the table refers to; returns whether there were any.

    A value is taken out before it is looked at: another thread that wants it waits for the lock, and finds it again.
    """
    found = False
    keys = list(table)
    while keys:
        key = keys.pop()  # A value is newer than what it is made of, which its key refers to.
        value = table[key]
        refers_to_itself = getattr(value, "nameless", None) is value  # as a signature without a symbol name does
        if getrefcount(value) > _OWN_REFERENCES + refers_to_itself + 1:  # The table refers to it, too.
            continue
        del table[key]
        if getrefcount(value) > _OWN_REFERENCES + refers_to_itself:
            table[key] = value
            continue
        found = True
        if refers_to_itself:
            del value.nameless
    return found


@contextmanager
def without_collector() -> Iterator[None]:
    """Turns the garbage collector off, and keeps `forget` from looking through what is there already.

    In a process that has frozen its objects by itself they stay so.
    """
    was_on, freezes = gc.isenabled(), not gc.get_freeze_count()
    if freezes:
        gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        if freezes:
            gc.unfreeze()
        if was_on:
            gc.enable()
