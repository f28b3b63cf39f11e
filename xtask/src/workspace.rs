//! Where things lie in the repository, and how its commands are called.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let xtask = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    xtask.parent().map(Path::to_path_buf).unwrap_or(xtask)
}

/// A command that runs at the root.
pub(crate) fn at_root(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Cargo on the workspace of the service; the arguments are split at spaces.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = at_root("cargo");
    command.args(arguments.split(' '));
    command
}

/// Cargo on the workspace of the benchmarks, which keeps what it builds to itself.
pub(crate) fn cargo_on_benches(subcommand: &str) -> Command {
    let mut command = cargo(subcommand);
    command.args(["--manifest-path", "benches/Cargo.toml"]);
    command.args(["--target-dir", "benches/target"]);
    command
}

/// Cargo on the workspace of the peers, which bind another SQLite than the service.
pub(crate) fn cargo_on_peers(subcommand: &str) -> Command {
    let mut command = cargo(subcommand);
    command.args(["--manifest-path", "benches/peers/Cargo.toml"]);
    command.args(["--target-dir", "benches/peers/target"]);
    command
}

/// The release build of the peers.
pub(crate) fn peers() -> PathBuf {
    root().join("benches/peers/target/release/peers")
}

/// A build of the service.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Profile {
    Debug,
    Release,
}

impl Profile {
    fn directory(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }

    /// Builds the binary of the service. In debug it is the one that the whole-system tests run: it shares every
    /// dependency with the tests, and a build of its own, with other features, would compile nearly all of them a
    /// second time.
    pub(crate) fn build_kostka(self) -> Command {
        match self {
            Self::Debug => cargo("test --workspace --test command_line --no-run"),
            Self::Release => cargo("build -p kostka --release"),
        }
    }

    /// The binary of the service; wherever Cargo builds to, it lies in the same tree as this program.
    pub(crate) fn kostka(self) -> Result<PathBuf, String> {
        let this = env::current_exe().map_err(|error| format!("this program cannot find itself: {error}"))?;
        let target = this.parent().and_then(Path::parent);
        let binary = target.map(|target| target.join(self.directory()).join("kostka"));
        binary
            .filter(|binary| binary.is_file())
            .ok_or_else(|| format!("the {} build of kostka is not beside {}", self.directory(), this.display()))
    }
}
