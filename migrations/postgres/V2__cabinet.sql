-- The cabinet: records that change and end. `docs/adr/0011` explains it.

CREATE TABLE kostka.cabinet (
    drawer     text   COLLATE "C" NOT NULL,
    key        bytea  NOT NULL,
    owner      text   COLLATE "C" NOT NULL,
    value      bytea  NOT NULL,
    expires_at bigint,
    revision   bigint NOT NULL CHECK (revision > 0),
    PRIMARY KEY (drawer, key)
);

CREATE INDEX cabinet_by_owner ON kostka.cabinet (drawer, owner, key);
CREATE INDEX cabinet_by_end ON kostka.cabinet (drawer, expires_at) WHERE expires_at IS NOT NULL;

-- Microseconds since 1970, by the clock of the server.
CREATE FUNCTION kostka.server_clock() RETURNS bigint
    LANGUAGE sql SET search_path = pg_catalog, pg_temp
AS $$
    SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
$$;

-- The audit is added to, and gives back only what has expired, whoever asks.
CREATE FUNCTION kostka.keep_audit() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.expires_at < kostka.server_clock() THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% of the audit is refused: it is kept until it expires', TG_OP
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE TRIGGER keep_audit_from_update BEFORE UPDATE ON kostka.cabinet
    FOR EACH ROW WHEN (OLD.drawer = 'audit' OR NEW.drawer = 'audit') EXECUTE FUNCTION kostka.keep_audit();
CREATE TRIGGER keep_audit_from_delete BEFORE DELETE ON kostka.cabinet
    FOR EACH ROW WHEN (OLD.drawer = 'audit') EXECUTE FUNCTION kostka.keep_audit();
CREATE TRIGGER keep_cabinet BEFORE TRUNCATE ON kostka.cabinet
    FOR EACH STATEMENT EXECUTE FUNCTION kostka.refuse_change();

-- Whether a write to the cabinet fits what is there: 0 a record, 1 a new record, 2 a record in place of a revision, 3 a removal,
-- 4 a removal if there is something, 5 a removal of all records of an owner, 6 of all that expired before a moment.
CREATE FUNCTION kostka.cabinet_fits(kind integer, which text, by_key bytea, expected bigint) RETURNS boolean
    LANGUAGE sql SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE kind
        WHEN 1 THEN NOT EXISTS (SELECT FROM kostka.cabinet c WHERE c.drawer = which AND c.key = by_key)
        WHEN 2 THEN EXISTS (
            SELECT FROM kostka.cabinet c WHERE c.drawer = which AND c.key = by_key AND c.revision = expected)
        WHEN 3 THEN EXISTS (SELECT FROM kostka.cabinet c WHERE c.drawer = which AND c.key = by_key)
        ELSE true
    END
$$;

-- Makes a write that fits.
CREATE FUNCTION kostka.write_cabinet(
    kind integer, which text, by_key bytea, whose text, content bytea, moment bigint, replaced bigint
) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    CASE kind
        WHEN 0 THEN
            INSERT INTO kostka.cabinet AS c (drawer, key, owner, value, expires_at, revision)
                VALUES (which, by_key, whose, content, moment, 1)
                ON CONFLICT (drawer, key) DO UPDATE SET owner = excluded.owner, value = excluded.value,
                    expires_at = excluded.expires_at, revision = c.revision + 1;
        WHEN 1 THEN
            INSERT INTO kostka.cabinet (drawer, key, owner, value, expires_at, revision)
                VALUES (which, by_key, whose, content, moment, 1);
        WHEN 2 THEN
            INSERT INTO kostka.cabinet (drawer, key, owner, value, expires_at, revision)
                VALUES (which, by_key, whose, content, moment, replaced + 1)
                ON CONFLICT (drawer, key) DO UPDATE SET owner = excluded.owner, value = excluded.value,
                    expires_at = excluded.expires_at, revision = excluded.revision;
        WHEN 5 THEN
            DELETE FROM kostka.cabinet c WHERE c.drawer = which AND c.owner = whose;
        WHEN 6 THEN
            DELETE FROM kostka.cabinet c WHERE c.drawer = which AND c.expires_at < moment
                AND (which <> 'audit' OR c.expires_at < kostka.server_clock());
        ELSE
            DELETE FROM kostka.cabinet c WHERE c.drawer = which AND c.key = by_key;
    END CASE;
END
$$;

DROP FUNCTION kostka.append(
    bigint, integer[], bigint[], bytea[], bytea[], text[], integer[], bigint[], bigint[], integer[], bigint[],
    uuid[], text[], bigint[], bigint[], text[], uuid[], uuid[], bytea[], bytea[], bytea[], integer[],
    integer[], text[], bytea[], integer[], text[], bytea[]
);

-- A batch of appends, each answered in order; those that are refused record nothing, the others go through.
--
-- An append has parts, one for each of its streams, with what is expected of the stream (-1: anything) and how many events
-- it gets. An event names its part and its place in it. Streams, parts and events are counted from 1 over the batch. An array
-- that nothing is in is not given at all. Outcome 5, beside those of the first version: the cabinet is not as expected.
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
    record_sealed   bytea[],
    cabinet_of      integer[],
    cabinet_kind    integer[],
    cabinet_drawer  text[],
    cabinet_key     bytea[],
    cabinet_owner   text[],
    cabinet_value   bytea[],
    cabinet_moment  bigint[],
    cabinet_number  bigint[]
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
    filed       integer := 1;
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
            ahead := filed;
            WHILE outcome = 0 AND cabinet_of[ahead] = at LOOP
                IF NOT kostka.cabinet_fits(
                    cabinet_kind[ahead], cabinet_drawer[ahead], cabinet_key[ahead], cabinet_number[ahead])
                THEN
                    outcome := 5;
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
        WHILE cabinet_of[filed] = at LOOP
            IF outcome = 0 THEN
                PERFORM kostka.write_cabinet(
                    cabinet_kind[filed], cabinet_drawer[filed], cabinet_key[filed], cabinet_owner[filed],
                    cabinet_value[filed], cabinet_moment[filed], cabinet_number[filed]);
            END IF;
            filed := filed + 1;
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

REVOKE ALL ON kostka.cabinet FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA kostka FROM PUBLIC;

-- Whoever could append and read before still can.
DO $$
DECLARE
    service text;
BEGIN
    FOR service IN
        SELECT DISTINCT a.grantee::regrole::text FROM pg_proc p, aclexplode(p.proacl) a
        WHERE p.oid = 'kostka.append_one'::regproc AND a.grantee NOT IN (0, p.proowner)
    LOOP
        EXECUTE format('GRANT SELECT ON kostka.cabinet TO %s', service);
        EXECUTE format('GRANT EXECUTE ON FUNCTION kostka.append TO %s', service);
    END LOOP;
END
$$;
