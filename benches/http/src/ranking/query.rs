//! A bare actix server that ranks for each request: the query in an in-memory SQLite, on a thread that may block.

use super::ROWS;
use super::peer::Peer;
use super::results::{Counted, counted};
use crate::process::{Server, free_port};
use actix_web::error::ErrorInternalServerError;
use actix_web::{App, HttpResponse, HttpServer, web};
use domain::season::ranking::CountedResult;
use harness::slices::Failure;
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::BufReader;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// Where the ranking is.
pub(super) const PATH: &str = "/ranking";

thread_local! {
    /// Every thread that may block has a database of its own, so that none waits for another.
    static DATABASE: RefCell<Option<Peer>> = const { RefCell::new(None) };
}

/// Starts the server as a child of this program.
pub(super) fn start(folder: &Path, results: &[Counted], workers: usize) -> Result<Server, Failure> {
    let file = folder.join("results.json");
    fs::write(&file, serde_json::to_vec(results)?)?;
    let port = free_port()?;
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--query", &port.to_string(), &workers.to_string()]).arg(file);
    Server::start(&mut command, port, PATH)
}

/// What the child does.
pub(crate) fn serve(port: u16, workers: usize, results: &Path) -> Result<(), Failure> {
    let results: Vec<Counted> = serde_json::from_reader(BufReader::new(File::open(results)?))?;
    let results = Arc::new(counted(&results)?);
    let server = HttpServer::new(move || {
        let results = Arc::clone(&results);
        let answer = move || {
            let results = Arc::clone(&results);
            async move {
                let body = web::block(move || page(&results)).await?.map_err(ErrorInternalServerError)?;
                Ok::<_, actix_web::Error>(HttpResponse::Ok().content_type("application/json").body(body))
            }
        };
        App::new().route(PATH, web::get().to(answer))
    });
    // One thread for the queries of each worker: there is one core for all of them.
    let server = server.workers(workers).worker_max_blocking_threads(1).bind((Ipv4Addr::LOCALHOST, port))?;
    Ok(actix_web::rt::System::new().block_on(server.run())?)
}

/// The first page, with less in it than the service shows: neither names nor results.
fn page(results: &[CountedResult]) -> Result<Vec<u8>, String> {
    let rows = DATABASE.with_borrow_mut(|database| match database {
        Some(peer) => peer.first(ROWS),
        None => database.insert(Peer::load(results)?).first(ROWS),
    });
    let rows = rows.map_err(|error| error.to_string())?;
    serde_json::to_vec(&rows).map_err(|error| error.to_string())
}
