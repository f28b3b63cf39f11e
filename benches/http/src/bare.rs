//! A bare actix server: one handler that gives out the same bytes, and nothing around it.

use crate::process::{Server, free_port};
use actix_web::{App, HttpResponse, HttpServer, web};
use bytes::Bytes;
use harness::bar::Bars;
use harness::slices::Failure;
use std::fs;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Where the bytes are.
pub(crate) const PATH: &str = "/page";
/// As the service has it.
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// What the service and this server must have in the same version.
const SHARED: [&str; 6] = ["actix-http", "actix-router", "actix-rt", "actix-server", "actix-web", "tokio"];
const LOCKED_FOR_THE_SERVICE: &str = include_str!("../../../Cargo.lock");
const LOCKED_HERE: &str = include_str!("../../Cargo.lock");

/// Starts the server as a child of this program.
pub(crate) fn start(body: &Path, workers: usize) -> Result<Server, Failure> {
    let port = free_port()?;
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--bare", &port.to_string(), &workers.to_string()]).arg(body);
    Server::start(&mut command, port, PATH)
}

/// What the child does.
pub(crate) fn serve(port: u16, workers: usize, body: &Path) -> Result<(), Failure> {
    let body = Bytes::from(fs::read(body)?);
    let server = HttpServer::new(move || {
        let body = body.clone();
        let answer = move || {
            let body = body.clone();
            async move { HttpResponse::Ok().content_type("application/json").body(body) }
        };
        App::new().route(PATH, web::get().to(answer))
    });
    let server = server.workers(workers).keep_alive(KEEP_ALIVE).bind((Ipv4Addr::LOCALHOST, port))?;
    Ok(actix_web::rt::System::new().block_on(server.run())?)
}

/// A comparison of two versions of the framework would say nothing of the service.
pub(crate) fn check_versions(bars: &mut Bars) {
    let same = SHARED.iter().all(|name| {
        let version = locked(LOCKED_HERE, name);
        version.is_some() && version == locked(LOCKED_FOR_THE_SERVICE, name)
    });
    let actix = locked(LOCKED_HERE, "actix-web").unwrap_or("?");
    bars.holds(&format!("the bare server is built of the same crates as the service, actix-web {actix}"), same);
}

fn locked<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let package = lock.split("[[package]]").find(|package| package.contains(&format!("name = \"{name}\"\n")))?;
    package.lines().find_map(|line| line.strip_prefix("version = "))
}
