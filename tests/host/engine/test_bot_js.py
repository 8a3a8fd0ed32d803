"""A bot in another language: fifty lines of JavaScript play Mycelia through the engine's pipe to the end."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BOT = Path(__file__).with_name("bot.js")
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="node is not installed here; the bot is JavaScript")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_bot_in_javascript_plays_to_the_end(seats):
    assert NODE is not None
    call = [NODE, str(BOT), str(seats), "7", sys.executable, "-m", "host", "engine"]
    done = subprocess.run(call, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["answers"] > 50
    assert told["result"]["winners"]


def test_the_bot_is_short():
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 50
