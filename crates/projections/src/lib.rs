//! Where the read models folded from the log will live. Empty until there is a log to fold.
