//! wrk: 32 connections that ask for one thing over and over.

use crate::cores::{self, started_on};
use harness::slices::{Failure, Work};
use std::net::SocketAddr;
use std::process::{Command, Stdio};

/// The shortest that wrk can.
const SECONDS: &str = "1s";
/// An answer that is computed for each request may wait behind many others, on a machine that others keep busy.
const PATIENCE: &str = "60s";

/// Asks for a second; an answer of failure or a broken connection fails.
pub(crate) fn ask(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Result<Work, Failure> {
    let mut command = Command::new("wrk");
    command.args(["-t1", "-c32", "-d", SECONDS, "--timeout", PATIENCE]);
    for (name, value) in headers {
        command.arg("-H").arg(format!("{name}: {value}"));
    }
    command.arg(format!("http://{address}{path}")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let asking = started_on(cores::CLIENTS, || Ok(command.spawn().map_err(|error| format!("wrk: {error}"))?))?;
    let output = asking.wait_with_output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() || printed.contains("Non-2xx") || printed.contains("Socket errors") {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("wrk on {path}: {}\n{printed}{errors}", output.status).into());
    }
    read(&printed).ok_or_else(|| format!("wrk printed something else:\n{printed}").into())
}

fn read(printed: &str) -> Option<Work> {
    let lines = || printed.lines().map(str::trim);
    let operations = lines().find_map(|line| line.split_once(" requests in ")?.0.parse().ok())?;
    let rate: f64 = lines().find_map(|line| line.strip_prefix("Requests/sec:")?.trim().parse().ok())?;
    Some(Work { operations, seconds: operations as f64 / rate, slow_call_seconds: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wrk_prints_is_read() {
        let printed = "Running 1s test @ http://127.0.0.1:9/\n  1 threads and 32 connections\n\
                       \x20 2000 requests in 1.10s, 1.25GB read\nRequests/sec:   1818.18\nTransfer/sec:      1.13GB\n";
        let work = read(printed).unwrap();
        assert_eq!(work.operations, 2000);
        assert!((work.seconds - 1.1).abs() < 1e-5);
        assert_eq!(read("unable to connect"), None);
    }
}
