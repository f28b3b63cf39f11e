-- The log, the tree over it, and the vault beside it. `kostka migrate` makes the schema `kostka` before this runs.
-- Text keys are compared byte by byte, like everywhere else in the service.

-- There are no checks of columns here: the server would read each of them anew for every append.
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

-- What the store is called. The lock on this table orders the writers; it holds nobody up who reads.
CREATE TABLE kostka.log (
    single boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (single),
    log_id uuid    NOT NULL
);

INSERT INTO kostka.log (log_id) VALUES (gen_random_uuid());

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

-- There are two ways to append, and both take the lock of the log before anything else and keep it until the commit: so
-- the order of positions is the order of commits, and no two writers can wait for each other. A statement after the lock
-- sees everything that was committed before it.
--
-- An outcome is 0 recorded, 1 recorded by an earlier request, 2 the idempotency key is used for another request,
-- 3 a stream is not as expected, 4 the vault is not as expected.

-- One event, which is what most appends are. `expected` is the version of the stream, or -1 for any. The answer is outcome,
-- position before the event, number of events, time of recording, version before the event; after outcome 3 the version
-- that was found.
--
-- A writer that knows where the log and the stream end gives the place that follows, with its leaf: looking them up again is
-- what costs the server most. Whoever has written meanwhile has taken the position, and the key of the table refuses it; then
-- the writer comes again without a place.
CREATE FUNCTION kostka.append_one(
    clock          bigint,
    key            bytea,
    request        bytea,
    expected       bigint,
    place          bigint,
    place_version  bigint,
    place_leaf     bytea,
    stream         text,
    event_id       uuid,
    type           text,
    schema_version bigint,
    occurred_at    bigint,
    actor          text,
    correlation    uuid,
    causation      uuid,
    nonce          bytea,
    content        bytea,
    payload        bytea
) RETURNS bigint[]
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET kostka.appending = 'yes'
AS $$
#variable_conflict use_variable
DECLARE
    start bigint;
    stamp bigint;
    base  bigint;
    known record;
BEGIN
    LOCK TABLE kostka.log IN EXCLUSIVE MODE;
    IF key IS NOT NULL THEN
        SELECT * INTO known FROM kostka.idempotency i WHERE i.key = key;
        IF FOUND THEN
            IF known.request = request THEN
                RETURN ARRAY[1, known.after, known.count, known.recorded_at, 0];
            END IF;
            RETURN ARRAY[2];
        END IF;
    END IF;
    IF place IS NOT NULL THEN
        INSERT INTO kostka.events (
            position, version, recorded_at, occurred_at, schema_version, event_id, correlation, causation,
            stream, type, actor, nonce, leaf, payload)
        VALUES (
            place, place_version, clock, occurred_at, schema_version, event_id, correlation, causation, stream, type, actor,
            nonce, place_leaf, payload);
        start := place - 1;
        stamp := clock;
        base := place_version - 1;
    ELSE
        SELECT l.position, greatest(clock, l.recorded_at) INTO start, stamp
            FROM kostka.events l ORDER BY l.position DESC LIMIT 1;
        start := coalesce(start, 0);
        stamp := coalesce(stamp, clock);
        base := coalesce((SELECT v.version FROM kostka.events v WHERE v.stream = stream
                          ORDER BY v.version DESC LIMIT 1), 0);
        IF expected NOT IN (-1, base) THEN
            RETURN ARRAY[3, base];
        END IF;
        INSERT INTO kostka.events (
            position, version, recorded_at, occurred_at, schema_version, event_id, correlation, causation,
            stream, type, actor, nonce, leaf, payload)
        VALUES (
            start + 1, base + 1, stamp, occurred_at, schema_version, event_id, correlation, causation, stream, type, actor,
            nonce, sha256('\x00'::bytea || int8send(start + 1) || int8send(base + 1) || int8send(stamp) || content),
            payload);
    END IF;
    IF key IS NOT NULL THEN
        INSERT INTO kostka.idempotency (key, request, after, count, recorded_at) VALUES (key, request, start, 1, stamp);
    END IF;
    -- As a condition it costs less than as a statement.
    IF pg_notify('kostka', '') IS NULL THEN
    END IF;
    RETURN ARRAY[0, start, 1, stamp, base];
END
$$;

