//! Brings the schema of a store up to date, and checks that it is.

use super::connection::{Address, OpenError, check_server};
use postgres::Client;
use refinery::Runner;

mod embedded {
    refinery::embed_migrations!("../../migrations/postgres");
}

const HISTORY: &str = "kostka.schema_history";
/// Two programs that migrate at the same time wait for each other; the number is as good as any.
const LOCK_MIGRATION_SQL: &str = "SELECT pg_advisory_lock(5425137180)";

fn runner() -> Runner {
    // All migrations in one transaction: the store is at one version or at the other.
    let mut runner = embedded::migrations::runner().set_grouped(true);
    runner.set_migration_table_name(HISTORY);
    runner
}

/// The version of the newest migration.
fn newest_version() -> u32 {
    runner().get_migrations().iter().map(refinery::Migration::version).max().unwrap_or(0) as u32
}

/// The version of the schema of a store; 0 if it has none.
fn current_version(client: &mut Client) -> Result<u32, OpenError> {
    let known: bool = client.query_one("SELECT to_regclass($1) IS NOT NULL", &[&HISTORY])?.try_get(0)?;
    if !known {
        return Ok(0);
    }
    let row = client.query_one("SELECT coalesce(max(version), 0) FROM kostka.schema_history", &[])?;
    Ok(row.try_get::<_, i32>(0)? as u32)
}

/// Refuses a store that this program does not know.
pub(super) fn check(client: &mut Client) -> Result<(), OpenError> {
    let (found, needed) = (current_version(client)?, newest_version());
    match found {
        _ if found < needed => Err(OpenError::NeedsMigration { found, needed }),
        _ if found > needed => Err(OpenError::TooNew { found, known: needed }),
        _ => Ok(()),
    }
}

/// Makes a new store, or brings an existing one up to date; gives the schema versions before and after.
pub(super) fn migrate(owner: &Address, app_role: Option<&str>) -> Result<(u32, u32), OpenError> {
    let mut client = owner.connect()?;
    client.batch_execute("SET statement_timeout = 0; SET lock_timeout = 0")?;
    check_server(&mut client, true)?;
    client.execute(LOCK_MIGRATION_SQL, &[])?;
    if let Some(role) = app_role {
        let known = client.query_opt("SELECT 1 FROM pg_roles WHERE rolname = $1", &[&role])?;
        if known.is_none() {
            return Err(OpenError::UnknownRole(role.to_owned()));
        }
    }
    let (before, newest) = (current_version(&mut client)?, newest_version());
    if before > newest {
        return Err(OpenError::TooNew { found: before, known: newest });
    }
    client.batch_execute("CREATE SCHEMA IF NOT EXISTS kostka")?;
    runner().run(&mut client).map_err(|error| OpenError::Migration(migration_text(&error)))?;
    if let Some(role) = app_role {
        grant(&mut client, role)?;
    }
    Ok((before, current_version(&mut client)?))
}

fn migration_text(error: &refinery::Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

/// Lets a role read everything and write through the functions alone.
fn grant(client: &mut Client, role: &str) -> Result<(), OpenError> {
    let quoted: String = client.query_one("SELECT quote_ident($1)", &[&role])?.try_get(0)?;
    let functions: Vec<String> = client
        .query(
            "SELECT p.oid::regprocedure::text FROM pg_proc p
             WHERE p.pronamespace = 'kostka'::regnamespace AND p.prosecdef ORDER BY 1",
            &[],
        )?
        .iter()
        .map(|row| row.try_get(0))
        .collect::<Result<_, _>>()?;
    client.batch_execute(&format!(
        "GRANT USAGE ON SCHEMA kostka TO {quoted};
         GRANT SELECT ON ALL TABLES IN SCHEMA kostka TO {quoted};
         GRANT EXECUTE ON FUNCTION {} TO {quoted}",
        functions.join(", ")
    ))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::append::Append;
    use crate::conformance::sample::{Sample, all_events, all_records, all_subjects, stream};
    use crate::conformance::{TemporaryDatabase, TestEnvironment};
    use crate::envelope::{Position, Version};
    use crate::log::Log;
    use crate::mutable_store::{MutableWrite, RecordKind};
    use crate::postgres::{OpenError, PostgresLog, PostgresOptions};

    /// One event through a function of the first version, and a subject of the vault.
    const SEED_SQL: &str = "
        SELECT kostka.append_one(7, sha256('key'), sha256('request'), 0, NULL, NULL, NULL, 'tournament/hall',
            gen_random_uuid(), 'tournament.recorded', 1, 5, 'import', NULL, NULL, substr(sha256('nonce'), 1, 16),
            sha256('content'), '{}');
        INSERT INTO kostka.vault_subjects (subject, wrapped_key) VALUES ('player/ola', 'key');
        INSERT INTO kostka.vault_records (number, name, sealed) SELECT number, 'name', 'sealed' FROM kostka.vault_subjects;";

    #[test]
    fn a_store_of_version_1_is_migrated_with_all_that_it_holds_and_whom_it_serves() {
        let Some(database) = TemporaryDatabase::create_empty() else { return };
        let service = format!("{}_Old service", database.name());
        let mut owner = database.connect();
        owner.batch_execute(&format!("CREATE SCHEMA kostka; CREATE ROLE \"{service}\" LOGIN")).unwrap();
        super::runner().set_target(refinery::Target::Version(1)).run(&mut owner).unwrap();
        super::grant(&mut owner, &service).unwrap();
        owner.batch_execute(SEED_SQL).unwrap();
        let address = database.address_as(Some(&service));
        let environment = TestEnvironment::new(1);
        let open = || PostgresLog::open(&address, environment.clone(), PostgresOptions::default());
        let refused = open().err().unwrap();
        assert!(matches!(refused, OpenError::NeedsMigration { found: 1, needed: 2 }), "{refused}");

        assert_eq!(PostgresLog::migrate(&database.address(), None).unwrap(), (1, 2));
        let log = open().expect("the role of the service is as it was");
        let rows = all_events(&log);
        assert_eq!((rows.len(), rows[0].position, rows[0].event.stream.as_str()), (1, Position(1), "tournament/hall"));
        assert_eq!(log.idempotency_records_after(None, 10).unwrap().len(), 1);
        assert_eq!(all_subjects(&log)[0].records[0].sealed, b"sealed");
        assert_eq!(all_records(&log), []);
        let (key, value) = (b"ola".to_vec(), b"hash".to_vec());
        let put =
            MutableWrite::Put { record_kind: RecordKind::Password, key, owner: "a".into(), value, expires_at: None };
        let append = Append { mutable_writes: vec![put], ..Sample::of(&environment).append(&stream("hall")) };
        assert_eq!(log.append(append).wait().unwrap().last(), Position(2));
        assert_eq!(log.stream_version(&stream("hall")).unwrap(), Version(2));
        assert_eq!(all_records(&log).len(), 1);
        drop(log);
        let _ = owner.batch_execute(&format!("DROP OWNED BY \"{service}\"; DROP ROLE \"{service}\""));
    }
}
