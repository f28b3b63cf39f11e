# Qualifications: why something cannot be done, and the names that come with it.

ledger-unknown-origin = This event gives no qualification to this championship.
ledger-stale-proposal = The proposal has changed since you looked at it. Look at the new one before you confirm it.
ledger-earlier-events-open = { $open ->
    [0] {""}
    [one] An event that ended earlier is not closed.{" "}
   *[other] { $open } events that ended earlier are not closed.{" "}
}{ $undecided ->
    [0] {""}
    [one] An event that ended earlier waits for a decision who gets its qualification.{" "}
   *[other] { $undecided } events that ended earlier wait for decisions who gets their qualifications.{" "}
}Wait for that, or say why this cannot wait.
ledger-too-early = The day by which these qualifications are given is not over.
ledger-not-proposed = The rules do not give this person a qualification from this event.
ledger-tie-open = The tie for this qualification has to be decided first.
ledger-nobody-named = The rules name nobody here: say in `players` who is to get it, and give a `reason`.
ledger-nothing-left = Nothing is left to give.
ledger-already-holds = This person holds a qualification to this championship already, and nobody can have two.
ledger-has-declined = This person has declined. If that is a mistake, take the decline back first.
ledger-nothing-recorded = Nothing of the kind is recorded, so there is nothing to change.
ledger-nothing-to-review = This grant is in no doubt: the rules give it to the same person.
ledger-reason-needed = Give a reason: it cannot be done without one.
ledger-same-person = A wildcard is granted by another person than the one who put it forward. An account that she has opened, enabled or made an admin's within the last 7 days, or whose access she has renewed, is not taken for another person, nor the other way round.
ledger-no-collision = This person is not qualified for another championship on the same days, so there is nothing to choose.
ledger-not-qualified = This person is not qualified for this championship.
ledger-no-results = The national championship has no results yet that a nomination could rest on.
ledger-not-eligible = By the rules this person may not represent the country at the world championship.

field-seat-event = no qualification to this championship comes from there; give the id of an event of the ledger, or "ranking"
field-seat-source = this event gives qualifications under several titles; give the source
field-proposal = expected the digest of a proposal: 64 hexadecimal digits
field-players-needed = name who is to get it
field-reason-needed = give a reason

