-- The log, the tree over it, and the vault beside it. `kostka migrate` makes the schema `kostka` before this runs.
-- Text keys are compared byte by byte, like everywhere else in the service.

-- Checks of columns are left out here and in the head: the server would read each of them anew for every append.
CREATE TABLE kostka.events (
    position       bigint NOT NULL PRIMARY KEY,
    version        bigint NOT NULL,
    recorded_at    bigint NOT NULL,
    occurred_at    bigint NOT NULL,
    schema_version bigint NOT NULL,
    event_id       uuid   NOT NULL,
    correlation    uuid,
    causation      uuid,
    stream         text   COLLATE "C" NOT NULL,
    type           text   COLLATE "C" NOT NULL,
    actor          text   COLLATE "C" NOT NULL,
    nonce          bytea  NOT NULL,
    leaf           bytea  NOT NULL,
    payload        bytea  NOT NULL,
    UNIQUE (stream, version)
);

-- Where the log stands: one row, whose lock orders the writers.
CREATE TABLE kostka.head (
    single      boolean NOT NULL PRIMARY KEY DEFAULT true,
    position    bigint  NOT NULL,
    recorded_at bigint  NOT NULL,
    log_id      uuid    NOT NULL
);

INSERT INTO kostka.head (position, recorded_at, log_id) VALUES (0, 0, gen_random_uuid());

CREATE TABLE kostka.idempotency (
    key         bytea  NOT NULL PRIMARY KEY,
    request     bytea  NOT NULL,
    after       bigint NOT NULL,
    count       bigint NOT NULL,
    recorded_at bigint NOT NULL
);

-- Roots of complete subtrees of 256^level leaves.
CREATE TABLE kostka.subtrees (
    level integer NOT NULL CHECK (level > 0),
    index bigint  NOT NULL CHECK (index >= 0),
    root  bytea   NOT NULL CHECK (octet_length(root) = 32),
    PRIMARY KEY (level, index)
);

CREATE TABLE kostka.checkpoints (
    size bigint NOT NULL PRIMARY KEY,
    note text   NOT NULL
);

CREATE TABLE kostka.vault_subjects (
    number      bigint NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject     text   COLLATE "C" NOT NULL UNIQUE,
    wrapped_key bytea  NOT NULL
);

CREATE TABLE kostka.vault_records (
    number bigint NOT NULL REFERENCES kostka.vault_subjects (number) ON DELETE CASCADE,
    name   text   COLLATE "C" NOT NULL,
    sealed bytea  NOT NULL,
    PRIMARY KEY (number, name)
);

-- What is written stays as it is, whoever asks.

CREATE FUNCTION kostka.refuse_change() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RAISE EXCEPTION '% of kostka.% is refused: what is written stays', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE TRIGGER keep_events BEFORE UPDATE OR DELETE OR TRUNCATE ON kostka.events
    FOR EACH STATEMENT EXECUTE FUNCTION kostka.refuse_change();
CREATE TRIGGER keep_idempotency BEFORE UPDATE OR DELETE OR TRUNCATE ON kostka.idempotency
    FOR EACH STATEMENT EXECUTE FUNCTION kostka.refuse_change();
CREATE TRIGGER keep_checkpoints BEFORE UPDATE OR DELETE OR TRUNCATE ON kostka.checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION kostka.refuse_change();

-- Events come in through `kostka.append` alone, which gives positions and versions in order.
CREATE FUNCTION kostka.refuse_insert() RETURNS trigger
    LANGUAGE plpgsql
AS $$
BEGIN
    IF current_setting('kostka.appending', true) IS DISTINCT FROM 'yes' THEN
        RAISE EXCEPTION 'INSERT into kostka.events is refused: events are appended through kostka.append'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER order_events BEFORE INSERT ON kostka.events
    FOR EACH STATEMENT EXECUTE FUNCTION kostka.refuse_insert();

-- Puts the head where the events end.
CREATE FUNCTION kostka.set_head(last bigint) RETURNS void
    LANGUAGE sql SET search_path = pg_catalog, pg_temp
AS $$
    UPDATE kostka.head
        SET position = last,
            recorded_at = coalesce((SELECT e.recorded_at FROM kostka.events e WHERE e.position = last), 0)
        WHERE single;
$$;

