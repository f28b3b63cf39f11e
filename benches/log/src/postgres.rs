//! Durable appends to PostgreSQL, against a prepared insert and against UNNEST by hand.

use crate::append;
use crate::bare::sliced;
use crate::machine::Machine;
use crate::rows::{Row, Rows};
use events::envelope::{EventId, Hash};
use events::log::Log;
use events::postgres::{PostgresLog, PostgresOptions};
use harness::bar::Bars;
use harness::disk::Disk;
use harness::slices::{Case, Comparison, Failure, Slices};
use postgres::types::private::BytesMut;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, NoTls, Statement};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

/// Where the address of a server is found, with a role that may make databases.
pub(crate) const VARIABLE: &str = "KOSTKA_TEST_POSTGRES";

const ONE: &str = "append 1";
const HUNDRED: &str = "append 100";
const BARE_ONE: &str = "bare prepared insert";
const BARE_HUNDRED: &str = "bare UNNEST 100";

const COMPARISONS: [Comparison; 2] = [
    Comparison { case: ONE, base: BARE_ONE, at_least: 0.8 },
    Comparison { case: HUNDRED, base: BARE_HUNDRED, at_least: 0.7 },
];

const LEAF: Hash = [0x5a; 32];

const SCHEMA: &str = r#"
CREATE TABLE events (
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
)"#;

const INSERT: &str = "INSERT INTO events VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";

const UNNEST: &str = "INSERT INTO events SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[],
    $5::bigint[], $6::uuid[], $7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::text[], $12::bytea[], $13::bytea[],
    $14::bytea[])";

/// Measures and judges on databases of its own on this server.
pub(crate) fn measure(folder: &Path, server: &str, bars: &mut Bars) -> Result<(), Failure> {
    let mut maintenance = Client::connect(server, NoTls)?;
    let version: String = maintenance.query_one("SHOW server_version", &[])?.get(0);
    let mut database = |name: &str| -> Result<String, Failure> {
        maintenance.batch_execute(&format!("DROP DATABASE IF EXISTS {name}; "))?;
        maintenance.batch_execute(&format!("CREATE DATABASE {name}"))?;
        let (server, _) = server.rsplit_once('/').ok_or("the address of a server ends with a database")?;
        Ok(format!("{server}/{name}"))
    };
    let one = open(&database("bench_log_1")?)?;
    let hundred = open(&database("bench_log_100")?)?;
    let mut bare_one = Bare::create(&database("bench_bare_1")?)?;
    let mut bare_hundred = Bare::create(&database("bench_bare_100")?)?;
    let cases = vec![
        append::case(ONE, &*one, 1),
        Case::new(BARE_ONE, {
            let mut rows = Rows::new();
            move |length| sliced(length, 1, || rows.row(), |row| bare_one.append_one(&row))
        }),
        append::case(HUNDRED, &*hundred, 100),
        Case::new(BARE_HUNDRED, {
            let mut rows = Rows::new();
            move |length| sliced(length, 100, || rows.take(100), |rows| bare_hundred.append_all(&rows))
        }),
    ];
    let mut disk = Disk::in_folder(folder)?;
    let slices = Slices::run(cases, &COMPARISONS, Some(&mut disk))?;
    slices.print(&format!("Durable appends to PostgreSQL {version}, synchronous_commit=on"), "events");
    for comparison in &COMPARISONS {
        slices.judge(bars, comparison);
    }
    Ok(())
}

fn open(address: &str) -> Result<Box<dyn Log>, Failure> {
    PostgresLog::migrate(address, None)?;
    Ok(Box::new(PostgresLog::open(address, Arc::new(Machine), PostgresOptions::default())?))
}

/// A table of events that somebody writes to by hand.
struct Bare {
    client: Client,
    insert: Statement,
    unnest: Statement,
    last: i64,
}

impl Bare {
    fn create(address: &str) -> Result<Self, Failure> {
        let mut client = Client::connect(address, NoTls)?;
        client.batch_execute(SCHEMA)?;
        client.batch_execute("SET synchronous_commit = on")?;
        let (insert, unnest) = (client.prepare(INSERT)?, client.prepare(UNNEST)?);
        Ok(Self { client, insert, unnest, last: 0 })
    }

    fn append_one(&mut self, row: &Row) -> Result<(), Failure> {
        self.last += 1;
        let event = &row.event;
        self.client.execute(
            &self.insert,
            &[
                &self.last,
                &(row.version.0 as i64),
                &event.occurred_at.0,
                &event.occurred_at.0,
                &i64::from(event.schema_version),
                &Id(event.event_id),
                &event.correlation.map(Id),
                &event.causation.map(Id),
                &event.stream.as_str(),
                &event.event_type.as_str(),
                &event.actor.as_str(),
                &event.nonce.as_slice(),
                &LEAF.as_slice(),
                &event.payload,
            ],
        )?;
        Ok(())
    }

    fn append_all(&mut self, rows: &[Row]) -> Result<(), Failure> {
        let positions: Vec<i64> = (self.last + 1..).take(rows.len()).collect();
        self.last += rows.len() as i64;
        let times = column(rows, |row| row.event.occurred_at.0);
        self.client.execute(
            &self.unnest,
            &[
                &positions,
                &column(rows, |row| row.version.0 as i64),
                &times,
                &times,
                &column(rows, |row| i64::from(row.event.schema_version)),
                &column(rows, |row| Id(row.event.event_id)),
                &column(rows, |row| row.event.correlation.map(Id)),
                &column(rows, |row| row.event.causation.map(Id)),
                &column(rows, |row| row.event.stream.as_str()),
                &column(rows, |row| row.event.event_type.as_str()),
                &column(rows, |row| row.event.actor.as_str()),
                &column(rows, |row| row.event.nonce.as_slice()),
                &column(rows, |_| LEAF.as_slice()),
                &column(rows, |row| row.event.payload.as_slice()),
            ],
        )?;
        Ok(())
    }
}

fn column<'r, T>(rows: &'r [Row], value: impl Fn(&'r Row) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

/// An id in the form of PostgreSQL.
#[derive(Debug)]
struct Id(EventId);

impl ToSql for Id {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&self.0.0);
        Ok(IsNull::No)
    }

    fn accepts(ty: &Type) -> bool {
        *ty == Type::UUID
    }

    to_sql_checked!();
}