-- A batch of appends, each answered in order; those that are refused record nothing, the others go through.
--
-- An append has parts, one for each of its streams, with what is expected of the stream (-1: anything) and how many events
-- it gets. An event names its part and its place in it. Streams, parts and events are counted from 1 over the batch. An array
-- that nothing is in is not given at all.
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
    place_in_part   bigint[],
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
) RETURNS TABLE (outcome integer, after bigint, count bigint, recorded_at bigint, detail integer, actual bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET kostka.appending = 'yes'
AS $$
#variable_conflict use_variable
DECLARE
    start       bigint;
    tail        bigint;
    stamp       bigint;
    versions    bigint[];
    part_base   bigint[];
    part_shift  bigint[];
    afters      bigint[];
    known_after bigint[];
    known_count bigint[];
    known_at    bigint[];
    known_same  boolean[];
    first_part  integer := 1;
    last_part   integer;
    first_event bigint := 0;
    write       integer := 1;
    ahead       integer;
    subject_no  bigint;
BEGIN
    LOCK TABLE kostka.log IN EXCLUSIVE MODE;
    SELECT e.position, greatest(clock, e.recorded_at) INTO start, stamp
        FROM kostka.events e ORDER BY e.position DESC LIMIT 1;
    start := coalesce(start, 0);
    stamp := coalesce(stamp, clock);
    tail := start;
    -- Filled first: an array that begins with its first entry would begin at that place, and `unnest` would not know.
    afters := array_fill(NULL::bigint, ARRAY[cardinality(parts_of)]);

    versions := ARRAY(
        SELECT coalesce((SELECT e.version FROM kostka.events e WHERE e.stream = s.stream
                         ORDER BY e.version DESC LIMIT 1), 0)
        FROM unnest(streams) AS s(stream));
    IF keys IS NOT NULL THEN
        SELECT array_agg(i.after), array_agg(i.count), array_agg(i.recorded_at), array_agg(i.request = k.request)
            INTO known_after, known_count, known_at, known_same
            FROM unnest(keys, requests) AS k(key, request)
            LEFT JOIN LATERAL (SELECT * FROM kostka.idempotency i WHERE i.key = k.key LIMIT 1) i ON true;
    END IF;

    FOR at IN 1 .. cardinality(parts_of) LOOP
        detail := NULL;
        actual := NULL;
        last_part := first_part + parts_of[at] - 1;
        IF known_after[at] IS NOT NULL THEN
            IF known_same[at] THEN
                outcome := 1;
                after := known_after[at];
                count := known_count[at];
                recorded_at := known_at[at];
            ELSE
                outcome := 2;
            END IF;
        ELSE
            outcome := 0;
            FOR part IN first_part .. last_part LOOP
                IF part_expected[part] <> -1 AND versions[part_stream[part]] <> part_expected[part] THEN
                    outcome := 3;
                    detail := part;
                    actual := versions[part_stream[part]];
                    EXIT;
                END IF;
            END LOOP;
            ahead := write;
            WHILE outcome = 0 AND vault_of[ahead] = at LOOP
                IF NOT kostka.vault_fits(vault_kind[ahead], vault_subject[ahead], vault_key[ahead]) THEN
                    outcome := 4;
                    detail := ahead;
                END IF;
                ahead := ahead + 1;
            END LOOP;
        END IF;

        IF outcome = 0 THEN
            afters[at] := tail;
            FOR part IN first_part .. last_part LOOP
                part_shift[part] := tail - first_event;
                part_base[part] := versions[part_stream[part]];
                versions[part_stream[part]] := versions[part_stream[part]] + part_events[part];
            END LOOP;
            after := tail;
            count := events_of[at];
            recorded_at := stamp;
            tail := tail + count;
        END IF;
        WHILE vault_of[write] = at LOOP
            IF outcome = 0 THEN
                IF vault_kind[write] = 2 THEN
                    DELETE FROM kostka.vault_subjects v WHERE v.subject = vault_subject[write];
                ELSIF vault_kind[write] = 0 THEN
                    INSERT INTO kostka.vault_subjects AS v (subject, wrapped_key)
                        VALUES (vault_subject[write], vault_key[write]) RETURNING v.number INTO subject_no;
                ELSE
                    SELECT v.number INTO subject_no FROM kostka.vault_subjects v WHERE v.subject = vault_subject[write];
                END IF;
                INSERT INTO kostka.vault_records AS r (number, name, sealed)
                    SELECT subject_no, u.name, u.sealed
                    FROM unnest(record_of, record_name, record_sealed) AS u(write_of, name, sealed)
                    WHERE u.write_of = write
                    ON CONFLICT ON CONSTRAINT vault_records_pkey DO UPDATE SET sealed = excluded.sealed;
            END IF;
            write := write + 1;
        END LOOP;
        RETURN NEXT;
        first_part := last_part + 1;
        first_event := first_event + events_of[at];
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
        FROM generate_series(1, cardinality(event_ids)) AS n
        WHERE part_shift[part_of[n]] IS NOT NULL;
        PERFORM pg_notify('kostka', '');
    END IF;
    IF keys IS NOT NULL THEN
        INSERT INTO kostka.idempotency (key, request, after, count, recorded_at)
            SELECT k.key, k.request, k.after, k.count, stamp
            FROM unnest(keys, requests, afters, events_of) AS k(key, request, after, count)
            WHERE k.key IS NOT NULL AND k.after IS NOT NULL;
    END IF;
END
$$;

-- Whether a write to the vault fits what is there: 0 a new subject, 1 new records under its key, 2 an erasure.
CREATE FUNCTION kostka.vault_fits(kind integer, whose text, expected_key bytea) RETURNS boolean
    LANGUAGE sql SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE kind
        WHEN 0 THEN NOT EXISTS (SELECT FROM kostka.vault_subjects v WHERE v.subject = whose)
        WHEN 1 THEN EXISTS (SELECT FROM kostka.vault_subjects v WHERE v.subject = whose AND v.wrapped_key = expected_key)
        ELSE true
    END
$$;

-- A complete subtree has one root for ever: a second one is not taken, whatever it is.
CREATE FUNCTION kostka.keep_subtrees(levels integer[], indexes bigint[], roots bytea[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    INSERT INTO kostka.subtrees (level, index, root)
        SELECT s.level, s.index, s.root FROM unnest(levels, indexes, roots) AS s(level, index, root)
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
