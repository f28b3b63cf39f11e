//! `kostka simulate`: plays whole tournaments over the API of a running service.

use super::output;
use crate::args::{ListFormat, Simulate};
use crate::failure::Failure;
use crate::http_client::{Account, HttpClient, InvalidUrl, SignInError, Summary};
use crate::notice;
use crate::progress::Progress;
use crate::signals;
use crate::system_environment::SystemEnvironment;
use domain::competitions::class::TournamentClass;
use domain::values::calendar::Moment;
use domain::values::variant::Variant;
use events::environment::Environment;
use formats::localization::{Lang, Message};
use serde_json::json;
use simulation::{
    ActingRole, Outcome, Plan, ProgressStep, SeededRng, Service, ServiceError, ServiceRequest, ServiceResponse, Setup,
    StopAt, TournamentStaff, people, play, register_people, tournament_name,
};
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use wire::accounts::RoleName;
use zeroize::Zeroizing;

/// Where an access token can stand.
const TOKEN: &str = "KOSTKA_SIMULATE_TOKEN";
/// Where the password can stand.
const PASSWORD: &str = "KOSTKA_SIMULATE_PASSWORD";
/// Where the code of the second factor can stand.
const CODE: &str = "KOSTKA_SIMULATE_CODE";

struct SimulationOptions {
    setup: Setup,
    stop: StopAt,
    /// How long a round takes; nothing for as fast as it goes.
    round: Option<Duration>,
}

/// An event that was played as far as it should be.
struct PlayedTournament {
    number: u32,
    name: String,
    outcome: Outcome,
}

pub(crate) fn run(lang: Lang, args: &Simulate) -> Result<(), Failure> {
    let chosen = chosen(lang, args)?;
    let client = Arc::new(
        HttpClient::new(&args.url).map_err(|invalid| Failure::bad_input(lang, &url_problem(&args.url, invalid)))?,
    );
    stop_on_signal(&client)?;
    let begun = Instant::now();
    let troubled = |trouble: ServiceError| failure(lang, &trouble);
    let federation = sign_in(lang, args, &client)?;
    check_rights(lang, &client, &federation)?;
    notice::tell(&lang.render(&Message::new("simulate-stays").excerpt("url", args.url.clone())));
    let run = run_name();
    let organisers = organisers(lang, args, &client, &federation, &run)?;
    let progress = Progress::new(lang, "simulate-progress");
    let sheets = chosen.setup.sheets(args.players as usize) * u64::from(args.tournaments);
    let seen = SharedProgress { progress, done: AtomicU64::new(0), all: sheets };
    let pool = {
        let staff = TournamentClient {
            client: &client,
            federation: &federation,
            organiser: &federation,
            seen: &seen,
            round: None,
        };
        let size = if args.tournaments > 1 { args.players + args.players / 2 } else { args.players };
        let people = people(size as usize, &mut SeededRng::seeded(args.seed));
        register_people(&staff, &people, &run).map_err(troubled)?
    };
    let next = AtomicU32::new(1);
    let played = Mutex::new(Vec::new());
    let trouble: Mutex<Option<ServiceError>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for organiser in &organisers {
            let organiser = organiser.as_ref().unwrap_or(&federation);
            let front = TournamentClient {
                client: &client,
                federation: &federation,
                organiser,
                seen: &seen,
                round: chosen.round,
            };
            let (next, played, trouble, pool, run, chosen) = (&next, &played, &trouble, &pool, &run, &chosen);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    if number > args.tournaments {
                        return;
                    }
                    let plan = plan(args, chosen, number, pool, &organiser.id, run);
                    match simulation_of(&front, plan, number) {
                        Ok(event) => played.lock().unwrap_or_else(PoisonError::into_inner).push(event),
                        Err(problem) => {
                            trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(problem);
                            // The others need not go on with something that does not work.
                            next.store(u32::MAX / 2, Ordering::SeqCst);
                            return;
                        }
                    }
                }
            });
        }
    });
    drop(seen);
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_unstable_by_key(|event| event.number);
    print_summary(lang, args, &played, &client.request_stats.summary(), begun.elapsed())?;
    match trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(trouble) => Err(failure(lang, &trouble)),
        None => Ok(()),
    }
}

