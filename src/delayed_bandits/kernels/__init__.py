"""The compiler of kernels, and their linear algebra."""
