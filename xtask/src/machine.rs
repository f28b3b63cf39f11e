//! What a machine needs beside the Rust compiler; what is missing is installed by name.

use crate::step::{self, Failure};
use crate::workspace::at_root;
use std::process::{Command, Stdio};

/// The independent oracle is written in Python, so that it shares nothing with the service.
pub(crate) fn provide_python() -> Result<(), Failure> {
    const STEP: &str = "python3";
    if runs("python3", &["--version"]) {
        return Ok(());
    }
    if !runs("apt-get", &["--version"]) {
        return Err(Failure::new(STEP, "install python3 and run this again; there is no apt-get to install it with"));
    }
    if !is_root() {
        return Err(Failure::new(
            STEP,
            "python3 is missing and installing it needs root: run `apt-get install python3` as root, then this again",
        ));
    }
    let apt_get = |arguments: &str| {
        let mut command = at_root("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments.split(' '));
        command
    };
    step::run(STEP, &mut apt_get("update"))?;
    step::run(STEP, &mut apt_get("install -y --no-install-recommends python3"))
}

/// A minimal toolchain comes without the formatter and the linter.
pub(crate) fn provide_rust_components() -> Result<(), Failure> {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if runs("cargo", &[subcommand, "--version"]) {
            continue;
        }
        if !runs("rustup", &["--version"]) {
            let reason = format!("install {component} for this Rust toolchain; there is no rustup to install it with");
            return Err(Failure::new(component, reason));
        }
        step::run(component, at_root("rustup").args(["component", "add", component]))?;
    }
    Ok(())
}

/// Whether a program is there and answers; nothing is shown.
pub(crate) fn runs(program: &str, arguments: &[&str]) -> bool {
    let mut command = at_root(program);
    let command = command.args(arguments).stdin(Stdio::null());
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    let user = Command::new("id").arg("-u").output();
    user.is_ok_and(|user| user.stdout.trim_ascii() == b"0")
}
