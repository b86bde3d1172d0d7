"""Folders of the math dialect, by the names of operations."""

from sdyopt.dialects.math.fold.functions import FOLDERS as FOLDERS
