"""Tables of handlings."""


def handling(curves, styles):
    return None


def price(curves, styles):
    return None
