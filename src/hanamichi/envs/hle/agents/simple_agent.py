"""An agent that takes every clue for a call to play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hanamichi.envs.hle.rl_env import Agent, Observation


class SimpleAgent(Agent):
    """Plays what it was told about, tells colours of cards that fit, discards otherwise."""

    def __init__(self, config: Mapping[str, Any], *_: Any, **__: Any) -> None:
        self.config = config
        self.max_information_tokens = config.get("information_tokens", 8)

    @staticmethod
    def playable_card(card: Mapping[str, Any], fireworks: Mapping[str, int]) -> bool:
        """Whether a card fits its firework."""
        return bool(card["rank"] == fireworks[card["color"]])

    def act(self, observation: Observation) -> Any:
        """A card told about, else a clue, else the oldest card."""
        if observation["current_player_offset"] != 0:
            return None
        for place, told in enumerate(observation["card_knowledge"][0]):
            if told["color"] is not None or told["rank"] is not None:
                return {"action_type": "PLAY", "card_index": place}
        if observation["information_tokens"] > 0:
            clue = self._clue(observation)
            if clue is not None:
                return clue
        full = observation["information_tokens"] >= self.max_information_tokens
        return {"action_type": "PLAY" if full else "DISCARD", "card_index": 0}

    def _clue(self, observation: Observation) -> Any:
        for offset in range(1, observation["num_players"]):
            hand = observation["observed_hands"][offset]
            told = observation["card_knowledge"][offset]
            for card, known in zip(hand, told, strict=True):
                fits = self.playable_card(card, observation["fireworks"])
                if fits and known["color"] is None:
                    return {
                        "action_type": "REVEAL_COLOR",
                        "color": card["color"],
                        "target_offset": offset,
                    }
        return None
