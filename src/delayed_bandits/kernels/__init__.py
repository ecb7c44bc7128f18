"""Compiled kernels: the compiler, random numbers and linear algebra."""
