//! A real instance for tests: on a free port, over a temporary SQLite store, with a clock that tests can move.

mod interrupted_log;
mod test_session;

use crate::http::app::{AppState, Dependencies};
use crate::http::endpoint::Endpoint;
use crate::http::problem::HandlerResult;
use crate::http::service;
use crate::http::settings::Settings;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use commands::accounts::{owner, passwords};
use commands::bundle_import::{ImportOptions, import, opaque_id};
use commands::erasure::erase;
use commands::event_writer::EventWriter;
use commands::{AccountDetails, CommandHandler, CommandMetadata, LogLookup};
use domain::Choice;
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::values::ids::{AccountId, CompetitionId, PlayerId};
use domain::values::text::{Login, Name};
use events::append::Append;
use events::envelope::{Actor, Position, StreamKind, StreamName, Timestamp};
use events::environment::Environment;
use events::log::Log;
use events::mutable_store::{MutableWrite, RecordKind};
use events::proof::checkpoint::Signer;
use events::proof::checkpointer::Checkpointer;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::vault::{ErasureJournal, MasterKey, Vault};
use interrupted_log::InterruptedLog;
use projections::projector::Projector;
use serde_json::Value;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;
use tokio::sync::oneshot;

/// The time of this machine, moved as far as a test wants, and its randomness.
#[derive(Default)]
pub struct MovableClock(AtomicI64);

impl MovableClock {
    /// A clock that shows this time now.
    pub fn at(time: Timestamp) -> Self {
        let clock = Self::default();
        clock.0.store(time.0 - clock.now().0, Ordering::SeqCst);
        clock
    }

    /// Lets time pass.
    pub fn advance(&self, by: Duration) {
        self.0.fetch_add(i64::try_from(by.as_micros()).unwrap_or(i64::MAX), Ordering::SeqCst);
    }
}

impl Environment for MovableClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX) + self.0.load(Ordering::SeqCst))
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the system gives randomness");
    }
}

/// A service that is running, with everything behind it in the hands of the test.
pub struct Instance {
    /// Where it listens.
    pub address: SocketAddr,
    /// The log behind it.
    pub log: Arc<dyn Log>,
    /// The vault behind it.
    pub vault: Arc<Vault>,
    /// Its clock.
    pub clock: Arc<MovableClock>,
    interrupted: Arc<InterruptedLog>,
    metrics_address: Option<SocketAddr>,
    accounts: AtomicI64,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    folder: Option<TempDir>,
}

/// Addresses that only tests reach.
pub(crate) fn routes(config: &mut ServiceConfig) {
    config.service(Endpoint::at("/testing/panic").get(panicking).build());
    config.service(Endpoint::at("/testing/turn").get(hold_permit).build());
}

/// Takes the turn of the client at costly work, and never gives it back.
async fn hold_permit(request: HttpRequest, app: web::Data<AppState>) -> HandlerResult {
    std::mem::forget(app.permit(&request).await?);
    Ok(HttpResponse::NoContent().finish())
}

async fn panicking() -> HttpResponse {
    panic!("a handler of the tests panics over /etc/secret and SELECT 1")
}

/// A signed-in account.
#[derive(Debug)]
pub struct Member {
    /// The account.
    pub account: AccountId,
    /// What she logs in with.
    pub login: String,
    /// What stands in the header `Authorization`.
    pub authorization: String,
}

/// The code that an authenticator app shows for a secret.
pub fn code(secret: &str, seconds: u64) -> String {
    let mut bytes = Vec::new();
    let (mut buffer, mut bits) = (0_u32, 0);
    for letter in secret.bytes() {
        let digit = if letter.is_ascii_uppercase() { letter - b'A' } else { letter - b'2' + 26 };
        buffer = (buffer << 5) | u32::from(digit);
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits) as u8);
        }
    }
    let secret = totp_rs::Secret::new_stack(bytes.try_into().expect("a secret of this service"));
    let totp = totp_rs::Builder::new().with_secret(secret).build_noncompliant();
    totp.generate(seconds).to_string()
}

/// An answer with its status, headers and body.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: ureq::http::HeaderMap,
    /// The body.
    pub body: Vec<u8>,
}

impl Reply {
    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// A header as text; empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

impl Instance {
    /// Starts one with the default settings and a new store.
    pub fn start() -> Self {
        Self::start_with(|_| ())
    }

    /// Starts one with other settings and a new store.
    pub fn start_with(change: impl FnOnce(&mut Settings)) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let clock = Arc::new(MovableClock::default());
        let master = MasterKey::generate(&*clock);
        let mut instance = Self::start_at(folder.path(), master, clock, change);
        instance.folder = Some(folder);
        instance
    }

