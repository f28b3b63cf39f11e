# What the service says about signing in and accounts.

problem-sign-in-again-title = Sign in again first
problem-sign-in-again-detail = This is allowed only within five minutes of signing in.
problem-sign-in-again-help = Sign in again with POST /api/v1/sessions and repeat the request at once.

field-password-short = { $least ->
    [one] at least { $least } character
   *[other] at least { $least } characters
}
field-password-long = { $most ->
    [one] at most { $most } character
   *[other] at most { $most } characters
}
field-password-common = too easy to guess: it is on lists of common passwords, or made of your name or login; try a few words that do not belong together
field-time = expected a time like 2026-03-14T10:15:30Z
field-range = expected a number from { $least } to { $most }
field-login-length = a login has 3 to 64 characters
field-login-characters = a login is written with the letters a to z without marks, digits and the signs . _ - @

refusal-account-exists = There is an account with this id already.
refusal-login-taken = Another account has this login.
refusal-account-disabled = The account is disabled and gets no new roles. Enable it first.
refusal-role-needs-event = This role is granted for one event, which has to be named.
refusal-role-names-no-event = This role holds everywhere and names no event.
refusal-unknown-event = There is no such event.
refusal-own-admin-role = Nobody grants or revokes the role of an admin on her own account. Ask another admin.
refusal-own-account = Nobody disables her own account. Ask another admin.
refusal-last-admin = The last admin keeps the role and the account. Grant the role to somebody else first.
refusal-too-many-table-tokens = The tournament has too many table tokens that are still good. Revoke some, or wait until they expire.
