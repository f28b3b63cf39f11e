//! Bodies of a gigabyte: slow and fast, with a length and in chunks, by a client that has a token and by one that has none.

use crate::client::head;
use crate::kostka::Kostka;
use harness::slices::Failure;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

const GIGABYTE: u64 = 1 << 30;
const PIECE: usize = 64 << 10;
/// A slow client sends a small piece this often, and would need hours.
const PAUSE: Duration = Duration::from_millis(20);
const SMALL_PIECE: usize = 1 << 10;
/// Longer than the service lets any request take.
const PATIENCE: Duration = Duration::from_secs(40);
/// What a refusal may cost: more of it than this was not refused early. The buffers of the system hold some megabytes.
const EARLY: u64 = GIGABYTE / 100;

#[derive(Clone, Copy)]
struct Kind {
    fast: bool,
    chunked: bool,
    has_token: bool,
}

struct Outcome {
    sent: u64,
    status: Option<u16>,
    seconds: f64,
}

/// Sends all kinds at once; whether all were refused early.
pub(super) fn send(kostka: &Kostka, token: &str) -> Result<bool, Failure> {
    let address = kostka.server().address;
    let kinds: Vec<Kind> = (0..8)
        .map(|number| Kind { fast: number & 1 == 0, chunked: number & 2 == 0, has_token: number & 4 == 0 })
        .collect();
    let outcomes: Vec<Result<Outcome, String>> = thread::scope(|scope| {
        let senders = kinds.iter().map(|kind| {
            scope.spawn(move || send_one(address, *kind, token).map_err(|error| error.to_string()))
        });
        let senders: Vec<_> = senders.collect();
        senders.into_iter().map(|sender| sender.join().expect("a sender that ends")).collect()
    });
    let mut all_refused = true;
    for (kind, outcome) in kinds.into_iter().zip(outcomes) {
        let Outcome { sent, status, seconds } = outcome?;
        let refused = sent <= EARLY && status == Some(if kind.has_token { 413 } else { 401 });
        println!(
            "  a gigabyte {}, {}, {}: {} after {sent} bytes and {seconds:.2} s{}",
            if kind.fast { "fast" } else { "slowly" },
            if kind.chunked { "in chunks" } else { "with a length" },
            if kind.has_token { "with a token" } else { "without a token" },
            status.map_or("no answer".to_owned(), |status| status.to_string()),
            if refused { "" } else { ": NOT refused early" },
        );
        all_refused &= refused;
    }
    Ok(all_refused)
}

fn send_one(address: SocketAddr, kind: Kind, token: &str) -> Result<Outcome, Failure> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let begun = Instant::now();
    stream.write_all(opening(kind, token).as_bytes())?;
    // Whoever sends does not look at answers; another thread waits for one, and for the end of the connection.
    let mut answer = stream.try_clone()?;
    let reading = thread::spawn(move || {
        let mut text = Vec::new();
        let _ = Read::by_ref(&mut answer).take(64 << 10).read_to_end(&mut text);
        let _ = answer.shutdown(Shutdown::Both);
        text
    });
    let sent = pour(&mut stream, kind, begun);
    let _ = stream.shutdown(Shutdown::Write);
    let text = reading.join().map_err(|_| "a reader that does not end")?;
    let text = String::from_utf8_lossy(&text);
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok(Outcome { sent, status, seconds: begun.elapsed().as_secs_f64() })
}

fn opening(kind: Kind, token: &str) -> String {
    let (bearer, length) = (format!("Bearer {token}"), GIGABYTE.to_string());
    let mut headers = vec![("Content-Type", "application/json"), ("Idempotency-Key", "\"a-gigabyte\"")];
    if kind.has_token {
        headers.push(("Authorization", &bearer));
    }
    headers.push(if kind.chunked { ("Transfer-Encoding", "chunked") } else { ("Content-Length", &length) });
    head("POST", "/api/v1/players", &headers) + "\r\n"
}

/// Sends until everything is sent or the connection is cut; how many bytes of the body the system has taken.
fn pour(stream: &mut TcpStream, kind: Kind, begun: Instant) -> u64 {
    let size = if kind.fast { PIECE } else { SMALL_PIECE };
    // The beginning of a long text, which is valid until it is too long.
    let mut piece = format!("{{\"first_name\":\"{}", "a".repeat(size)).into_bytes();
    piece.truncate(size);
    let mut sent = 0;
    while sent < GIGABYTE && begun.elapsed() < PATIENCE {
        let frame = if kind.chunked { [format!("{size:x}\r\n").as_bytes(), &piece, b"\r\n"].concat() } else { piece.clone() };
        if stream.write_all(&frame).is_err() {
            break;
        }
        sent += size as u64;
        if !kind.fast {
            thread::sleep(PAUSE);
        }
        piece.fill(b'a');
    }
    sent
}
