//! The commands on a store in PostgreSQL, and stores that move between the two backends.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use events::conformance::TemporaryDatabase;
use std::fs;
use std::process::Stdio;
use support::service::RunningService;
use support::store::{Folder, example};

fn root_of(stats: &str) -> String {
    stats.lines().find(|line| line.starts_with("Root")).unwrap().to_owned()
}

/// A folder in which every command works on this database.
fn folder_for(database: &TemporaryDatabase) -> Folder {
    Folder::with_store(&database.address())
}

#[test]
fn a_bundle_goes_in_and_comes_out_as_it_does_with_a_file() {
    let Some(database) = TemporaryDatabase::create_empty() else { return };
    let folder = folder_for(&database);
    let said = folder.ends(3, &["import", &example()]);
    assert!(said.contains("kostka migrate"), "{said}");
    folder.done(&["migrate"]);
    assert!(folder.done(&["migrate"]).contains("up to date"));
    folder.done(&["import", &example()]);
    assert!(folder.done(&["import", &example()]).starts_with("Nothing new"));
    let file = Folder::with_example();
    assert_eq!(folder.done(&["export"]), file.done(&["export"]));
    assert!(folder.done(&["log", "verify"]).contains("Everything checks out: 319 events"));
    folder.done(&["doctor"]);
    folder.done(&["log", "export", "--output", "log.ndjson"]);
    file.done(&["verify", folder.file("log.ndjson").to_str().unwrap()]);
    folder.done(&["erase", "p007", "--yes"]);
    assert!(!folder.done(&["export"]).contains("\"p007\""));
    assert!(folder.done(&["log", "verify"]).contains("Everything checks out: 320 events"));
}

#[test]
fn of_many_processes_that_open_an_account_with_one_login_one_does() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let folder = folder_for(&database);
    folder.done(&["account", "create", "--login", "anna", "--name", "Anna Wzorowa", "--role", "admin"]);
    for login in ["ewa", "ola", "zofia"] {
        let create = || {
            let mut command = folder.command();
            command.args(["account", "create", "--login", login, "--name", "Ktoś Wzorowy", "--role", "auditor"]);
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let all: Vec<_> = (0..4).map(|_| create()).collect();
        let done = all.into_iter().filter_map(|mut one| one.wait().unwrap().success().then_some(())).count();
        assert_eq!(done, 1, "{login}");
    }
    assert_eq!(folder.done(&["account", "list"]).matches("Ktoś Wzorowy").count(), 3);
}

#[test]
fn a_backup_is_a_file_and_restores_into_either_backend() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let folder = folder_for(&database);
    folder.done(&["import", &example()]);
    folder.done(&["erase", "p007", "--yes"]);
    let (exported, root) = (folder.done(&["export"]), root_of(&folder.done(&["log", "stats"])));
    folder.done(&["backup", "backup.db"]);
    let bring = |other: &Folder, base: &str| {
        let kept = |ending: &str| format!("kostka-{}.{ending}", database.name());
        for ending in ["key", "checkpoint", "erasures"] {
            fs::copy(folder.file(&kept(ending)), other.file(&format!("{base}.{ending}"))).unwrap();
        }
        fs::copy(folder.file("backup.db"), other.file("backup.db")).unwrap();
    };
    let file = Folder::new();
    bring(&file, "kostka.db");
    file.done(&["restore", "backup.db"]);
    assert_eq!((file.done(&["export"]), root_of(&file.done(&["log", "stats"]))), (exported.clone(), root.clone()));
    assert!(file.done(&["log", "verify"]).contains("Everything checks out"));

    let other = TemporaryDatabase::create().unwrap();
    let second = folder_for(&other);
    bring(&second, &format!("kostka-{}", other.name()));
    second.done(&["restore", "backup.db"]);
    assert_eq!((second.done(&["export"]), root_of(&second.done(&["log", "stats"]))), (exported, root));
    assert!(second.done(&["log", "verify"]).contains("Everything checks out"));
    let said = second.ends(3, &["restore", "backup.db"]);
    assert!(said.contains("restore into a new database"), "{said}");
    // The restored log goes on.
    second.done(&["erase", "p008", "--yes"]);
    second.done(&["doctor"]);
}

#[test]
fn the_service_runs_with_a_role_that_can_only_read_and_append() {
    let Some(database) = TemporaryDatabase::create_empty() else { return };
    let role = format!("{}_service", database.name());
    database.maintenance().batch_execute(&format!("CREATE ROLE {role} LOGIN")).unwrap();
    folder_for(&database).done(&["migrate", "--app-role", &role]);
    let service = Folder::with_store(&database.address_as(Some(&role)));
    service.done(&["import", &example()]);
    service.done(&["log", "verify"]);
    service.done(&["doctor"]);
    let said = service.ends(3, &["migrate"]);
    assert!(!said.is_empty());
    drop(service);
    let mut owner = database.connect();
    owner.batch_execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).unwrap();
}

#[test]
fn the_service_runs_on_a_database_and_takes_accounts_from_another_process() {
    let Some(database) = TemporaryDatabase::create() else { return };
    let folder = folder_for(&database);
    let mut served = RunningService::start(&folder, &[], &[]).ready();
    let token = folder.done(&["account", "create", "--login", "ewa", "--name", "Ewa Wzorowa", "--role", "admin"]);
    assert_eq!(token.trim_end().len(), 64);
    assert!(folder.done(&["account", "list"]).starts_with("ewa\tEwa Wzorowa\tadmin\t"));
    let deadline = std::time::Instant::now() + std::time::Duration::from_mins(1);
    while served.get("/readyz").json()["position"] != 2 {
        assert!(std::time::Instant::now() < deadline, "{}", served.get("/readyz").body);
    }
    let (status, _) = served.terminate();
    assert!(status.success(), "{status}");
}
