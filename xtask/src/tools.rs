//! Tools that checks bring along: a folder of `tests/` copied among the things that Cargo builds, with its packages
//! installed there.

use crate::prerequisites;
use crate::step::{self, Failure};
use crate::workspace::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The copy of a folder, with what its lists name installed.
pub(crate) struct Tools(PathBuf);

impl Tools {
    /// Copies `tests/NAME` and installs the packages of node that it names.
    pub(crate) fn provide(name: &str) -> Result<Self, Failure> {
        prerequisites::provide_node()?;
        let step = format!("folder of {name}");
        let this = std::env::current_exe().map_err(|error| Failure::new(&step, error))?;
        // The folder that Cargo builds to: this program lies in it.
        let target = this.parent().and_then(Path::parent).ok_or_else(|| Failure::new(&step, "there is no folder"))?;
        let tools = Self(target.join(name));
        copy(&root().join("tests").join(name), &tools.0).map_err(|error| Failure::new(&step, error))?;
        tools.unless_installed("package-lock.json", || {
            let mut install = Command::new("npm");
            install.args(["ci", "--no-audit", "--no-fund"]).current_dir(&tools.0);
            step::run("packages of node", &mut install)
        })?;
        Ok(tools)
    }

    /// Where they are.
    pub(crate) fn folder(&self) -> &Path {
        &self.0
    }

    /// Installs unless what is listed there has been installed already.
    pub(crate) fn unless_installed(
        &self,
        list: &str,
        install: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let failed = |error| Failure::new(list, error);
        let wanted = fs::read(self.0.join(list)).map_err(failed)?;
        let note = self.0.join(format!("{list}.installed"));
        if fs::read(&note).is_ok_and(|installed| installed == wanted) {
            return Ok(());
        }
        install()?;
        fs::write(note, wanted).map_err(failed)
    }

    /// A program among the packages of node.
    pub(crate) fn node_program(&self, name: &str) -> Command {
        let mut command = Command::new(self.0.join("node_modules/.bin").join(name));
        command.current_dir(&self.0);
        command
    }

    /// Node itself, in the folder.
    pub(crate) fn node(&self) -> Command {
        let mut command = Command::new("node");
        command.current_dir(&self.0);
        command
    }
}

/// Copies files; what was installed or built beside them stays.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, copy) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            if entry.file_name() != "node_modules" {
                self::copy(&source, &copy)?;
            }
        } else {
            fs::copy(source, copy)?;
        }
    }
    Ok(())
}
