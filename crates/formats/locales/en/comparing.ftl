# Comparisons of a season in time, and suppositions.

changed-place = place { $number }
changed-points = { $number ->
    [one] { $number } point
   *[other] { $number } points
}
compare-field-rulebook = no rulebook with this id was adopted; one that nobody has adopted is given as a preset: { "{" }"base": "pl-2024-25", "overrides": { "{" }{ "}" }{ "}" }
compare-field-edition = there is no such edition; an edition is written like ranking:2025@1
compare-field-before-from = the later moment lies before the earlier one
compare-field-one-supposition = exactly one of rulebook, merge, disqualify, decline and waiver must be given
compare-field-closed-tournament = there is no such tournament that is over
compare-field-not-qualified = this player holds no such qualification
compare-field-no-result = this player has no result there that could be lost
compare-field-same-player = two different players must be named
compare-merge-both-played = Both took part in { $event }, so they cannot be one and the same player.
compare-diff-too-much = Too much happened between the two moments: the search for causes came to position { $position }. Ask for a shorter time or for one list.
