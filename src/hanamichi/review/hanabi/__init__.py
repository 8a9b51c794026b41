"""Looking back at Hanabi: facts under any convention, and a judgement by rollouts, kept apart."""
