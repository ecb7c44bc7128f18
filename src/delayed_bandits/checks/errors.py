"""Errors of input, the only exceptions shown to users."""


def printable(text: str) -> str:
    """Escape what a terminal would obey, or not show, such as line breaks and colours."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


class InputError(Exception):
    """Unusable input, with a message of one line: file and key or row, found, expected.

    The command line prints the message without a traceback and exits with status 1.
    """

    def __str__(self) -> str:
        return printable(super().__str__())
