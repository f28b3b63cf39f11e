//! A client of server-sent events that remembers the last id, on a plain connection.
#![allow(dead_code, unreachable_pub, reason = "each test target uses a part of it")]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// What a stream sends.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Message {
    pub id: Option<u64>,
    pub event: Option<String>,
    pub data: Option<String>,
    pub retry: Option<u64>,
    pub comment: bool,
}

/// An open stream.
pub struct EventStream {
    pub status: u16,
    /// Status line and headers, in lower case.
    pub head: String,
    lines: BufReader<Chunks>,
}

/// The body of a chunked answer.
struct Chunks {
    inner: BufReader<TcpStream>,
    left: usize,
    is_over: bool,
}

impl EventStream {
    /// Asks for a stream; nobody waits longer than a minute for anything.
    pub fn open(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> io::Result<Self> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        let mut request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\n");
        for (name, value) in headers {
            request.extend([*name, ": ", *value, "\r\n"]);
        }
        stream.write_all((request + "\r\n").as_bytes())?;
        let mut inner = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if inner.read_line(&mut head)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let head = head.to_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        let lines = BufReader::new(Chunks { inner, left: 0, is_over: !head.contains("transfer-encoding: chunked") });
        Ok(Self { status, head, lines })
    }

    /// The next message, comments included; nothing when the stream has ended or was cut off.
    pub fn next_message(&mut self) -> Option<Message> {
        let mut message = Message::default();
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end_matches('\n');
            if line.is_empty() {
                return Some(message);
            }
            let (field, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                "" => message.comment = true,
                "id" => message.id = value.parse().ok(),
                "event" => message.event = Some(value.to_owned()),
                "data" => message.data = Some(value.to_owned()),
                "retry" => message.retry = value.parse().ok(),
                other => panic!("the field {other} is not one of an event stream"),
            }
        }
    }

    /// The next message that moves the position on.
    pub fn next_id(&mut self) -> Option<Message> {
        loop {
            let message = self.next_message()?;
            if message.id.is_some() {
                return Some(message);
            }
        }
    }
}

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !self.is_over {
            let mut size = String::new();
            self.inner.read_line(&mut size)?;
            // A connection that was cut off ends like this, too.
            self.left = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
            self.is_over = self.left == 0;
        }
        if self.is_over {
            return Ok(0);
        }
        let most = buffer.len().min(self.left);
        let read = self.inner.read(&mut buffer[..most])?;
        if read == 0 {
            self.is_over = true;
        }
        self.left -= read;
        if self.left == 0 && !self.is_over {
            let mut line_end = [0; 2];
            self.inner.read_exact(&mut line_end)?;
        }
        Ok(read)
    }
}