-- The one way to append. A call takes a batch of appends and answers each of them in order; those that are refused record
-- nothing, the others go through.
--
-- The lock on the head comes first and is held until the commit, so the order of positions is the order of commits, and
-- writers cannot wait for each other in a circle.
--
-- An append has `parts`: one for each of its streams, with what is expected of the stream (-1: anything) and how many
-- events it gets. An event names its part and its place in it. Streams, parts and events are counted from 1 over the batch.
CREATE FUNCTION kostka.append(
    clock           bigint,
    parts_of        integer[],
    events_of       bigint[],
    keys            bytea[],
    requests        bytea[],
    streams         text[],
    part_stream     integer[],
    part_expected   bigint[],
    part_events     bigint[],
    part_of         integer[],
    place_in_part   integer[],
    event_ids       uuid[],
    types           text[],
    schema_versions bigint[],
    occurred        bigint[],
    actors          text[],
    correlations    uuid[],
    causations      uuid[],
    nonces          bytea[],
    contents        bytea[],
    payloads        bytea[],
    vault_of        integer[],
    vault_kind      integer[],
    vault_subject   text[],
    vault_key       bytea[],
    record_of       integer[],
    record_name     text[],
    record_sealed   bytea[]
) RETURNS TABLE (outcome integer, after bigint, count bigint, recorded_at bigint, detail integer, found bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET kostka.appending = 'yes'
AS $$
#variable_conflict use_variable
DECLARE
    all_events   integer := cardinality(event_ids);
    start        bigint;
    stamp        bigint;
    tail         bigint;
    versions     bigint[];
    part_base    bigint[];
    part_shift   bigint[];
    afters       bigint[];
    known_after  bigint[];
    known_count  bigint[];
    known_at     bigint[];
    known_same   boolean[];
    append_index integer;
    part         integer;
    first_part   integer := 1;
    last_part    integer;
    first_event  bigint := 0;
    write        integer := 1;
    last_write   integer;
    subject_no   bigint;
BEGIN
    UPDATE kostka.head h
        SET position = h.position + all_events, recorded_at = greatest(h.recorded_at, clock)
        WHERE h.single
        RETURNING h.position - all_events, h.recorded_at INTO start, stamp;

    -- One append to one stream with nothing beside it, by far the most common: no parts are given.
    IF parts_of IS NULL THEN
        INSERT INTO kostka.events (
            position, version, recorded_at, occurred_at, schema_version, event_id, correlation, causation,
            stream, type, actor, nonce, leaf, payload)
        SELECT start + n, base.version + n, stamp, occurred[n], schema_versions[n], event_ids[n], correlations[n],
               causations[n], streams[1], types[n], actors[n], nonces[n],
               sha256('\x00'::bytea || int8send(start + n) || int8send(base.version + n) || int8send(stamp) || contents[n]),
               payloads[n]
        FROM (SELECT coalesce((SELECT e.version FROM kostka.events e WHERE e.stream = streams[1]
                               ORDER BY e.version DESC LIMIT 1), 0) AS version OFFSET 0) base,
             generate_series(1, all_events) AS n
        WHERE part_expected[1] IN (-1, base.version);
        IF FOUND THEN
            PERFORM pg_notify('kostka', '');
            outcome := 0;
            after := start;
            count := all_events;
            recorded_at := stamp;
        ELSE
            PERFORM kostka.set_head(start);
            outcome := 3;
            detail := 1;
            found := coalesce((SELECT e.version FROM kostka.events e WHERE e.stream = streams[1]
                               ORDER BY e.version DESC LIMIT 1), 0);
        END IF;
        RETURN NEXT;
        RETURN;
    END IF;

    tail := start;

    versions := ARRAY(
        SELECT coalesce((SELECT e.version FROM kostka.events e WHERE e.stream = s.stream
                         ORDER BY e.version DESC LIMIT 1), 0)
        FROM unnest(streams) AS s(stream));

    IF cardinality(keys) > 0 THEN
        SELECT array_agg(i.after), array_agg(i.count), array_agg(i.recorded_at), array_agg(i.request = k.request)
            INTO known_after, known_count, known_at, known_same
            FROM unnest(keys, requests) AS k(key, request)
            LEFT JOIN LATERAL (SELECT * FROM kostka.idempotency i WHERE i.key = k.key LIMIT 1) i ON true;
    END IF;

    <<each_append>>
    FOR append_index IN 1 .. cardinality(parts_of) LOOP
        detail := NULL;
        found := NULL;
        last_part := first_part + parts_of[append_index] - 1;
        IF known_after[append_index] IS NOT NULL THEN
            IF known_same[append_index] THEN
                outcome := 1;
                after := known_after[append_index];
                count := known_count[append_index];
                recorded_at := known_at[append_index];
            ELSE
                outcome := 2;
            END IF;
        ELSE
            outcome := 0;
            FOR part IN first_part .. last_part LOOP
                IF part_expected[part] >= 0 AND versions[part_stream[part]] <> part_expected[part] THEN
                    outcome := 3;
                    detail := part;
                    found := versions[part_stream[part]];
                    EXIT;
                END IF;
            END LOOP;
            IF outcome = 0 AND vault_of[write] = append_index THEN
                last_write := write;
                WHILE outcome = 0 AND vault_of[last_write] = append_index LOOP
                    IF vault_kind[last_write] = 0 THEN
                        PERFORM FROM kostka.vault_subjects v WHERE v.subject = vault_subject[last_write];
                        IF FOUND THEN
                            outcome := 4;
                            detail := last_write;
                        END IF;
                    ELSIF vault_kind[last_write] = 1 THEN
                        PERFORM FROM kostka.vault_subjects v
                            WHERE v.subject = vault_subject[last_write] AND v.wrapped_key = vault_key[last_write];
                        IF NOT FOUND THEN
                            outcome := 4;
                            detail := last_write;
                        END IF;
                    END IF;
                    last_write := last_write + 1;
                END LOOP;
            END IF;
        END IF;

        IF outcome = 0 THEN
            afters[append_index] := tail;
            FOR part IN first_part .. last_part LOOP
                part_shift[part] := tail - first_event;
                part_base[part] := versions[part_stream[part]];
                IF part_events[part] > 0 THEN
                    versions[part_stream[part]] := versions[part_stream[part]] + part_events[part];
                END IF;
            END LOOP;
            WHILE vault_of[write] = append_index LOOP
                IF vault_kind[write] = 2 THEN
                    DELETE FROM kostka.vault_subjects v WHERE v.subject = vault_subject[write];
                ELSE
                    IF vault_kind[write] = 0 THEN
                        INSERT INTO kostka.vault_subjects AS v (subject, wrapped_key)
                            VALUES (vault_subject[write], vault_key[write]) RETURNING v.number INTO subject_no;
                    ELSE
                        SELECT v.number INTO subject_no FROM kostka.vault_subjects v
                            WHERE v.subject = vault_subject[write];
                    END IF;
                    INSERT INTO kostka.vault_records AS r (number, name, sealed)
                        SELECT subject_no, u.name, u.sealed
                        FROM unnest(record_of, record_name, record_sealed) AS u(write_of, name, sealed)
                        WHERE u.write_of = write
                        ON CONFLICT ON CONSTRAINT vault_records_pkey DO UPDATE SET sealed = excluded.sealed;
                END IF;
                write := write + 1;
            END LOOP;
            after := tail;
            count := events_of[append_index];
            recorded_at := stamp;
            tail := tail + count;
        ELSE
            WHILE vault_of[write] = append_index LOOP
                write := write + 1;
            END LOOP;
        END IF;
        RETURN NEXT;
        first_part := last_part + 1;
        first_event := first_event + events_of[append_index];
    END LOOP;

    IF tail > start THEN
        INSERT INTO kostka.events (
            position, version, recorded_at, occurred_at, schema_version, event_id, correlation, causation,
            stream, type, actor, nonce, leaf, payload)
        SELECT part_shift[part_of[n]] + n, part_base[part_of[n]] + place_in_part[n], stamp, occurred[n], schema_versions[n],
               event_ids[n], correlations[n], causations[n], streams[part_stream[part_of[n]]], types[n], actors[n],
               nonces[n],
               sha256('\x00'::bytea || int8send(part_shift[part_of[n]] + n)
                      || int8send(part_base[part_of[n]] + place_in_part[n]) || int8send(stamp) || contents[n]),
               payloads[n]
        FROM generate_series(1, all_events) AS n
        WHERE part_shift[part_of[n]] IS NOT NULL;
        PERFORM pg_notify('kostka', '');
    END IF;

    IF cardinality(keys) > 0 THEN
        INSERT INTO kostka.idempotency (key, request, after, count, recorded_at)
            SELECT k.key, k.request, k.after, k.count, stamp
            FROM unnest(keys, requests, afters, events_of) AS k(key, request, after, count)
            WHERE k.key IS NOT NULL AND k.after IS NOT NULL;
    END IF;

    -- Some were refused: the head was moved too far.
    IF tail < start + all_events OR tail = start THEN
        PERFORM kostka.set_head(tail);
    END IF;
END
$$;

-- A complete subtree has one root for ever: a second one is not taken, whatever it is.
CREATE FUNCTION kostka.keep_subtrees(level integer, first bigint, roots bytea[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    INSERT INTO kostka.subtrees (level, index, root)
        SELECT keep_subtrees.level, keep_subtrees.first + r.ordinal - 1, r.root
        FROM unnest(roots) WITH ORDINALITY AS r(root, ordinal)
        ON CONFLICT DO NOTHING;
$$;

CREATE FUNCTION kostka.keep_checkpoint(size bigint, note text) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    INSERT INTO kostka.checkpoints (size, note)
        SELECT keep_checkpoint.size, keep_checkpoint.note
        WHERE NOT EXISTS (SELECT FROM kostka.checkpoints c WHERE c.size >= keep_checkpoint.size)
        ON CONFLICT DO NOTHING;
$$;

REVOKE ALL ON SCHEMA kostka FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA kostka FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA kostka FROM PUBLIC;
