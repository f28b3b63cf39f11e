//! `kostka migrate`: makes a store, or brings one up to date.

use super::print_line;
use crate::args::Migrate;
use crate::failure::Failure;
use crate::store::{Address, Missing, open_log, refuse_if_store_vanished, store_error};
use crate::system_environment::SystemEnvironment;
use events::environment::Environment;
use events::postgres::PostgresLog;
use events::sqlite::SqliteLog;
use formats::localization::{Lang, Message};
use std::sync::Arc;

pub(crate) fn run(lang: Lang, args: &Migrate) -> Result<(), Failure> {
    let address = args.store.address(lang)?;
    refuse_if_store_vanished(lang, &address, &address.outside(&args.store, "checkpoint"))?;
    let (before, after) = match &address {
        Address::Sqlite(path) => {
            if args.app_role.is_some() {
                return Err(Failure::BadInput(vec![lang.text("migrate-role-only-postgres")]));
            }
            SqliteLog::migrate(path, &SystemEnvironment)
                .map_err(|error| crate::store::open_failure(lang, path, &error))?
        }
        Address::Postgres(postgres) => {
            let migrated = PostgresLog::migrate(&postgres.text, args.app_role.as_deref());
            let migrated = migrated.map_err(|error| store_error(lang, &error))?;
            // Only the owner can rewrite the tables from which the service has erased people.
            let environment: Arc<dyn Environment> = Arc::new(SystemEnvironment);
            let log = open_log(lang, &address, Missing::Refuse, &environment)?;
            log.purge_erased().map_err(|error| store_error(lang, &error))?;
            log.close();
            migrated
        }
    };
    let id = match (before, after) {
        (0, _) => "migrate-created",
        (before, after) if before == after => "migrate-up-to-date",
        _ => "migrate-done",
    };
    let message = Message::new(id).with("store", address.to_string()).number("before", before).number("after", after);
    print_line(&lang.render(&message))
}