    /// Starts one with pages, the default settings and a new store.
    pub fn start_with_pages(pages: fn(&mut ServiceConfig)) -> Self {
        Self::start_with_pages_and(pages, |_| ())
    }

    /// Starts one with pages, other settings and a new store.
    pub fn start_with_pages_and(pages: fn(&mut ServiceConfig), change: impl FnOnce(&mut Settings)) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let clock = Arc::new(MovableClock::default());
        let master = MasterKey::generate(&*clock);
        let mut instance = Self::open(folder.path(), master, clock, change, pages);
        instance.folder = Some(folder);
        instance
    }

    /// Starts one on the store in this folder, which is made if it is not there.
    pub fn start_at(
        folder: &Path,
        master: MasterKey,
        clock: Arc<MovableClock>,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        Self::open(folder, master, clock, change, |_| ())
    }

    fn open(
        folder: &Path,
        master: MasterKey,
        clock: Arc<MovableClock>,
        change: impl FnOnce(&mut Settings),
        pages: fn(&mut ServiceConfig),
    ) -> Self {
        let mut settings =
            Settings { listen: SocketAddr::from(([127, 0, 0, 1], 0)), access_log: false, ..Settings::default() };
        // One address sends everything here.
        settings.limits.anonymous_per_minute = 1_000_000;
        settings.limits.with_token_per_minute = 1_000_000;
        settings.limits.account_per_minute = 1_000_000;
        settings.limits.costly_per_minute = 1_000_000;
        change(&mut settings);
        let environment: Arc<dyn Environment> = clock.clone();
        let path = folder.join("kostka.db");
        let log = SqliteLog::open_or_create(&path, Arc::clone(&environment), SqliteOptions::default());
        let log: Arc<dyn Log> = Arc::new(log.expect("a store"));
        let identity = log.identity().expect("an identity");
        let signer = Signer::new(&master.signing_seed(), &identity);
        let checkpointer = Arc::new(Checkpointer::new(Arc::clone(&log), signer, folder.join("kostka.db.checkpoint")));
        let vault = Arc::new(Vault::new(master, Arc::clone(&environment)));
        let projector = Projector::start(Arc::clone(&log), Arc::clone(&vault));
        let interrupted = Arc::new(InterruptedLog::new(Arc::clone(&log)));
        let of_service: Arc<dyn Log> = interrupted.clone();
        let parts = Dependencies {
            settings,
            log: of_service,
            vault: Arc::clone(&vault),
            environment,
            projector,
            checkpointer,
            pages,
        };
        let (stop, stopped) = oneshot::channel();
        let (started, address) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let running = service::start(parts).expect("the service starts");
                running.caught_up().await;
                let _ = started.send((running.address, running.metrics_address));
                let _ = stopped.await;
                running.stop().await;
            });
        });
        let (address, metrics_address) = address.recv().expect("the service listens");
        Self {
            address,
            log,
            vault,
            clock,
            interrupted,
            metrics_address,
            accounts: AtomicI64::new(1),
            stop: Some(stop),
            thread: Some(thread),
            folder: None,
        }
    }

    /// The office of this store, for what a test prepares.
    pub fn commands(&self) -> CommandHandler {
        let environment: Arc<dyn Environment> = self.clock.clone();
        CommandHandler::new(Arc::clone(&self.log), Arc::clone(&self.vault), environment)
    }

    /// Opens an account with this role and signs it in; gives the value of `Authorization`. A role for one event gets
    /// the tournament `t-1`, which must be there.
    pub fn signed_in(&self, role: Role) -> String {
        let event = role.is_for_one_competition().then(|| GrantedCompetition {
            kind: CompetitionKind::Tournament,
            id: CompetitionId::parse("t-1").expect("an id"),
        });
        self.member(role.name(), &[Grant { role, event }]).authorization
    }

    /// Opens an account with these grants and signs it in.
    pub fn member(&self, name: &str, grants: &[Grant]) -> Member {
        let known = LogLookup::new(Arc::clone(&self.log), Arc::clone(&self.vault));
        let number = self.accounts.fetch_add(1, Ordering::SeqCst);
        let details = AccountDetails {
            login: Login::parse(&format!("{name}.{number}")).expect("a login"),
            name: Name::parse(&format!("Konto {number}")).expect("a name"),
        };
        let metadata = CommandMetadata::by(Self::operator());
        let opened = self.commands().open_account(&metadata, &known, &details, grants, &|_| Vec::new());
        let account = AccountId::parse(opened.expect("an account").resource.id()).expect("an id");
        let environment: Arc<dyn Environment> = self.clock.clone();
        let token = test_session::open(&self.log, &self.vault, &environment, &account);
        Member { account, login: details.login.as_str().to_owned(), authorization: format!("Bearer {token}") }
    }

    /// The same person in a session that begins now.
    pub fn sign_in_again(&self, member: &Member) -> Member {
        let environment: Arc<dyn Environment> = self.clock.clone();
        let token = test_session::open(&self.log, &self.vault, &environment, &member.account);
        let (account, login) = (member.account.clone(), member.login.clone());
        Member { account, login, authorization: format!("Bearer {token}") }
    }

    /// Gives an account a password.
    pub fn set_password(&self, account: &AccountId, password: &str) {
        self.write_mutable_records(passwords::put(
            account,
            crate::accounts::password::hash(password, &*self.clock),
            None,
        ));
    }

    /// Ends all sessions of an account.
    pub fn end_sessions(&self, account: &AccountId) {
        let owner = owner(account);
        self.write_mutable_records(MutableWrite::RemoveOwned { record_kind: RecordKind::Session, owner });
    }

    /// Lets something happen just before the service makes the next append that is like this.
    pub fn interrupt(
        &self,
        when: impl Fn(&Append) -> bool + Send + 'static,
        interruption: impl FnOnce(&dyn Log) + Send + 'static,
    ) {
        self.interrupted.interrupt(Box::new(when), Box::new(interruption));
    }

    fn write_mutable_records(&self, write: MutableWrite) {
        let append = Append { mutable_writes: vec![write], ..Append::default() };
        self.log.append(append).wait().expect("a record in the mutable store");
    }

    /// Imports a season bundle, as an operator does, and waits until it can be read.
    pub fn import(&self, bundle: &Value) {
        let bundle = formats::bundle::read(bundle.to_string().as_bytes()).expect("a bundle");
        let options = ImportOptions::default();
        import(&*self.log, &self.vault, &*self.clock, &bundle, &options, &mut |_, _| ()).expect("an import");
        let reply = self.get(&format!("/api/v1?wait_for={}", self.position().0));
        assert_eq!(reply.status, 200, "{}", reply.text());
    }

    /// The opaque id of a player whom a bundle calls by this id.
    pub fn player_id(&self, alias: &str) -> PlayerId {
        opaque_id(&self.vault, alias).expect("an id")
    }

    /// Erases a player, as an operator does.
    pub fn erase(&self, player: &str) {
        let folder = TempDir::new().expect("a temporary folder");
        let journal = ErasureJournal::at(folder.path().join("kostka.erasures"));
        let player = StreamName::new(StreamKind::Player, player).expect("an id");
        let event_writer = EventWriter::new(&*self.log, &self.vault, &*self.clock, Self::operator());
        erase(&event_writer, &journal, &player).expect("an erasure");
    }

    /// The actor of events that prepare a test.
    pub fn operator() -> Actor {
        Actor::operator()
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Sends a request; a status of failure is an answer like any other.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Reply {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(Duration::from_mins(1)))
            .build();
        let agent: ureq::Agent = config.into();
        let mut request = ureq::http::Request::builder().method(method).uri(self.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let sent = match body {
            Some(body) => agent.run(request.body(body).expect("a request")),
            None => agent.run(request.body(()).expect("a request")),
        };
        let mut response = sent.expect("an answer");
        Reply {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.body_mut().with_config().limit(1 << 30).read_to_vec().expect("a body"),
        }
    }

    /// What the operator can measure, if the settings have a place for it.
    pub fn metrics(&self) -> String {
        let address = self.metrics_address.expect("a listener for metrics");
        let mut response = ureq::get(format!("http://{address}/metrics")).call().expect("metrics");
        response.body_mut().read_to_string().expect("a text")
    }

    /// Sends a read without credentials.
    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], None)
    }

    /// Sends JSON.
    pub fn send_json(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &Value) -> Reply {
        let mut headers = headers.to_vec();
        headers.push(("Content-Type", "application/json"));
        self.send(method, path, &headers, Some(body.to_string().as_bytes()))
    }

    /// Where the log stands.
    pub fn position(&self) -> Position {
        self.log.head().expect("a head").position
    }

    /// Stops the service and lets go of the store.
    pub fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the service ends");
            self.log.close();
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.stop();
        }
    }
}
