-- The cabinet: records that change and end. `docs/adr/0011` explains it.

-- Values stand apart in slots that are never deleted and never change their size: a removed value is overwritten with zeros
-- in place, and a slot that is free takes a later value of its size. No page is ever split or merged around them, so no copy
-- of a value can stay behind in the slack of a page.
CREATE TABLE cabinet_values (
    slot INTEGER PRIMARY KEY,
    live INTEGER NOT NULL CHECK (live IN (0, 1)),
    room INTEGER NOT NULL CHECK (room > 0),
    value BLOB NOT NULL CHECK (length(value) = room)
) STRICT;

CREATE INDEX cabinet_values_free ON cabinet_values (room) WHERE live = 0;

CREATE TABLE cabinet (
    slot INTEGER PRIMARY KEY,
    drawer TEXT NOT NULL,
    key BLOB NOT NULL,
    owner TEXT NOT NULL,
    length INTEGER NOT NULL CHECK (length >= 0),
    expires_at INTEGER,
    revision INTEGER NOT NULL CHECK (revision > 0)
) STRICT;

CREATE UNIQUE INDEX cabinet_by_key ON cabinet (drawer, key);
CREATE INDEX cabinet_by_owner ON cabinet (drawer, owner, key);
CREATE INDEX cabinet_by_end ON cabinet (drawer, expires_at) WHERE expires_at IS NOT NULL;

-- REPLACE deletes without asking the triggers for DELETE, but only rows that collide: no row that passes here can collide.
CREATE TRIGGER cabinet_records_are_new BEFORE INSERT ON cabinet
WHEN EXISTS (SELECT 1 FROM cabinet WHERE slot = NEW.slot)
    OR EXISTS (SELECT 1 FROM cabinet WHERE drawer = NEW.drawer AND key = NEW.key)
BEGIN
    SELECT raise(ABORT, 'a record of the cabinet is removed before another takes its place');
END;

CREATE TRIGGER cabinet_records_are_not_updated BEFORE UPDATE ON cabinet
BEGIN
    SELECT raise(ABORT, 'records of the cabinet are never updated');
END;

CREATE TRIGGER audit_is_kept_until_it_expires BEFORE DELETE ON cabinet
WHEN OLD.drawer = 'audit'
    AND (OLD.expires_at IS NULL OR OLD.expires_at >= CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER))
BEGIN
    SELECT raise(ABORT, 'the audit is kept until it expires');
END;

CREATE TRIGGER cabinet_values_are_new BEFORE INSERT ON cabinet_values
WHEN EXISTS (SELECT 1 FROM cabinet_values WHERE slot = NEW.slot)
BEGIN
    SELECT raise(ABORT, 'slots of the cabinet are never deleted');
END;

CREATE TRIGGER cabinet_values_stay_with_their_record BEFORE UPDATE ON cabinet_values
WHEN NEW.slot <> OLD.slot OR NEW.room <> OLD.room OR EXISTS (SELECT 1 FROM cabinet WHERE slot = OLD.slot)
BEGIN
    SELECT raise(ABORT, 'the value of a record is never updated');
END;

CREATE TRIGGER cabinet_values_are_not_deleted BEFORE DELETE ON cabinet_values
BEGIN
    SELECT raise(ABORT, 'slots of the cabinet are never deleted');
END;
