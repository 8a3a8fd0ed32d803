"""ENGINE.md and the schema are made from the types, and are what is committed."""

import json
import re

import pytest

from host import engine_doc
from host.engine_types import REPLIES


@pytest.mark.parametrize("name", ["ENGINE.md", "engine.schema.json"])
def test_what_is_committed_is_what_is_made(name):
    committed = (engine_doc.FOLDER / name).read_text(encoding="utf-8")
    assert committed == engine_doc.made()[name], "make it anew: python -m host.engine_doc"


def test_every_op_and_code_is_told():
    text = engine_doc.text()
    for kind in REPLIES:
        assert f"| `{engine_doc.op(kind)}` |" in text
        assert kind.__doc__
    assert set(engine_doc.CODES) == set(re.findall(r"^- `(\w+)`:", text, re.MULTILINE))


def test_every_reference_of_the_schema_is_there():
    schema = engine_doc.schema()
    used = set(re.findall(r"#/\$defs/(\w+)", json.dumps(schema)))
    assert used <= set(schema["$defs"])
    assert {kind.__name__ for kind in REPLIES} <= set(schema["$defs"])
