//! `cargo xtask release-fixture`: what a release leaves in `tests/releases` for every later version to be held to.

use crate::prerequisites;
use crate::step::{self, Failure};
use crate::workspace::{at_root, root};
use std::path::Path;
use std::process::Command;

const STEP: &str = "fixture of the release";

/// Makes the fixture with the binary of the release; the folder is named by its version.
pub(crate) fn make_fixture(binary: &Path) -> Result<(), Failure> {
    prerequisites::provide_python()?;
    let failed = |reason: String| Failure::new(STEP, reason);
    // The script runs at the root of the repository.
    let binary = std::path::absolute(binary).map_err(|error| failed(error.to_string()))?;
    let output = Command::new(&binary).arg("--version").output();
    let output = output.map_err(|error| failed(format!("{} does not start: {error}", binary.display())))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let version = version(&printed).ok_or_else(|| failed(format!("`{}` is no version", printed.trim())))?;
    let folder = root().join("tests/releases").join(version);
    step::run(STEP, at_root("python3").arg("tests/releases/make.py").arg(&binary).arg(folder))
}

/// The version in what `kostka --version` prints.
fn version(printed: &str) -> Option<&str> {
    let version = printed.trim().strip_prefix("kostka ")?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    version.split('.').all(is_number).then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_what_the_binary_prints() {
        assert_eq!(version("kostka 0.1.0\n"), Some("0.1.0"));
        for printed in ["", "kostka", "kostka ../..", "python 3.11", "kostka 1..2"] {
            assert_eq!(version(printed), None, "{printed}");
        }
    }
}