fn simulation_of(front: &TournamentClient<'_>, plan: Plan, number: u32) -> Result<PlayedTournament, ServiceError> {
    let outcome = play(front, &plan)?;
    Ok(PlayedTournament { number, name: plan.name, outcome })
}

fn chosen(lang: Lang, args: &Simulate) -> Result<SimulationOptions, Failure> {
    let setup: Setup = args.format.parse().map_err(|_| {
        let known = <domain::tournament::format::FormatName as domain::Choice>::NAMES.join(", ");
        Failure::bad_input(
            lang,
            &Message::new("simulate-no-such-format").excerpt("format", args.format.clone()).with("known", known),
        )
    })?;
    let stop = match &args.stop_at {
        Some(text) => text.parse().map_err(|_| {
            Failure::bad_input(lang, &Message::new("simulate-no-such-point").excerpt("point", text.clone()))
        })?,
        None if args.keep_open => StopAt::BeforeClosing,
        None => StopAt::Closed,
    };
    if let StopAt::During(stage) = stop
        && !setup.stages().contains(&stage)
    {
        let message = Message::new("simulate-point-not-played").with("point", stage.to_string());
        return Err(Failure::bad_input(lang, &message.with("format", args.format.clone())));
    }
    let round = match args.speed.as_str() {
        "max" => None,
        seconds => {
            let seconds = seconds.replace(',', ".").parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
            let wrong = || Message::new("simulate-wrong-speed").excerpt("speed", args.speed.clone());
            Some(Duration::from_secs_f64(seconds.ok_or_else(|| Failure::bad_input(lang, &wrong()))?))
        }
    };
    Ok(SimulationOptions { setup, stop, round })
}

fn plan(args: &Simulate, chosen: &SimulationOptions, number: u32, pool: &[String], account: &str, run: &str) -> Plan {
    let rng = SeededRng::seeded(args.seed).branch(u64::from(number));
    let mut people = pool.to_vec();
    rng.branch(1).shuffle(&mut people);
    people.truncate(args.players as usize);
    let (name, venue, voivodeship) = tournament_name(&mut rng.branch(2));
    Plan {
        name,
        venue,
        voivodeship,
        day: today(),
        class: TournamentClass::Ordinary,
        variant: Variant::Standard,
        rulebook: None,
        setup: chosen.setup.clone(),
        players: people,
        incidents: !args.no_incidents,
        stop: chosen.stop,
        staff: TournamentStaff { organiser: Some(account.to_owned()), referee: Some(account.to_owned()) },
        rng,
        run: format!("{run}-{number}"),
    }
}

fn today() -> String {
    Moment::at_microseconds(SystemEnvironment.now().0).day().to_string()
}

/// What no other run is called.
fn run_name() -> String {
    let mut bytes = [0_u8; 8];
    SystemEnvironment.fill_random(&mut bytes);
    bytes.iter().fold("simulate-".to_owned(), |text, byte| format!("{text}{byte:02x}"))
}

fn stop_on_signal(client: &Arc<HttpClient>) -> Result<(), Failure> {
    let asked_to_end = signals::watch()?;
    let client = Arc::clone(client);
    std::thread::Builder::new().name("end".to_owned()).spawn(move || {
        // A sender that is gone cannot ask any more.
        if asked_to_end.blocking_recv().is_ok() {
            client.cancellation.stop();
        }
    })?;
    Ok(())
}

