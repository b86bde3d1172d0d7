"""Numbers of things, in words."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 element`, `1,024 elements`; the plural is the noun with an s unless given."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
