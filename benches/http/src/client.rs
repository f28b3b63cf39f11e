//! A client of HTTP/1.1 that keeps its connection and does nothing on its own.

use harness::slices::Failure;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Longer than any answer takes, even on a machine that others keep busy.
const PATIENCE: Duration = Duration::from_mins(1);

/// An open connection.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
}

/// An answer.
pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// A header; its name in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Fails unless the status is this one.
    pub(crate) fn expect(self, status: u16, what: &str) -> Result<Self, Failure> {
        if self.status == status {
            return Ok(self);
        }
        let body = String::from_utf8_lossy(&self.body);
        Err(format!("{what}: {} instead of {status}: {body}", self.status).into())
    }
}

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Self { stream: BufReader::new(stream) })
    }

    /// Sends a written request and reads the whole answer.
    pub(crate) fn send(&mut self, request: &[u8]) -> Result<Reply, Failure> {
        self.stream.get_mut().write_all(request)?;
        let mut reply = self.head()?;
        // 304 tells the length of what it does not send.
        if reply.status != 304 && reply.status != 204 {
            reply.body = self.body(&reply)?;
        }
        Ok(reply)
    }

    /// Sends a written request and reads only the head of the answer, as of a stream that never ends.
    pub(crate) fn begin(&mut self, request: &[u8]) -> Result<Reply, Failure> {
        self.stream.get_mut().write_all(request)?;
        self.head()
    }

    /// How long a line of a stream is waited for.
    pub(crate) fn wait_at_most(&mut self, time: Duration) -> Result<(), Failure> {
        Ok(self.stream.get_mut().set_read_timeout(Some(time))?)
    }

    /// The next line of a stream; nothing if none came in time.
    pub(crate) fn line(&mut self) -> Result<Option<String>, Failure> {
        use std::io::ErrorKind::{TimedOut, WouldBlock};
        let mut line = Vec::new();
        loop {
            match self.stream.read_until(b'\n', &mut line) {
                Ok(0) => return Err("the stream has ended".into()),
                Ok(_) if line.ends_with(b"\n") => return Ok(Some(String::from_utf8(line)?)),
                Ok(_) => {}
                Err(error) if matches!(error.kind(), WouldBlock | TimedOut) && line.is_empty() => return Ok(None),
                Err(error) if matches!(error.kind(), WouldBlock | TimedOut) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn head(&mut self) -> Result<Reply, Failure> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| format!("`{}` is no status", line.trim_end()))?;
        let mut headers = Vec::new();
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            match line.trim_end().split_once(':') {
                Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.trim().to_owned())),
                None => return Ok(Reply { status, headers, body: Vec::new() }),
            }
        }
    }

    fn body(&mut self, head: &Reply) -> Result<Vec<u8>, Failure> {
        let mut body = Vec::new();
        if head.header("transfer-encoding").is_none() {
            let length = head.header("content-length").ok_or("an answer without a length")?;
            body.resize(length.parse()?, 0);
            self.stream.read_exact(&mut body)?;
            return Ok(body);
        }
        let mut line = String::new();
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            let length = usize::from_str_radix(line.trim_end(), 16)?;
            let begun = body.len();
            body.resize(begun + length, 0);
            self.stream.read_exact(&mut body[begun..])?;
            line.clear();
            self.stream.read_line(&mut line)?;
            if length == 0 {
                return Ok(body);
            }
        }
    }
}

/// The head of a request, without the empty line at its end.
pub(crate) fn head(method: &str, path: &str, headers: &[(&str, &str)]) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n");
    for (name, value) in headers {
        let _ = write!(text, "{name}: {value}\r\n");
    }
    text
}

/// A request without a body.
pub(crate) fn get(path: &str, headers: &[(&str, &str)]) -> Vec<u8> {
    (head("GET", path, headers) + "\r\n").into_bytes()
}

/// A request with JSON.
pub(crate) fn post(path: &str, headers: &[(&str, &str)], body: &serde_json::Value) -> Vec<u8> {
    with_json("POST", path, headers, body)
}

/// A request that replaces something.
pub(crate) fn put(path: &str, headers: &[(&str, &str)], body: &serde_json::Value) -> Vec<u8> {
    with_json("PUT", path, headers, body)
}

fn with_json(method: &str, path: &str, headers: &[(&str, &str)], body: &serde_json::Value) -> Vec<u8> {
    let body = body.to_string();
    let length = body.len().to_string();
    let more = [("Content-Type", "application/json"), ("Content-Length", length.as_str())];
    (head(method, path, &[headers, &more].concat()) + "\r\n" + &body).into_bytes()
}
