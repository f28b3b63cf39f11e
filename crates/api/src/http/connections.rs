//! Connections: how many one client may hold open, and for how long without asking for anything.
//!
//! The framework limits the time for the first request of a connection, and silence between two requests, but not a
//! second request that never comes to the end of its head. A connection without an answer under way is closed here.

use crate::http::client_address::client_network;
use crate::http::settings::Settings;
use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;
use ipnet::IpNet;
use rustc_hash::FxHashMap;
use rustix::net::{Shutdown, shutdown};
use std::any::Any;
use std::cell::Cell;
use std::net::IpAddr;
use std::os::fd::{AsFd, OwnedFd};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a connection may live without an answer under way; longer than silence between two requests may last.
const MAX_IDLE: Duration = Duration::from_secs(80);

pub(crate) struct Connections {
    open: Mutex<Open>,
    per_client: usize,
    trusted: Vec<IpNet>,
    started: Instant,
}

#[derive(Default)]
struct Open {
    number: u64,
    by_number: FxHashMap<u64, Arc<ConnectionState>>,
    by_client: FxHashMap<IpAddr, usize>,
}

/// One connection, as the one who looks after all of them sees it.
struct ConnectionState {
    socket: OwnedFd,
    answering: AtomicUsize,
    /// When its last answer was finished, in seconds since the start.
    idle_since: AtomicU64,
}

/// One connection, as its requests see it; gone when it is closed.
pub(crate) struct Connection {
    connections: Arc<Connections>,
    state: Arc<ConnectionState>,
    number: u64,
    /// None for a proxy, behind which there are many clients.
    client: Option<IpAddr>,
}

impl Connections {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            open: Mutex::default(),
            per_client: settings.limits.connections_per_client,
            trusted: settings.trusted_proxies.clone(),
            started: Instant::now(),
        }
    }

    /// Takes in a new connection; one too many is closed before it is read.
    pub(crate) fn register(self: &Arc<Self>, stream: &dyn Any, extensions: &mut Extensions) {
        let Some(stream) = stream.downcast_ref::<TcpStream>() else { return };
        let (Ok(peer), Ok(socket)) = (stream.peer_addr(), stream.as_fd().try_clone_to_owned()) else { return };
        let address = peer.ip().to_canonical();
        let client = (!self.trusted.iter().any(|net| net.contains(&address))).then(|| client_network(address));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = client {
            let count = open.by_client.entry(client).or_default();
            if *count >= self.per_client {
                // It may be closed already.
                let _ = shutdown(&socket, Shutdown::Both);
                return;
            }
            *count += 1;
        }
        open.number += 1;
        let number = open.number;
        let state = Arc::new(ConnectionState {
            socket,
            answering: AtomicUsize::new(0),
            idle_since: AtomicU64::new(self.started.elapsed().as_secs()),
        });
        open.by_number.insert(number, Arc::clone(&state));
        extensions.insert(Rc::new(Connection { connections: Arc::clone(self), state, number, client }));
    }

    /// Closes connections that have been silent for too long; to be called now and then.
    pub(crate) fn close_idle(&self) {
        let limit = MAX_IDLE.as_secs();
        let now = self.started.elapsed().as_secs();
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        for state in open.by_number.values() {
            let is_idle = state.answering.load(Ordering::Acquire) == 0;
            if is_idle && now.saturating_sub(state.idle_since.load(Ordering::Acquire)) > limit {
                let _ = shutdown(&state.socket, Shutdown::Both);
            }
        }
    }
}

impl Connection {
    /// Says that an answer is under way, until what it gives is dropped.
    pub(crate) fn answering(self: &Rc<Self>) -> ActiveResponse {
        self.state.answering.fetch_add(1, Ordering::AcqRel);
        ActiveResponse { connection: Rc::clone(self), is_streaming: Cell::new(false) }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut open = self.connections.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.by_number.remove(&self.number);
        if let Some(client) = self.client
            && let Some(count) = open.by_client.get_mut(&client)
        {
            *count -= 1;
            if *count == 0 {
                open.by_client.remove(&client);
            }
        }
    }
}

pub(crate) struct ActiveResponse {
    connection: Rc<Connection>,
    is_streaming: Cell<bool>,
}

impl ActiveResponse {
    /// The answer is a stream, which lasts for as long as its connection.
    pub(crate) fn mark_streaming(&self) {
        self.is_streaming.set(true);
    }
}

impl Drop for ActiveResponse {
    fn drop(&mut self) {
        let Connection { connections, state, .. } = &*self.connection;
        state.idle_since.store(connections.started.elapsed().as_secs(), Ordering::Release);
        if !self.is_streaming.get() {
            state.answering.fetch_sub(1, Ordering::AcqRel);
        }
    }
}
