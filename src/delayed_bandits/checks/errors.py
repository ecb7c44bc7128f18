"""The one exception that a user is meant to read."""


class InputError(Exception):
    """Something the user gave cannot be used.

    The message is one line: the file and key or row, what was found, what was expected.
    The command line prints it alone, without a traceback, and exits with status 1.
    """
