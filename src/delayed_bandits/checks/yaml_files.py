"""Strict YAML: text keys, no duplicates, bounded aliases."""

import re
from pathlib import Path
from typing import Any, NoReturn

import yaml

from delayed_bandits.checks.errors import InputError

MOST_VALUES = 100_000
"""The most values in a file, aliases expanded: nine lists of ten aliases each make a billion."""

TEXT, MERGE, INTEGER, DATE = (
    f"tag:yaml.org,2002:{name}" for name in ("str", "merge", "int", "timestamp")
)


def read_yaml(path: Path) -> Any:
    """Read a YAML file.

    An InputError refuses a key that is not one line of text or occurs twice in its mapping, a whole
    number that is not decimal or exceeds 64 bits, tags such as `!!float`, and very many aliases.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path.name}: cannot be read: {error}") from error
    try:
        return yaml.load(text, _Loader)
    except InputError as error:
        raise InputError(f"{path.name} {error}") from error
    except RecursionError as error:
        raise InputError(f"{path.name}: not YAML: lists or mappings are nested too deep") from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        fault = f"found the character {chr(error.character)!r}"
        raise InputError(f"{path.name} line {line}: not YAML: {fault}") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1
        fault = ", ".join(filter(None, (error.context, error.problem)))
        raise InputError(f"{path.name} line {line}: not YAML: {fault}") from error


class _Loader(yaml.SafeLoader):
    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node:
        event = self.peek_event()
        if getattr(event, "tag", None):
            _refuse(event, f"the tag {event.tag!r}; expected a value without a tag")
        node = super().compose_node(parent, index)
        if not isinstance(event, yaml.AliasEvent):
            node.values = _count(node)
        elif not hasattr(node, "values"):
            _refuse(event, f"the anchor {event.anchor!r} contains itself")
        if node.values > MOST_VALUES:
            _refuse(event, f"more than {MOST_VALUES} values so far, aliases included")
        return node


def _count(node: yaml.Node) -> int:
    """Count the values in a node; check the keys of a mapping."""
    if isinstance(node, yaml.ScalarNode):
        return 1
    if isinstance(node, yaml.SequenceNode):
        return 1 + sum(entry.values for entry in node.value)
    lines: dict[str, int] = {}
    for key, _ in node.value:
        if key.tag not in (TEXT, MERGE) or not key.value.isprintable():
            found = f"{key.value!r}" if isinstance(key, yaml.ScalarNode) else f"a {key.id}"
            _refuse(key, f"the key {found} is not plain text; expected a name, perhaps in quotes")
        if key.value in lines:
            _refuse(key, f"the key {key.value!r} stands here and in line {lines[key.value]}")
        lines[key.value] = key.start_mark.line + 1
    return 1 + sum(key.values + value.values for key, value in node.value)


def _integer(_: _Loader, node: yaml.ScalarNode) -> int:
    digits = node.value.replace("_", "")
    if not re.fullmatch("[-+]?(0|[1-9][0-9]*)", digits):  # YAML takes 010 for 8, and 1:30 for 90
        _refuse(node, f"the number {digits[:40]}; expected digits, the first not 0")
    if len(digits) > 20 or not -(2**63) <= int(digits) < 2**63:
        _refuse(node, f"the number {digits[:40]} has more than 64 bits")
    return int(digits)


_Loader.add_constructor(INTEGER, _integer)
_Loader.add_constructor(DATE, _Loader.construct_yaml_str)


def _refuse(node: yaml.Node | yaml.Event, fault: str) -> NoReturn:
    raise InputError(f"line {node.start_mark.line + 1}: {fault}")
