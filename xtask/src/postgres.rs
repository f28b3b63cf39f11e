//! A PostgreSQL server of its own for tests, in a temporary folder, gone when they are over.

use crate::prerequisites;
use crate::step::{self, Failure};
use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Where tests look for the address.
const VARIABLE: &str = "KOSTKA_TEST_POSTGRES";
/// Tells tests that lack a server to fail.
const ALL: &str = "KOSTKA_TEST_ALL";
const STEP: &str = "PostgreSQL";
/// The oldest version that the service takes.
const OLDEST: u32 = 15;
/// Where Debian puts the programs of each version.
const VERSIONS: &str = "/usr/lib/postgresql";
const START: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A running server; dropping it stops the server and removes its files.
pub(crate) struct Server {
    programs: PathBuf,
    folder: PathBuf,
    user: Option<User>,
    port: u16,
    process: Option<Child>,
}

/// Who the server runs as when we are root, which it refuses to be.
#[derive(Debug, Clone, Copy)]
struct User {
    uid: u32,
    gid: u32,
}

/// `cargo xtask postgres`: a server until Enter is pressed.
pub(crate) fn run() -> Result<(), Failure> {
    let server = Server::start()?;
    println!("\nexport {VARIABLE}={}", server.address());
    println!("Enter stops the server.");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).map_err(|error| Failure::new(STEP, error))?;
    Ok(())
}

impl Server {
    /// Installs PostgreSQL if it is missing, makes a cluster and starts it on a free port.
    pub(crate) fn start() -> Result<Self, Failure> {
        if programs().is_none() {
            prerequisites::install(STEP, "postgresql")?;
        }
        let programs =
            programs().ok_or_else(|| Failure::new(STEP, format!("no version from {OLDEST} on in {VERSIONS}")))?;
        step::work(STEP, || Self::start_with(programs))
    }

    fn start_with(programs: PathBuf) -> Result<Self, String> {
        let user = if prerequisites::is_root() { Some(unprivileged_user()?) } else { None };
        let port = free_port()?;
        let folder = std::env::temp_dir().join(format!("kostka-postgres-{}-{port}", std::process::id()));
        fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut server = Self { programs, folder, user, port, process: None };
        if let Some(User { uid, gid }) = user {
            chown(&server.folder, Some(uid), Some(gid)).map_err(|error| error.to_string())?;
        }
        server.make_cluster()?;
        server.launch()?;
        Ok(server)
    }

    /// The address of its maintenance database, as a role that may do everything.
    pub(crate) fn address(&self) -> String {
        format!("postgres://postgres@{}:{}/postgres", Ipv4Addr::LOCALHOST, self.port)
    }

    /// Tells the tests that a command runs where the server is, and that none of them may do without.
    pub(crate) fn given_to<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.env(VARIABLE, self.address()).env(ALL, "1")
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// One of the programs of PostgreSQL, as the user that owns the cluster; what it says goes to the log.
    fn program(&self, name: &str) -> Result<Command, String> {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(&self.folder).stdin(Stdio::null());
        if let Some(User { uid, gid }) = self.user {
            command.uid(uid).gid(gid);
        }
        let log = File::options().create(true).append(true).open(self.log()).map_err(|error| error.to_string())?;
        let same = log.try_clone().map_err(|error| error.to_string())?;
        command.stdout(log).stderr(same);
        Ok(command)
    }

    fn failed(&self, what: &str) -> String {
        format!("{what}; its log:\n{}", fs::read_to_string(self.log()).unwrap_or_default())
    }

    fn make_cluster(&self) -> Result<(), String> {
        let mut initdb = self.program("initdb")?;
        initdb.args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]);
        initdb.arg("--pgdata").arg(self.data());
        match initdb.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(self.failed(&format!("initdb ended with {status}"))),
            Err(error) => Err(format!("initdb did not start: {error}")),
        }
    }

    /// Starts the server as a child, so that an interrupt from the terminal reaches it too, and waits until it answers.
    fn launch(&mut self) -> Result<(), String> {
        let mut postgres = self.program("postgres")?;
        postgres.arg("-D").arg(self.data()).arg("-k").arg(&self.folder).args(["-p", &self.port.to_string()]);
        postgres.args(["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]);
        let child = self.process.insert(postgres.spawn().map_err(|error| format!("postgres did not start: {error}"))?);
        let pid = child.id();
        let begun = Instant::now();
        while begun.elapsed() < START {
            if self.answers()? {
                return Ok(());
            }
            if let Some(Ok(Some(status))) = self.process.as_mut().map(Child::try_wait) {
                return Err(self.failed(&format!("the server ended with {status}")));
            }
            thread::sleep(POLL_INTERVAL);
        }
        Err(self.failed(&format!("the server {pid} does not answer")))
    }

    fn answers(&self) -> Result<bool, String> {
        let mut ready = self.program("pg_isready")?;
        ready.args(["--quiet", "--host=127.0.0.1", "--port", &self.port.to_string()]);
        Ok(ready.status().is_ok_and(|status| status.success()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let stopped = self.program("pg_ctl").and_then(|mut pg_ctl| {
                pg_ctl.args(["stop", "--mode=immediate", "--wait", "--pgdata"]).arg(self.data());
                pg_ctl.status().map_err(|error| error.to_string())
            });
            if !stopped.is_ok_and(|status| status.success()) {
                let _ = process.kill();
            }
            let _ = process.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The programs of the newest version that is installed and new enough.
fn programs() -> Option<PathBuf> {
    newest(Path::new(VERSIONS), |programs| programs.join("initdb").is_file())
}

fn newest(versions: &Path, is_complete: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let versions = fs::read_dir(versions).ok()?.flatten();
    let numbered = versions.filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path())));
    let usable = numbered.filter(|(version, _): &(u32, PathBuf)| *version >= OLDEST);
    let complete = usable.map(|(version, path)| (version, path.join("bin"))).filter(|(_, bin)| is_complete(bin));
    complete.max().map(|(_, bin)| bin)
}

/// The package makes a user for the server; where it did not, there is one that owns nothing.
fn unprivileged_user() -> Result<User, String> {
    let id = |option: &str, name: &str| {
        let output = Command::new("id").args([option, name]).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    let user = |name: &&str| Some(User { uid: id("-u", name)?, gid: id("-g", name)? });
    ["postgres", "nobody"].iter().find_map(user).ok_or_else(|| "there is no user to run the server as".to_owned())
}

fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
    listener.local_addr().map(|address| address.port()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_that_is_new_enough_is_taken() {
        let folder = std::env::temp_dir().join(format!("kostka-xtask-versions-{}", std::process::id()));
        for version in ["9.6", "13", "15", "17", "18", "common"] {
            fs::create_dir_all(folder.join(version)).unwrap();
        }
        let found = newest(&folder, |bin| !bin.starts_with(folder.join("18")));
        let none = newest(&folder, |bin| bin.starts_with(folder.join("13")));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found, Some(folder.join("17").join("bin")));
        assert_eq!(none, None);
    }
}
