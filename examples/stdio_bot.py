"""A bot for Hanabi and Koi-Koi, in Python with nothing to install: `docs/bot-protocol.md`.

    hanamichi arena hanabi/online --bot otto='python examples/stdio_bot.py' --bots otto --games 10

It reads a line of JSON, and writes a line when it is asked. To make it play well, write a better
`choose`. (A Python bot may be a class instead, with views as objects: `docs/arena.md`.)
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

Json = dict[str, Any]


def choose(question: Json, chance: random.Random) -> int:
    """Your bot: a place in `question["legal"]`. `question["view"]` is all this seat may know."""
    legal = question["legal"]
    careful = [place for place, action in enumerate(legal) if action["type"] != "play"]
    return chance.choice(careful or range(len(legal)))


def main() -> None:
    """Answer every line until there are no more."""
    chance = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            chance = random.Random(message["seed"])
            answer: Json = {"type": "ready", "protocol": 1}
        else:
            answer = {"type": "move", "id": message["id"], "choice": choose(message, chance)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
