"""Folders of the operations of math."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.rewriting.folders import Folder

FOLDERS: Mapping[str, Folder] = {}
