"""How kernels are compiled, and their linear algebra."""
