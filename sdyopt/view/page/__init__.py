"""A view as one page for browsers: tables, pictures and the program, in one file that needs no network."""

from sdyopt.view.page.program import PageProgram, program_of
from sdyopt.view.page.writing import ShownOnPage, page

__all__ = ["PageProgram", "ShownOnPage", "page", "program_of"]
