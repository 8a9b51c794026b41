"""The review of Koi-Koi.

`koikoi_review` is the facet, `seat_judgement` goes through a seat's decisions. `action_values` says
what each action was worth (`comparison` in sampled worlds, `every_world` in all there are),
`verdicts` what the move made was, and `remarks` why, in a sentence.
"""
