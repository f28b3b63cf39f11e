//! `kostka demo`: the service on a temporary store with a fictional season and accounts to try.

use crate::accounts::{self, Registry};
use crate::args::Demo;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::store::{Missing, Store, StoreArgs, create_quietly, store_error};
use crate::world::World;
use crate::{logging, memory, service};
use api::{Settings, password};
use events::environment::Environment;
use formats::bundle::{self, InvalidBundle};
use formats::words::{Lang, Message};
use projections::account_records::put_password;
use projections::season_bundle::{ImportOptions, import};
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;

/// The season that everybody in the demo is invented for.
static SEASON: &[u8] = include_bytes!("../../../../examples/season-2025.bundle.json");

/// The first port that is tried, and how many after it.
const PORT: u16 = 8080;
const PORTS: u16 = 100;

/// Who can be tried out: name of the holder, and role with or without the event.
const PEOPLE: [(&str, &str, bool); 4] = [
    ("admin", "Alicja Administrowska", false),
    ("organiser", "Olgierd Organiszewski", true),
    ("referee", "Sabina Sędziwska", true),
    ("auditor", "Adam Audytowski", false),
];

/// Somebody who can sign in.
struct Person {
    login: String,
    password: String,
    role: String,
}

pub(crate) fn run(lang: Lang, args: &Demo) -> Result<(), Failure> {
    memory::keep_to_the_process()?;
    let folder = tempfile::Builder::new().prefix("kostka-demo-").tempdir()?;
    let address = store_in(folder.path());
    address.key_file.as_deref().map_or(Ok(()), create_quietly)?;
    let store = Store::open_to_write(lang, &address, Missing::Create)?;
    let tournament = import_season(lang, &store)?;
    let people = open_accounts(lang, &store, &tournament)?;
    store.keeper.checkpoint_now().map_err(|error| store.keep_failure(&error))?;
    logging::start("warn");
    let mut settings = Settings {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, args.port.unwrap_or_else(free_port))),
        public_url: String::new(),
        access_log: false,
        ..Settings::default()
    };
    // Nobody should need a telephone to look around.
    settings.sign_in.admins_need_second_factor = false;
    let mut told = Ok(());
    service::run(lang, &store, settings, |running| told = tell(lang, args, running.address, &people))?;
    told?;
    drop(folder);
    eprintln!("{}", lang.text("demo-ended"));
    Ok(())
}

/// Everything in the folder, whatever the environment says.
fn store_in(folder: &Path) -> StoreArgs {
    StoreArgs {
        store: Some(folder.join("kostka.db").display().to_string()),
        key_file: Some(folder.join("kostka.db.key")),
        outside: Some(folder.to_owned()),
        ..StoreArgs::default()
    }
}

/// Records the season; the id of its last tournament.
fn import_season(lang: Lang, store: &Store) -> Result<String, Failure> {
    let bundle = bundle::read(SEASON).map_err(|unreadable| {
        let invalid = InvalidBundle::Unreadable(unreadable);
        Failure::BadInput(invalid.messages().iter().map(|message| lang.say(message)).collect())
    })?;
    let progress = Progress::new(lang, "import-progress");
    let options = ImportOptions { correct: false, reason: None };
    let imported =
        import(&*store.log, &store.vault, &World, &bundle, &options, &mut |done, all| progress.show(done, all));
    drop(progress);
    imported.map_err(|error| store_error(lang, &error))?;
    Ok(bundle.tournaments.last().map_or_else(String::new, |tournament| tournament.id.to_string()))
}

fn open_accounts(lang: Lang, store: &Store, tournament: &str) -> Result<Vec<Person>, Failure> {
    let registry = Registry::new(lang, store, Settings::default().audit_kept_for);
    let mut people = Vec::new();
    for (role, name, for_one_event) in PEOPLE {
        let login = format!("{role}-{}", random_text(4));
        let role = if for_one_event { format!("{role}@tournament:{tournament}") } else { role.to_owned() };
        let grant = accounts::grant(lang, &role)?;
        let password = random_text(16);
        let details = accounts::details(lang, &login, name)?;
        let hash = password::hash(&password, &World);
        registry.open(&details, &[grant], &|account| vec![put_password(account, hash.clone(), None)])?;
        people.push(Person { login, password, role });
    }
    Ok(people)
}

/// Letters and digits that nobody takes for another.
fn random_text(length: usize) -> String {
    const SIGNS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz7";
    let mut bytes = vec![0; length];
    World.fill_random(&mut bytes);
    bytes.iter().map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect()
}

/// The first port from the usual one on that nobody listens on; any, if all are taken.
fn free_port() -> u16 {
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    (PORT..PORT + PORTS).find(is_free).unwrap_or(0)
}

fn tell(lang: Lang, args: &Demo, address: SocketAddr, people: &[Person]) -> io::Result<()> {
    let url = format!("http://{address}");
    let mut out = io::stdout().lock();
    writeln!(out, "{}", lang.say(&Message::new("demo-listens").with("url", url.clone())))?;
    if args.port.is_none() && address.port() != PORT {
        writeln!(out, "{}", lang.say(&Message::new("demo-other-port").with("port", PORT.to_string())))?;
    }
    writeln!(out, "\n{}", lang.text("demo-accounts"))?;
    for Person { login, password, role } in people {
        writeln!(out, "  {login:<16} {password}  {role}")?;
    }
    let admin = people.first().map_or(("", ""), |admin| (&admin.login, &admin.password));
    let message = Message::new("demo-try").with("url", url).with("login", admin.0).with("password", admin.1);
    writeln!(out, "\n{}\n\n{}", lang.say(&message), lang.text("demo-end"))?;
    out.flush()
}
