//! A mixture of requests: reads in every encoding, reads of what is known, refusals, and streams that are left again.

use crate::client::{Connection, get, post};
use crate::kostka::{Kostka, PLAYERS};
use harness::slices::Failure;
use serde_json::json;
use std::thread;

const CLIENTS: usize = 4;
/// Every connection is closed after so many requests, and another one opened.
const REQUESTS_OF_A_CONNECTION: usize = 500;
const FEED: &str = "/api/v1/feed";

/// Sends so many requests, by some clients at once; an answer that was not expected fails.
pub(super) fn send(kostka: &Kostka, requests: usize) -> Result<(), Failure> {
    let etag = kostka.read(PLAYERS, "identity")?.header("etag").ok_or("an answer without an ETag")?.to_owned();
    let kinds = kinds(&etag);
    let outcomes: Vec<Result<(), String>> = thread::scope(|scope| {
        let clients = (0..CLIENTS).map(|client| {
            let kinds = &kinds;
            scope.spawn(move || {
                let numbers = (client..requests).step_by(CLIENTS);
                client_sends(kostka, kinds, numbers).map_err(|error| error.to_string())
            })
        });
        let clients: Vec<_> = clients.collect();
        clients.into_iter().map(|client| client.join().expect("a client that ends")).collect()
    });
    Ok(outcomes.into_iter().collect::<Result<(), _>>()?)
}

struct Kind {
    request: Vec<u8>,
    status: u16,
    /// How many of a hundred requests.
    of_hundred: usize,
}

fn kinds(etag: &str) -> Vec<Kind> {
    let kind = |of_hundred, status, request| Kind { request, status, of_hundred };
    let encoded = |encoding| get(PLAYERS, &[("Accept-Encoding", encoding)]);
    let register = json!({"first_name": "Łucja"});
    vec![
        kind(20, 200, encoded("identity")),
        kind(20, 200, encoded("gzip")),
        kind(12, 200, encoded("br")),
        kind(25, 304, get(PLAYERS, &[("If-None-Match", etag)])),
        kind(2, 200, get("/api/v1/players?q=bab", &[])),
        kind(2, 200, get("/api/v1/players", &[("Accept", "text/csv")])),
        kind(5, 404, get("/api/v1/players/nobody", &[])),
        kind(3, 404, get("/nothing/here", &[("Accept-Language", "en")])),
        kind(3, 400, get("/api/v1/players?limit=many", &[])),
        kind(2, 401, get("/api/v1/me", &[("Authorization", "Bearer made.up.token")])),
        kind(2, 401, post("/api/v1/players", &[], &register)),
        kind(2, 406, get(PLAYERS, &[("Accept", "image/png")])),
    ]
}

fn client_sends(kostka: &Kostka, kinds: &[Kind], numbers: impl Iterator<Item = usize>) -> Result<(), Failure> {
    let turns: Vec<Option<&Kind>> = {
        let named = kinds.iter().flat_map(|kind| std::iter::repeat_n(Some(kind), kind.of_hundred));
        // What is left of a hundred watches the feed.
        named.chain(std::iter::repeat(None)).take(100).collect()
    };
    let mut connection = kostka.connect()?;
    for (sent, number) in numbers.enumerate() {
        if sent % REQUESTS_OF_A_CONNECTION == REQUESTS_OF_A_CONNECTION - 1 {
            connection = kostka.connect()?;
        }
        // 37 has no divisor in common with 100, so that kinds take turns.
        match turns[number * 37 % 100] {
            Some(kind) => {
                if exchange(&mut connection, kind)? == After::Closed {
                    connection = kostka.connect()?;
                }
            }
            None => watch(kostka)?,
        }
    }
    Ok(())
}

/// What becomes of a connection after an answer.
#[derive(PartialEq)]
enum After {
    Open,
    Closed,
}

fn exchange(connection: &mut Connection, kind: &Kind) -> Result<After, Failure> {
    let what = String::from_utf8_lossy(&kind.request);
    let what = what.lines().next().unwrap_or_default();
    let reply = connection.send(&kind.request).map_err(|error| format!("{what}: {error}"))?;
    let reply = reply.expect(kind.status, what)?;
    // Whoever is refused before her body was read has to begin anew.
    Ok(if reply.header("connection") == Some("close") { After::Closed } else { After::Open })
}

/// Begins to watch the feed and goes away.
fn watch(kostka: &Kostka) -> Result<(), Failure> {
    let request = get(FEED, &[("Accept", "text/event-stream")]);
    kostka.connect()?.begin(&request)?.expect(200, FEED).map(drop)
}
