//! Bodies of a gigabyte: slow and fast, with a length and in chunks, by a client that has a token and by one that has
//! none.

use crate::client::head;
use crate::kostka::Kostka;
use harness::slices::Failure;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const GIGABYTE: u64 = 1 << 30;
const PIECE: usize = 64 << 10;
/// A slow client sends a small piece this often, and would need hours.
const PAUSE: Duration = Duration::from_millis(20);
const SMALL_PIECE: usize = 1 << 10;
/// Longer than the service lets any request take; whoever sends slowly gives up then.
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
    status: Option<u16>,
    /// How much was sent, and how long it took, until the answer came.
    until_answer: (u64, f64),
    /// The same until the connection was at its end.
    until_end: (u64, f64),
}

/// Sends all kinds at once; whether all were refused early.
pub(super) fn send(kostka: &Kostka, token: &str) -> Result<bool, Failure> {
    let address = kostka.server().address;
    let kinds: Vec<Kind> = (0..8)
        .map(|number| Kind { fast: number & 1 == 0, chunked: number & 2 == 0, has_token: number & 4 == 0 })
        .collect();
    let outcomes: Vec<Result<Outcome, String>> = thread::scope(|scope| {
        let senders = kinds
            .iter()
            .map(|kind| scope.spawn(move || send_one(address, *kind, token).map_err(|error| error.to_string())));
        let senders: Vec<_> = senders.collect();
        senders.into_iter().map(|sender| sender.join().expect("a sender that ends")).collect()
    });
    let mut all_refused = true;
    for (kind, outcome) in kinds.into_iter().zip(outcomes) {
        let Outcome { status, until_answer, until_end } = outcome?;
        let expected = if kind.has_token { 413 } else { 401 };
        let refused = status == Some(expected) && until_answer.0 <= EARLY;
        println!(
            "  a gigabyte {}, {}, {}: {} after {} bytes and {:.2} s, over after {} bytes and {:.2} s{}",
            if kind.fast { "fast" } else { "slowly" },
            if kind.chunked { "in chunks" } else { "with a length" },
            if kind.has_token { "with a token" } else { "without a token" },
            status.map_or("no answer".to_owned(), |status| status.to_string()),
            until_answer.0,
            until_answer.1,
            until_end.0,
            until_end.1,
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
    let sent = Arc::new(AtomicU64::new(0));
    // Whoever sends does not look at answers; another thread waits for one, and for the end of the connection.
    let (mut answer, seen) = (stream.try_clone()?, Arc::clone(&sent));
    let reading = thread::spawn(move || {
        let mut first = [0; 512];
        let length = answer.read(&mut first).unwrap_or(0);
        let until_answer = (seen.load(Ordering::Relaxed), begun.elapsed().as_secs_f64());
        let _ = std::io::copy(&mut answer, &mut std::io::sink());
        let _ = answer.shutdown(Shutdown::Both);
        (String::from_utf8_lossy(&first[..length]).into_owned(), until_answer)
    });
    pour(&mut stream, kind, begun, &sent);
    let until_end = (sent.load(Ordering::Relaxed), begun.elapsed().as_secs_f64());
    let _ = stream.shutdown(Shutdown::Both);
    let (text, until_answer) = reading.join().map_err(|_| "a reader that does not end")?;
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok(Outcome { status, until_answer, until_end })
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

/// Sends until everything is sent or the connection is cut; counts what the system has taken.
fn pour(stream: &mut TcpStream, kind: Kind, begun: Instant, sent: &AtomicU64) {
    let size = if kind.fast { PIECE } else { SMALL_PIECE };
    // The beginning of a long text, which is valid until it is too long.
    let mut piece = format!("{{\"first_name\":\"{}", "a".repeat(size)).into_bytes();
    piece.truncate(size);
    while sent.load(Ordering::Relaxed) < GIGABYTE && begun.elapsed() < PATIENCE {
        let frame =
            if kind.chunked { [format!("{size:x}\r\n").as_bytes(), &piece, b"\r\n"].concat() } else { piece.clone() };
        if stream.write_all(&frame).is_err() {
            break;
        }
        sent.fetch_add(size as u64, Ordering::Relaxed);
        if !kind.fast {
            thread::sleep(PAUSE);
        }
        piece.fill(b'a');
    }
}
