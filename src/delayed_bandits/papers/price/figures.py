"""Figures."""


def handling(table, styles):
    return None
