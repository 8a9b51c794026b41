"""The compiled companion against the bot itself: the same moves, and the same values of all."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.setup import action_id, action_of, option_vector, pack
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot, Decision
from hanamichi.bots.hanabi.companion_kernels.decision import MAX_ACTIONS, decide
from hanamichi.bots.hanabi.companion_kernels.memory_layout import (
    MEMORY_CELLS,
    rules_of,
    worths_of_weights,
)
from hanamichi.bots.hanabi.companion_kernels.tracking import advance, begin
from hanamichi.core import Match, Seat, Seeded
from hanamichi.hanabi.options import XII_SINGES_COLOURS, Avalanche, HanabiOptions
from hanamichi.hanabi.rules import HANABI

_GRANDS_FEUX = HanabiOptions(
    avalanche=Avalanche.WILD, black_powder=True, flamboyants=True, tile_on_any_completion=True
)
_TABLES = [
    (HanabiOptions(), 2),
    (HanabiOptions(), 5),
    (HanabiOptions(colours=XII_SINGES_COLOURS, avalanche=Avalanche.SIXTH, errors=1), 3),
    (_GRANDS_FEUX, 4),
    (HanabiOptions(final_bouquet=True, flamboyants=True), 2),
    (HanabiOptions(empty_clues=False, deck_play=True), 4),
]


@pytest.mark.parametrize(("options", "players"), _TABLES)
@pytest.mark.parametrize(("strangeness", "strangers"), [(0.0, ()), (0.2, ()), (0.0, (1,))])
def test_the_kernels_value_every_action_as_the_bot_does(
    options: HanabiOptions, players: int, strangeness: float, strangers: tuple[Seat, ...]
) -> None:
    chance = Random(players)
    match = Match(HANABI, options, players, Seeded(7 * players + round(strangeness)))
    o, worths = option_vector(options, players), _WORTHS
    rules = rules_of(options, players, strangers)
    row, memory = pack(match.state), np.zeros(MEMORY_CELLS, np.int64)
    rng, values = np.zeros(1, np.uint64), np.zeros(MAX_ACTIONS)
    bots = [CompanionBot(strangers=strangers) for _ in range(players)]
    begin(memory, rules, row)
    while (seat := match.to_act) is not None:
        view, legal = match.view(seat), match.legal_actions()
        tracker = bots[seat].tracker_after(view, match.log(seat))
        decision = Decision(view, legal, tracker)
        hands = [sorted(hand) for hand in match.state.hands]
        chosen = int(decide(memory, rules, worths, row, o, values, True))
        action = decision.choice().action
        assert action_of(options, hands, seat, chosen) == action
        if not row[r.PENDING]:
            found = {
                candidate.action: values[action_id(options, hands, seat, candidate.action)]
                for candidate in decision.candidates()
                if candidate.action in legal
            }
            assert found == {
                candidate.action: candidate.value
                for candidate in decision.candidates()
                if candidate.action in legal
            }
        if chance.random() < strangeness:
            action = chance.choice(legal)
        number = action_id(options, hands, seat, action)
        match.play(action)
        after, drawn = pack(match.state), int(row[r.DRAWN])
        row[r.DECK + drawn] = after[r.DECK + drawn]
        grew = after[r.DRAWN] > drawn
        advance(memory, rules, row, o, number, rng, int(after[r.DECK + drawn]) if grew else -1)
        row[r.DECK :] = after[r.DECK :]
    assert match.outcome is not None


_WORTHS = worths_of_weights()