fn sign_in(lang: Lang, args: &Simulate, client: &HttpClient) -> Result<Account, Failure> {
    let account = match (&args.login, secret(TOKEN)) {
        (None, Some(token)) => Account::with_token(client, token),
        (None, None) => {
            let message = Message::new("simulate-no-account").with("variable", TOKEN);
            return Err(Failure::bad_input(lang, &message));
        }
        (Some(login), _) => {
            let password = match secret(PASSWORD) {
                Some(password) => password,
                None => ask(&lang.text("simulate-ask-password"))?,
            };
            let code = secret(CODE);
            let code = code.as_ref().map(|code| code.as_str());
            Account::sign_in(client, login, &password, code)
        }
    };
    account.map_err(|problem| match problem {
        SignInError::Refused => Failure::bad_input(lang, &Message::new("simulate-sign-in-refused").with("code", CODE)),
        SignInError::ServiceError(trouble) => failure(lang, &trouble),
    })
}

fn secret(variable: &str) -> Option<Zeroizing<String>> {
    std::env::var(variable).ok().filter(|text| !text.is_empty()).map(Zeroizing::new)
}

/// Reads one secret line: from a terminal without echo, or from a pipe.
fn ask(question: &str) -> io::Result<Zeroizing<String>> {
    let input = io::stdin();
    let hidden = if input.is_terminal() {
        eprint!("{question} ");
        io::stderr().flush()?;
        Some(EchoGuard::new()?)
    } else {
        None
    };
    let mut text = Zeroizing::new(String::new());
    input.lock().read_line(&mut text)?;
    if hidden.is_some() {
        eprintln!();
    }
    let typed = text.trim_end_matches(['\n', '\r']).to_owned();
    Ok(Zeroizing::new(typed))
}

/// The terminal while it does not show what is typed.
struct EchoGuard {
    before: rustix::termios::Termios,
}

impl EchoGuard {
    fn new() -> io::Result<Self> {
        let before = rustix::termios::tcgetattr(io::stdin())?;
        let mut silent = before.clone();
        silent.local_modes.remove(rustix::termios::LocalModes::ECHO);
        rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Now, &silent)?;
        Ok(Self { before })
    }
}

impl Drop for EchoGuard {
    fn drop(&mut self) {
        // A terminal that is gone shows nothing anyway.
        let _ = rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Now, &self.before);
    }
}

fn check_rights(lang: Lang, client: &HttpClient, account: &Account) -> Result<(), Failure> {
    let me = account.about(client).map_err(|trouble| failure(lang, &trouble))?;
    if me.second_factor_missing {
        return Err(Failure::bad_input(lang, &Message::new("simulate-second-factor-missing")));
    }
    let is_admin = me.grants.iter().any(|grant| grant.role == RoleName::Admin);
    if is_admin { Ok(()) } else { Err(Failure::bad_input(lang, &Message::new("simulate-needs-admin"))) }
}

/// Accounts for organisers who work in parallel; a single organiser is the account that signed in.
fn organisers(
    lang: Lang,
    args: &Simulate,
    client: &HttpClient,
    federation: &Account,
    run: &str,
) -> Result<Vec<Option<Account>>, Failure> {
    if args.organisers == 1 {
        return Ok(vec![None]);
    }
    let open = |number: u32| {
        let login = format!("{run}-{number}");
        let name = format!("Organizator Symulowany {number}");
        let mut bytes = [0_u8; 16];
        SystemEnvironment.fill_random(&mut bytes);
        let password = bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        let account = federation.open(client, &login, &name, &Zeroizing::new(password));
        account.map(Some).map_err(|problem| match problem {
            SignInError::Refused => {
                Failure::bad_input(lang, &Message::new("simulate-sign-in-refused").with("code", CODE))
            }
            SignInError::ServiceError(trouble) => failure(lang, &trouble),
        })
    };
    (1..=args.organisers.min(args.tournaments)).map(open).collect()
}

struct SharedProgress {
    progress: Progress,
    done: AtomicU64,
    all: u64,
}

/// The accounts of one event on the way to the service.
struct TournamentClient<'a> {
    client: &'a HttpClient,
    federation: &'a Account,
    organiser: &'a Account,
    seen: &'a SharedProgress,
    round: Option<Duration>,
}

