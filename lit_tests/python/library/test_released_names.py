"""What the last release promised is still there: a name goes only after a release in which it warned."""

from __future__ import annotations

import importlib

from tools.public_names import RECORD, public_names


def test_no_released_name_is_gone() -> None:
    released = set(RECORD.read_text(encoding="utf-8").split())
    assert released
    assert sorted(released - public_names()) == []


def test_public_names_can_be_imported() -> None:
    for name in public_names():
        module, _, attribute = name.rpartition(".")
        assert getattr(importlib.import_module(module), attribute) is not None, name
