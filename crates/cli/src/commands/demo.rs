//! `kostka demo`: the service on a temporary store with a fictional season and accounts to try.

mod demo_season;

use crate::accounts::{self, AccountAdmin};
use crate::args::Demo;
use crate::failure::{Failure, with_causes};
use crate::http_client::HttpClient;
use crate::progress::Progress;
use crate::store::{Missing, Store, StoreArgs, create_quietly, store_error};
use crate::system_environment::{BackdatedEnvironment, SystemEnvironment};
use crate::{logging, memory, service};
use api::Settings;
use api::password;
use commands::accounts::passwords;
use commands::bundle_import::{ImportOptions, import};
use demo_season::{DAYS_AGO, DemoSeason, Staff};
use events::environment::Environment;
use formats::bundle::{self, InvalidBundle};
use formats::localization::{Lang, Message};
use rustix::process::{Signal, getpid, kill_process};
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;

static SEASON: &[u8] = include_bytes!("../../../../examples/season-2025.bundle.json");

const PORT: u16 = 8080;
const PORTS: u16 = 100;

/// Who can be tried out: the beginning of the login, the name of the holder, and the role from the beginning.
const PEOPLE: [(&str, &str, Option<&str>); 5] = [
    ("admin", "Alicja Administrowska", Some("admin")),
    ("organiser", "Olgierd Organiszewski", None),
    ("referee", "Sabina Sędziwska", None),
    ("auditor", "Adam Audytowski", Some("auditor")),
    // What one person prepares, another publishes or grants.
    ("admin2", "Albina Administrowicz", Some("admin")),
];

struct Person {
    login: String,
    password: String,
}

pub(crate) fn run(lang: Lang, args: &Demo) -> Result<(), Failure> {
    memory::disable_core_dumps()?;
    let folder = tempfile::Builder::new().prefix("kostka-demo-").tempdir()?;
    let address = store_in(folder.path());
    address.key_file.as_deref().map_or(Ok(()), create_quietly)?;
    let clock = Arc::new(BackdatedEnvironment::days_ago(DAYS_AGO));
    let environment: Arc<dyn Environment> = clock.clone();
    let store = Store::open_in(lang, &address, Missing::Create, environment)?;
    import_season(lang, &store)?;
    let people = open_accounts(lang, &store)?;
    store.checkpointer.checkpoint_now().map_err(|error| store.checkpoint_failure(&error))?;
    logging::start("warn");
    let mut settings = Settings {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, args.port.unwrap_or_else(free_port))),
        public_url: String::new(),
        access_log: false,
        ..Settings::default()
    };
    // The demo should not need an authenticator app, and its staff sign in on several days.
    settings.sign_in.admins_need_second_factor = false;
    settings.limits.sign_ins_per_minute *= 4;
    let told = std::thread::scope(|scope| {
        let mut setting = None;
        let served = service::run(lang, &store, settings, |running| {
            let (clock, people, address) = (&clock, &people, running.address);
            setting = Some(scope.spawn(move || {
                let told = set_up_season(lang, args, clock, people, address);
                if told.is_err() {
                    // An incomplete season must not be served. If the process cannot be signalled, it goes on, and says
                    // why.
                    let _ = kill_process(getpid(), Signal::TERM);
                }
                told
            }));
        });
        let told = setting.map_or(Ok(()), |setting| setting.join().unwrap_or(Ok(())));
        served.and(told)
    });
    told?;
    drop(folder);
    eprintln!("{}", lang.text("demo-ended"));
    Ok(())
}

/// Lets the season take place in the service that has just begun to listen, and says what there is to see.
fn set_up_season(
    lang: Lang,
    args: &Demo,
    clock: &BackdatedEnvironment,
    people: &[Person],
    address: SocketAddr,
) -> Result<(), Failure> {
    let failed =
        |problem: String| Failure::check_failed(lang, &Message::new("demo-scene-failed").with("problem", problem));
    let client = HttpClient::new(&format!("http://{address}")).map_err(|_| failed(address.to_string()))?;
    let [admin, organiser, referee, ..] = people else { return Err(failed("people".to_owned())) };
    let staff =
        Staff { admin: admin.credentials(), organiser: organiser.credentials(), referee: referee.credentials() };
    let demo_season = demo_season::set_up(&client, clock, &staff).map_err(|trouble| failed(with_causes(&trouble)))?;
    Ok(tell(lang, args, address, people, &demo_season)?)
}

