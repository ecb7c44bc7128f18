"""All algorithms of the project, by the reference that a paper's YAML has under `run`."""

from importlib import import_module
from pkgutil import iter_modules

from delayed_bandits import algorithms
from delayed_bandits.algorithms.registry import Algorithm

ALGORITHMS = {
    f"{module.name}.{name}": value
    for module in iter_modules(algorithms.__path__)
    for name, value in vars(import_module(f"{algorithms.__name__}.{module.name}")).items()
    if type(value) is Algorithm and value.function.__module__.endswith(f".{module.name}")
}
