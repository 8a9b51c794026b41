"""What a stranger may write in half an hour: a policy learned from a bot of the house, in NumPy.

`python -m tests.wheel` runs it with the installed package alone. It saves what
`examples/policy_bot.py` reads, in place of `examples/train_ppo.py` where there is no PyTorch.
"""

from __future__ import annotations

from random import Random

import numpy as np

from hanamichi import make_bot, new_match
from hanamichi.bots import Sight, observer_of

PRESET = "hanabi/online"
MATCHES = 12
PASSES = 120


def main() -> None:
    """Watch matches, learn which action follows from which observation, save the policy."""
    observer = observer_of("hanabi")
    seen, chosen = [], []
    for seed in range(MATCHES):
        match = new_match(PRESET, 2, seed=seed)
        bots = [make_bot("hanabi", "casual") for _ in range(2)]
        while (seat := match.to_act) is not None:
            sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
            action = bots[seat].choose(sight, Random(seed)).action
            observed = observer.observe(sight)
            seen.append(observed.bits)
            chosen.append(observed.actions[sight.legal.index(action)])
            match.play(action)
    inputs, answers = np.array(seen, np.float32), np.array(chosen)
    actions = answers.max() + 1
    weights, bias = np.zeros((actions, inputs.shape[1]), np.float32), np.zeros(actions, np.float32)
    for _ in range(PASSES):
        values = inputs @ weights.T + bias
        wrong = np.exp(values - values.max(axis=1, keepdims=True))
        wrong /= wrong.sum(axis=1, keepdims=True)
        wrong[np.arange(len(answers)), answers] -= 1
        weights -= 0.5 * wrong.T @ inputs / len(answers)
        bias -= 0.5 * wrong.mean(axis=0)
    right = ((inputs @ weights.T + bias).argmax(axis=1) == answers).mean()
    np.savez("policy.npz", weights, bias, preset=np.array(PRESET))
    print(f"{len(answers)} decisions, {right:.0%} learned")


if __name__ == "__main__":
    main()
