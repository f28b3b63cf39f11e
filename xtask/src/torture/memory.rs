//! The peak memory of `kostka compute`, as the kernel counted it.

use std::path::Path;
use std::process::{Command, Stdio};

/// The standard library cannot ask for a child's resources, and polling can miss the peak; Python, which the oracle
/// needs anyway, can ask.
const MEASURE: &str = "
import resource, subprocess, sys, tempfile
with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
    code = subprocess.call(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=out, stderr=err)
    print(code, out.seek(0, 2), err.seek(0, 2), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
";

/// What one run came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MemoryUsage {
    /// None if a signal ended it.
    pub(crate) exit_code: Option<i32>,
    pub(crate) stdout_bytes: u64,
    pub(crate) stderr_bytes: u64,
    pub(crate) peak_megabytes: u64,
}

impl MemoryUsage {
    pub(crate) const HEADING: &str =
        "  input                             exit code  stdout bytes  stderr bytes  peak MB";

    pub(crate) fn row(&self, name: &str) -> String {
        let exit_code = self.exit_code.map_or("signal".to_owned(), |code| code.to_string());
        let Self { stdout_bytes, stderr_bytes, peak_megabytes, .. } = self;
        format!("  {name:32}  {exit_code:>9}  {stdout_bytes:>12}  {stderr_bytes:>12}  {peak_megabytes:>7}")
    }

    /// Reads what the Python lines print: exit code (negative for a signal), bytes of both outputs, peak in KiB.
    fn parse(line: &str) -> Option<Self> {
        let mut numbers = line.split_whitespace().map(str::parse::<i64>);
        let mut number = || numbers.next()?.ok();
        let (code, stdout, stderr, kibibytes) = (number()?, number()?, number()?, number()?);
        Some(Self {
            exit_code: i32::try_from(code).ok().filter(|code| *code >= 0),
            stdout_bytes: stdout.try_into().ok()?,
            stderr_bytes: stderr.try_into().ok()?,
            peak_megabytes: u64::try_from(kibibytes).ok()? * 1024 / 1_000_000,
        })
    }
}

/// Runs `kostka compute FILE` to its end.
pub(crate) fn measure(binary: &Path, file: &Path) -> Result<MemoryUsage, String> {
    let mut command = Command::new("python3");
    command.args(["-c", MEASURE]).arg(binary).arg("compute").arg(file).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| format!("python3 did not start: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    MemoryUsage::parse(&printed).ok_or_else(|| format!("python3 could not measure ({}): {printed}", output.status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_of_python_is_read() {
        let measured = MemoryUsage { exit_code: Some(2), stdout_bytes: 0, stderr_bytes: 71, peak_megabytes: 300 };
        assert_eq!(MemoryUsage::parse("2 0 71 293000\n"), Some(measured));
        assert_eq!(MemoryUsage::parse("-9 0 0 100").unwrap().exit_code, None);
        assert_eq!(MemoryUsage::parse("Traceback"), None);
    }
}
