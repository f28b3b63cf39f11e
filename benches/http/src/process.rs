//! A server in a process of its own, which ends with the benchmark, and what the system tells about it.

use crate::client::{Connection, get};
use harness::slices::Failure;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

/// A server has so long to answer for the first time.
const START: Duration = Duration::from_mins(1);
/// How often somebody looks whether it does.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// In what Linux counts the time of a process, on every machine that there is.
const TICKS_PER_SECOND: f64 = 100.0;

/// A server that runs.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server and waits until it answers `ready`.
    pub(crate) fn start(command: &mut Command, port: u16, ready: &str) -> Result<Self, Failure> {
        let child = command.spawn().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
        let mut server = Self { child, address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)) };
        let begun = Instant::now();
        loop {
            let answer = Connection::open(server.address).and_then(|mut connection| connection.send(&get(ready, &[])));
            match answer {
                Ok(reply) if reply.status == 200 => return Ok(server),
                _ if begun.elapsed() > START => {
                    return Err(format!("{} does not answer", command.get_program().display()).into());
                }
                _ => {}
            }
            if let Some(status) = server.child.try_wait()? {
                return Err(format!("{} ended: {status}", command.get_program().display()).into());
            }
            thread::sleep(LOOK_EVERY);
        }
    }

    /// Memory of the process that is in use.
    pub(crate) fn resident_kilobytes(&self) -> Result<u64, Failure> {
        resident_kilobytes(self.child.id())
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Time of the processor that the server and its children have taken so far.
    pub(crate) fn processor_seconds(&self) -> Result<f64, Failure> {
        let id = self.child.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        let children = children.split_whitespace().filter_map(|child| child.parse().ok());
        let mut ticks = 0.0;
        for process in std::iter::once(id).chain(children) {
            let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
            // The name may hold anything; what comes behind it is numbers, of which times are the 12th and the 13th.
            let (_, numbers) = stat.rsplit_once(')').ok_or("a process without a name")?;
            let times = numbers.split_whitespace().skip(11).take(2);
            ticks += times.map(|time| time.parse::<f64>().unwrap_or(0.0)).sum::<f64>();
        }
        Ok(ticks / TICKS_PER_SECOND)
    }
}

/// Memory of a process that is in use.
pub(crate) fn resident_kilobytes(process: u32) -> Result<u64, Failure> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(number.ok_or("a process without memory")?.parse()?)
}

impl Drop for Server {
    fn drop(&mut self) {
        // nginx ends its workers when it is asked to, and leaves them behind when it is killed.
        let asked = Command::new("kill").arg(self.child.id().to_string()).status();
        let begun = Instant::now();
        while asked.as_ref().is_ok_and(std::process::ExitStatus::success) && begun.elapsed() < Duration::from_secs(5) {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(LOOK_EVERY);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that nobody listens on.
pub(crate) fn free_port() -> Result<u16, Failure> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}
