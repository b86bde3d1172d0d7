"""A view as one page for browsers: tables, pictures and the program, in one file that needs no network."""

from sdyopt.view.page.writing import PageProgram, ShownOnPage, page, program_of

__all__ = ["PageProgram", "ShownOnPage", "page", "program_of"]