impl Person {
    fn credentials(&self) -> (&str, &str) {
        (&self.login, &self.password)
    }
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

fn import_season(lang: Lang, store: &Store) -> Result<(), Failure> {
    let bundle = bundle::read(SEASON).map_err(|unreadable| {
        let invalid = InvalidBundle::UnreadableJson(unreadable);
        Failure::BadInput(invalid.messages().iter().map(|message| lang.render(message)).collect())
    })?;
    let progress = Progress::new(lang, "import-progress");
    let options = ImportOptions { correct: false, reason: None };
    let imported = import(&*store.log, &store.vault, &*store.environment, &bundle, &options, &mut |done, all| {
        progress.show(done, all);
    });
    drop(progress);
    imported.map(drop).map_err(|error| store_error(lang, &error))
}

fn open_accounts(lang: Lang, store: &Store) -> Result<Vec<Person>, Failure> {
    let registry = AccountAdmin::new(lang, store, Settings::default().audit_kept_for);
    let mut people = Vec::new();
    for (login, name, role) in PEOPLE {
        let login = format!("{login}-{}", random_text(4));
        let grants: Vec<_> = role.map(|role| accounts::grant(lang, role)).transpose()?.into_iter().collect();
        let password = random_text(16);
        let details = accounts::details(lang, &login, name)?;
        let hash = password::hash(&password, &SystemEnvironment);
        registry.open(&details, &grants, &|account| vec![passwords::put(account, hash.clone(), None)])?;
        people.push(Person { login, password });
    }
    Ok(people)
}

/// Letters and digits that cannot be confused.
fn random_text(length: usize) -> String {
    const ALPHABET: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz7";
    let mut bytes = vec![0; length];
    SystemEnvironment.fill_random(&mut bytes);
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// The first free port from the default one on; any free port if all are taken.
fn free_port() -> u16 {
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    (PORT..PORT + PORTS).find(is_free).unwrap_or(0)
}

fn tell(lang: Lang, args: &Demo, address: SocketAddr, people: &[Person], demo_season: &DemoSeason) -> io::Result<()> {
    let url = format!("http://{address}");
    let mut out = io::stdout().lock();
    writeln!(out, "{}", lang.render(&Message::new("demo-listens").with("url", url.clone())))?;
    if args.port.is_none() && address.port() != PORT {
        writeln!(out, "{}", lang.render(&Message::new("demo-other-port").with("port", PORT.to_string())))?;
    }
    writeln!(out, "\n{}", lang.text("demo-accounts"))?;
    let DemoSeason { live, .. } = demo_season;
    let roles = [
        "admin".to_owned(),
        format!("organiser@tournament:{live}"),
        format!("main_referee@tournament:{live}"),
        "auditor".to_owned(),
        "admin".to_owned(),
    ];
    for (Person { login, password }, role) in people.iter().zip(roles) {
        writeln!(out, "  {login:<16} {password}  {role}")?;
    }
    writeln!(out, "  {}", lang.text("demo-second-factor"))?;
    let code = if lang == Lang::Pl { "pl" } else { "en" };
    writeln!(out, "\n{}", lang.text("demo-pages"))?;
    for (id, path) in [
        ("demo-page-home", String::new()),
        ("demo-page-live", format!("/tournaments/{live}")),
        ("demo-page-sign-in", "/sign-in".to_owned()),
        ("demo-page-organise", format!("/organise/{live}")),
        ("demo-page-admin", "/admin".to_owned()),
        ("demo-page-audit", "/audit".to_owned()),
    ] {
        writeln!(out, "  {url}/{code}{path}\n    {}", lang.text(id))?;
    }
    writeln!(out, "\n{}", lang.text("demo-scene"))?;
    for (id, path) in [
        ("demo-scene-live", format!("tournaments/{live}/standings")),
        ("demo-scene-closed", format!("tournaments/{}/results", demo_season.closed)),
        ("demo-scene-to-come", format!("tournaments/{}/players", demo_season.to_come)),
        ("demo-scene-applied", format!("applications/{}", demo_season.applied)),
        ("demo-scene-league", format!("leagues/{}/table", demo_season.league)),
        ("demo-scene-grand-prix", format!("grand-prix/{}/standings", demo_season.grand_prix)),
        ("demo-season-ranking", "seasons/2025/ranking".to_owned()),
        ("demo-season-qualifications", "seasons/2025/qualifications/mp".to_owned()),
        ("demo-season-lists", "lists".to_owned()),
        ("demo-season-decisions", "decisions".to_owned()),
        ("demo-season-open-data", "open-data".to_owned()),
        ("demo-season-audit-trail", "audit-trail?season=2025".to_owned()),
    ] {
        writeln!(out, "  {url}/api/v1/{path}\n    {}", lang.text(id))?;
    }
    let admin = people.first().map_or(("", ""), |admin| (&admin.login, &admin.password));
    let message = Message::new("demo-try").with("url", url).with("login", admin.0).with("password", admin.1);
    writeln!(out, "\n{}\n\n{}", lang.render(&message), lang.text("demo-end"))?;
    out.flush()
}
