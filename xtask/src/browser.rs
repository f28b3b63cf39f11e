//! The pages in a real browser: people who run a tournament, lose the network, publish a list; accessibility; pictures
//! to look at.

use crate::prerequisites;
use crate::step::{self, Failure};
use crate::tools::Tools;
use crate::workspace::{Profile, root};
use std::fs;
use std::process::Command;

/// Where pictures are put; git does not look there.
const PICTURES: &str = "screenshots";

/// How much is walked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// Every page on a desk, in the dark and with large letters in one language, and on a phone in the other.
    Small,
    /// Every page in both languages, in every way.
    Full,
}

/// Runs every test.
pub(crate) fn run(size: Size) -> Result<(), Failure> {
    let mut node = node()?;
    node.env("KOSTKA_BROWSER_SIZE", if size == Size::Full { "full" } else { "small" });
    // One after another: each starts a browser and services, and the machine may be small.
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]);
    step::run("pages in a browser", &mut node)
}

/// Takes pictures of every page, in both languages, on a phone and on a desk.
pub(crate) fn screenshots() -> Result<(), Failure> {
    let folder = root().join(PICTURES);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| Failure::new(PICTURES, error))?;
    }
    step::run(PICTURES, node()?.arg("screenshots.mjs").arg(folder))
}

/// Node in the folder of the tests, told of the service.
fn node() -> Result<Command, Failure> {
    prerequisites::provide_browser()?;
    let tools = Tools::provide("browser")?;
    step::run("build", &mut Profile::Debug.build_kostka())?;
    let binary = Profile::Debug.kostka().map_err(|reason| Failure::new("browser", reason))?;
    let mut node = tools.node();
    node.env("KOSTKA_BINARY", binary).env("KOSTKA_ROOT", root());
    Ok(node)
}
