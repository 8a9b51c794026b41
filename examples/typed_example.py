"""Whole games with the public, typed API: `mypy --strict` accepts this file, and CI runs it."""

from __future__ import annotations

from random import Random

import hanamichi
from hanamichi.hanabi import HanabiView, Play


class FirstCardBot:
    """A bot of our own: plays its first card at once, and chooses at random later."""

    def choose(self, sight: hanamichi.Sight, chance: Random) -> hanamichi.Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        plays = [action for action in sight.legal if isinstance(action, Play)]
        if view.ply == 0 and plays:
            return hanamichi.Choice(plays[0])
        return hanamichi.Choice(chance.choice(sight.legal))


def play_hanabi(rng: Random) -> int:
    """Our bot with two of Hanamichi's; the score at the end."""
    match = hanamichi.new_match("hanabi/cocktail", ["Ana", "Ben", "Cleo"], seed=7)
    casual = [hanamichi.make_bot("hanabi", "casual") for _ in range(2)]
    bots: list[hanamichi.Bot] = [FirstCardBot(), *casual]
    while (seat := match.to_act) is not None:
        sight = hanamichi.Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(bots[seat].choose(sight, rng).action)
    assert match.outcome is not None
    assert len(match.view(None).fireworks) == 5
    return match.outcome.score


def play_koikoi(rng: Random) -> hanamichi.MatchRecord:
    """One round at random, as a record that replays exactly."""
    match = hanamichi.new_match("koikoi/nintendo", options={"rounds": 1}, seed=7)
    while match.to_act is not None:
        match.play(rng.choice(match.legal_actions()))
    assert match.outcome is not None
    assert len(match.outcome.rounds) == 1
    record = hanamichi.read_record(hanamichi.write_record(match.record()))
    *_, last = hanamichi.replay(match.game, record)
    assert last.state == match.state
    return record


def main() -> None:
    """Play both games and list the presets."""
    rng = Random(7)
    print("Hanabi:", play_hanabi(rng))
    print("Koi-Koi:", play_koikoi(rng).result)
    for preset in hanamichi.presets():
        print(preset.id, preset.edition)


if __name__ == "__main__":
    main()
