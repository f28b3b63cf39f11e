//! The service as it is operated: the release binary on a store in a file, with its log of requests and its measures
//! on.

use crate::client::{Connection, Reply, get, post};
use crate::process::{Server, free_port};
use harness::slices::Failure;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The first page of players, as long as pages get.
pub(crate) const PLAYERS: &str = "/api/v1/players?limit=200";
/// A season with more players than fit on that page.
const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/season-2025.bundle.json");
/// More than a benchmark can send.
const NO_LIMIT: &str = "100000000";
const LOGIN: &str = "organizator";
const PASSWORD: &str = "osiem-zielonych-kostek-i-joker";

/// A service with a store of its own.
pub(crate) struct Kostka {
    server: Server,
}

/// A store with a season in it.
pub(crate) struct Store {
    binary: PathBuf,
    folder: PathBuf,
}

impl Store {
    /// Makes a store and imports the season of the examples.
    pub(crate) fn create(binary: &Path, folder: PathBuf) -> Result<Self, Failure> {
        Self::of_bundle(binary, folder, Path::new(EXAMPLE))
    }

    /// Makes a store and imports a season bundle.
    pub(crate) fn of_bundle(binary: &Path, folder: PathBuf, bundle: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(&folder)?;
        let store = Self { binary: binary.to_owned(), folder };
        let bundle = bundle.to_str().ok_or("a folder whose name is no text")?;
        store.run(&["import", bundle])?;
        Ok(store)
    }

    /// Opens an account that may register players, and gives the token of its invitation.
    pub(crate) fn open_account(&self) -> Result<String, Failure> {
        self.open("organiser@tournament:t-olsztyn-2024-10-12")
    }

    /// Opens an account that may do everything, and gives the token of its invitation.
    pub(crate) fn open_admin(&self) -> Result<String, Failure> {
        self.open("admin")
    }

    fn open(&self, role: &str) -> Result<String, Failure> {
        let create = ["account", "create", "--login", LOGIN, "--name", "Olga Organizatorka", "--role", role];
        Ok(self.run(&create)?.trim().to_owned())
    }

    /// Starts the service on it.
    pub(crate) fn serve(&self, workers: usize) -> Result<Kostka, Failure> {
        let (port, metrics_port) = (free_port()?, free_port()?);
        let mut serve = self.command("serve");
        serve.args([
            "--listen",
            &format!("127.0.0.1:{port}"),
            "--metrics-listen",
            &format!("127.0.0.1:{metrics_port}"),
        ]);
        serve.args(["--workers", &workers.to_string(), "--access-log", "true"]);
        // Nobody is there to read a code from a telephone.
        serve.args(["--set", "sign_in.admins_need_second_factor=false"]);
        serve.args(["--set", "limits.with_token_per_minute=1000000", "--set", "limits.sign_ins_per_minute=100000"]);
        for limit in ["anonymous_per_minute", "account_per_minute"] {
            serve.arg("--set").arg(format!("limits.{limit}={NO_LIMIT}"));
        }
        serve.stderr(File::create(self.folder.join("service.log"))?);
        Ok(Kostka { server: Server::start(&mut serve, port, "/readyz")? })
    }

    fn command(&self, command: &str) -> Command {
        let mut kostka = Command::new(&self.binary);
        kostka.arg(command).env("KOSTKA_STORE", self.folder.join("kostka.db")).stdin(Stdio::null());
        kostka
    }

    fn run(&self, arguments: &[&str]) -> Result<String, Failure> {
        let output = self.command(arguments[0]).args(&arguments[1..]).output()?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(format!("kostka {}: {}: {errors}", arguments.join(" "), output.status).into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

impl Kostka {
    pub(crate) fn server(&self) -> &Server {
        &self.server
    }

    pub(crate) fn connect(&self) -> Result<Connection, Failure> {
        Connection::open(self.server.address)
    }

    fn send(&self, request: &[u8]) -> Result<Reply, Failure> {
        self.connect()?.send(request)
    }

    /// Chooses a password for the account of an invitation.
    pub(crate) fn accept(&self, invitation: &str) -> Result<(), Failure> {
        let body = json!({"token": invitation, "password": PASSWORD});
        let reply = self.send(&post("/api/v1/links/redemption", &[], &body))?;
        if (200..300).contains(&reply.status) { Ok(()) } else { reply.expect(204, "the invitation").map(drop) }
    }

    /// Signs in and gives an access token.
    pub(crate) fn sign_in(&self) -> Result<String, Failure> {
        let body = json!({"login": LOGIN, "password": PASSWORD});
        let reply = self.send(&post("/api/v1/sessions", &[], &body))?.expect(201, "signing in")?;
        let answer: Value = serde_json::from_slice(&reply.body)?;
        Ok(answer["access_token"].as_str().ok_or("no access token")?.to_owned())
    }

    /// Reads once, in an encoding.
    pub(crate) fn read(&self, path: &str, encoding: &str) -> Result<Reply, Failure> {
        self.send(&get(path, &[("Accept-Encoding", encoding)]))?.expect(200, path)
    }
}

/// The request that registers one player; every number is somebody else.
pub(crate) fn registration(token: &str, number: u64) -> Vec<u8> {
    let bearer = format!("Bearer {token}");
    let key = format!("\"registration-{number:012}\"");
    let headers = [("Authorization", bearer.as_str()), ("Idempotency-Key", key.as_str())];
    post("/api/v1/players", &headers, &person(number))
}

/// A person who does not exist, with a name that nobody else has.
fn person(number: u64) -> Value {
    const FIRST_NAMES: [&str; 8] = ["Łucja", "Bożena", "Świętosława", "Wit", "Żegota", "Jaśmina", "Ćwieczek", "Aniela"];
    const SYLLABLES: [&str; 16] =
        ["ba", "ce", "dło", "fi", "grzy", "ko", "lu", "mó", "ne", "pa", "rzę", "so", "śli", "tu", "wą", "ży"];
    const PLACES: [(&str, &str); 4] = [
        ("Łódź", "łódzkie"),
        ("Warszawa", "mazowieckie"),
        ("Kędzierzyn-Koźle", "opolskie"),
        ("Bielsko-Biała", "śląskie"),
    ];
    let mut surname = String::new();
    let mut rest = number;
    while rest > 0 || surname.len() < 6 {
        surname += SYLLABLES[(rest % 16) as usize];
        rest /= 16;
    }
    let capital: String = surname.chars().take(1).flat_map(char::to_uppercase).chain(surname.chars().skip(1)).collect();
    let (city, voivodeship) = PLACES[(number % 4) as usize];
    json!({
        "first_name": FIRST_NAMES[(number % 8) as usize],
        "surname": format!("{capital}wska"),
        "city": city,
        "voivodeship": voivodeship,
        "country": "PL",
    })
}
