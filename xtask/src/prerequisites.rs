//! What a machine needs beside the Rust compiler; what is missing is installed by name.

use crate::step::{self, Failure};
use crate::workspace::at_root;
use std::process::{Command, Stdio};

/// The independent oracle is written in Python, so that it shares nothing with the service.
pub(crate) fn provide_python() -> Result<(), Failure> {
    if runs("python3", &["--version"]) { Ok(()) } else { install("python3", "python3") }
}

/// Linters and the client in TypeScript run on node.
pub(crate) fn provide_node() -> Result<(), Failure> {
    if !runs("node", &["--version"]) {
        install("node", "nodejs")?;
    }
    if runs("npm", &["--version"]) { Ok(()) } else { install("npm", "npm") }
}

/// Packages of Python are installed beside the build, not into the system.
pub(crate) fn provide_python_environments() -> Result<(), Failure> {
    if runs("python3", &["-c", "import venv, ensurepip"]) { Ok(()) } else { install("python3-venv", "python3-venv") }
}

/// Pages are walked through in a real browser, and printed; pages that were printed are looked at.
pub(crate) fn provide_browser() -> Result<(), Failure> {
    if !runs("chromium", &["--version"]) {
        install("chromium", "chromium")?;
    }
    if runs("pdftotext", &["-v"]) { Ok(()) } else { install("pdftotext", "poppler-utils") }
}

/// What the service is compared with over HTTP, and what asks both.
pub(crate) fn provide_web_peers() -> Result<(), Failure> {
    // wrk has no way to be asked that ends well; it tells its version and fails.
    let is_there = |program: &str| at_root(program).arg("-v").output().is_ok();
    for program in ["nginx", "wrk"] {
        if !is_there(program) {
            install(program, program)?;
        }
    }
    Ok(())
}

/// Installs a package of the distribution, or says why that cannot be done here.
pub(crate) fn install(step: &str, package: &str) -> Result<(), Failure> {
    if !runs("apt-get", &["--version"]) {
        let reason = format!("install {package} and run this again; there is no apt-get to install it with");
        return Err(Failure::new(step, reason));
    }
    if !is_root() {
        let reason = format!(
            "{package} is missing and installing it needs root: run `apt-get install {package}` as root, then this again"
        );
        return Err(Failure::new(step, reason));
    }
    let apt_get = |arguments: &[&str]| {
        let mut command = at_root("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments);
        command
    };
    step::run(step, &mut apt_get(&["update"]))?;
    step::run(step, &mut apt_get(&["install", "-y", "--no-install-recommends", package]))
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

/// Whether everything is allowed.
pub(crate) fn is_root() -> bool {
    let user = Command::new("id").arg("-u").output();
    user.is_ok_and(|user| user.stdout.trim_ascii() == b"0")
}
