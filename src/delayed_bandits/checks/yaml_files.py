"""Strict YAML: each key is text and occurs once, and whole numbers are decimal."""

import re
from pathlib import Path
from typing import Any, NoReturn

import yaml

from delayed_bandits.checks.errors import InputError

KINDS = ("str", "merge", "int", "timestamp")
TEXT, MERGE, INTEGER, DATE = (f"tag:yaml.org,2002:{kind}" for kind in KINDS)


def read_yaml(path: Path) -> Any:
    """Return a YAML file's content. Raise InputError about a wrong key or number."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), _Loader)
    except InputError as error:
        raise InputError(f"{path.name} {error}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path.name}: cannot be read ({error}). Give UTF-8.") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1
        fault = ", ".join(filter(None, (error.context, error.problem)))
        raise InputError(f"{path.name} line {line}: not YAML ({fault}). Correct it.") from error
    except (yaml.YAMLError, ValueError) as error:
        fault = " ".join(str(error).split())
        raise InputError(f"{path.name}: not YAML ({fault}). Correct it.") from error


class _Loader(yaml.CSafeLoader):
    def get_single_node(self) -> yaml.Node | None:
        node = super().get_single_node()
        _check_keys(node)
        return node


def _check_keys(node: yaml.Node | None) -> None:
    """Raise an InputError about a key that is not text or occurs twice in a mapping."""
    if isinstance(node, yaml.SequenceNode):
        for entry in node.value:
            _check_keys(entry)
    elif isinstance(node, yaml.MappingNode):
        lines: dict[str, int] = {}
        for key, value in node.value:
            if key.tag not in (TEXT, MERGE):
                found = f"{key.value!r}" if isinstance(key, yaml.ScalarNode) else f"a {key.id}"
                _refuse(key, f"key {found} is not text. Put it in quotes.")
            if key.value in lines:
                _refuse(key, f"key {key.value!r} is also in line {lines[key.value]}. Remove one.")
            lines[key.value] = key.start_mark.line + 1
            _check_keys(value)


def _integer(_: _Loader, node: yaml.ScalarNode) -> int:
    digits = node.value.replace("_", "")
    if not re.fullmatch("[-+]?(0|[1-9][0-9]{0,18})", digits):  # YAML takes 010 for 8, 1:30 for 90
        _refuse(node, f"{digits[:40]} is not a decimal number of at most 19 digits. Rewrite it.")
    return int(digits)


_Loader.add_constructor(INTEGER, _integer)
_Loader.add_constructor(DATE, _Loader.construct_yaml_str)


def _refuse(node: yaml.Node, fault: str) -> NoReturn:
    raise InputError(f"line {node.start_mark.line + 1}: {fault}")
