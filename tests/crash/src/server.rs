//! A PostgreSQL server of its own, to be ended at will.

use events::postgres::PostgresLog;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Debian keeps the programs of the server where no `PATH` looks.
const DEBIAN: &str = "/usr/lib/postgresql";
const ROLE: &str = "kostka";
/// The longest that a server may take to start or to end.
const TIMEOUT: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(5);

/// How a server is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShutdownMode {
    /// Every process at once, without a warning.
    Kill,
    /// As `pg_ctl stop -m immediate` does: without tidying up.
    Immediate,
}

/// A user who is not root; the server refuses to run as root.
#[derive(Debug, Clone, Copy)]
struct Unprivileged {
    user: u32,
    group: u32,
}

/// A server with one database, reached through a socket in a folder of its own.
pub(crate) struct Server {
    folder: tempfile::TempDir,
    programs: PathBuf,
    run_as: Option<Unprivileged>,
    /// The process that starts all others; ours to wait for, because a process nobody waits for seems to run for ever.
    first: Option<Child>,
}

impl Server {
    /// Makes a cluster with an empty store, and starts it.
    pub(crate) fn start() -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let run_as = if rustix::process::geteuid().is_root() { Some(unprivileged()?) } else { None };
        if let Some(Unprivileged { user, group }) = run_as {
            chown(folder.path(), Some(user), Some(group)).map_err(|error| error.to_string())?;
        }
        let mut server = Self { folder, programs: programs()?, run_as, first: None };
        let data = server.data().display().to_string();
        let mut initdb = server.program("initdb");
        initdb.args(["-D", &data, "-U", ROLE, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
        let made = initdb.output().map_err(|error| format!("initdb did not start: {error}"))?;
        if !made.status.success() {
            return Err(format!("initdb: {}\n{}", made.status, String::from_utf8_lossy(&made.stderr)));
        }
        server.start_again()?;
        PostgresLog::migrate(&server.address(), None).map_err(|error| error.to_string())?;
        Ok(server)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(self.folder.path());
        if let Some(Unprivileged { user, group }) = self.run_as {
            command.uid(user).gid(group);
        }
        command
    }

    /// The address of the store.
    pub(crate) fn address(&self) -> String {
        let socket = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://{ROLE}@{socket}/postgres")
    }

    /// Starts the server, which recovers by itself from how it ended, and waits until it takes connections.
    pub(crate) fn start_again(&mut self) -> Result<(), String> {
        let begun = Instant::now();
        let log_file = self.folder.path().join("log");
        let mut first = self.spawn(&log_file)?;
        while !self.is_ready(&first) {
            if first.try_wait().map_err(|error| error.to_string())?.is_some() || begun.elapsed() > TIMEOUT {
                // It is ours, and if it has ended there is nothing to end.
                let _ = first.kill();
                let log = fs::read_to_string(&log_file).unwrap_or_default();
                // A process of the server before that was born in its last moment ends when it looks for its parent.
                if !log.contains("is still in use") || begun.elapsed() > TIMEOUT {
                    return Err(format!("the server did not start:\n{log}"));
                }
                first = self.spawn(&log_file)?;
            }
            thread::sleep(PAUSE);
        }
        self.first = Some(first);
        Ok(())
    }

    fn spawn(&self, log_file: &Path) -> Result<Child, String> {
        let log = fs::File::create(log_file).map_err(|error| error.to_string())?;
        let mut command = self.program("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(self.folder.path());
        command.args(["-c", "listen_addresses=", "-c", "max_connections=40", "-c", "shared_buffers=16MB"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        command.spawn().map_err(|error| format!("postgres did not start: {error}"))
    }

    /// Whether the server takes connections. The first line of the file is its process, the eighth what it is doing; a
    /// server before may have left the file.
    fn is_ready(&self, first: &Child) -> bool {
        let said = fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let mut lines = said.lines();
        lines.next() == Some(&first.id().to_string()) && lines.nth(6).is_some_and(|state| state.trim_end() == "ready")
    }

    /// The processes of the server, the one that started the others first.
    pub(crate) fn processes(&self) -> Vec<Pid> {
        let Some(first) = self.first.as_ref().map(|first| first.id() as i32) else { return Vec::new() };
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_string_lossy().parse::<i32>().ok());
        let children = numbers.filter(|number| stat(*number).is_some_and(|(_, parent)| parent == first));
        std::iter::once(first).chain(children).filter_map(Pid::from_raw).collect()
    }

    /// Ends the server, whose processes are known from shortly before, and waits until it is gone.
    pub(crate) fn end(&mut self, how: ShutdownMode, processes: &[Pid]) -> Result<(), String> {
        let (told, signal) = match how {
            ShutdownMode::Kill => (processes.len(), Signal::KILL),
            ShutdownMode::Immediate => (1, Signal::QUIT),
        };
        for process in processes.iter().take(told) {
            // A process that has ended meanwhile needs no ending.
            let _ = kill_process(*process, signal);
        }
        if let Some(mut first) = self.first.take() {
            first.wait().map_err(|error| error.to_string())?;
        }
        let begun = Instant::now();
        while processes.iter().any(|process| runs(*process)) {
            if begun.elapsed() > TIMEOUT {
                return Err("the server did not end".to_owned());
            }
            thread::sleep(PAUSE);
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The folder goes away with it.
        let processes = self.processes();
        let _ = self.end(ShutdownMode::Immediate, &processes);
    }
}

/// The state and the parent of a process.
fn stat(process: i32) -> Option<(char, i32)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before may hold anything, also brackets.
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut words = rest.split(' ');
    Some((words.next()?.chars().next()?, words.next()?.parse().ok()?))
}

/// Whether a process has not ended; one that nobody has asked about after its end has ended too.
fn runs(process: Pid) -> bool {
    stat(process.as_raw_nonzero().get()).is_some_and(|(state, _)| state != 'Z')
}

fn unprivileged() -> Result<Unprivileged, String> {
    let users = fs::read_to_string("/etc/passwd").map_err(|error| format!("/etc/passwd: {error}"))?;
    let user = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some(Unprivileged { user: fields.next()?.parse().ok()?, group: fields.next()?.parse().ok()? })
    };
    user("postgres").or_else(|| user("nobody")).ok_or_else(|| "there is no user postgres or nobody".to_owned())
}

/// The folder of the server's programs.
fn programs() -> Result<PathBuf, String> {
    let versions = fs::read_dir(DEBIAN).into_iter().flatten().flatten().map(|entry| entry.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = versions.collect();
    folders.sort();
    folders.reverse();
    folders.extend(std::env::split_paths(&path));
    let found = folders.into_iter().find(|folder| folder.join("initdb").is_file());
    found.ok_or_else(|| "PostgreSQL is not installed".to_owned())
}