impl Service for TournamentClient<'_> {
    fn call(&self, call: &ServiceRequest) -> Result<ServiceResponse, ServiceError> {
        let account = match call.who {
            ActingRole::Federation => self.federation,
            ActingRole::Organiser | ActingRole::Referee => self.organiser,
        };
        account.send(self.client, call)
    }

    fn advance_time(&self, thousandths: u32) -> Result<(), ServiceError> {
        match self.round {
            Some(round) => self.client.cancellation.wait(round * thousandths / 1000),
            None => self.client.cancellation.check(),
        }
    }

    fn on_progress(&self, step: ProgressStep) {
        if step == ProgressStep::Sheet {
            let done = self.seen.done.fetch_add(1, Ordering::Relaxed) + 1;
            // Absences make fewer tables than were expected, never more sheets than are shown.
            self.seen.progress.show(done.min(self.seen.all), self.seen.all);
        }
    }
}

fn print_summary(
    lang: Lang,
    args: &Simulate,
    played: &[PlayedTournament],
    summary: &Summary,
    took: Duration,
) -> Result<(), Failure> {
    let closed = played.iter().filter(|event| event.outcome.closed).count();
    let mut out = output();
    match args.output {
        ListFormat::Json => {
            let event = |event: &PlayedTournament| json!({ "id": event.outcome.id, "name": event.name, "closed": event.outcome.closed });
            let told = json!({
                "seed": args.seed,
                "tournaments": played.iter().map(event).collect::<Vec<_>>(),
                "closed": closed,
                "sheets": summary.sheets,
                "requests": summary.requests,
                "retries": summary.retries,
                "waits": summary.waits,
                "sheet_microseconds": {
                    "p50": summary.median.as_micros() as u64,
                    "p99": summary.slowest_hundredth.as_micros() as u64,
                },
                "milliseconds": took.as_millis() as u64,
            });
            writeln!(out, "{told:#}")?;
        }
        ListFormat::Table => {
            for PlayedTournament { name, outcome, .. } in played {
                let state = lang.text(if outcome.closed { "simulate-closed" } else { "simulate-open" });
                writeln!(out, "{}  {state}  {name}", outcome.id)?;
            }
            let milliseconds = |time: Duration| {
                let text = format!("{:.1}", time.as_secs_f64() * 1000.0);
                if lang == Lang::Pl { text.replace('.', ",") } else { text }
            };
            let message = Message::new("simulate-summary")
                .number("tournaments", played.len() as i64)
                .number("closed", closed as i64)
                .number("sheets", summary.sheets as i64)
                .number("requests", summary.requests as i64)
                .number("retries", summary.retries as i64)
                .number("waits", summary.waits as i64)
                .with("median", milliseconds(summary.median))
                .with("slow", milliseconds(summary.slowest_hundredth))
                .with("seconds", (took.as_millis() / 1000).to_string());
            writeln!(out, "{}", lang.render(&message))?;
        }
    }
    Ok(out.flush()?)
}

fn failure(lang: Lang, trouble: &ServiceError) -> Failure {
    match trouble {
        ServiceError::Stopped => Failure::Interrupted(vec![lang.text("simulate-stopped")]),
        ServiceError::Unreachable { problem } => {
            Failure::check_failed(lang, &Message::new("simulate-unreachable").with("problem", problem.clone()))
        }
        ServiceError::Refused { request, status, detail } => {
            let message = Message::new("simulate-refused").with("request", request.clone());
            let message = message.with("status", status.to_string()).with("detail", detail.clone());
            Failure::check_failed(lang, &message)
        }
    }
}

fn url_problem(url: &str, invalid: InvalidUrl) -> Message<'static> {
    let id = match invalid {
        InvalidUrl::NotHttp => "simulate-url-not-http",
        InvalidUrl::Encrypted => "simulate-url-encrypted",
        InvalidUrl::WithPassword => return Message::new("simulate-url-with-password"),
    };
    Message::new(id).excerpt("url", url.to_owned())
}
