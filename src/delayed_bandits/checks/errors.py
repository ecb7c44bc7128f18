"""Errors in a user's input, the only exceptions that users see."""


def printable(text: str) -> str:
    """Return a text with line breaks, colours and other control characters escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


class InputError(Exception):
    """An error that users can correct: "where: what is wrong. What to do".

    The command line prints this line without a traceback and exits with status 1.
    """

    def __str__(self) -> str:
        return printable(super().__str__())
