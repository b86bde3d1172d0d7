"""A view as one page for browsers: tables, pictures and the program, in one file that needs no network."""

from sdyopt.view.page.data import Shown
from sdyopt.view.page.html import page
from sdyopt.view.page.program import Program, program_of

__all__ = ["Program", "Shown", "page", "program_of"]
