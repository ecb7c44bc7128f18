"""Errors of input, the only exceptions shown to users."""


class InputError(Exception):
    """Unusable input, with a message of one line: file and key or row, found, expected.

    The command line prints the message without a traceback and exits with status 1.
    """
