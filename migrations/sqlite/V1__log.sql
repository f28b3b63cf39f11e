-- The log, the tree over it, and the vault beside it. `docs/adr/0007` explains the envelope, `0009` the tree, `0010` the vault.

CREATE TABLE log (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    log_id BLOB NOT NULL CHECK (length(log_id) = 16)
) STRICT;

-- `header` holds event id (16 bytes), schema version (4), occurred at (8), correlation (16), causation (16) and nonce (16) as
-- they are hashed: one column costs a reader much less than six. The payload stands last, so that reading the other columns
-- never touches its overflow pages.
CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    leaf BLOB NOT NULL,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    header BLOB NOT NULL,
    type TEXT NOT NULL,
    actor TEXT NOT NULL,
    payload BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX events_of_stream ON events (stream, version);

-- REPLACE deletes without asking the triggers for DELETE, but only rows that collide: no row that passes here can collide.
CREATE TRIGGER events_are_appended BEFORE INSERT ON events
WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM events)
    OR NEW.version <> (SELECT coalesce(max(version), 0) + 1 FROM events WHERE stream = NEW.stream)
BEGIN
    SELECT raise(ABORT, 'events are appended in order');
END;

CREATE TRIGGER events_are_not_updated BEFORE UPDATE ON events
BEGIN
    SELECT raise(ABORT, 'events are never updated');
END;

CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
BEGIN
    SELECT raise(ABORT, 'events are never deleted');
END;

-- Roots of complete subtrees of 256^level leaves.
CREATE TABLE subtrees (
    level INTEGER NOT NULL,
    number INTEGER NOT NULL,
    root BLOB NOT NULL,
    PRIMARY KEY (level, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER subtrees_are_appended BEFORE INSERT ON subtrees
WHEN NEW.number <> (SELECT coalesce(max(number), -1) + 1 FROM subtrees WHERE level = NEW.level)
BEGIN
    SELECT raise(ABORT, 'subtrees are appended in order');
END;

CREATE TRIGGER subtrees_are_not_updated BEFORE UPDATE ON subtrees
BEGIN
    SELECT raise(ABORT, 'subtrees are never updated');
END;

CREATE TRIGGER subtrees_are_not_deleted BEFORE DELETE ON subtrees
BEGIN
    SELECT raise(ABORT, 'subtrees are never deleted');
END;

CREATE TABLE idempotency (
    key BLOB PRIMARY KEY,
    request BLOB NOT NULL,
    after INTEGER NOT NULL,
    count INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER idempotency_keys_are_new BEFORE INSERT ON idempotency
WHEN EXISTS (SELECT 1 FROM idempotency WHERE key = NEW.key)
BEGIN
    SELECT raise(ABORT, 'idempotency keys are used once');
END;

CREATE TRIGGER idempotency_keys_are_not_updated BEFORE UPDATE ON idempotency
BEGIN
    SELECT raise(ABORT, 'idempotency keys are never updated');
END;

CREATE TRIGGER idempotency_keys_are_not_deleted BEFORE DELETE ON idempotency
BEGIN
    SELECT raise(ABORT, 'idempotency keys are never deleted');
END;

CREATE TABLE checkpoints (
    size INTEGER PRIMARY KEY,
    note TEXT NOT NULL
) STRICT;

CREATE TRIGGER checkpoints_are_appended BEFORE INSERT ON checkpoints
WHEN NEW.size <= (SELECT max(size) FROM checkpoints)
BEGIN
    SELECT raise(ABORT, 'checkpoints are appended in order');
END;

CREATE TRIGGER checkpoints_are_not_updated BEFORE UPDATE ON checkpoints
BEGIN
    SELECT raise(ABORT, 'checkpoints are never updated');
END;

CREATE TRIGGER checkpoints_are_not_deleted BEFORE DELETE ON checkpoints
BEGIN
    SELECT raise(ABORT, 'checkpoints are never deleted');
END;

-- Rows of the vault are written at the end and erased by overwriting with zeros of the same length: no page is ever split or
-- merged around them, so no copy of a key or a record can stay behind in the slack of a page.
CREATE TABLE vault_subjects (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL,
    live INTEGER NOT NULL CHECK (live IN (0, 1)),
    wrapped_key BLOB NOT NULL
) STRICT;

CREATE INDEX vault_subjects_by_name ON vault_subjects (subject);

CREATE TABLE vault_records (
    record INTEGER PRIMARY KEY AUTOINCREMENT,
    number INTEGER NOT NULL,
    live INTEGER NOT NULL CHECK (live IN (0, 1)),
    name TEXT NOT NULL,
    sealed BLOB NOT NULL
) STRICT;

CREATE INDEX vault_records_of_subject ON vault_records (number);
