"""The base of all errors that this project raises on purpose."""


class SdyOptError(Exception):
    """Something is wrong with a program, a pass, a pipeline, a package or an option: the text says what."""
